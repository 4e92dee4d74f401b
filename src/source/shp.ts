/** The geometry file of a Shapefile: its header, and one record's bytes to lines or a point. */

import { type Geometry, type Line, SourceError } from './feature.ts';
import { RowError } from './row.ts';

export const SHP_HEADER_BYTES = 100;
export const SHP_RECORD_HEADER_BYTES = 8;

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** What a shape type is, in its plain, Z (+10) and M (+20) forms. */
const SHAPE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'POINT'],
  [3, 'LINESTRING'],
  [5, 'POLYGON'],
  [8, 'MULTIPOINT'],
]);

export function shapeName(type: number): string {
  return type === 31 ? 'MULTIPATCH' : (SHAPE_NAMES.get(type % 10) ?? 'GEOMETRY');
}

export function parseShpHeader(header: Buffer, path: string): { shapeType: number } {
  if (header.length < SHP_HEADER_BYTES || header.readInt32BE(0) !== 9994) {
    throw new SourceError(`${path} does not begin as a Shapefile does. Is it damaged?`);
  }
  return { shapeType: header.readInt32LE(32) };
}

/** One record's content, without its header of eight bytes. */
export function readShape(content: Buffer): Geometry | undefined {
  if (content.length < 4) throw new RowError('the shape is empty');
  const type = content.readInt32LE(0);
  if (type === 0) return undefined;
  switch (type % 10) {
    case 1:
      return readPoint(content, 4);
    case 3:
      return readPolyline(content);
    case 8:
      return readMultiPoint(content);
    default:
      throw new RowError(`a ${shapeName(type).toLowerCase()}, not a line or a point`);
  }
}

function readPoint(content: Buffer, at: number): Geometry {
  need(content, at + 16);
  return { kind: 'point', lon: content.readDoubleLE(at), lat: content.readDoubleLE(at + 8) };
}

function readMultiPoint(content: Buffer): Geometry | undefined {
  need(content, 40);
  const count = content.readInt32LE(36);
  if (count === 0) return undefined;
  if (count !== 1) throw new RowError(`${count} points in one feature`);
  return readPoint(content, 40);
}

function readPolyline(content: Buffer): Geometry | undefined {
  need(content, 44);
  const partCount = content.readInt32LE(36);
  const pointCount = content.readInt32LE(40);
  if (partCount < 0 || pointCount < 0) throw new RowError('the shape has a negative number of points');
  const pointsAt = 44 + 4 * partCount;
  need(content, pointsAt + 16 * pointCount);
  const parts: Line[] = [];
  for (let part = 0; part < partCount; part++) {
    const first = content.readInt32LE(44 + 4 * part);
    const next = part + 1 < partCount ? content.readInt32LE(48 + 4 * part) : pointCount;
    if (first < 0 || next < first || next > pointCount) throw new RowError('the parts of the shape overlap');
    if (next > first) parts.push(readPoints(content, pointsAt + 16 * first, next - first));
  }
  return parts.length === 0 ? undefined : { kind: 'line', parts };
}

function readPoints(content: Buffer, at: number, count: number): Line {
  const line = new Float64Array(2 * count);
  if (HOST_IS_LITTLE_ENDIAN) new Uint8Array(line.buffer).set(content.subarray(at, at + 16 * count));
  else for (let i = 0; i < line.length; i++) line[i] = content.readDoubleLE(at + 8 * i);
  return line;
}

function need(content: Buffer, bytes: number): void {
  if (content.length < bytes) throw new RowError(`the shape ends early: ${content.length} bytes, ${bytes} needed`);
}
