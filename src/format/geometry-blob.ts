/** GeoPackage geometry blobs, written and read: a header, perhaps an envelope, and WKB in two dimensions. */

/** West, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Longitude and latitude interleaved. */
export type LineCoordinates = Float64Array;

const MAGIC = 0x5047;
const HEADER_BYTES = 8;
export const FLAGS_AT = 3;
const WKB_HEADER_BYTES = 5;
/** Bytes of the envelope for each value of the three envelope bits in the flags. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];
const POINT = 1;
const LINE = 2;
const MULTILINE = 5;

/** Numbers are written as this machine holds them, and marked so: the two ways are equal in the standard. */
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const BYTE_ORDER = LITTLE_ENDIAN ? 1 : 0;
const NO_ENVELOPE = 0;
const XY_ENVELOPE = 0b010;
const XY_ENVELOPE_BYTES = 32;

/** Turns coordinates into GeoPackage blobs in a buffer of its own: a blob is valid until the next one is made. */
export function createGeometryEncoder() {
  let bytes = new Uint8Array(1 << 16);
  let view = new DataView(bytes.buffer);

  function reserve(size: number): void {
    if (size <= bytes.length) return;
    bytes = new Uint8Array(size * 2);
    view = new DataView(bytes.buffer);
  }

  function header(envelope: number): void {
    bytes[0] = 0x47;
    bytes[1] = 0x50;
    bytes[2] = 0;
    bytes[3] = envelope | BYTE_ORDER;
    view.setInt32(4, 4326, LITTLE_ENDIAN);
  }

  function coordinates(line: Float64Array, at: number): number {
    bytes.set(new Uint8Array(line.buffer, line.byteOffset, line.byteLength), at);
    return at + line.byteLength;
  }

  function envelope([west, south, east, north]: Box): void {
    view.setFloat64(HEADER_BYTES, west, LITTLE_ENDIAN);
    view.setFloat64(HEADER_BYTES + 8, east, LITTLE_ENDIAN);
    view.setFloat64(HEADER_BYTES + 16, south, LITTLE_ENDIAN);
    view.setFloat64(HEADER_BYTES + 24, north, LITTLE_ENDIAN);
  }

  function shape(type: number, at: number): void {
    view.setUint8(at, BYTE_ORDER);
    view.setUint32(at + 1, type, LITTLE_ENDIAN);
  }

  function counted(type: number, count: number, at: number): number {
    shape(type, at);
    view.setUint32(at + 5, count, LITTLE_ENDIAN);
    return at + 9;
  }

  return {
    point(lon: number, lat: number): Uint8Array {
      header(NO_ENVELOPE);
      shape(POINT, HEADER_BYTES);
      view.setFloat64(HEADER_BYTES + 5, lon, LITTLE_ENDIAN);
      view.setFloat64(HEADER_BYTES + 13, lat, LITTLE_ENDIAN);
      return bytes.subarray(0, HEADER_BYTES + 21);
    },
    line(line: Float64Array, box: Box): Uint8Array {
      reserve(HEADER_BYTES + XY_ENVELOPE_BYTES + 9 + line.byteLength);
      header(XY_ENVELOPE);
      envelope(box);
      const at = counted(LINE, line.length / 2, HEADER_BYTES + XY_ENVELOPE_BYTES);
      return bytes.subarray(0, coordinates(line, at));
    },
    multiLine(lines: readonly Float64Array[], box: Box): Uint8Array {
      reserve(HEADER_BYTES + XY_ENVELOPE_BYTES + 9 + lines.reduce((sum, line) => sum + 9 + line.byteLength, 0));
      header(XY_ENVELOPE);
      envelope(box);
      let at = counted(MULTILINE, lines.length, HEADER_BYTES + XY_ENVELOPE_BYTES);
      for (const line of lines) at = coordinates(line, counted(LINE, line.length / 2, at));
      return bytes.subarray(0, at);
    },
  };
}

export function decodePoint(blob: Uint8Array): { lon: number; lat: number } {
  const view = viewOf(blob);
  const at = startOf(view, POINT);
  return { lon: view.getFloat64(at, true), lat: view.getFloat64(at + 8, true) };
}

export function decodeLine(blob: Uint8Array): LineCoordinates {
  const view = viewOf(blob);
  return coordinatesAt(view, startOf(view, LINE));
}

export function decodeMultiLine(blob: Uint8Array): LineCoordinates[] {
  const view = viewOf(blob);
  let at = startOf(view, MULTILINE);
  const count = view.getUint32(at, true);
  at += 4;
  const lines: LineCoordinates[] = [];
  for (let i = 0; i < count; i++) {
    const line = coordinatesAt(view, at + WKB_HEADER_BYTES);
    lines.push(line);
    at += WKB_HEADER_BYTES + 4 + line.length * 8;
  }
  return lines;
}

/** The last point of a line, without reading those before it. */
export function decodeLineEnd(blob: Uint8Array): { lon: number; lat: number } {
  const view = viewOf(blob);
  startOf(view, LINE);
  return { lon: view.getFloat64(view.byteLength - 16, true), lat: view.getFloat64(view.byteLength - 8, true) };
}

export function boxOfLines(lines: readonly LineCoordinates[]): Box {
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      west = Math.min(west, line[i]!);
      east = Math.max(east, line[i]!);
      south = Math.min(south, line[i + 1]!);
      north = Math.max(north, line[i + 1]!);
    }
  }
  return [west, south, east, north];
}

function viewOf(blob: Uint8Array): DataView {
  return new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
}

/** Where the geometry's own content starts, after header, envelope and WKB type. */
function startOf(view: DataView, kind: number): number {
  if (view.byteLength < HEADER_BYTES || view.getUint16(0, true) !== MAGIC)
    throw new RangeError('no GeoPackage geometry');
  const at = wkbStart(view.getUint8(FLAGS_AT));
  if (view.getUint8(at) !== 1 || view.getUint32(at + 1, true) !== kind) {
    throw new RangeError('unexpected kind of geometry');
  }
  return at + WKB_HEADER_BYTES;
}

/** Where in a blob with these flags its WKB begins. */
export function wkbStart(flags: number): number {
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined) throw new RangeError('unknown kind of envelope in a geometry');
  return HEADER_BYTES + envelope;
}

function coordinatesAt(view: DataView, at: number): LineCoordinates {
  const line = new Float64Array(view.getUint32(at, true) * 2);
  for (let i = 0, from = at + 4; i < line.length; i++, from += 8) line[i] = view.getFloat64(from, true);
  return line;
}
