/** Named rivers and points of interest on the way up or down from a reach in an edition. */
import type { PostgresBasins } from './postgres-basins.ts';
import type { PostgresPoiCounts } from './postgres-poi-counts.ts';
import type { EditionReader } from './postgres-query.ts';
import { createRecent } from './postgres-recent.ts';
import type { ReachRow, RiverRow, Store } from './store.ts';

/** Reaches followed downstream at most, as in a dataset file. */
const STEP_LIMIT = 10_000;

type WayStore = Pick<Store, 'river' | 'foundUpstream' | 'foundDownstream'>;

interface Place {
  basincode: number;
  id: number;
}

export function createPostgresWay(
  reader: EditionReader,
  basins: PostgresBasins,
  counts: PostgresPoiCounts,
  remembered: number,
): WayStore {
  const { schema } = reader;
  const columns = 'id, name, name_en AS "nameEn", mouth, reaches, length_km AS "lengthKm", strahler';
  const byId = reader.prepare<RiverRow>(
    'river',
    `SELECT ${columns} FROM ${schema}.river WHERE basincode = $1 AND id = $2`,
  );
  const byIds = reader.prepare<RiverRow>(
    'rivers',
    `SELECT ${columns.replace('id', 'river.id')} FROM unnest($1::int[], $2::int[]) AS wanted (basincode, id)
       JOIN ${schema}.river ON river.basincode = wanted.basincode AND river.id = wanted.id`,
  );
  const recent = createRecent<number, RiverRow>(remembered);
  const largestUpstream = reader.prepare<RiverRow>(
    'rivers-upstream',
    `SELECT ${columns} FROM ${schema}.river WHERE basincode = $1 AND mouth BETWEEN $2 AND $3
     ORDER BY weight DESC, id LIMIT $4`,
  );
  const wayDown = reader.prepare<{ ids: number[]; rivers: number[]; next: number }>(
    'way-down',
    `WITH RECURSIVE walk (step, id, river, down) AS (
       SELECT 1, id, coalesce(river, 0), down FROM ${schema}.reach WHERE basincode = $1 AND id = $2
       UNION ALL
       SELECT step + 1, below.* FROM walk, LATERAL (
         SELECT id, coalesce(river, 0), down FROM ${schema}.reach WHERE basincode = $1 AND id = walk.down
       ) AS below
       WHERE step < ${STEP_LIMIT}
     )
     SELECT array_agg(id ORDER BY step) AS ids, array_agg(river ORDER BY step) AS rivers,
       (array_agg(down ORDER BY step DESC))[1] AS next FROM walk`,
  );

  async function riverIn(basin: number | undefined, id: number): Promise<RiverRow | undefined> {
    return recent.get(id) ?? (basin === undefined ? undefined : byId.one(basin, id));
  }

  async function riversAt(places: readonly Place[]): Promise<RiverRow[]> {
    if (places.length === 0) return [];
    const rows = await byIds.all(
      places.map(({ basincode }) => basincode),
      places.map(({ id }) => id),
    );
    for (const row of rows) recent.set(row.id, row);
    return rows;
  }

  return {
    river: async (id) => recent.get(id) ?? riverIn(await basins.ofRiver(id), id),
    async foundUpstream(reach: ReachRow, riverLimit: number) {
      const basin = basins.ofReach(reach.id);
      const range = { first: reach.id, last: reach.last };
      const own = reach.river === undefined ? undefined : await riverIn(basin, reach.river);
      const largest = await largestUpstream.all(basin, range.first, range.last, riverLimit);
      const others = largest.filter((other) => other.id !== own?.id);
      const rivers = own === undefined ? others : [own, ...others];
      return { rivers: rivers.slice(0, riverLimit), poisByType: await counts.inRange(range), complete: true };
    },
    async foundDownstream(reach: ReachRow, riverLimit: number) {
      const basin = basins.ofReach(reach.id);
      const way = await wayDown.one(basin, reach.id);
      if (way?.ids == null) return { rivers: [], poisByType: {}, complete: true };
      const met = [...new Set(way.rivers)].filter((id) => id !== 0).slice(0, riverLimit);
      const places = met.map((id) => ({ basincode: basin!, id }));
      const rivers = new Map((await riversAt(places)).map((river) => [river.id, river]));
      return {
        rivers: met.map((id) => rivers.get(id)!),
        poisByType: await counts.onReaches(way.ids),
        complete: way.next === 0,
      };
    },
  };
}
