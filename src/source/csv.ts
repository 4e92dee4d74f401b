/** Reads CSV and its relatives: places from longitude and latitude columns or a WKT column, or no geometry at all. */

import { basename } from 'node:path';
import { type ByteSource, headOf } from './bytes.ts';
import { ASSUMED_WGS84, type Crs, parseCrs } from './crs.ts';
import { CsvRows, detectDelimiter } from './csv-rows.ts';
import { type Batch, type Geometry, type OpenOptions, type Source, SourceError, type Value } from './feature.ts';
import { placeGeometry } from './place.ts';
import { Batcher, RowError } from './row.ts';
import { encodingNamed, guessEncoding } from './text-encoding.ts';
import { readWkb } from './wkb.ts';
import { readWkt } from './wkt.ts';

interface Dialect {
  encoding: string;
  delimiter: string;
}

/** Which columns, by number, tell where a row is. */
type GeometryColumns = { wkt: number } | { lon: number; lat: number } | undefined;

const SAMPLE_BYTES = 1 << 20;
const WKT_NAMES = ['wkt', 'wkt_geom', 'geom_wkt', 'the_geom', 'geometry', 'geom', 'shape'];
const LON_NAMES = ['lon', 'longitude', 'lng', 'long', 'x', '经度'];
const LAT_NAMES = ['lat', 'latitude', 'y', '纬度'];
const LOOKS_LIKE_GEOMETRY = /^\s*((SRID=\d+;\s*)?(MULTI)?(POINT|LINESTRING)|GEOMETRYCOLLECTION|[0-9A-F]{18,}\s*$)/i;

export async function openCsv(path: string, bytes: ByteSource, options: OpenOptions): Promise<Source> {
  const head = await headOf(bytes, SAMPLE_BYTES);
  const encoding = options.encoding ? encodingNamed(options.encoding) : (byteOrderMark(head) ?? guessEncoding(head));
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const dialect = { encoding, delimiter: detectDelimiter(text) };
  const { columns, firstRow } = sampleOf(text, dialect.delimiter, path);
  const geometry = geometryColumns(columns, firstRow, options, path);
  const crs = options.crs ? parseCrs(options.crs) : ASSUMED_WGS84;
  return {
    path,
    format: 'CSV',
    layer: basename(bytes.name).replace(/\.[^.]*$/, ''),
    columns,
    count: undefined,
    crs: crs.name,
    read: (wanted) => readRows(bytes, dialect, columns, geometry, crs, indexesOf(columns, wanted, path)),
    close: () => {},
  };
}

function byteOrderMark(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

function sampleOf(text: string, delimiter: string, path: string): { columns: string[]; firstRow: string[] } {
  const rows = new CsvRows(delimiter);
  rows.push(text);
  rows.finish();
  const header = rows.next();
  if (!header || header.problem) throw new SourceError(`${path} has no line with column names at its start.`);
  return { columns: uniqueNames(header.cells), firstRow: rows.next()?.cells ?? [] };
}

function uniqueNames(cells: readonly string[]): string[] {
  const names: string[] = [];
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim() || `column ${i + 1}`;
    let unique = name;
    for (let n = 2; names.includes(unique); n++) unique = `${name}_${n}`;
    names.push(unique);
  }
  return names;
}

function geometryColumns(
  columns: readonly string[],
  firstRow: readonly string[],
  options: OpenOptions,
  path: string,
): GeometryColumns {
  const named = (name: string | undefined) => (name === undefined ? undefined : indexesOf(columns, [name], path)[0]!);
  const wkt = named(options.wkt) ?? findName(columns, WKT_NAMES, (i) => LOOKS_LIKE_GEOMETRY.test(firstRow[i] ?? ''));
  if (wkt !== undefined && options.lon === undefined) return { wkt };
  const lon = named(options.lon) ?? findName(columns, LON_NAMES);
  const lat = named(options.lat) ?? findName(columns, LAT_NAMES);
  return lon === undefined || lat === undefined ? undefined : { lon, lat };
}

