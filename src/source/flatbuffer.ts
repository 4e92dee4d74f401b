/** The little of the FlatBuffers wire format that FlatGeobuf needs: tables with fields found by number. */

import { RowError } from './row.ts';

/** One table in a buffer. Fields are numbered as in the schema; absent ones are undefined. */
export class FlatTable {
  readonly #view: DataView;
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #vtable: number;
  readonly #vtableBytes: number;

  constructor(bytes: Buffer, view: DataView, at: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#at = at;
    this.#vtable = at - view.getInt32(at, true);
    this.#vtableBytes = view.getUint16(this.#vtable, true);
  }

  /** The root table of a buffer without a size in front. Reading past the end throws RangeError. */
  static root(bytes: Buffer): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(bytes, view, view.getUint32(0, true));
  }

  uint8(field: number): number | undefined {
    const at = this.#field(field);
    return at === undefined ? undefined : this.#view.getUint8(at);
  }

  uint16(field: number): number | undefined {
    const at = this.#field(field);
    return at === undefined ? undefined : this.#view.getUint16(at, true);
  }

  int32(field: number): number | undefined {
    const at = this.#field(field);
    return at === undefined ? undefined : this.#view.getInt32(at, true);
  }

  uint64(field: number): number | undefined {
    const at = this.#field(field);
    return at === undefined ? undefined : Number(this.#view.getBigUint64(at, true));
  }

  table(field: number): FlatTable | undefined {
    const at = this.#target(field);
    return at === undefined ? undefined : new FlatTable(this.#bytes, this.#view, at);
  }

  tables(field: number): FlatTable[] {
    const at = this.#target(field);
    if (at === undefined) return [];
    const count = this.#length(at, 4);
    return Array.from({ length: count }, (_, i) => {
      const slot = at + 4 + 4 * i;
      return new FlatTable(this.#bytes, this.#view, slot + this.#view.getUint32(slot, true));
    });
  }

  text(field: number): string | undefined {
    return this.vector(field, 1)?.toString('utf8');
  }

  /** The bytes of a vector whose items have the given size. */
  vector(field: number, itemBytes: number): Buffer | undefined {
    const at = this.#target(field);
    if (at === undefined) return undefined;
    const count = this.#length(at, itemBytes);
    return this.#bytes.subarray(at + 4, at + 4 + count * itemBytes);
  }

  #length(at: number, itemBytes: number): number {
    const count = this.#view.getUint32(at, true);
    if (at + 4 + count * itemBytes > this.#bytes.length) throw new RowError('the feature ends early');
    return count;
  }

  #target(field: number): number | undefined {
    const at = this.#field(field);
    return at === undefined ? undefined : at + this.#view.getUint32(at, true);
  }

  #field(field: number): number | undefined {
    const slot = 4 + 2 * field;
    if (slot + 2 > this.#vtableBytes) return undefined;
    const offset = this.#view.getUint16(this.#vtable + slot, true);
    return offset === 0 ? undefined : this.#at + offset;
  }
}
