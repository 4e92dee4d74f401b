/** The standard part of a code, `3261001.0.1715`: text to parts and back (spec 5.4 to 5.7 and 7). */

import { DOT, isAlphanumeric, isDigit, isLetter, LOWER_A, SLASH, ZERO } from './character.ts';
import { type Fault, MaError } from './fault.ts';
import { MAX_BINSTRLEN, MAX_BINSTRVAL, MAX_SUBBASINCD_LENGTH } from './limits.ts';
import { isReachCode, type TreeCode, type WaterCode } from './model.ts';
import { bodyOf, codeAt, errorIn, fourDigitsAt } from './scan.ts';

/**
 * Reads a code text: a reach with V and L, a sub-basin without. Case and surrounding white space do not matter.
 * Throws a MaError.
 *
 * @example parseCode('3261001.0.1715') // { basincode: 3261, subbasincd: '001', binstrval: 0n, binstrlen: 1715 }
 * @example parseCode('3261001003') // { basincode: 3261, subbasincd: '001003' }
 */
export function parseCode(text: string): WaterCode {
  const body = bodyOf(text, 'a code');
  try {
    const cursor = { at: 0 };
    const code = readStandard(body, cursor);
    if (cursor.at < body.length) failAfter(code, body, cursor.at, 'codeEnd');
    return code;
  } catch (error) {
    throw errorIn(text, error);
  }
}

/**
 * Writes a code text, the key of a reach or sub-basin. Throws a RangeError for parts that make no code.
 *
 * @example formatCode({ basincode: 3261, subbasincd: '001', binstrval: 0n, binstrlen: 1715 }) // '3261001.0.1715'
 */
export function formatCode(code: WaterCode): string {
  const { basincode, subbasincd } = code;
  if (!Number.isInteger(basincode) || basincode < 1000 || basincode > 9999) {
    throw new RangeError(`basincode must be 1000 to 9999, not ${basincode}`);
  }
  const zone = basincode + canonicalSubbasincd(subbasincd);
  if (!isReachCode(code)) return zone;
  const { binstrval, binstrlen } = code;
  const rounded = typeof binstrval === 'bigint' ? Number(binstrval) : Number.NaN;
  if (isExactTreeCode(rounded, binstrlen)) return `${zone}.${rounded}.${binstrlen}`;
  assertTreeCode(code);
  return `${zone}.${binstrval}.${binstrlen}`;
}

/**
 * Do V and L make a code: in range, and V below 2^(L-1)?
 *
 * @example isTreeCode({ binstrval: 2n, binstrlen: 3 }) // true: the string 010
 * @example isTreeCode({ binstrval: 4n, binstrlen: 3 }) // false: 100 does not start with 0
 */
export function isTreeCode(code: TreeCode): boolean {
  const { binstrval, binstrlen } = code;
  if (typeof binstrval !== 'bigint') return false;
  if (isExactTreeCode(Number(binstrval), binstrlen)) return true;
  if (!isBinstrlen(binstrlen) || binstrval < 0n || binstrval > MAX_BINSTRVAL) return false;
  return binstrlen > 64 || binstrval >> BigInt(binstrlen - 1) === 0n;
}

/** The same for a V that is exact as a number, which most are: without BigInt arithmetic. Any other gives false. */
function isExactTreeCode(value: number, binstrlen: number): boolean {
  if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER) || !isBinstrlen(binstrlen)) return false;
  return binstrlen > SAFE_BITS || value < 2 ** (binstrlen - 1);
}

function isBinstrlen(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_BINSTRLEN;
}

/** Throws a RangeError unless V and L make a code. */
export function assertTreeCode(code: TreeCode): void {
  if (!isTreeCode(code)) {
    throw new RangeError(`V = ${code.binstrval}, L = ${code.binstrlen} is no code: it takes 0 <= V < 2^(L-1)`);
  }
}

/** How far a text has been read. */
export interface Cursor {
  at: number;
}

