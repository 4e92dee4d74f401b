/** The reaches nearest to a place. */
import { partsOf } from './code-parts.ts';
import { type Context, endOf } from './context.ts';
import { InvalidInputError } from './errors.ts';
import { namesOf } from './river.ts';
import type { Service } from './service.ts';
import type { LocatedReach } from './types.ts';

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 100;
const DEFAULT_DISTANCE_M = 50_000;

export function createLocate(context: Context): Pick<Service, 'locate'> {
  return {
    async locate({ lon, lat, limit = DEFAULT_LIMIT, maxDistanceM = DEFAULT_DISTANCE_M, level = 1 }) {
      if (!(Math.abs(lon) <= 180) || !(Math.abs(lat) <= 90)) {
        throw new InvalidInputError(Math.abs(lon) <= 180 ? 'lat' : 'lon', {
          en: 'lon must be within 180 degrees and lat within 90',
          zh: 'lon 应在 ±180 度以内，lat 应在 ±90 度以内',
        });
      }
      const near = await context.store.nearestReaches({
        lon,
        lat,
        maxDistanceM,
        minStrahler: level,
        limit: Math.min(limit, MAX_LIMIT),
      });
      const items: LocatedReach[] = [];
      for (const { reach, distanceM, point } of near) {
        items.push({
          distanceM: Math.round(distanceM * 10) / 10,
          point: { lon: rounded(point.lon), lat: rounded(point.lat) },
          ...(await namesOf(context, reach)),
          ...partsOf(reach.code),
          strahler: reach.strahler,
          ma: context.ma.river(reach, await endOf(context, reach.id), 1),
        });
      }
      return { lon, lat, maxDistanceM, items };
    },
  };
}

/** To a centimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