function findName(
  columns: readonly string[],
  names: readonly string[],
  accept: (index: number) => boolean = () => true,
): number | undefined {
  for (const name of names) {
    const index = columns.findIndex((column, i) => column.toLowerCase() === name && accept(i));
    if (index >= 0) return index;
  }
  return undefined;
}

function indexesOf(columns: readonly string[], wanted: readonly string[], path: string): number[] {
  return wanted.map((name) => {
    const exact = columns.indexOf(name);
    const index = exact >= 0 ? exact : columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
    if (index < 0) throw new SourceError(`${path} has no column "${name}". It has: ${columns.join(', ')}.`);
    return index;
  });
}

async function* readRows(
  bytes: ByteSource,
  { encoding, delimiter }: Dialect,
  columns: readonly string[],
  geometry: GeometryColumns,
  crs: Crs,
  wanted: readonly number[],
): AsyncGenerator<Batch> {
  const stream = bytes.open();
  const decoder = new TextDecoder(encoding);
  const rows = new CsvRows(delimiter);
  const batcher = new Batcher();
  let headerSeen = false;
  function addRows(): void {
    for (let row = rows.next(); row; row = rows.next()) {
      if (!headerSeen) {
        headerSeen = true;
        continue;
      }
      const record = `line ${row.line}`;
      try {
        if (row.problem) throw new RowError(row.problem);
        checkCells(row.cells, columns.length);
        const placed = placeGeometry(geometryOf(row.cells, geometry), crs);
        batcher.add({ record, values: wanted.map((i) => valueOfCell(row.cells[i]!)), geometry: placed });
      } catch (error) {
        batcher.rejectFor(record, error);
      }
      if (batcher.full) return;
    }
  }
  for await (const chunk of stream.chunks) {
    rows.push(decoder.decode(chunk, { stream: true }));
    for (addRows(); batcher.full; addRows()) yield batcher.take(stream.fractionRead());
  }
  rows.push(decoder.decode());
  rows.finish();
  for (addRows(); batcher.full; addRows()) yield batcher.take(stream.fractionRead());
  yield batcher.take(1);
}

function checkCells(cells: readonly string[], expected: number): void {
  const extra = cells.length > expected && cells.slice(expected).every((cell) => cell.trim() === '');
  if (cells.length !== expected && !extra) {
    throw new RowError(`${cells.length} columns where the first line has ${expected}`);
  }
  if (cells.some((cell) => cell.includes('\ufffd'))) {
    throw new RowError(
      'a text is not valid in the encoding of the file; if it is in another one, give it with --encoding',
    );
  }
}

function geometryOf(cells: readonly string[], columns: GeometryColumns): Geometry | undefined {
  if (columns === undefined) return undefined;
  if ('wkt' in columns) {
    const text = cells[columns.wkt]!.trim();
    if (text === '') return undefined;
    return /^[0-9A-F]+$/i.test(text.slice(0, 18)) ? readWkb(Buffer.from(text, 'hex')) : readWkt(text);
  }
  const lon = cells[columns.lon]!.trim();
  const lat = cells[columns.lat]!.trim();
  if (lon === '' && lat === '') return undefined;
  return { kind: 'point', lon: coordinate(lon), lat: coordinate(lat) };
}

function coordinate(text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new RowError(`"${text}" stands where a coordinate should`);
  return value;
}

/** Decimal numbers as people write them. `007` and `1E5` may be codes, and stay text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]?\d+)?)?$/;

function valueOfCell(cell: string): Value {
  const text = cell.trim();
  if (text === '') return null;
  if (NUMBER.test(text)) {
    const value = Number(text);
    return Number.isSafeInteger(value) || text.includes('.') ? value : BigInt(text);
  }
  return detached(text);
}

/** A longer piece of a string keeps the whole alive, here a megabyte: what is handed out is a copy. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8');
}
