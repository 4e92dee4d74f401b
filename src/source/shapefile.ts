/** Reads Shapefiles: shapes and table rows side by side, from plain files or from a zip. */

import { basename } from 'node:path';
import { type ByteSource, headOf } from './bytes.ts';
import { ChunkReader } from './chunk-reader.ts';
import { ASSUMED_WGS84, type Crs, crsOfWkt, parseCrs } from './crs.ts';
import {
  DBF_PREFIX_BYTES,
  type DbfField,
  type DbfHeader,
  dbfHeaderBytes,
  guessingTextReader,
  isDeleted,
  parseDbfHeader,
  readField,
  type TextReader,
  textBytes,
  textReader,
} from './dbf.ts';
import { type Batch, type OpenOptions, type Source, SourceError, type Value } from './feature.ts';
import { placeGeometry } from './place.ts';
import { Batcher } from './row.ts';
import { parseShpHeader, readShape, SHP_HEADER_BYTES, shapeName } from './shp.ts';
import { ShapeRecords } from './shp-records.ts';
import { encodingNamed } from './text-encoding.ts';

/** The files of one Shapefile; only the first must be there. */
export interface ShapefileParts {
  shp: ByteSource;
  shx?: ByteSource | undefined;
  dbf?: ByteSource | undefined;
  prj?: ByteSource | undefined;
  cpg?: ByteSource | undefined;
}

interface Table {
  bytes: ByteSource;
  header: DbfHeader;
  text: TextReader;
}

/** How much of a table that names no encoding is looked at to guess it. */
const SAMPLED_TABLE_BYTES = 4 << 20;
const MAX_SIDE_FILE_BYTES = 1 << 16;

export async function openShapefile(
  path: string,
  parts: ShapefileParts,
  options: OpenOptions,
  close: () => void,
): Promise<Source> {
  parseShpHeader(await headOf(parts.shp, SHP_HEADER_BYTES), parts.shp.name);
  const table = parts.dbf && (await openTable(parts.dbf, parts.cpg, options));
  const crs = await crsOf(parts.prj, options);
  return {
    path,
    format: 'Shapefile',
    layer: layerName(parts.shp),
    columns: table?.header.fields.map(({ name }) => name) ?? [],
    count: table?.header.recordCount,
    crs: crs.name,
    read: (columns) => readRows(parts, table, crs, columns),
    close,
  };
}

function layerName(shp: ByteSource): string {
  return basename(shp.name).replace(/\.shp$/i, '');
}

export async function shapefileGeometryType(shp: ByteSource): Promise<string> {
  return shapeName(parseShpHeader(await headOf(shp, SHP_HEADER_BYTES), shp.name).shapeType);
}

export async function shapefileCount(dbf: ByteSource | undefined): Promise<number | undefined> {
  const prefix = dbf && (await headOf(dbf, DBF_PREFIX_BYTES));
  return prefix && prefix.length >= DBF_PREFIX_BYTES ? prefix.readUInt32LE(4) : undefined;
}

async function crsOf(prj: ByteSource | undefined, options: OpenOptions): Promise<Crs> {
  if (options.crs) return parseCrs(options.crs);
  const wkt =
    prj &&
    (await headOf(prj, MAX_SIDE_FILE_BYTES))
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim();
  return wkt ? crsOfWkt(wkt) : ASSUMED_WGS84;
}

async function openTable(bytes: ByteSource, cpg: ByteSource | undefined, options: OpenOptions): Promise<Table> {
  const head = await headOf(bytes, SAMPLED_TABLE_BYTES);
  if (head.length < DBF_PREFIX_BYTES || head.length < dbfHeaderBytes(head)) {
    throw new SourceError(`${bytes.name} is too short for a dBase table: the file is not complete.`);
  }
  const declared = options.encoding ?? (cpg && (await declaredIn(cpg)));
  const known = declared ? encodingNamed(declared) : undefined;
  const header = parseDbfHeader(head.subarray(0, dbfHeaderBytes(head)), known);
  const encoding = known ?? header.encoding;
  const text = encoding === undefined ? guessingTextReader(sampleTexts(head, header)) : textReader(encoding);
  return { bytes, header, text };
}

/** A .cpg names its encoding in one word, unless somebody put something else there. */
async function declaredIn(cpg: ByteSource): Promise<string | undefined> {
  const name = (await headOf(cpg, 64)).toString('latin1').trim();
  try {
    return encodingNamed(name);
  } catch {
    return undefined;
  }
}

function sampleTexts(head: Buffer, header: DbfHeader): Buffer[] {
  const fields = header.fields.filter(({ type }) => type === 'C');
  const texts: Buffer[] = [];
  for (let at = header.headerBytes; at + header.recordBytes <= head.length; at += header.recordBytes) {
    const record = head.subarray(at, at + header.recordBytes);
    for (const field of fields) texts.push(textBytes(record, field));
  }
  return texts;
}

async function* readRows(
  parts: ShapefileParts,
  table: Table | undefined,
  crs: Crs,
  columns: readonly string[],
): AsyncGenerator<Batch> {
  const fields = columns.map((name) => fieldNamed(table, name, parts.shp.name));
  const shapes = new ShapeRecords(parts.shp, parts.shx);
  const rows = table && new ChunkReader(table.bytes);
  const recordBytes = table?.header.recordBytes ?? 0;
  const rowCount = table?.header.recordCount ?? Number.POSITIVE_INFINITY;
  const batcher = new Batcher();
  try {
    await rows?.seek(table!.header.headerBytes);
    let row = 1;
    let tableEnded = false;
    for (; row <= rowCount; row++) {
      let shape = shapes.take();
      if (!shape && (await shapes.fill())) shape = shapes.take();
      if (!shape) break;
      if (rows && !rows.has(recordBytes) && !(await rows.fill(recordBytes))) {
        batcher.reject(`row ${row}`, `the .dbf ends early: ${row - 1} of ${rowCount} rows are there`);
        tableEnded = true;
        break;
      }
      const record = rows?.take(recordBytes);
      if (record && isDeleted(record)) continue;
      try {
        const geometry = placeGeometry(readShape(shape), crs);
        batcher.add({ record: `row ${row}`, values: valuesOf(record, fields, table), geometry });
      } catch (error) {
        batcher.rejectFor(`row ${row}`, error);
      }
      if (batcher.full) yield batcher.take(shapes.fractionRead);
    }
    if (shapes.endedEarly || (table && row <= rowCount && !tableEnded)) {
      batcher.reject(`row ${row}`, endedEarlyMessage(row - 1, rowCount));
    }
    yield batcher.take(1);
  } finally {
    await shapes.close();
    await rows?.close();
  }
}

function endedEarlyMessage(row: number, rowCount: number): string {
  const of = Number.isFinite(rowCount) ? ` of ${rowCount}` : '';
  return `the .shp ends early: ${row}${of} shapes could be read`;
}

function fieldNamed(table: Table | undefined, name: string, file: string): DbfField {
  const field = table?.header.fields.find((each) => each.name === name);
  if (field) return field;
  const known = table?.header.fields.map((each) => each.name).join(', ');
  throw new SourceError(
    known
      ? `${file} has no column "${name}". It has: ${known}.`
      : `${file} has no table (.dbf), so no column "${name}".`,
  );
}

function valuesOf(record: Buffer | undefined, fields: readonly DbfField[], table: Table | undefined): Value[] {
  const values: Value[] = new Array(fields.length);
  for (let i = 0; i < fields.length; i++) values[i] = readField(record!, fields[i]!, table!.text);
  return values;
}
