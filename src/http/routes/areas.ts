/** One sub-basin. */

import type { Resource } from '../resource.ts';
import { requireInput } from './input.ts';

export const SUBBASIN: Resource = {
  path: '/api/subbasins/:basincode/:subbasincd/:level',
  formats: ['json', 'geojson'],
  query: [],
  followsLanguage: true,
  async answer(exchange) {
    const { service, format, language } = exchange;
    const input = {
      basincode: requireInput(exchange, 'basincode'),
      subbasincd: requireInput(exchange, 'subbasincd'),
      level: requireInput(exchange, 'level'),
    };
    if (format === 'geojson') return { body: await service.getSubbasinFeature(input, language) };
    return { body: await service.getSubbasin(input, language) };
  },
};
