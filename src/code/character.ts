/** Character codes: the few tests every scanner here needs. */

export const SLASH = 47;
export const DOT = 46;
export const PLUS = 43;
export const MINUS = 45;
export const ZERO = 48;
export const LOWER_A = 97;

/** ASCII a-z to A-Z; everything else, and `ı` or `ſ` too, stays as it is. */
export function upper(code: number): number {
  return isLower(code) ? code - 32 : code;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A-Z or a-z. */
export function isLetter(code: number): boolean {
  const folded = code | 32;
  return folded >= 97 && folded <= 122;
}

export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

/** Value of a hexadecimal digit of either case, or -1. */
export function hexValue(code: number): number {
  if (isDigit(code)) return code - 48;
  const folded = code | 32;
  return folded >= 97 && folded <= 102 ? folded - 87 : -1;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Upper-cases ASCII letters alone: `toUpperCase` would turn `ß` into `SS`. */
export function upperAscii(text: string): string {
  let at = 0;
  while (at < text.length && !isLower(text.charCodeAt(at))) at++;
  return at === text.length ? text : text.replace(/[a-z]+/g, (run) => run.toUpperCase());
}

/** Lower-cases ASCII letters alone. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}
