/** Reaches in a dataset file: by code, by id, up and down the network. All of it is steps and ranges over ids. */
import type { DatabaseSync } from 'node:sqlite';
import { decodeLine, decodeLineEnd } from '../format/geometry-blob.ts';
import { prepare } from './sqlite-query.ts';
import type { IdRange, ReachPage, ReachRow, Store } from './store.ts';

/** Reaches looked at for one page at most: 50,000 steps take a tenth of a second. */
const STEP_LIMIT = 50_000;

type RawReach = Omit<ReachRow, 'areaKm2' | 'river'> & { areaKm2: number | null; river: number | null };

type ReachStore = Pick<
  Store,
  'reach' | 'reachByCode' | 'reachesInRange' | 'wayDown' | 'inflowsOf' | 'reachEnd' | 'reachLine'
>;

export interface SqliteReaches {
  /** For other parts of the store: at once, never later. */
  row(id: number): ReachRow | undefined;
  store: ReachStore;
}

export function createSqliteReaches(db: DatabaseSync): SqliteReaches {
  const columns = `fid AS id, code, last, coalesce(down, 0) AS down, inflows, strahler, length_km AS lengthKm,
    area_km2 AS areaKm2, upstream_km AS upstreamKm, outlet_km AS outletKm, depth, subbasin, river,
    coalesce(name, '') AS name, coalesce(name_en, '') AS nameEn`;
  const byId = prepare<RawReach>(db, `SELECT ${columns} FROM reach WHERE fid = ?`);
  const byCode = prepare<RawReach>(
    db,
    `SELECT ${columns} FROM reach WHERE fid = (SELECT fid FROM reach_record WHERE code = ?)`,
  );
  const inRange = prepare<RawReach>(db, `SELECT ${columns} FROM reach WHERE fid BETWEEN ? AND ? ORDER BY fid LIMIT ?`);
  const step = prepare<{ strahler: number; last: number; down: number }>(
    db,
    'SELECT strahler, last, coalesce(down, 0) AS down FROM reach WHERE fid = ?',
  );
  const geometry = prepare<{ geom: Uint8Array }>(db, 'SELECT geom FROM reach WHERE fid = ?');

  function row(id: number): ReachRow | undefined {
    const raw = byId.get(id);
    return raw && toRow(raw);
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
    reachLine(id) {
      const found = geometry.get(id);
      return found && decodeLine(found.geom);
    },
  };
  return { row, store };
}

/** In place: a page has a thousand of them. */
function toRow(raw: RawReach): ReachRow {
  return Object.assign(raw, { areaKm2: raw.areaKm2 ?? undefined, river: raw.river ?? undefined });
}
