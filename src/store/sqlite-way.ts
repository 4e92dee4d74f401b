/** Named rivers and points of interest on the way up or down from a reach, counted without walking where that is possible. */
import type { DatabaseSync } from 'node:sqlite';
import type { SqlitePoiCounts } from './sqlite-poi-counts.ts';
import { prepare } from './sqlite-query.ts';
import type { FoundOnTheWay, IdRange, ReachRow, RiverRow, Store } from './store.ts';

/** Reaches followed downstream at most; real rivers are some 2,000 deep. */
const STEP_LIMIT = 10_000;
/** Up to so many rivers are sorted by size; where there are more, a walk from the largest down finds some soon. */
const SORT_LIMIT = 2_000;

export function createSqliteWay(
  db: DatabaseSync,
  counts: SqlitePoiCounts,
): Pick<Store, 'river' | 'foundUpstream' | 'foundDownstream'> {
  const columns = 'id, name, name_en AS nameEn, mouth, reaches, length_km AS lengthKm, strahler';
  const river = prepare<RiverRow>(db, `SELECT ${columns} FROM river WHERE id = ?`);
  const countUpstream = prepare<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM (SELECT 1 FROM river WHERE mouth BETWEEN ? AND ? LIMIT +?)',
  );
  const sortedUpstream = prepare<RiverRow>(
    db,
    `SELECT ${columns} FROM river INDEXED BY river_mouth WHERE mouth BETWEEN ? AND ? ORDER BY weight DESC, id LIMIT +?`,
  );
  const largestUpstream = prepare<RiverRow>(
    db,
    `SELECT ${columns} FROM river NOT INDEXED WHERE mouth BETWEEN ? AND ? ORDER BY id LIMIT +?`,
  );
  const step = prepare<{ down: number; river: number }>(
    db,
    'SELECT coalesce(down, 0) AS down, coalesce(river, 0) AS river FROM reach WHERE fid = ?',
  );

  const isBySize = areNumberedBySize(db);

  function riversUpstream({ first, last }: IdRange, limit: number): RiverRow[] {
    const many = isBySize && countUpstream.get(first, last, SORT_LIMIT + 1)!.count > SORT_LIMIT;
    return (many ? largestUpstream : sortedUpstream).all(first, last, limit);
  }

  function wayDown(from: number): { ids: number[]; rivers: number[]; complete: boolean } {
    const ids: number[] = [];
    const rivers = new Set<number>();
    let id = from;
    while (id !== 0 && ids.length < STEP_LIMIT) {
      const reach = step.get(id);
      if (reach === undefined) break;
      ids.push(id);
      if (reach.river !== 0) rivers.add(reach.river);
      id = reach.down;
    }
    return { ids, rivers: [...rivers], complete: id === 0 };
  }

  return {
    river: (id) => river.get(id),
    foundUpstream(reach: ReachRow, riverLimit: number): FoundOnTheWay {
      const range = { first: reach.id, last: reach.last };
      const own = reach.river === undefined ? undefined : river.get(reach.river);
      const others = riversUpstream(range, riverLimit).filter((other) => other.id !== own?.id);
      const rivers = own === undefined ? others : [own, ...others];
      return { rivers: rivers.slice(0, riverLimit), poisByType: counts.inRange(range), complete: true };
    },
    foundDownstream(reach: ReachRow, riverLimit: number): FoundOnTheWay {
      const way = wayDown(reach.id);
      return {
        rivers: way.rivers.slice(0, riverLimit).map((id) => river.get(id)!),
        poisByType: counts.onReaches(way.ids),
        complete: way.complete,
      };
    },
  };
}

/** Whether rivers are numbered from the largest down; a look at the first ones tells. */
function areNumberedBySize(db: DatabaseSync): boolean {
  const weights = prepare<{ weight: number }>(db, 'SELECT weight FROM river ORDER BY id LIMIT 200').all();
  return weights.every(({ weight }, i) => i === 0 || weight <= weights[i - 1]!.weight);
}
