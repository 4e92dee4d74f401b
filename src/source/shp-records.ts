/** Walks the records of a .shp in the order of its rows: by the .shx where there is one, else one after another. */

import type { ByteSource } from './bytes.ts';
import { ChunkReader } from './chunk-reader.ts';
import { SHP_HEADER_BYTES, SHP_RECORD_HEADER_BYTES } from './shp.ts';

const INDEX_ENTRY_BYTES = 8;
/** A longer shape is a damaged length. */
const MAX_SHAPE_BYTES = 1 << 27;

export class ShapeRecords {
  readonly #shp: ChunkReader;
  readonly #index: ChunkReader | undefined;
  #started = false;
  /** The file ended inside a record, or before one that the index has. */
  endedEarly = false;

  constructor(shp: ByteSource, shx: ByteSource | undefined) {
    this.#shp = new ChunkReader(shp);
    this.#index = shx && new ChunkReader(shx);
  }

  get fractionRead(): number {
    return this.#shp.fractionRead;
  }

  /** The next shape's content; undefined when it is not in memory: `fill` then, and try again. */
  take(): Buffer | undefined {
    if (!this.#started) return undefined;
    if (this.#index && !(this.#index.has(INDEX_ENTRY_BYTES) && this.#shp.position === this.#indexedPosition())) {
      return undefined;
    }
    if (!this.#shp.has(SHP_RECORD_HEADER_BYTES)) return undefined;
    const bytes = this.#contentBytes();
    if (bytes < 0 || !this.#shp.has(SHP_RECORD_HEADER_BYTES + bytes)) return undefined;
    this.#index?.take(INDEX_ENTRY_BYTES);
    this.#shp.take(SHP_RECORD_HEADER_BYTES);
    return this.#shp.take(bytes);
  }

  /** Brings the next shape into memory; false when there is none. */
  async fill(): Promise<boolean> {
    if (!this.#started) {
      this.#started = true;
      await this.#shp.seek(SHP_HEADER_BYTES);
      await this.#index?.seek(SHP_HEADER_BYTES);
    }
    if (this.#index) {
      if (!(await this.#index.fill(INDEX_ENTRY_BYTES))) return false;
      const position = this.#indexedPosition();
      if (position !== this.#shp.position && !(await this.#shp.seek(position))) return this.#endEarly();
    }
    if (!(await this.#shp.fill(SHP_RECORD_HEADER_BYTES))) {
      return this.#index || this.#shp.rest.length > 0 ? this.#endEarly() : false;
    }
    const bytes = this.#contentBytes();
    const whole = bytes >= 0 && bytes <= MAX_SHAPE_BYTES && (await this.#shp.fill(SHP_RECORD_HEADER_BYTES + bytes));
    return whole || this.#endEarly();
  }

  async close(): Promise<void> {
    await this.#shp.close();
    await this.#index?.close();
  }

  #endEarly(): false {
    this.endedEarly = true;
    return false;
  }

  /** Offsets and lengths are in words of two bytes. */
  #indexedPosition(): number {
    return 2 * this.#index!.rest.readInt32BE(0);
  }

  #contentBytes(): number {
    return 2 * this.#shp.rest.readInt32BE(4);
  }
}
