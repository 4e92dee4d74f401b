/**
 * Reads the lines of a tile straight into the world's units, one behind the other in memory that serves tile after
 * tile: with memory of its own for each line, a tile takes a tenth longer.
 */
import { FLAGS_AT, wkbStart } from './geometry-blob.ts';
import { projectInPlace } from './tile-mercator.ts';

/** How WKB of a line starts: lowest byte first, and the number of its kind. */
const LITTLE_ENDIAN = 1;
const LINE = 2;
const WKB_HEADER_BYTES = 9;

/** In numbers; two make a point. Few tiles need more. */
const ROOM = 1 << 16;
/** More is given back after the tile. */
const MOST_ROOM = 1 << 20;

export interface LineReader {
  ofGeoPackage(blob: Uint8Array): Float64Array;
  ofWkb(wkb: Uint8Array): Float64Array;
  /** All lines read so far are done with. */
  clear(): void;
}

export function createLineReader(): LineReader {
  let room = new Float64Array(ROOM);
  let used = 0;

  function read(bytes: Uint8Array, start: number): Float64Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint8(start) !== LITTLE_ENDIAN || view.getUint32(start + 1, true) !== LINE) {
      throw new RangeError('unexpected kind of geometry');
    }
    const length = view.getUint32(start + 5, true) * 2;
    if (used + length > room.length) {
      room = new Float64Array(Math.max(room.length * 2, length));
      used = 0;
    }
    const line = room.subarray(used, used + length);
    used += length;
    for (let i = 0, from = start + WKB_HEADER_BYTES; i < length; i++, from += 8) line[i] = view.getFloat64(from, true);
    return projectInPlace(line);
  }

  return {
    ofGeoPackage: (blob) => read(blob, wkbStart(blob[FLAGS_AT]!)),
    ofWkb: (wkb) => read(wkb, 0),
    clear() {
      used = 0;
      if (room.length > MOST_ROOM) room = new Float64Array(ROOM);
    },
  };
}
