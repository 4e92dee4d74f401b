/** MA strings: what one says, making one, how two relate. */

import { InvalidMaError } from '../../service/errors.ts';
import type { Exchange, Resource } from '../resource.ts';
import { readInput, requireInput } from './input.ts';

/** Without it there is nothing that could be parsed, so that it counts as a bad MA string. */
export function requireMa({ query }: Exchange): string {
  const ma = query.get('ma');
  if (ma !== undefined) return ma;
  throw new InvalidMaError({ en: 'ma is missing', zh: '缺少参数 ma' });
}

export const RESOLVE: Resource = {
  path: '/api/ma/resolve',
  formats: ['json'],
  query: ['ma'],
  followsLanguage: false,
  answer: (exchange) => ({ body: exchange.service.resolveMa(requireMa(exchange)) }),
};

const GENERATE_PARAMETERS = ['key', 'basincode', 'subbasincd', 'binstrval', 'binstrlen', 'level'] as const;

export const GENERATE: Resource = {
  path: '/api/ma/generate',
  formats: ['json'],
  query: ['type', ...GENERATE_PARAMETERS],
  followsLanguage: false,
  async answer(exchange) {
    const type = requireInput(exchange, 'type');
    return { body: await exchange.service.generateMa({ type, ...readInput(exchange, GENERATE_PARAMETERS) }) };
  },
};

export const RELATION: Resource = {
  path: '/api/ma/relation',
  formats: ['json'],
  query: ['a', 'b'],
  followsLanguage: false,
  async answer(exchange) {
    const input = { a: requireInput(exchange, 'a'), b: requireInput(exchange, 'b') };
    return { body: await exchange.service.relate(input) };
  },
};
