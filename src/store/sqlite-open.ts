/** Opens a dataset file for reading, and refuses one that this version can't serve, saying what to do. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatasetError } from './dataset-error.ts';
import { JUNCTION } from './sqlite-poi-counts.ts';
import { prepare } from './sqlite-query.ts';
import type { DatasetInfo, PoiTypeRow } from './store.ts';

/** The version of the dataset's tables that this reader understands. */
export const SUPPORTED_SCHEMA_VERSION = 2;

const GEOPACKAGE_APPLICATION_ID = 0x47504b47;
const IDENTITY_MARK = 'watercode-sha256:';
const HEADER_BYTES = 100;
/** SQLite's own limit. */
const MMAP_BYTES = 2 ** 31 - 65536;
const REBUILD = 'Build it again with `watercode build`';

const TABLES = [
  'basin',
  'meta',
  'poi',
  'poi_type',
  'property_name',
  'reach',
  'reach_record',
  'record_template',
  'river',
  'rtree_poi_geom',
  'rtree_reach_geom',
  'search',
  'search_common',
  'search_entry',
  'search_ranks',
  'search_whole',
  'subbasin',
  'tile',
];

export function openDatasetFile(path: string): { db: DatabaseSync; info: DatasetInfo } {
  checkHeader(path);
  const db = openDatabase(path);
  try {
    checkTables(db, path);
    const info = readInfo(db, path);
    checkNumbering(db, path, info);
    return { db, info };
  } catch (error) {
    db.close();
    if (error instanceof DatasetError) throw error;
    throw new DatasetError(
      path,
      `can't be read (${messageOf(error)})`,
      `The file may be damaged. ${REBUILD}, or copy it again`,
    );
  }
}

function checkHeader(path: string): void {
  const { bytes, size } = readHeader(path);
  if (bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatasetError(path, 'is not a dataset file', 'Give a file made by `watercode build`');
  }
  if (bytes.readUInt32BE(68) !== GEOPACKAGE_APPLICATION_ID) {
    throw new DatasetError(path, 'is an SQLite file but no GeoPackage', 'Give a file made by `watercode build`');
  }
  const declared = bytes.readUInt16BE(16);
  const expected = (declared === 1 ? 65536 : declared) * bytes.readUInt32BE(28);
  if (size < expected) {
    throw new DatasetError(path, `is cut off (${size} of ${expected} bytes)`, 'Copy it again, or build it again');
  }
}

function readHeader(path: string): { bytes: Buffer; size: number } {
  const bytes = Buffer.alloc(HEADER_BYTES);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const advice = missing
      ? 'Check the path, or make one with `watercode build`'
      : 'Check the path and its permissions';
    throw new DatasetError(path, missing ? 'does not exist' : `can't be opened (${messageOf(error)})`, advice);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new DatasetError(path, 'is not a file', 'Give the path of a dataset file');
    readSync(file, bytes, 0, HEADER_BYTES, 0);
    return { bytes, size: stat.size };
  } finally {
    closeSync(file);
  }
}

/** `immutable` spares a lock and a look at the file's state on every read; a dataset file never changes once made. */
function openDatabase(path: string): DatabaseSync {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  const db = new DatabaseSync(address, { readOnly: true });
  db.exec(`PRAGMA mmap_size = ${MMAP_BYTES}; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY`);
  return db;
}

function checkTables(db: DatabaseSync, path: string): void {
  const found = new Set(
    prepare<{ name: string }>(db, 'SELECT name FROM sqlite_schema')
      .all()
      .map((row) => row.name),
  );
  const missing = TABLES.filter((table) => !found.has(table));
  if (missing.length > 0) {
    const advice = `A GeoPackage of rivers becomes a dataset with \`watercode build\``;
    throw new DatasetError(path, `is no watercode dataset (without ${missing.join(', ')})`, advice);
  }
}

