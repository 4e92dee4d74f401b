/** The reaches of an edition nearest to a place: boxes of growing size, exact distances to the lines in them. */

import { boxAround, nearestOnLine, splitAtAntimeridian } from '../format/sphere.ts';
import { boxValues, inBox, lineOfWkb } from './postgres-geometry.ts';
import { acrossAntimeridian } from './postgres-lookup.ts';
import type { EditionReader } from './postgres-query.ts';
import type { NearbyReach, NearestQuery, Place, ReachRow } from './store.ts';

const FIRST_RADIUS_M = 500;
const GROWTH = 4;

interface Near {
  id: number;
  distanceM: number;
  point: Place;
}

export function createPostgresNearest(reader: EditionReader, rows: (ids: readonly number[]) => Promise<ReachRow[]>) {
  // Both at once: asking for the lines across the antimeridian on their own would be one more way to the database.
  const lines = reader.prepare<{ id: number; line: Buffer }>(
    'lines-in-box',
    `SELECT id, ST_AsBinary(geom, 'NDR') AS line FROM ${reader.schema}.reach
     WHERE (${inBox('geom', 1)} OR ${acrossAntimeridian('geom', { south: 2, north: 4 })})
       AND strahler >= $9 AND NOT id = ANY ($10::int[])`,
  );

  return async function nearestReaches(query: NearestQuery): Promise<NearbyReach[]> {
    const measured = new Map<number, Near>();
    for (let radiusM = Math.min(FIRST_RADIUS_M, query.maxDistanceM); ; ) {
      for (const box of splitAtAntimeridian(boxAround(query, radiusM))) {
        for (const { id, line } of await lines.all(...boxValues(box), query.minStrahler, [...measured.keys()])) {
          measured.set(id, { id, ...nearestOnLine(query, lineOfWkb(line)) });
        }
      }
      const within = [...measured.values()].filter(({ distanceM }) => distanceM <= radiusM);
      if (within.length >= query.limit || radiusM >= query.maxDistanceM) {
        const nearest = within.sort((a, b) => a.distanceM - b.distanceM || a.id - b.id).slice(0, query.limit);
        const reaches = new Map((await rows(nearest.map(({ id }) => id))).map((reach) => [reach.id, reach]));
        return nearest.map(({ id, distanceM, point }) => ({ reach: reaches.get(id)!, distanceM, point }));
      }
      radiusM = Math.min(radiusM * GROWTH, query.maxDistanceM);
    }
  };
}
