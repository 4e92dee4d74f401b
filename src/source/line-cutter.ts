/** Cuts newline-delimited GeoJSON into its lines, and RFC 8142 text sequences at their record separators. */

import { type FeatureCut, type FeatureCutter, MAX_FEATURE_BYTES } from './feature-cutter.ts';

const NEWLINE = 0x0a;
const RECORD_SEPARATOR = 0x1e;

export class LineCutter implements FeatureCutter {
  readonly #separator: number;
  #buffer: Buffer = Buffer.alloc(0);
  #base = 0;
  #at = 0;
  /** How much of the record being gathered has been searched for its end. */
  #searched = 0;
  #line = 1;
  #ended = false;

  /** Of a text sequence one record may stand on many lines; the first byte tells which kind it is. */
  constructor(firstByte: number | undefined) {
    this.#separator = firstByte === RECORD_SEPARATOR ? RECORD_SEPARATOR : NEWLINE;
  }

  push(chunk: Buffer): void {
    const rest = this.#buffer.subarray(this.#at);
    this.#base += this.#at;
    this.#buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    this.#at = 0;
    this.#searched = rest.length;
  }

  finish(): void {
    this.#ended = true;
  }

  next(): FeatureCut | undefined {
    for (;;) {
      const end = this.#endOfRecord();
      if (end === undefined) return undefined;
      const start = this.#at;
      const line = this.#line;
      const bytes = this.#buffer.subarray(start, end);
      this.#line += this.#separator === NEWLINE ? 1 : count(bytes, NEWLINE);
      this.#at = Math.min(end + 1, this.#buffer.length);
      this.#searched = this.#at;
      const text = trimmed(bytes);
      if (text.length > 0) {
        return { bytes: text, offset: this.#base + start, record: `line ${line}`, where: '', complete: true };
      }
    }
  }

  resumeInside(): boolean {
    return false;
  }

  #endOfRecord(): number | undefined {
    const end = this.#buffer.indexOf(this.#separator, this.#searched);
    if (end >= 0) return end;
    const length = this.#buffer.length;
    if (this.#at < length && (this.#ended || length - this.#at >= MAX_FEATURE_BYTES)) return length;
    this.#searched = length;
    return undefined;
  }
}

function count(bytes: Buffer, value: number): number {
  let found = 0;
  for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) found++;
  return found;
}

/** Without white space, separators and byte order mark around it. */
function trimmed(bytes: Buffer): Buffer {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let end = bytes.length;
  while (start < end && (bytes[start]! <= 0x20 || bytes[start] === 0x2c)) start++;
  while (end > start && (bytes[end - 1]! <= 0x20 || bytes[end - 1] === 0x2c)) end--;
  return bytes.subarray(start, end);
}
