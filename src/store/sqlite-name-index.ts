/** The statements that search by name is made of, on one of the two indexes of a dataset file. */
import type { DatabaseSync } from 'node:sqlite';
import { prepareTuple } from './sqlite-query.ts';
import type { NameEntry, NameKind } from './store.ts';

/** Names by rank, the most important first. Expressions are those of FTS5. */
export interface NameIndex {
  /** Hits above a rank, at most `room`. */
  entries(expression: string, above: number, room: number): NameEntry[];
  ranks(expression: string, above: number, room: number): number[];
  /** The same, as far as it takes to check them. */
  candidates(expression: string, above: number, room: number): Candidate[];
  /** How many hits there are, counted up to `room`. */
  count(expression: string, room: number): number;
  entriesAt(ranks: readonly number[]): NameEntry[];
}

export type Candidate = [rank: number, kind: NameKind, name: string, nameEn: string];

type EntryRow = [
  rank: number,
  kind: NameKind,
  ref: number,
  name: string,
  nameEn: string,
  code: string,
  strahler: number,
  lon: number,
  lat: number,
  type: string | null,
  key: string | null,
];

export function createNameIndex(db: DatabaseSync, table: 'search' | 'search_whole'): NameIndex {
  const columns = ['rank', 'kind', 'ref', 'name', 'name_en', 'code', 'strahler', 'lon', 'lat', 'type', 'key']
    .map((column) => `entry.${column}`)
    .join(', ');
  const hits = `${table} AS hit JOIN search_entry AS entry ON entry.rank = hit.rowid
    WHERE ${table} MATCH ? AND hit.rowid > ? ORDER BY hit.rowid`;
  const entries = prepareTuple<EntryRow>(db, `SELECT ${columns} FROM ${hits} LIMIT +?`);
  // As one text of JSON they are read in two thirds of the time that it takes row by row.
  const ranks = prepareTuple<[ranks: string]>(
    db,
    `SELECT json_group_array(rowid) FROM (
       SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid > ? ORDER BY rowid LIMIT +?
     )`,
  );
  const candidates = prepareTuple<Candidate>(db, `SELECT entry.rank, kind, name, name_en FROM ${hits} LIMIT +?`);
  const count = prepareTuple<[count: number]>(
    db,
    `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT +?)`,
  );
  const entriesAt = prepareTuple<EntryRow>(
    db,
    `SELECT ${columns} FROM json_each(?) AS wanted CROSS JOIN search_entry AS entry ON entry.rank = wanted.value`,
  );
  return {
    entries: (expression, above, room) => entries.all(expression, above, room).map(toEntry),
    ranks: (expression, above, room) => JSON.parse(ranks.get(expression, above, room)![0]) as number[],
    candidates: (expression, above, room) => candidates.all(expression, above, room),
    count: (expression, room) => count.get(expression, room)![0],
    entriesAt: (wanted) => (wanted.length === 0 ? [] : entriesAt.all(JSON.stringify(wanted)).map(toEntry)),
  };
}

function toEntry([rank, kind, ref, name, nameEn, code, strahler, lon, lat, type, key]: EntryRow): NameEntry {
  return {
    rank,
    kind,
    ref,
    name,
    nameEn,
    code,
    strahler,
    lon,
    lat,
    type: type ?? undefined,
    key: key ?? undefined,
  };
}
