/** An MA string as a QR code. */

import { canonicalMa } from '../../code/index.ts';
import { InvalidInputError } from '../../service/errors.ts';
import { type ErrorCorrection, qrPng, qrSvg } from '../qr.ts';
import type { Exchange, Resource } from '../resource.ts';
import { requireMa } from './ma.ts';

/** The only parameters that pictures have and nothing else; also read by the OpenAPI document. */
export const QR_NUMBERS = {
  size: { least: 64, most: 2048, usual: 256 },
  margin: { least: 0, most: 16, usual: 4 },
} as const;

export const CORRECTIONS: readonly ErrorCorrection[] = ['L', 'M', 'Q', 'H'];

function readNumber({ query }: Exchange, name: keyof typeof QR_NUMBERS): number {
  const { least, most, usual } = QR_NUMBERS[name];
  const text = query.get(name);
  if (text === undefined) return usual;
  const value = Number(text);
  if (/^(?:0|[1-9]\d{0,5})$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidInputError(name, {
    en: `${name} must be a whole number from ${least} to ${most}`,
    zh: `参数 ${name} 必须是 ${least} 到 ${most} 的整数`,
  });
}

function readCorrection({ query }: Exchange): ErrorCorrection {
  const text = query.get('correction') ?? 'M';
  const level = CORRECTIONS.find((each) => each === text.toUpperCase());
  if (level !== undefined) return level;
  throw new InvalidInputError('correction', {
    en: `correction must be one of ${CORRECTIONS.join(', ')}`,
    zh: `参数 correction 只能是 ${CORRECTIONS.join('、')} 之一`,
  });
}

export const QR: Resource = {
  path: '/api/ma/qr',
  formats: ['svg', 'png'],
  query: ['ma', 'size', 'margin', 'correction', 'format'],
  followsLanguage: false,
  formatInQuery: (query) => query.get('format'),
  // Lets pages that isolate themselves show the picture.
  headers: { 'cross-origin-resource-policy': 'cross-origin' },
  answer(exchange) {
    const ma = requireMa(exchange);
    exchange.service.resolveMa(ma);
    const options = {
      size: readNumber(exchange, 'size'),
      margin: readNumber(exchange, 'margin'),
      errorCorrection: readCorrection(exchange),
    };
    const draw = exchange.format === 'png' ? qrPng : qrSvg;
    return { body: draw(canonicalMa(ma), options) };
  },
};
