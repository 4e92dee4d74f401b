/** What every reader of a code needs: where the text starts and ends, and digits. */

import { isDigit, ZERO } from './character.ts';
import { type Fault, MaError } from './fault.ts';
import { MAX_MA_LENGTH } from './limits.ts';

/**
 * The text without the white space around it (spec 5.2). What is too long is refused unread (spec 5.1), what is no
 * string with a TypeError.
 */
export function bodyOf(text: string, what: string): string {
  if (typeof text !== 'string') throw new TypeError(`${what} must be a string`);
  if (text.length > MAX_MA_LENGTH) throw new MaError('tooLong', text, MAX_MA_LENGTH);
  return text.trim();
}

/** An error found in the body of `text`, with its position in `text` itself. */
export function errorIn(text: string, error: unknown): unknown {
  return error instanceof MaError ? error.movedBy(text.length - text.trimStart().length) : error;
}

/** The character code at `at`, or -1 past the end: `charCodeAt` past the end would spoil compiled code. */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1;
}

/** The value of two digits within the text, or -1. Pairs without a loop take a quarter of a loop's time. */
function pairAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** The number of two digits at `at`. */
export function twoDigitsAt(text: string, at: number, fault: Fault): number {
  const pair = at + 2 <= text.length ? pairAt(text, at) : -1;
  return pair >= 0 ? pair : failDigit(text, at, fault);
}

/** The number of four digits at `at`. */
export function fourDigitsAt(text: string, at: number, fault: Fault): number {
  if (at + 4 > text.length) failDigit(text, at, fault);
  const high = pairAt(text, at);
  const low = pairAt(text, at + 2);
  return high >= 0 && low >= 0 ? high * 100 + low : failDigit(text, at, fault);
}

/** The number of seven digits at `at`. */
export function sevenDigitsAt(text: string, at: number, fault: Fault): number {
  if (at + 7 > text.length) failDigit(text, at, fault);
  const high = pairAt(text, at);
  const middle = pairAt(text, at + 2);
  const low = pairAt(text, at + 4);
  const ones = text.charCodeAt(at + 6) - ZERO;
  if (high < 0 || middle < 0 || low < 0 || ones < 0 || ones > 9) failDigit(text, at, fault);
  return high * 100000 + middle * 1000 + low * 10 + ones;
}

/** Some character from `start` on is no digit. */
function failDigit(text: string, start: number, fault: Fault): never {
  let at = start;
  while (isDigit(codeAt(text, at))) at++;
  throw new MaError(fault, text, at);
}
