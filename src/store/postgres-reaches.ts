/** Reaches of an edition: by code, by id, up and down the network. A walk is one statement, however many steps it takes. */
import { basincodeOf, type PostgresBasins } from './postgres-basins.ts';
import { lineOfWkb } from './postgres-geometry.ts';
import type { EditionReader } from './postgres-query.ts';
import { createRecent, type Recent } from './postgres-recent.ts';
import type { IdRange, Place, ReachPage, ReachRow, Store } from './store.ts';

/** Reaches looked at for one page at most, as in a dataset file. */
const STEP_LIMIT = 50_000;
/** Steps of one statement: some 20 ms. */
const STEPS_AT_ONCE = 2_000;
/** Above every order. */
const NO_ORDER = 32_767;
/** Rows that reading ahead takes for one reach: itself and two inflows. */
const MOST_A_NODE = 3;

/** What the record of a reach is made of. */
export interface RecordRow {
  id: number;
  strahler: number;
  template: number;
  figures: string;
}

type RawReach = Omit<ReachRow, 'areaKm2' | 'river'> &
  Pick<RecordRow, 'template' | 'figures'> & {
    areaKm2: number | null;
    river: number | null;
    endLon: number;
    endLat: number;
  };

interface KnownReach {
  row: ReachRow;
  /** Its lower end. */
  end: Place;
}

interface Step {
  id: number;
  strahler: number;
  next: number;
}

type ReachStore = Pick<
  Store,
  'reach' | 'reachByCode' | 'reachesInRange' | 'wayDown' | 'inflowsOf' | 'reachEnd' | 'reachLine'
>;

export interface PostgresReaches {
  store: ReachStore;
  /** By ids, in their order; those that are not there are left out. */
  rows(ids: readonly number[]): Promise<ReachRow[]>;
  /** Reads these and the first inflows of each ahead, for questions that follow. */
  readAhead(ids: readonly number[]): Promise<void>;
  /** What rows read lately tell of the record of a code. */
  recentRecords: Recent<string, RecordRow>;
}

