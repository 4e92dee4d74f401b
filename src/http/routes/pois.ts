/** One POI by type and key, and the search for POIs by place. */

import type { Resource } from '../resource.ts';
import { readInput, requireInput } from './input.ts';

export const POI: Resource = {
  path: '/api/pois/:type/:key',
  formats: ['json', 'geojson'],
  query: [],
  followsLanguage: true,
  async answer(exchange) {
    const input = { type: requireInput(exchange, 'type'), key: requireInput(exchange, 'key') };
    const { service, format, language } = exchange;
    return {
      body: await (format === 'geojson' ? service.getPoiFeature(input, language) : service.getPoi(input, language)),
    };
  },
};

const SEARCH_PARAMETERS = [
  'basincode',
  'subbasincd',
  'binstrval',
  'binstrlen',
  'type',
  'key',
  'scope',
  'bbox',
  'near',
  'radius',
  'limit',
  'cursor',
] as const;

export const POIS: Resource = {
  path: '/api/pois',
  formats: ['json'],
  query: SEARCH_PARAMETERS,
  followsLanguage: false,
  async answer(exchange) {
    const { items, next } = await exchange.service.searchPois(readInput(exchange, SEARCH_PARAMETERS));
    return { body: items, next };
  },
};
