/** Reaches in a dataset file: by code, by id, up and down the network. All of it is steps and ranges over ids. */
import type { DatabaseSync } from 'node:sqlite';
import { decodeLine, decodeLineEnd } from '../format/geometry-blob.ts';
import { prepare, prepareTuple } from './sqlite-query.ts';
import type { IdRange, LineCoordinates, ReachPage, ReachRow, Store } from './store.ts';

/** Reaches looked at for one page at most: 50,000 steps take a tenth of a second. */
const STEP_LIMIT = 50_000;

/** In the order of `COLUMNS`. */
type RawReach = [
  id: number,
  code: string,
  last: number,
  down: number,
  inflows: number,
  strahler: number,
  lengthKm: number,
  areaKm2: number | null,
  upstreamKm: number,
  outletKm: number,
  depth: number,
  subbasin: number,
  river: number | null,
  name: string,
  nameEn: string,
];

const COLUMNS = `fid, code, last, coalesce(down, 0), inflows, strahler, length_km, area_km2, upstream_km, outlet_km, depth,
  subbasin, river, coalesce(name, ''), coalesce(name_en, '')`;

type ReachStore = Pick<
  Store,
  'reach' | 'reachByCode' | 'reachesInRange' | 'wayDown' | 'inflowsOf' | 'reachEnd' | 'reachLine'
>;

export interface SqliteReaches {
  /** For other parts of the store: at once, never later. */
  row(id: number): ReachRow | undefined;
  line(id: number): LineCoordinates | undefined;
  store: ReachStore;
}

export function createSqliteReaches(db: DatabaseSync): SqliteReaches {
  const byId = prepareTuple<RawReach>(db, `SELECT ${COLUMNS} FROM reach WHERE fid = ?`);
  const byCode = prepareTuple<RawReach>(
    db,
    `SELECT ${COLUMNS} FROM reach WHERE fid = (SELECT fid FROM reach_record WHERE code = ?)`,
  );
  const inRange = prepareTuple<RawReach>(
    db,
    `SELECT ${COLUMNS} FROM reach WHERE fid BETWEEN ? AND ? ORDER BY fid LIMIT +?`,
  );
  const step = prepare<{ strahler: number; last: number; down: number }>(
    db,
    'SELECT strahler, last, coalesce(down, 0) AS down FROM reach WHERE fid = ?',
  );
  const geometry = prepare<{ geom: Uint8Array }>(db, 'SELECT geom FROM reach WHERE fid = ?');

  function row(id: number): ReachRow | undefined {
    const raw = byId.get(id);
    return raw && toRow(raw);
  }

  function line(id: number): LineCoordinates | undefined {
    const found = geometry.get(id);
    return found && decodeLine(found.geom);
  }

  /** Orders never grow upstream: where one is too low, so is everything above it, and the walk goes on behind. */
  function strongReaches({ first, last }: IdRange, minStrahler: number, limit: number): ReachPage {
    const rows: ReachRow[] = [];
    let id = first;
    for (let steps = 0; id <= last && rows.length < limit && steps < STEP_LIMIT; steps++) {
      const reach = step.get(id);
      if (reach === undefined) break;
      if (reach.strahler >= minStrahler) rows.push(row(id)!);
      id = reach.strahler >= minStrahler ? id + 1 : reach.last + 1;
    }
    return { rows, next: id <= last ? id : 0 };
  }

  const store: ReachStore = {
    reach: row,
    reachByCode(code) {
      const raw = byCode.get(code);
      return raw && toRow(raw);
    },
    reachesInRange(range, minStrahler, limit) {
      if (minStrahler > 1) return strongReaches(range, minStrahler, limit);
      const rows = inRange.all(range.first, range.last, limit).map(toRow);
      const next = range.first + rows.length;
      return { rows, next: rows.length === limit && next <= range.last ? next : 0 };
    },
    wayDown(from, minStrahler, limit) {
      const rows: ReachRow[] = [];
      let id = from;
      for (let steps = 0; id !== 0 && rows.length < limit && steps < STEP_LIMIT; steps++) {
        const reach = step.get(id);
        if (reach === undefined) break;
        if (reach.strahler >= minStrahler) rows.push(row(id)!);
        id = reach.down;
      }
      return { rows, next: id };
    },
    inflowsOf(reach, limit) {
      const rows: ReachRow[] = [];
      for (let id = reach.id + 1; id <= reach.last && rows.length < limit; id = rows.at(-1)!.last + 1)
        rows.push(row(id)!);
      return rows;
    },
    reachEnd(id) {
      const found = geometry.get(id);
      return found && decodeLineEnd(found.geom);
    },
    reachLine: line,
  };
  return { row, line, store };
}

function toRow(raw: RawReach): ReachRow {
  return {
    id: raw[0],
    code: raw[1],
    last: raw[2],
    down: raw[3],
    inflows: raw[4],
    strahler: raw[5],
    lengthKm: raw[6],
    areaKm2: raw[7] ?? undefined,
    upstreamKm: raw[8],
    outletKm: raw[9],
    depth: raw[10],
    subbasin: raw[11],
    river: raw[12] ?? undefined,
    name: raw[13],
    nameEn: raw[14],
  };
}