export function createPostgresReaches(
  reader: EditionReader,
  basins: PostgresBasins,
  remembered: number,
): PostgresReaches {
  const { schema } = reader;
  const columns = `reach.id, code, last, down, inflows, strahler, length_km AS "lengthKm", area_km2 AS "areaKm2",
    upstream_km AS "upstreamKm", outlet_km AS "outletKm", depth, subbasin, river, coalesce(name, '') AS name,
    coalesce(name_en, '') AS "nameEn", template, figures,
    ST_X(ST_EndPoint(geom)) AS "endLon", ST_Y(ST_EndPoint(geom)) AS "endLat"`;
  const byId = reader.prepare<RawReach>(
    'reach',
    `SELECT ${columns} FROM ${schema}.reach WHERE basincode = $1 AND id = $2`,
  );
  const byCode = reader.prepare<RawReach>(
    'reach-code',
    `SELECT ${columns} FROM ${schema}.reach WHERE basincode = $1 AND code = $2`,
  );
  const byIds = reader.prepare<RawReach>(
    'reaches',
    `SELECT ${columns} FROM unnest($1::int[], $2::int[]) AS wanted (basincode, id)
       JOIN ${schema}.reach ON reach.basincode = wanted.basincode AND reach.id = wanted.id`,
  );
  const inRange = reader.prepare<RawReach>(
    'reach-range',
    `SELECT ${columns} FROM ${schema}.reach WHERE basincode = $1 AND id BETWEEN $2 AND $3 ORDER BY id LIMIT $4`,
  );
  const line = reader.prepare<{ line: Buffer }>(
    'reach-line',
    `SELECT ST_AsBinary(geom, 'NDR') AS line FROM ${schema}.reach WHERE basincode = $1 AND id = $2`,
  );
  const stepsUp = reader.prepare<Step>(
    'steps-up',
    walkSql(schema, 'CASE WHEN strahler >= $5 THEN id ELSE last END + 1'),
  );
  const stepsDown = reader.prepare<Step>('steps-down', walkSql(schema, 'down'));

  const recent = createRecent<number, KnownReach>(remembered);
  const recentRecords = createRecent<string, RecordRow>(remembered);

  function toKnown({ template, figures, endLon, endLat, ...raw }: RawReach): KnownReach {
    const row = { ...raw, areaKm2: raw.areaKm2 ?? undefined, river: raw.river ?? undefined };
    const known = { row, end: { lon: endLon, lat: endLat } };
    if (row.river !== undefined) basins.rememberRiver(row.river, basincodeOf(row.code));
    recent.set(row.id, known);
    recentRecords.set(row.code, { id: row.id, strahler: row.strahler, template, figures });
    return known;
  }

  function toRow(raw: RawReach): ReachRow {
    return toKnown(raw).row;
  }

  async function find(id: number): Promise<KnownReach | undefined> {
    const known = recent.get(id);
    const basin = basins.ofReach(id);
    if (known !== undefined || basin === undefined) return known;
    const raw = await byId.one(basin, id);
    return raw && toKnown(raw);
  }

  async function rows(ids: readonly number[]): Promise<ReachRow[]> {
    const found = new Map<number, ReachRow>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = recent.get(id);
      if (known !== undefined) found.set(id, known.row);
      else if (basins.ofReach(id) !== undefined) missing.push(id);
    }
    if (missing.length > 0) {
      const raws = await byIds.all(
        missing.map((id) => basins.ofReach(id)),
        missing,
      );
      for (const raw of raws) found.set(raw.id, toRow(raw));
    }
    return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  }

  /** Follows steps from a reach until they end, or enough reaches of at least this order are met; ids of those. */
  async function walk(
    steps: (basin: number, id: number, last: number, count: number) => Promise<Step[]>,
    { first, last }: IdRange,
    minStrahler: number,
    limit: number,
  ): Promise<{ ids: number[]; next: number }> {
    const ids: number[] = [];
    const basin = basins.ofReach(first);
    let id = first;
    for (let taken = 0; basin !== undefined && id > 0 && id <= last && ids.length < limit && taken < STEP_LIMIT; ) {
      const walked = await steps(basin, id, last, Math.min(STEP_LIMIT - taken, STEPS_AT_ONCE));
      if (walked.length === 0) break;
      for (const step of walked) {
        if (ids.length === limit) break;
        if (step.strahler >= minStrahler) ids.push(step.id);
        id = step.next;
        taken += 1;
      }
    }
    return { ids, next: id };
  }

  /** Orders never grow upstream: where one is too low, so is everything above it, and the walk goes on behind. */
  async function strongReaches(range: IdRange, minStrahler: number, limit: number): Promise<ReachPage> {
    const up: typeof stepsDown.all = (...values) => stepsUp.all(...values, minStrahler);
    const { ids, next } = await walk(up, range, minStrahler, limit);
    return { rows: await rows(ids), next: next <= range.last ? next : 0 };
  }

  /** From rows that were read ahead; undefined where one is not among them. */
  function recentInflows(reach: ReachRow, limit: number): ReachRow[] | undefined {
    const inflows: ReachRow[] = [];
    for (let id = reach.id + 1; id <= reach.last && inflows.length < limit; id = inflows.at(-1)!.last + 1) {
      const inflow = recent.get(id)?.row;
      if (inflow === undefined) return undefined;
      inflows.push(inflow);
    }
    return inflows;
  }

  return {
    rows,
    recentRecords,
    async readAhead(ids) {
      if (ids.length === 0 || ids.length * MOST_A_NODE > remembered) return;
      const below = await rows(ids);
      const main = new Map((await rows(below.map(({ id }) => id + 1))).map((inflow) => [inflow.id, inflow]));
      const second = below.map(({ id, last }) => ({ id: (main.get(id + 1)?.last ?? last) + 1, last }));
      await rows(second.filter(({ id, last }) => id <= last).map(({ id }) => id));
    },
    store: {
      reach: async (id) => (await find(id))?.row,
      async reachByCode(code) {
        const raw = await byCode.one(basincodeOf(code), code);
        return raw && toRow(raw);
      },
      async reachesInRange(range, minStrahler, limit) {
        if (minStrahler > 1) return strongReaches(range, minStrahler, limit);
        const basin = basins.ofReach(range.first);
        if (basin === undefined) return { rows: [], next: 0 };
        const found = (await inRange.all(basin, range.first, range.last, limit)).map(toRow);
        const next = range.first + found.length;
        return { rows: found, next: found.length === limit && next <= range.last ? next : 0 };
      },
      async wayDown(from, minStrahler, limit) {
        const { ids, next } = await walk(stepsDown.all, { first: from, last: from }, minStrahler, limit);
        return { rows: await rows(ids), next };
      },
      async inflowsOf(reach, limit) {
        const known = recentInflows(reach, limit);
        const basin = basins.ofReach(reach.id);
        if (known !== undefined || basin === undefined) return known ?? [];
        const steps = await stepsUp.all(basin, reach.id + 1, reach.last, limit, NO_ORDER);
        return rows(steps.map(({ id }) => id));
      },
      reachEnd: async (id) => (await find(id))?.end,
      async reachLine(id) {
        const found = await line.one(basins.ofReach(id), id);
        return found && lineOfWkb(found.line);
      },
    },
  };
}

/** From reach `$2` on, to ids up to `$3`, at most `$4` steps; `next` tells from a reach where the next step goes. */
function walkSql(schema: string, next: string): string {
  return `WITH RECURSIVE walk (step, id, strahler, next) AS (
      SELECT 1, id, strahler::int, ${next} FROM ${schema}.reach WHERE basincode = $1 AND id = $2
      UNION ALL
      SELECT step + 1, reached.* FROM walk, LATERAL (
        SELECT id, strahler::int, ${next} FROM ${schema}.reach WHERE basincode = $1 AND id = walk.next
      ) AS reached
      WHERE walk.next <= $3 AND step < $4
    )
    SELECT id, strahler, next FROM walk ORDER BY step`;
}
