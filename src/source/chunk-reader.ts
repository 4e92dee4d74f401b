/** Reads fixed numbers of bytes off a stream: without waiting while they are in memory, fetching the next chunk when not. */

import type { ByteSource, ByteStream } from './bytes.ts';
import { SourceError } from './feature.ts';

export class ChunkReader {
  readonly #source: ByteSource;
  #stream: ByteStream;
  #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Offset in the file of the buffer's first byte. */
  #base = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#stream = source.open();
    this.#chunks = this.#stream.chunks[Symbol.asyncIterator]();
  }

  get position(): number {
    return this.#base + this.#at;
  }

  get fractionRead(): number {
    return this.#stream.fractionRead();
  }

  /** Whether the next bytes are in memory; if not, `await fill(bytes)` first. */
  has(bytes: number): boolean {
    return this.#buffer.length - this.#at >= bytes;
  }

  /** Brings the next bytes into memory; false when the file ends before. */
  async fill(bytes: number): Promise<boolean> {
    if (this.has(bytes)) return true;
    const chunks = [this.#buffer.subarray(this.#at)];
    let length = chunks[0]!.length;
    let ended = false;
    while (length < bytes && !ended) {
      const { value, done } = await this.#chunks.next();
      if (done) ended = true;
      else {
        chunks.push(value);
        length += value.length;
      }
    }
    this.#base += this.#at;
    this.#at = 0;
    this.#buffer = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    return length >= bytes;
  }

  /** The next bytes, moving past them. They must be in memory, and are overwritten by nobody. */
  take(bytes: number): Buffer {
    const start = this.#at;
    this.#at += bytes;
    return this.#buffer.subarray(start, this.#at);
  }

  /** The bytes in memory from here on, without moving. */
  get rest(): Buffer {
    return this.#buffer.subarray(this.#at);
  }

  /** Moves to a place in the file; back only where the source can seek. False when the file ends before. */
  async seek(position: number): Promise<boolean> {
    const target = position - this.#base;
    if (target >= 0 && target <= this.#buffer.length) {
      this.#at = target;
      return true;
    }
    if (this.#source.seekable) {
      await this.close();
      this.#stream = this.#source.open(position);
      this.#chunks = this.#stream.chunks[Symbol.asyncIterator]();
      this.#buffer = Buffer.alloc(0);
      this.#base = position;
      this.#at = 0;
      return true;
    }
    if (target < 0) {
      throw new SourceError(
        `${this.#source.name} has its records out of order, which needs an unpacked file: unpack it first.`,
      );
    }
    return this.#skip(position);
  }

  async #skip(position: number): Promise<boolean> {
    while (this.position < position) {
      const step = Math.min(position - this.position, 1 << 20);
      if (!(await this.fill(step))) return false;
      this.take(step);
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
