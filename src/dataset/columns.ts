/** Columns that grow as rows come in: ids as plain numbers while they all are whole numbers, else as text; and figures. */
import type { Ids } from '../network/id-table.ts';
import type { Value } from '../source/feature.ts';

const FIRST_SIZE = 1024;

/** A whole number that a double holds exactly, written without sign, zeros in front or exponent. */
const PLAIN_INTEGER = /^-?(0|[1-9]\d{0,14})$/;

export interface NumberColumn {
  readonly count: number;
  push(value: number): void;
  values(): Float64Array;
}

export function numberColumn(): NumberColumn {
  let values = new Float64Array(FIRST_SIZE);
  let count = 0;
  return {
    get count() {
      return count;
    },
    push(value) {
      if (count === values.length) {
        const larger = new Float64Array(count * 2);
        larger.set(values);
        values = larger;
      }
      values[count++] = value;
    },
    values: () => values.subarray(0, count),
  };
}

export interface IdColumn {
  push(value: Value | undefined): void;
  isText(): boolean;
  numbers(): Float64Array;
  texts(): (string | undefined)[];
}

export function idColumn(): IdColumn {
  const numbers = numberColumn();
  let texts: (string | undefined)[] | undefined;

  function asTexts(): (string | undefined)[] {
    return texts ?? Array.from(numbers.values(), (n) => (Number.isNaN(n) ? undefined : String(n)));
  }

  return {
    push(value) {
      if (texts === undefined) {
        const number = plainNumber(value);
        if (number !== undefined) {
          numbers.push(number);
          return;
        }
        texts = asTexts();
      }
      const text = value === null || value === undefined ? '' : String(value).trim();
      texts.push(text === '' ? undefined : text);
    },
    isText: () => texts !== undefined,
    numbers: () => numbers.values(),
    texts: asTexts,
  };
}

/** The number an id stands for, NaN for none; `undefined` where only text can hold it. */
function plainNumber(value: Value | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return Number.NaN;
  if (typeof value === 'number') return Number.isSafeInteger(value) || Number.isNaN(value) ? value : undefined;
  if (typeof value === 'bigint')
    return BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  if (typeof value === 'string') return PLAIN_INTEGER.test(value) ? Number(value) : undefined;
  return undefined;
}

/** Columns that refer to each other have to be of one kind: all numbers, or all text. */
export function sameKind(columns: readonly IdColumn[]): Ids[] {
  const text = columns.some((column) => column.isText());
  return columns.map((column) => (text ? column.texts() : column.numbers()));
}

/** NaN where there is no figure. */
export function figureOf(value: Value | undefined): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return Number.NaN;
}

export function textOf(value: Value | undefined): string {
  return value === null || value === undefined ? '' : String(value).trim();
}
