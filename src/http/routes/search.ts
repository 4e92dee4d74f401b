/** Finding by name, and finding by place. */

import type { Resource } from '../resource.ts';
import { readInput, requireInput } from './input.ts';

const SEARCH_OPTIONS = ['kinds', 'limit', 'cursor'] as const;

export const SEARCH: Resource = {
  path: '/api/search',
  formats: ['json'],
  query: ['q', ...SEARCH_OPTIONS],
  followsLanguage: false,
  async answer(exchange) {
    const q = requireInput(exchange, 'q');
    const result = await exchange.service.searchAll({ q, ...readInput(exchange, SEARCH_OPTIONS) });
    return { body: result, next: result.next };
  },
};

const LOCATE_OPTIONS = ['limit', 'maxDistanceM', 'level'] as const;

export const LOCATE: Resource = {
  path: '/api/locate',
  formats: ['json'],
  query: ['lon', 'lat', ...LOCATE_OPTIONS],
  followsLanguage: false,
  async answer(exchange) {
    const place = { lon: requireInput(exchange, 'lon'), lat: requireInput(exchange, 'lat') };
    return { body: await exchange.service.locate({ ...place, ...readInput(exchange, LOCATE_OPTIONS) }) };
  },
};
