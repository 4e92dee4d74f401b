/** Rows in PostgreSQL's binary COPY format: the fastest way in, and exact for every number. */

/** How a value of SQLite becomes one of PostgreSQL. `geometry` is a GeoPackage blob; `bytes` go as they are, also those of a tsvector. */
export type ColumnKind = 'int2' | 'int4' | 'float8' | 'text' | 'geometry' | 'bytes';

export type CopyValue = number | string | Uint8Array | null;

const CHUNK_BYTES = 512 * 1024;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const SRID = 4326;
const SRID_FLAG = 0x20000000;
const GEOPACKAGE_HEADER_BYTES = 8;
/** Bytes of the envelope for each value of the three envelope bits in the flags of a geometry blob. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

export interface RowEncoder {
  add(row: readonly CopyValue[]): void;
  /** True when it is time to send what there is. */
  isFull(): boolean;
  /** What has been added since the last time. */
  take(): Buffer;
  /** The same, with the mark that no more rows follow. */
  takeLast(): Buffer;
}

/** Of a row only the last values, one for each kind, are encoded: those before them are for whoever reads it. */
export function createRowEncoder(kinds: readonly ColumnKind[]): RowEncoder {
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES * 2);
  let at = SIGNATURE.copy(buffer);
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt32BE(0, at);

  function reserve(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, at + bytes));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  }

  function text(value: string): void {
    reserve(4 + value.length * 3);
    const bytes = buffer.write(value, at + 4);
    buffer.writeInt32BE(bytes, at);
    at += 4 + bytes;
  }

  function bytes(value: Uint8Array): void {
    reserve(4 + value.length);
    at = buffer.writeInt32BE(value.length, at);
    buffer.set(value, at);
    at += value.length;
  }

  /** The blob's WKB with the number of its coordinate system put in. */
  function geometry(blob: Uint8Array): void {
    const start = wkbStart(blob);
    const length = blob.length - start + 4;
    reserve(4 + length);
    const type = blob[start + 1]! | (blob[start + 2]! << 8);
    at = buffer.writeInt32BE(length, at);
    buffer[at] = 1;
    buffer.writeUInt32LE(type + SRID_FLAG, at + 1);
    buffer.writeUInt32LE(SRID, at + 5);
    buffer.set(blob.subarray(start + 5), at + 9);
    at += length;
  }

  function value(kind: ColumnKind, given: CopyValue): void {
    if (given === null) {
      at = buffer.writeInt32BE(-1, at);
      return;
    }
    switch (kind) {
      case 'int4':
        at = buffer.writeInt32BE(4, at);
        at = buffer.writeInt32BE(given as number, at);
        return;
      case 'int2':
        at = buffer.writeInt32BE(2, at);
        at = buffer.writeInt16BE(given as number, at);
        return;
      case 'float8':
        at = buffer.writeInt32BE(8, at);
        at = buffer.writeDoubleBE(given as number, at);
        return;
      case 'text':
        text(given as string);
        return;
      case 'geometry':
        geometry(given as Uint8Array);
        return;
      case 'bytes':
        bytes(given as Uint8Array);
    }
  }

  function take(): Buffer {
    const taken = buffer.subarray(0, at);
    buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES * 2);
    at = 0;
    return taken;
  }

  return {
    add(row) {
      reserve(2 + kinds.length * 12);
      at = buffer.writeInt16BE(kinds.length, at);
      const before = row.length - kinds.length;
      for (let i = 0; i < kinds.length; i++) {
        reserve(12);
        value(kinds[i]!, row[before + i]!);
      }
    },
    isFull: () => at >= CHUNK_BYTES,
    take,
    takeLast() {
      reserve(2);
      at = buffer.writeInt16BE(-1, at);
      return take();
    },
  };
}

/** Where the WKB starts in a geometry blob of a GeoPackage. */
export function wkbStart(blob: Uint8Array): number {
  return GEOPACKAGE_HEADER_BYTES + ENVELOPE_BYTES[(blob[3]! >> 1) & 7]!;
}
