/** POI keys and types as they stand in a token: 0-9 A-Z and `-` as they are, every other byte as `+HH` (spec 5.10). */

import { hexValue, isDigit, isLetter, MINUS, PLUS, upperAscii } from './character.ts';
import { MaError } from './fault.ts';

const HEX = '0123456789ABCDEF';

/**
 * Escapes a key or type for its token. Refuses the empty string and lone surrogates with a RangeError.
 *
 * @example escapeKey('Sanmenxia-1') // 'SANMENXIA-1'
 * @example escapeKey('三') // '+E4+B8+89'
 */
export function escapeKey(key: string): string {
  if (typeof key !== 'string') throw new TypeError('a key must be a string');
  if (key === '') throw new RangeError('a key must have at least one character');
  let escaped = '';
  for (const character of key) {
    const code = character.codePointAt(0) ?? 0;
    if (isPlain(code)) escaped += upperAscii(character);
    else if (code >= 0xd800 && code <= 0xdfff) throw new RangeError('a key must not contain half a surrogate pair');
    else escaped += escapeCodePoint(code);
  }
  return escaped;
}

/**
 * Reads an escaped key back; its letters come out in upper case. Throws a MaError.
 *
 * @example unescapeKey('+E4+B8+89') // '三'
 */
export function unescapeKey(escaped: string): string {
  if (typeof escaped !== 'string') throw new TypeError('a key must be a string');
  return scanKey(escaped, 0, escaped.length);
}

/** Reads the key that stands in `text` from `start` to `end`. */
export function scanKey(text: string, start: number, end: number): string {
  if (start === end) throw new MaError('keyEmpty', text, start);
  let at = start;
  while (at < end && isPlain(text.charCodeAt(at))) at++;
  if (at === end) return upperAscii(text.slice(start, end));
  let key = upperAscii(text.slice(start, at));
  while (at < end) {
    const code = text.charCodeAt(at);
    if (isPlain(code)) {
      key += upperAscii(text.charAt(at));
      at++;
    } else if (code === PLUS) {
      const codePoint = scanEscapedCodePoint(text, at, end);
      key += String.fromCodePoint(codePoint);
      at += 3 * utf8Length(codePoint);
    } else {
      throw new MaError('tokenCharacter', text, at);
    }
  }
  return key;
}

function isPlain(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === MINUS;
}

function escapeCodePoint(code: number): string {
  if (code < 0x80) return escapeByte(code);
  const length = utf8Length(code);
  let escaped = escapeByte(((0xf00 >> length) & 0xff) | (code >> (6 * (length - 1))));
  for (let shift = 6 * (length - 2); shift >= 0; shift -= 6) escaped += escapeByte(0x80 | ((code >> shift) & 0x3f));
  return escaped;
}

function escapeByte(byte: number): string {
  return `+${HEX.charAt(byte >> 4)}${HEX.charAt(byte & 15)}`;
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function scanEscapedCodePoint(text: string, at: number, end: number): number {
  const first = scanByte(text, at, end);
  if (first < 0x80) {
    if (isPlain(first)) throw new MaError('keyNeedlessEscape', text, at);
    return first;
  }
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) throw new MaError('keyUtf8', text, at);
  let code = first & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const next = at + 3 * i;
    if (next >= end || text.charCodeAt(next) !== PLUS) throw new MaError('keyUtf8', text, at);
    const byte = scanByte(text, next, end);
    if ((byte & 0xc0) !== 0x80) throw new MaError('keyUtf8', text, at);
    code = (code << 6) | (byte & 0x3f);
  }
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  if (surrogate || code > 0x10ffff || utf8Length(code) !== length) throw new MaError('keyUtf8', text, at);
  return code;
}

function scanByte(text: string, at: number, end: number): number {
  let byte = 0;
  for (let digit = at + 1; digit <= at + 2; digit++) {
    const value = digit < end ? hexValue(text.charCodeAt(digit)) : -1;
    if (value < 0) throw new MaError('keyHex', text, digit);
    byte = byte * 16 + value;
  }
  return byte;
}
