/** The two check characters of a code: ISO/IEC 7064, MOD 1271-36, with four more characters (spec 6). */

import { DOT, isDigit, isLetter, MINUS, PLUS, SLASH, upper } from './character.ts';

const MODULUS = 1271;
const RADIX = 36;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The check characters over `text`, whatever the case of its letters.
 * Characters outside 0-9 A-Z `.` `/` `-` `+` are refused with a RangeError.
 *
 * @example checkCharactersOf('ISO79') // '3W', the example of the standard
 */
export function checkCharactersOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    sum = ((sum + checkValueOf(text.charCodeAt(at))) * RADIX) % MODULUS;
  }
  const check = (MODULUS + 1 - ((sum * RADIX) % MODULUS)) % MODULUS;
  return ALPHABET.charAt(Math.floor(check / RADIX)) + ALPHABET.charAt(check % RADIX);
}

function checkValueOf(code: number): number {
  if (isDigit(code)) return code - 48;
  if (isLetter(code)) return upper(code) - 55;
  if (code === DOT) return 36;
  if (code === SLASH) return 37;
  if (code === MINUS) return 38;
  if (code === PLUS) return 39;
  throw new RangeError(`no check value for the character U+${code.toString(16).padStart(4, '0')}`);
}
