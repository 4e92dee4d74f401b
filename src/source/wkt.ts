/** Well-known text to lines and points. */

import type { Geometry, Line } from './feature.ts';
import { gatherGeometry } from './gather.ts';
import { RowError } from './row.ts';

const MAX_NESTING = 16;
const OPEN = 0x28;
const CLOSE = 0x29;
const COMMA = 0x2c;

export function readWkt(text: string): Geometry | undefined {
  const reader = new WktReader(text.replace(/^\s*SRID\s*=\s*\d+\s*;/i, ''));
  reader.geometry(0);
  reader.expectEnd();
  return gatherGeometry(reader.lines, reader.points);
}

class WktReader {
  readonly lines: Line[] = [];
  readonly points: number[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  geometry(depth: number): void {
    if (depth > MAX_NESTING) throw new RowError('the geometry is nested too deeply');
    const type = this.#word().replace(/(ZM|Z|M)$/, '');
    let word = this.#word();
    while (word === 'Z' || word === 'M' || word === 'ZM') word = this.#word();
    if (word === 'EMPTY') return;
    if (word !== '') throw this.#problem();
    switch (type) {
      case 'LINESTRING':
        this.#line();
        return;
      case 'POINT':
        this.#point();
        return;
      case 'MULTILINESTRING':
        this.#list(() => this.#line());
        return;
      case 'MULTIPOINT':
        this.#list(() => this.#pointMaybeBare());
        return;
      case 'GEOMETRYCOLLECTION':
        this.#list(() => this.geometry(depth + 1));
        return;
      default:
        throw new RowError(type === '' ? 'the geometry is no WKT' : `a ${type}, not a line or a point`);
    }
  }

  expectEnd(): void {
    if (this.#peek() !== undefined) throw this.#problem();
  }

  #line(): void {
    if (this.#empty()) return;
    const positions = this.#positions();
    if (positions.length > 0) this.lines.push(Float64Array.from(positions));
  }

  #point(): void {
    if (!this.#empty()) this.points.push(...this.#positions());
  }

  /** Both `((1 2), (3 4))` and `(1 2, 3 4)` are in use. */
  #pointMaybeBare(): void {
    if (this.#empty()) return;
    if (this.#peek() === OPEN) this.#point();
    else this.#position(this.points);
  }

  #empty(): boolean {
    const peek = this.#peek();
    return peek !== undefined && peek >= 0x41 && this.#word() === 'EMPTY';
  }

  #positions(): number[] {
    const positions: number[] = [];
    this.#list(() => this.#position(positions));
    return positions;
  }

  /** Two numbers; Z and M after them are read over. */
  #position(into: number[]): void {
    let numbers = 0;
    for (let next = this.#peek(); next !== COMMA && next !== CLOSE; next = this.#peek()) {
      const start = this.#at;
      while (this.#at < this.#text.length && !endsNumber(this.#text.charCodeAt(this.#at))) this.#at++;
      const value = Number(this.#text.slice(start, this.#at));
      if (this.#at === start || Number.isNaN(value)) throw this.#problem();
      if (numbers < 2) into.push(value);
      numbers++;
    }
    if (numbers < 2) throw this.#problem();
  }

  #list(item: () => void): void {
    if (this.#peek() !== OPEN) throw this.#problem();
    this.#at++;
    for (;;) {
      item();
      const next = this.#peek();
      if (next !== COMMA && next !== CLOSE) throw this.#problem();
      this.#at++;
      if (next === CLOSE) return;
    }
  }

  #word(): string {
    this.#peek();
    const start = this.#at;
    while (this.#at < this.#text.length && /[a-z]/i.test(this.#text[this.#at]!)) this.#at++;
    return this.#text.slice(start, this.#at).toUpperCase();
  }

  /** The next character that is no white space, without moving past it. */
  #peek(): number | undefined {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
    return this.#at < this.#text.length ? this.#text.charCodeAt(this.#at) : undefined;
  }

  #problem(): RowError {
    if (this.#at >= this.#text.length) return new RowError('the WKT ends early');
    return new RowError(`the WKT cannot be read from "${this.#text.slice(this.#at, this.#at + 20)}" on`);
  }
}

function endsNumber(char: number): boolean {
  return char <= 0x20 || char === COMMA || char === CLOSE || char === OPEN;
}
