/** Reads GeoPackages: layers from gpkg_contents, rows through SQLite's own cursor, geometries from their blobs. */

import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ASSUMED_WGS84, type Crs, crsOfEpsg, crsOfWkt, parseCrs } from './crs.ts';
import { epsgToProj } from './epsg.ts';
import { type Batch, type OpenOptions, type Source, SourceError, type Value } from './feature.ts';
import { chooseLayer, type Layer } from './layer.ts';
import { placeGeometry } from './place.ts';
import { BATCH_SIZE, Batcher } from './row.ts';
import { readGeoPackageBlob } from './wkb.ts';

interface Column {
  name: string;
  /** Declared type, upper case. */
  type: string;
  pk: number;
}

export function listGeoPackageLayers(path: string): Layer[] {
  const database = openReadOnly(path);
  try {
    return layersOf(database, path);
  } finally {
    database.close();
  }
}

export function openGeoPackage(path: string, options: OpenOptions): Source {
  const database = openReadOnly(path);
  try {
    const layer = chooseLayer(path, layersOf(database, path), options.layer);
    const geometry = geometryColumn(database, layer.name);
    const columns = columnsOf(database, layer.name).filter(({ name }) => name !== geometry?.column);
    if (columns.length === 0) throw new SourceError(`The layer "${layer.name}" of ${path} has no table.`);
    const crs = options.crs ? parseCrs(options.crs) : crsOf(database, geometry?.srsId);
    return {
      path,
      format: 'GeoPackage',
      layer: layer.name,
      columns: columns.map(({ name }) => name),
      count: layer.count,
      crs: crs.name,
      read: (wanted) => readLayer(database, layer, columns, geometry?.column, crs, wanted),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opened as immutable, since the folder may be read-only; unless a write-ahead log holds rows that immutable would miss. */
function openReadOnly(path: string): DatabaseSync {
  const url = pathToFileURL(resolve(path));
  if (!hasWriteAheadLog(path)) url.searchParams.set('immutable', '1');
  try {
    const database = new DatabaseSync(url, { readOnly: true });
    database.prepare('SELECT count(*) FROM gpkg_contents').get();
    return database;
  } catch (cause) {
    throw new SourceError(`${path} could not be opened as a GeoPackage: ${(cause as Error).message}.`, { cause });
  }
}

function hasWriteAheadLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function layersOf(database: DatabaseSync, path: string): Layer[] {
  const rows = database
    .prepare(
      `SELECT c.table_name AS name, c.data_type AS dataType, g.geometry_type_name AS type
       FROM gpkg_contents c LEFT JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
       WHERE c.data_type IN ('features', 'attributes')
       ORDER BY c.rowid`,
    )
    .all();
  if (rows.length === 0) throw new SourceError(`${basename(path)} is a GeoPackage without any vector layer.`);
  return rows.map((row) => ({
    name: String(row.name),
    geometryType: row.type === null ? undefined : String(row.type).toUpperCase(),
    count: countOf(database, String(row.name)),
  }));
}

/** GDAL keeps the count in a table of its own; counting a million rows with blobs takes seconds. */
function countOf(database: DatabaseSync, table: string): number | undefined {
  try {
    const known = database
      .prepare('SELECT feature_count AS n FROM gpkg_ogr_contents WHERE table_name = ? COLLATE NOCASE')
      .get(table);
    if (typeof known?.n === 'number') return known.n;
  } catch {
    // Not written by GDAL: the table is not there.
  }
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n);
  } catch {
    return undefined;
  }
}

function columnsOf(database: DatabaseSync, table: string): Column[] {
  return database
    .prepare(`SELECT name, type, pk FROM pragma_table_info(?)`)
    .all(table)
    .map((row) => ({ name: String(row.name), type: String(row.type).toUpperCase(), pk: Number(row.pk) }));
}

function geometryColumn(database: DatabaseSync, table: string): { column: string; srsId: number } | undefined {
  const row = database
    .prepare(
      'SELECT column_name AS name, srs_id AS srsId FROM gpkg_geometry_columns WHERE table_name = ? COLLATE NOCASE',
    )
    .get(table);
  return row && { column: String(row.name), srsId: Number(row.srsId) };
}

function crsOf(database: DatabaseSync, srsId: number | undefined): Crs {
  // -1 and 0 are "undefined" (GeoPackage 1.1.2.1).
  if (srsId === undefined || srsId === -1 || srsId === 0) return ASSUMED_WGS84;
  const row = database
    .prepare(
      'SELECT organization AS org, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(srsId);
  if (!row) return crsOfEpsg(srsId);
  const code = Number(row.code);
  if (String(row.org).toUpperCase() === 'EPSG' && epsgToProj(code)) return crsOfEpsg(code);
  return /^undefined$/i.test(String(row.definition)) ? ASSUMED_WGS84 : crsOfWkt(String(row.definition));
}

async function* readLayer(
  database: DatabaseSync,
  layer: Layer,
  columns: readonly Column[],
  geometry: string | undefined,
  crs: Crs,
  wanted: readonly string[],
): AsyncGenerator<Batch> {
  const key = columns.find(({ pk }) => pk === 1)?.name;
  const chosen = wanted.map((name) => columnNamed(columns, name, layer));
  const select = [
    key === undefined ? 'NULL' : quoted(key),
    geometry === undefined ? 'NULL' : quoted(geometry),
    ...chosen.map(selectExpression),
  ];
  const statement = database.prepare(`SELECT ${select.join(', ')} FROM ${quoted(layer.name)}`);
  statement.setReturnArrays(true);
  const mayBeBig = chosen.map(mayHoldBigIntegers);
  const total = layer.count || Number.POSITIVE_INFINITY;
  const batcher = new Batcher();
  let row = 0;
  for (const cells of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
    row++;
    const record = key === undefined ? `row ${row}` : `${key} ${cells[0]}`;
    try {
      const blob = cells[1];
      const placed = blob instanceof Uint8Array ? placeGeometry(readGeoPackageBlob(blob), crs) : undefined;
      const values: Value[] = new Array(chosen.length);
      for (let i = 0; i < chosen.length; i++) values[i] = valueOfCell(cells[i + 2]!, mayBeBig[i]!);
      batcher.add({ record, values, geometry: placed });
    } catch (error) {
      batcher.rejectFor(record, error);
    }
    if (row % BATCH_SIZE === 0) yield batcher.take(row / total);
  }
  yield batcher.take(1);
}

function columnNamed(columns: readonly Column[], name: string, layer: Layer): Column {
  const column = columns.find((each) => each.name === name);
  if (column) return column;
  const known = columns.map((each) => each.name).join(', ');
  throw new SourceError(`The layer "${layer.name}" has no column "${name}". It has: ${known}.`);
}

/** Past 2^53 node:sqlite refuses to give an integer as a number; such ones come as text and become BigInt again. */
function selectExpression(column: Column): string {
  const name = quoted(column.name);
  if (!mayHoldBigIntegers(column)) return name;
  return `CASE WHEN typeof(${name}) = 'integer' AND ${name} NOT BETWEEN -9007199254740991 AND 9007199254740991 THEN CAST(${name} AS TEXT) ELSE ${name} END`;
}

function mayHoldBigIntegers({ type }: Column): boolean {
  return !/CHAR|CLOB|TEXT|BLOB|REAL|FLOA|DOUB|BOOL|DATE|(TINY|SMALL|MEDIUM)INT/.test(type);
}

function valueOfCell(cell: SQLOutputValue, mayBeBig: boolean): Value {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') return mayBeBig && /^-?\d{16,19}$/.test(cell) ? BigInt(cell) : cell;
  return cell instanceof Uint8Array ? null : cell;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