/** Reads the standard part; the cursor then stands behind it, wherever that is. */
export function readStandard(text: string, cursor: Cursor): WaterCode {
  const start = cursor.at;
  const basincode = fourDigitsAt(text, start, 'basincodeDigit');
  if (basincode < 1000) throw new MaError('basincodeZero', text, start);
  cursor.at = start + 4;
  const subbasincd = readSubbasincd(text, cursor);
  if (codeAt(text, cursor.at) !== DOT) return { basincode, subbasincd };

  const valueStart = ++cursor.at;
  const binstrval = readBinstrval(text, cursor);
  const next = codeAt(text, cursor.at);
  if (next !== DOT) {
    throw new MaError(next === -1 || next === SLASH ? 'binstrlenMissing' : 'binstrvalDigit', text, cursor.at);
  }
  const lengthStart = ++cursor.at;
  const binstrlen = readNumber(text, cursor, 'binstrlenDigit');
  if (binstrlen === 0 || binstrlen > MAX_BINSTRLEN) throw new MaError('binstrlenRange', text, lengthStart);
  if (binstrlen < SURE_LENGTH && !isTreeCode({ binstrval, binstrlen })) {
    throw new MaError('binstrvalUnfit', text, valueStart);
  }
  return { basincode, subbasincd, binstrval, binstrlen };
}

/** Something follows that does not belong there: part of a number or name gone wrong, or else `fault`. */
export function failAfter(code: WaterCode, text: string, at: number, fault: Fault): never {
  if (!isReachCode(code)) throw new MaError('subbasincdCharacter', text, at);
  throw new MaError(isAlphanumeric(text.charCodeAt(at)) ? 'binstrlenDigit' : fault, text, at);
}

/** Every V that is read has at most 64 bits, so any L past that fits it. */
const SURE_LENGTH = 65;
/** A number of up to 15 digits is exact; only longer ones take the slow way through BigInt. */
const SAFE_DIGITS = 15;
/** Every number that is exact is below 2^53. */
const SAFE_BITS = 53;
const MAX_BINSTRVAL_DIGITS = 20;

function readSubbasincd(text: string, cursor: Cursor): string {
  const start = cursor.at;
  let at = start;
  let hasLower = false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isAlphanumeric(code)) break;
    if (code >= LOWER_A) hasLower = true;
  }
  if (at === start) throw new MaError('subbasincdCharacter', text, at);
  if (at - start > MAX_SUBBASINCD_LENGTH) throw new MaError('subbasincdTooLong', text, start + MAX_SUBBASINCD_LENGTH);
  cursor.at = at;
  const subbasincd = text.slice(start, at);
  return hasLower ? subbasincd.toUpperCase() : subbasincd;
}

function readBinstrval(text: string, cursor: Cursor): bigint {
  const start = cursor.at;
  const rounded = readNumber(text, cursor, 'binstrvalDigit');
  const digits = cursor.at - start;
  if (digits <= SAFE_DIGITS) return BigInt(rounded);
  const exact = digits <= MAX_BINSTRVAL_DIGITS ? BigInt(text.slice(start, cursor.at)) : undefined;
  if (exact === undefined || exact > MAX_BINSTRVAL) throw new MaError('binstrvalTooLarge', text, start);
  return exact;
}

/** Reads a decimal number without leading zeros: exact up to 15 digits, rounded past that. */
function readNumber(text: string, cursor: Cursor, fault: Fault): number {
  const start = cursor.at;
  let value = 0;
  let at = start;
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (at === start) throw new MaError(fault, text, at);
  if (at > start + 1 && text.charCodeAt(start) === ZERO) throw new MaError('leadingZero', text, start);
  cursor.at = at;
  return value;
}

function canonicalSubbasincd(text: string): string {
  let hasLower = false;
  let valid = typeof text === 'string' && text.length > 0 && text.length <= MAX_SUBBASINCD_LENGTH;
  for (let at = 0; valid && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) continue;
    if (code >= LOWER_A) hasLower = true;
    valid = isLetter(code);
  }
  if (!valid) throw new RangeError(`subbasincd must be 1 to ${MAX_SUBBASINCD_LENGTH} of 0-9 A-Z, not "${text}"`);
  return hasLower ? text.toUpperCase() : text;
}