function readInfo(db: DatabaseSync, path: string): DatasetInfo {
  const meta = new Map(
    prepare<{ key: string; value: string }>(db, 'SELECT key, value FROM meta')
      .all()
      .map((row) => [row.key, row.value]),
  );
  const text = (key: string): string => {
    const value = meta.get(key);
    if (value === undefined) throw new DatasetError(path, `has no ${key} in its table meta`, REBUILD);
    return value;
  };
  checkVersion(path, text('schema_version'));
  const count = (key: string): number => {
    const value = Number(text(key));
    if (!Number.isSafeInteger(value) || value < 0) throw new DatasetError(path, `has a wrong ${key} in meta`, REBUILD);
    return value;
  };
  const info: DatasetInfo = {
    identity: identityOf(path, text('identity')),
    title: text('title'),
    titleEn: text('title_en'),
    edition: text('edition'),
    source: text('source'),
    licence: text('licence'),
    builtAt: text('built_at'),
    ma: {
      register: text('ma_register'),
      schema: text('ma_schema'),
      resolution: text('ma_resolution'),
      version: text('ma_version'),
    },
    counts: {
      basins: count('count_basins'),
      subbasins: count('count_subbasins'),
      reaches: count('count_reaches'),
      rivers: count('count_rivers'),
      pois: count('count_pois'),
    },
    bbox: boxOf(path, text('bbox')),
    poiTypes: prepare<PoiTypeRow>(
      db,
      `SELECT type, name, name_en AS nameEn, description, description_en AS descriptionEn, icon, count
       FROM poi_type ORDER BY type`,
    ).all(),
    propertyNames: new Map(
      prepare<{ name: string; nameEn: string }>(db, 'SELECT name, name_en AS nameEn FROM property_name')
        .all()
        .map((row) => [row.name, row.nameEn]),
    ),
  };
  return info;
}

function checkVersion(path: string, version: string): void {
  if (version === String(SUPPORTED_SCHEMA_VERSION)) return;
  const newer = Number(version) > SUPPORTED_SCHEMA_VERSION;
  const fault = `has dataset version ${version}, and this program reads version ${SUPPORTED_SCHEMA_VERSION}`;
  throw new DatasetError(path, fault, newer ? 'Update watercode' : REBUILD);
}

function identityOf(path: string, text: string): string {
  const identity = text.startsWith(IDENTITY_MARK) ? text.slice(IDENTITY_MARK.length) : '';
  if (!/^[0-9a-f]{64}$/.test(identity) || /^0+$/.test(identity)) {
    throw new DatasetError(path, 'was not finished: it has no identity', REBUILD);
  }
  return identity;
}

function boxOf(path: string, text: string): [number, number, number, number] {
  const box = text.split(',').map(Number);
  if (box.length !== 4 || !box.every(Number.isFinite))
    throw new DatasetError(path, 'has a wrong bbox in meta', REBUILD);
  return box as [number, number, number, number];
}

/** Ids must run from 1 without gaps, and those of junctions along the network: counting relies on it. */
function checkNumbering(db: DatabaseSync, path: string, info: DatasetInfo): void {
  const tables = [
    ['reach', info.counts.reaches],
    ['subbasin', info.counts.subbasins],
    ['poi', info.counts.pois],
  ] as const;
  for (const [table, count] of tables) {
    const last = prepare<{ last: number }>(db, `SELECT coalesce(max(fid), 0) AS last FROM ${table}`).get()!.last;
    if (last !== count) {
      throw new DatasetError(path, `should hold ${count} rows of ${table}, but they end at ${last}`, REBUILD);
    }
  }
  const withRecord = prepare<{ code: string }>(
    db,
    'SELECT reach.code FROM reach JOIN reach_record USING (code, fid) WHERE reach.fid = ?',
  );
  for (const fid of [1, info.counts.reaches]) {
    if (info.counts.reaches > 0 && withRecord.get(fid) === undefined) {
      throw new DatasetError(path, `has no record of its reach number ${fid}`, REBUILD);
    }
  }
  const junctions = info.poiTypes.find(({ type }) => type === JUNCTION)?.count ?? 0;
  const end = (order: string) =>
    prepare<{ fid: number }>(db, `SELECT fid FROM poi WHERE type = ? ORDER BY ${order} LIMIT 1`).get(JUNCTION)?.fid ??
    0;
  if (junctions > 0 && end('reach DESC, fid DESC') - end('reach, fid') + 1 !== junctions) {
    throw new DatasetError(path, 'has junctions that are not numbered along the network', REBUILD);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
