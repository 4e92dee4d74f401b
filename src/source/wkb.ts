/** Well-known binary, and the GeoPackage header in front of it, to lines and points. */

import type { Geometry, Line } from './feature.ts';
import { gatherGeometry } from './gather.ts';
import { RowError } from './row.ts';

const TYPE_NAMES: readonly string[] = [
  'Geometry',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
];

/** Bytes of the GeoPackage envelope by its indicator (GeoPackage 2.1.3). */
const ENVELOPE_BYTES: readonly number[] = [0, 32, 48, 48, 64];
const MAX_NESTING = 16;

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function readGeoPackageBlob(blob: Uint8Array): Geometry | undefined {
  if (blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) throw new RowError('the geometry is no GeoPackage blob');
  const flags = blob[3]!;
  if (flags & 0x20) throw new RowError('the geometry is of an extended GeoPackage type');
  const envelopeBytes = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelopeBytes === undefined) throw new RowError('the geometry has an unknown kind of envelope');
  return readWkb(blob, 8 + envelopeBytes);
}

export function readWkb(bytes: Uint8Array, start = 0): Geometry | undefined {
  const reader = new WkbReader(bytes, start);
  reader.geometry(0);
  return gatherGeometry(reader.lines, reader.points);
}

class WkbReader {
  readonly lines: Line[] = [];
  readonly points: number[] = [];
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
  }

  geometry(depth: number): void {
    if (depth > MAX_NESTING) throw new RowError('the geometry is nested too deeply');
    this.#need(5);
    const littleEndian = this.#bytes[this.#at] === 1;
    const raw = this.#view.getUint32(this.#at + 1, littleEndian);
    this.#at += 5;
    // EWKB has flags in the high bits; ISO WKB adds 1000 for Z, 2000 for M, 3000 for both.
    const code = raw & 0x0fffffff;
    const type = code % 1000;
    const isoDimensions = Math.floor(code / 1000);
    const hasZ = (raw & 0x80000000) !== 0 || isoDimensions === 1 || isoDimensions === 3;
    const hasM = (raw & 0x40000000) !== 0 || isoDimensions === 2 || isoDimensions === 3;
    if (raw & 0x20000000) this.#at += 4;
    const stride = 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0);
    if (type === 2) this.#line(littleEndian, stride);
    else if (type === 1) this.#point(littleEndian, stride);
    else if (type === 4 || type === 5 || type === 7 || type === 11) {
      const count = this.#count(littleEndian, 5);
      for (let i = 0; i < count; i++) this.geometry(depth + 1);
    } else throw new RowError(`a ${TYPE_NAMES[type] ?? `geometry of type ${code}`}, not a line or a point`);
  }

  #line(littleEndian: boolean, stride: number): void {
    const count = this.#count(littleEndian, stride * 8);
    if (count === 0) return;
    const line = new Float64Array(count * 2);
    if (stride === 2 && littleEndian === HOST_IS_LITTLE_ENDIAN) {
      new Uint8Array(line.buffer).set(this.#bytes.subarray(this.#at, this.#at + count * 16));
    } else {
      let at = this.#at;
      for (let i = 0; i < line.length; i += 2, at += stride * 8) {
        line[i] = this.#view.getFloat64(at, littleEndian);
        line[i + 1] = this.#view.getFloat64(at + 8, littleEndian);
      }
    }
    this.#at += count * stride * 8;
    this.lines.push(line);
  }

  #point(littleEndian: boolean, stride: number): void {
    this.#need(stride * 8);
    const x = this.#view.getFloat64(this.#at, littleEndian);
    const y = this.#view.getFloat64(this.#at + 8, littleEndian);
    this.#at += stride * 8;
    // An empty point is written as NaN NaN.
    if (!(Number.isNaN(x) && Number.isNaN(y))) this.points.push(x, y);
  }

  #count(littleEndian: boolean, bytesEach: number): number {
    this.#need(4);
    const count = this.#view.getUint32(this.#at, littleEndian);
    this.#at += 4;
    this.#need(count * bytesEach);
    return count;
  }

  #need(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) {
      throw new RowError(`the geometry ends early: ${this.#bytes.length} bytes, at least ${this.#at + bytes} needed`);
    }
  }
}
