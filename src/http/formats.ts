/** The representations that replies come in: their names in `?f=`, and their media types. */

import { InvalidInputError } from '../service/errors.ts';
import { detailOf, HttpError } from './errors.ts';
import { JSON_TYPE } from './headers.ts';
import { chooseMediaType } from './negotiation.ts';

interface Format {
  /** As asked for in Accept. */
  type: string;
  /** As sent in Content-Type. */
  contentType: string;
}

export const FORMATS = {
  json: { type: 'application/json', contentType: JSON_TYPE },
  geojson: { type: 'application/geo+json', contentType: 'application/geo+json; charset=utf-8' },
  svg: { type: 'image/svg+xml', contentType: 'image/svg+xml; charset=utf-8' },
  png: { type: 'image/png', contentType: 'image/png' },
  html: { type: 'text/html', contentType: 'text/html; charset=utf-8' },
  text: { type: 'text/plain', contentType: 'text/plain; version=0.0.4; charset=utf-8' },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

/** `f` wins over the header; the first format is the one to send when the client does not mind. */
export function chooseFormat(
  f: string | undefined,
  accept: string | undefined,
  offered: readonly FormatName[],
): FormatName {
  if (f !== undefined) {
    const named = offered.find((name) => name === f);
    if (named !== undefined) return named;
    throw new InvalidInputError('f', {
      en: `f must be ${offered.join(' or ')}`,
      zh: `参数 f 只能是 ${offered.join(' 或 ')}`,
    });
  }
  const type = chooseMediaType(
    accept,
    offered.map((name) => FORMATS[name].type),
  );
  const chosen = offered.find((name) => FORMATS[name].type === type);
  if (chosen !== undefined) return chosen;
  const reason = `this can be had as ${offered.map((name) => FORMATS[name].type).join(', ')}`;
  throw new HttpError(406, detailOf(406, ''), reason, { vary: 'Accept' });
}
