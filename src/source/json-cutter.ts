/**
 * Cuts the features out of a GeoJSON document that arrives in pieces, without parsing or holding the whole.
 *
 * Members of the outermost object other than `features` are parsed and kept, so a lone Feature or geometry is found there.
 */

import type { FeatureCut, FeatureCutter } from './feature-cutter.ts';
import { MAX_FEATURE_BYTES } from './feature-cutter.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Where a new feature surely starts, to find the way back after a broken one. */
const FEATURE_START = /[\n,]\s*(\{\s*"type"\s*:\s*"Feature"\s*[,}])/g;

type State = 'start' | 'key' | 'colon' | 'value' | 'elements' | 'end';

export class JsonCutter implements FeatureCutter {
  /** Members of the outermost object met so far, without `features`. */
  readonly members: Record<string, unknown> = {};
  /** Whether a list of features has been met. */
  sawFeatures = false;
  #buffer: Buffer = Buffer.alloc(0);
  /** Offset of the buffer's first byte in the file. */
  #base = 0;
  #at = 0;
  #state: State = 'start';
  #key = '';
  /** Start in the buffer of the value being scanned, or -1 between values. */
  #valueStart = -1;
  #depth = 0;
  #inString = false;
  #ended = false;
  #count = 0;
  #straySince = -1;

  push(chunk: Buffer): void {
    const keepFrom = this.#valueStart >= 0 ? this.#valueStart : this.#at;
    this.#base += keepFrom;
    this.#buffer = keepFrom === this.#buffer.length ? chunk : Buffer.concat([this.#buffer.subarray(keepFrom), chunk]);
    this.#at -= keepFrom;
    if (this.#valueStart >= 0) this.#valueStart = 0;
  }

  finish(): void {
    this.#ended = true;
  }

  next(): FeatureCut | undefined {
    for (;;) {
      if (this.#valueStart >= 0) {
        const cut = this.#finishValue();
        if (cut === 'more') return undefined;
        if (cut) return cut;
        continue;
      }
      if (this.#at >= this.#buffer.length) return this.#atEndOfInput();
      const byte = this.#buffer[this.#at]!;
      if (byte <= 0x20) {
        this.#at++;
        continue;
      }
      const stray = this.#step(byte);
      if (stray) return stray;
    }
  }

  /** Goes back to the next feature inside a cut that proved broken; false if there is none. Call right after `next`. */
  resumeInside(cut: FeatureCut): boolean {
    FEATURE_START.lastIndex = 1;
    const found = FEATURE_START.exec(cut.bytes.toString('latin1'));
    if (!found) return false;
    this.#at = cut.offset - this.#base + found.index + found[0].length - found[1]!.length;
    this.#valueStart = -1;
    this.#state = 'elements';
    return true;
  }

  /** One significant byte outside of values. */
  #step(byte: number): FeatureCut | undefined {
    switch (this.#state) {
      case 'start':
        return this.#stepStart(byte);
      case 'key':
        if (byte === QUOTE) this.#beginValue();
        else if (byte === CLOSE_BRACE) this.#advance('end');
        else if (byte === COMMA) this.#at++;
        else return this.#stray();
        return undefined;
      case 'colon':
        if (byte !== COLON) return this.#stray();
        this.#advance('value');
        return undefined;
      case 'value':
        if (this.#key === 'features' && byte === OPEN_BRACKET) {
          this.sawFeatures = true;
          this.#advance('elements');
        } else this.#beginValue();
        return undefined;
      case 'elements':
        if (byte === OPEN_BRACE) this.#beginValue();
        else if (byte === CLOSE_BRACKET) this.#advance('key');
        else if (byte === COMMA) this.#at++;
        else return this.#stray();
        return undefined;
      case 'end':
        return this.#stray();
    }
  }

  #stepStart(byte: number): FeatureCut | undefined {
    if (byte === OPEN_BRACE) this.#advance('key');
    else if (byte === OPEN_BRACKET) {
      this.sawFeatures = true;
      this.#advance('elements');
    } else if (byte === 0xef || byte === 0xbb || byte === 0xbf) this.#at++;
    else return this.#stray();
    return undefined;
  }

  #advance(state: State): void {
    this.#at++;
    this.#state = state;
    this.#straySince = -1;
  }

  #beginValue(): void {
    this.#valueStart = this.#at;
    this.#depth = 0;
    this.#inString = false;
    this.#straySince = -1;
  }

  /** Scans on through the value; `more` when the buffer ends first, undefined when it was no feature. */
  #finishValue(): FeatureCut | 'more' | undefined {
    const closed = this.#scan();
    if (!closed && !this.#ended && this.#at - this.#valueStart < MAX_FEATURE_BYTES) return 'more';
    const bytes = this.#buffer.subarray(this.#valueStart, this.#at);
    const offset = this.#base + this.#valueStart;
    this.#valueStart = -1;
    if (this.#state === 'elements') {
      return { bytes, offset, record: `feature ${++this.#count}`, where: ` at byte ${offset}`, complete: closed };
    }
    if (this.#state === 'key') {
      this.#key = String(parsedOrUndefined(bytes));
      this.#state = 'colon';
      return undefined;
    }
    this.members[this.#key] = parsedOrUndefined(bytes);
    this.#state = 'key';
    return undefined;
  }

  /** Moves to the end of the value; false when the buffer ends before it does. Numbers and words end before the next sign. */
  #scan(): boolean {
    const buffer = this.#buffer;
    const length = buffer.length;
    let at = this.#at;
    let depth = this.#depth;
    let inString = this.#inString;
    let closed = false;
    while (at < length) {
      const byte = buffer[at]!;
      if (inString) {
        if (byte === BACKSLASH) {
          // The escaped byte may be in the next chunk: stop before the backslash and look again then.
          if (at + 1 >= length) break;
          at++;
        } else if (byte === QUOTE) {
          inString = false;
          closed = depth === 0;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return this.#leave(at, depth, inString, true);
        closed = --depth === 0;
      } else if (depth === 0 && (byte === COMMA || byte <= 0x20)) return this.#leave(at, depth, inString, true);
      at++;
      if (closed) return this.#leave(at, depth, inString, true);
    }
    return this.#leave(at, depth, inString, false);
  }

  #leave(at: number, depth: number, inString: boolean, closed: boolean): boolean {
    this.#at = at;
    this.#depth = depth;
    this.#inString = inString;
    return closed;
  }

  /** A byte that has no business here: told once for a run of them, and skipped. */
  #stray(): FeatureCut | undefined {
    const offset = this.#base + this.#at;
    const bytes = this.#buffer.subarray(this.#at, this.#at + 1);
    this.#at++;
    const first = this.#straySince < 0;
    this.#straySince = offset;
    return first ? { bytes, offset, record: `byte ${offset}`, where: ` at byte ${offset}`, complete: true } : undefined;
  }

  #atEndOfInput(): FeatureCut | undefined {
    if (!this.#ended || this.#state === 'end') return undefined;
    this.#state = 'end';
    const offset = this.#base + this.#at;
    return { bytes: Buffer.alloc(0), offset, record: `byte ${offset}`, where: '', complete: false };
  }
}

function parsedOrUndefined(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
