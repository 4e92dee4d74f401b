/** Counts points of interest of an edition by type. Junctions, which are many, are numbered along the network. */
import type { PostgresBasins } from './postgres-basins.ts';
import type { EditionReader } from './postgres-query.ts';
import type { IdRange, PoiTypeRow } from './store.ts';

/** The one type that is numbered along the network, and whose keys say where it is. */
export const JUNCTION = 'junction';

export interface PostgresPoiCounts {
  ofType(type: string, ranges: readonly IdRange[]): Promise<number>;
  /** By type, without the types that have none. */
  inRange(range: IdRange): Promise<Record<string, number>>;
  onReaches(ids: readonly number[]): Promise<Record<string, number>>;
}

interface Count {
  type: string;
  count: number;
}

export function createPostgresPoiCounts(
  reader: EditionReader,
  basins: PostgresBasins,
  types: readonly PoiTypeRow[],
): PostgresPoiCounts {
  const { schema } = reader;
  const onRange = 'basincode = $1 AND type = wanted.type AND reach BETWEEN range.first AND range.last';
  const inRanges = reader.prepare<Count>(
    'poi-counts',
    `SELECT wanted.type, sum(CASE WHEN wanted.type = '${JUNCTION}' THEN coalesce(
         (SELECT id FROM ${schema}.poi WHERE ${onRange} ORDER BY reach DESC, id DESC LIMIT 1) -
         (SELECT id FROM ${schema}.poi WHERE ${onRange} ORDER BY reach, id LIMIT 1) + 1, 0)
       ELSE (SELECT count(*) FROM ${schema}.poi WHERE ${onRange}) END)::int AS count
     FROM unnest($2::text[]) AS wanted (type), unnest($3::int[], $4::int[]) AS range (first, last) GROUP BY wanted.type`,
  );
  const onIds = reader.prepare<Count>(
    'poi-counts-on',
    `SELECT type, count(*)::int AS count FROM ${schema}.poi
     WHERE basincode = $1 AND type = ANY ($2::text[]) AND reach = ANY ($3::int[]) GROUP BY type`,
  );
  const names = types.map(({ type }) => type);

  /** In the order of the dataset's types. */
  function byType(counts: readonly Count[]): Record<string, number> {
    const found = new Map(counts.map(({ type, count }) => [type, count]));
    return Object.fromEntries(names.flatMap((type) => (found.get(type) ? [[type, found.get(type)!]] : [])));
  }

  async function count(types: readonly string[], ranges: readonly IdRange[]): Promise<Count[]> {
    if (ranges[0] === undefined) return [];
    const firsts = ranges.map(({ first }) => first);
    const lasts = ranges.map(({ last }) => last);
    return inRanges.all(basins.ofReach(ranges[0].first), types, firsts, lasts);
  }

  return {
    ofType: async (type, ranges) => (await count([type], ranges))[0]?.count ?? 0,
    inRange: async (range) => byType(await count(names, [range])),
    async onReaches(ids) {
      return ids[0] === undefined ? {} : byType(await onIds.all(basins.ofReach(ids[0]), names, ids));
    },
  };
}
