/** Reads FlatGeobuf: header, over the spatial index, and feature after feature. */

import { basename } from 'node:path';
import type { ByteSource } from './bytes.ts';
import { ChunkReader } from './chunk-reader.ts';
import { ASSUMED_WGS84, type Crs, crsOfEpsg, crsOfWkt, parseCrs } from './crs.ts';
import { epsgToProj } from './epsg.ts';
import { type Batch, type Geometry, type Line, type OpenOptions, type Source, SourceError } from './feature.ts';
import { FlatTable } from './flatbuffer.ts';
import { type Column, columnsOf, FlatGeobufValues } from './flatgeobuf-values.ts';
import { gatherGeometry } from './gather.ts';
import { placeGeometry } from './place.ts';
import { Batcher, RowError } from './row.ts';

/** Numbers of fields in the tables of the FlatGeobuf schema. */
const HEADER = { name: 0, geometryType: 2, columns: 7, featuresCount: 8, indexNodeSize: 9, crs: 10 };
const CRS = { org: 0, code: 1, name: 2, wkt: 4 };
const FEATURE = { geometry: 0 };
const GEOMETRY = { ends: 0, xy: 1, type: 6, parts: 7 };

const TYPE_NAMES = [
  'geometry of unknown type',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

const MAGIC_BYTES = 8;
const INDEX_NODE_BYTES = 40;
const DEFAULT_INDEX_NODE_SIZE = 16;
const MAX_HEADER_BYTES = 1 << 24;
const MAX_FEATURE_BYTES = 1 << 27;
const MAX_NESTING = 16;

interface Header {
  name: string | undefined;
  geometryType: number;
  columns: Column[];
  count: number | undefined;
  crs: Crs;
  /** Where the first feature stands. */
  featuresAt: number;
}

export async function openFlatGeobuf(path: string, bytes: ByteSource, options: OpenOptions): Promise<Source> {
  const header = await readHeader(path, bytes, options);
  return {
    path,
    format: 'FlatGeobuf',
    layer: header.name || basename(bytes.name).replace(/\.[^.]*$/, ''),
    columns: header.columns.map(({ name }) => name),
    count: header.count,
    crs: header.crs.name,
    read: (columns) => readFeatures(path, bytes, header, columns),
    close: () => {},
  };
}

async function readHeader(path: string, bytes: ByteSource, options: OpenOptions): Promise<Header> {
  const reader = new ChunkReader(bytes);
  try {
    const whole = await reader.fill(MAGIC_BYTES + 4);
    const headerBytes = whole ? reader.rest.readUInt32LE(MAGIC_BYTES) : 0;
    if (!whole || headerBytes > MAX_HEADER_BYTES || !(await reader.fill(MAGIC_BYTES + 4 + headerBytes))) {
      throw new RangeError('the file is shorter than its header');
    }
    reader.take(MAGIC_BYTES + 4);
    return parseHeader(reader.take(headerBytes), options);
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    throw new SourceError(`${path} ends inside its header, or the header is damaged.`, { cause });
  } finally {
    await reader.close();
  }
}

function parseHeader(bytes: Buffer, options: OpenOptions): Header {
  const table = FlatTable.root(bytes);
  const count = table.uint64(HEADER.featuresCount) ?? 0;
  const nodeSize = table.uint16(HEADER.indexNodeSize) ?? DEFAULT_INDEX_NODE_SIZE;
  return {
    name: table.text(HEADER.name),
    geometryType: table.uint8(HEADER.geometryType) ?? 0,
    columns: columnsOf(table.tables(HEADER.columns)),
    count: count || undefined,
    crs: options.crs ? parseCrs(options.crs) : crsOf(table.table(HEADER.crs)),
    featuresAt: MAGIC_BYTES + 4 + bytes.length + indexBytes(count, nodeSize),
  };
}

/** Size of the packed R-tree: nodes of every level, the leaves being the features. */
function indexBytes(count: number, nodeSize: number): number {
  if (nodeSize < 2 || count === 0) return 0;
  let level = count;
  let nodes = count;
  do {
    level = Math.ceil(level / nodeSize);
    nodes += level;
  } while (level > 1);
  return nodes * INDEX_NODE_BYTES;
}

function crsOf(table: FlatTable | undefined): Crs {
  const code = table?.int32(CRS.code);
  const org = table?.text(CRS.org) ?? 'EPSG';
  if (code && org.toUpperCase() === 'EPSG' && epsgToProj(code)) return crsOfEpsg(code);
  const wkt = table?.text(CRS.wkt);
  if (wkt) return crsOfWkt(wkt);
  return code ? crsOfEpsg(code) : ASSUMED_WGS84;
}

async function* readFeatures(
  path: string,
  bytes: ByteSource,
  header: Header,
  wanted: readonly string[],
): AsyncGenerator<Batch> {
  for (const name of wanted) {
    if (header.columns.some((column) => column.name === name)) continue;
    const known = header.columns.map((column) => column.name).join(', ');
    throw new SourceError(`${path} has no column "${name}". It has: ${known}.`);
  }
  const reader = new ChunkReader(bytes);
  const properties = new FlatGeobufValues(header.columns, wanted);
  const batcher = new Batcher();
  let feature = 1;
  try {
    await reader.seek(header.featuresAt);
    for (; ; feature++) {
      if (!reader.has(4) && !(await reader.fill(4))) break;
      const length = reader.rest.readUInt32LE(0);
      const whole = reader.has(4 + length) || (length <= MAX_FEATURE_BYTES && (await reader.fill(4 + length)));
      if (!whole) break;
      reader.take(4);
      const record = `feature ${feature}`;
      try {
        const table = FlatTable.root(reader.take(length));
        const geometry = geometryOf(table.table(FEATURE.geometry), header.geometryType);
        const values = properties.valuesOf(table);
        batcher.add({ record, values, geometry: placeGeometry(geometry, header.crs) });
      } catch (error) {
        batcher.rejectFor(record, error instanceof RangeError ? new RowError('the feature is damaged') : error);
      }
      if (batcher.full) yield batcher.take(reader.fractionRead);
    }
    if (reader.rest.length > 0 || feature <= (header.count ?? 0)) {
      const of = header.count === undefined ? '' : ` of ${header.count}`;
      batcher.reject(`feature ${feature}`, `the file ends early: ${feature - 1}${of} features could be read`);
    }
    yield batcher.take(1);
  } finally {
    await reader.close();
  }
}

function geometryOf(table: FlatTable | undefined, headerType: number): Geometry | undefined {
  if (!table) return undefined;
  const lines: Line[] = [];
  const points: number[] = [];
  collect(table, headerType, lines, points, 0);
  return gatherGeometry(lines, points);
}

function collect(table: FlatTable, headerType: number, lines: Line[], points: number[], depth: number): void {
  if (depth > MAX_NESTING) throw new RowError('the geometry is nested too deeply');
  // The header's type holds for all features unless it is 0, "unknown".
  const type = headerType || (table.uint8(GEOMETRY.type) ?? 0);
  if (type === 7) {
    for (const part of table.tables(GEOMETRY.parts)) collect(part, 0, lines, points, depth + 1);
    return;
  }
  if (type !== 1 && type !== 2 && type !== 4 && type !== 5) {
    throw new RowError(`a ${TYPE_NAMES[type] ?? `geometry of type ${type}`}, not a line or a point`);
  }
  const xy = table.vector(GEOMETRY.xy, 8);
  if (!xy || xy.length === 0) return;
  const coordinates = doubles(xy);
  if (type === 1 || type === 4) {
    for (const coordinate of coordinates) points.push(coordinate);
    return;
  }
  const ends = type === 5 ? table.vector(GEOMETRY.ends, 4) : undefined;
  if (!ends || ends.length <= 4) {
    lines.push(coordinates);
    return;
  }
  let start = 0;
  for (let i = 0; i < ends.length; i += 4) {
    const end = 2 * ends.readUInt32LE(i);
    if (end < start || end > coordinates.length) throw new RowError('the parts of the line overlap');
    if (end > start) lines.push(coordinates.slice(start, end));
    start = end;
  }
}

function doubles(bytes: Buffer): Float64Array {
  const result = new Float64Array(bytes.length >> 3);
  for (let i = 0; i < result.length; i++) result[i] = bytes.readDoubleLE(8 * i);
  return result;
}
