/** The reaches nearest to a place: boxes of growing size in the spatial index, exact distances to the lines in them. */
import type { DatabaseSync } from 'node:sqlite';
import { decodeLine } from '../format/geometry-blob.ts';
import { nearestOnLine } from '../format/sphere.ts';
import { areasAround } from './lookup-areas.ts';
import { prepare } from './sqlite-query.ts';
import type { NearbyReach, NearestQuery, Place, ReachRow } from './store.ts';

const FIRST_RADIUS_M = 500;
const GROWTH = 4;

interface Near {
  id: number;
  distanceM: number;
  point: Place;
}

export function createSqliteNearest(db: DatabaseSync, reachRow: (id: number) => ReachRow | undefined) {
  const inArea = prepare<{ id: number }>(
    db,
    `SELECT id FROM rtree_reach_geom WHERE maxx >= ? AND maxy >= ? AND minx <= ? AND miny <= ? AND maxx - minx >= ?`,
  );
  const line = prepare<{ strahler: number; geom: Uint8Array }>(db, 'SELECT strahler, geom FROM reach WHERE fid = ?');

  function measure(id: number, query: NearestQuery): Near | undefined {
    const found = line.get(id);
    if (found === undefined || found.strahler < query.minStrahler) return undefined;
    return { id, ...nearestOnLine(query, decodeLine(found.geom)) };
  }

  return function nearestReaches(query: NearestQuery): NearbyReach[] {
    const measured = new Map<number, Near | undefined>();
    for (let radiusM = Math.min(FIRST_RADIUS_M, query.maxDistanceM); ; ) {
      for (const area of areasAround(query, radiusM)) {
        for (const { id } of inArea.all(...area)) {
          if (!measured.has(id)) measured.set(id, measure(id, query));
        }
      }
      const within = [...measured.values()].filter((near) => near !== undefined && near.distanceM <= radiusM) as Near[];
      if (within.length >= query.limit || radiusM >= query.maxDistanceM) {
        within.sort((a, b) => a.distanceM - b.distanceM || a.id - b.id);
        return within
          .slice(0, query.limit)
          .map(({ id, distanceM, point }) => ({ reach: reachRow(id)!, distanceM, point }));
      }
      radiusM = Math.min(radiusM * GROWTH, query.maxDistanceM);
    }
  };
}
