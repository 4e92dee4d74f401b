/** Counts points of interest by type. Junctions, which are many, are numbered along the network: a range is two look-ups. */
import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './sqlite-query.ts';
import type { IdRange, PoiTypeRow } from './store.ts';

export const JUNCTION = 'junction';

export interface SqlitePoiCounts {
  ofType(type: string, range: IdRange): number;
  /** By type, without the types that have none. */
  inRange(range: IdRange): Record<string, number>;
  /** On the reaches of a way down: ids in falling order. */
  onReaches(ids: readonly number[]): Record<string, number>;
}

export function createSqlitePoiCounts(db: DatabaseSync, types: readonly PoiTypeRow[]): SqlitePoiCounts {
  const first = prepare<{ id: number }>(
    db,
    'SELECT fid AS id FROM poi WHERE type = ? AND reach BETWEEN ? AND ? ORDER BY reach, fid LIMIT 1',
  );
  const last = prepare<{ id: number }>(
    db,
    'SELECT fid AS id FROM poi WHERE type = ? AND reach BETWEEN ? AND ? ORDER BY reach DESC, fid DESC LIMIT 1',
  );
  const reachesOfType = prepare<{ reach: number }>(
    db,
    'SELECT reach FROM poi WHERE type = ? AND reach BETWEEN ? AND ?',
  );

  const plainCount = prepare<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM poi WHERE type = ? AND reach BETWEEN ? AND ?',
  );

  function ofType(type: string, range: IdRange): number {
    if (type !== JUNCTION) return plainCount.get(type, range.first, range.last)!.count;
    const lowest = first.get(type, range.first, range.last);
    if (lowest === undefined) return 0;
    return last.get(type, range.first, range.last)!.id - lowest.id + 1;
  }

  function countEach(count: (type: PoiTypeRow) => number): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const type of types) {
      const found = count(type);
      if (found > 0) counts[type.type] = found;
    }
    return counts;
  }

  return {
    ofType,
    inRange: (range) => countEach(({ type }) => ofType(type, range)),
    onReaches(ids) {
      const whole = { first: ids.at(-1) ?? 0, last: ids[0] ?? 0 };
      const onWay = new Set(ids);
      return countEach(({ type }) => {
        let found = 0;
        if (ofType(type, whole) < ids.length) {
          for (const { reach } of reachesOfType.all(type, whole.first, whole.last)) if (onWay.has(reach)) found++;
        } else {
          for (const id of ids) found += plainCount.get(type, id, id)!.count;
        }
        return found;
      });
    },
  };
}
