/** Finds what a mistyped MA string was most likely meant to be; every suggestion is a string that parses. */

import { isDigit } from './character.ts';
import { type Fault, MaError } from './fault.ts';
import { MAX_MA_LENGTH } from './limits.ts';
import { parseMa } from './parse.ts';
import { zonePathOf } from './zone.ts';

/** Bounds the search: no string is parsed more often than this, whatever it contains. */
const MAX_TRIALS = 64;
const MAX_SUGGESTIONS = 4;

/** Letters that are taken for a digit, by eye. */
const DIGIT_LIKE: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const DOT_LIKE = new Set([',', ';', ':', '_', '-', '+', '/']);
const SLASH_LIKE = new Set(['\\', '|', '.', '-', ':']);

/**
 * Valid MA strings near an invalid one, likeliest first; none where no near miss is obvious.
 *
 * @example suggestMa('MA.1OO2.3261.101201/3261001') // ['MA.1002.3261.101201/3261001']
 */
export function suggestMa(text: string): string[] {
  if (text.length > MAX_MA_LENGTH) return [];
  const suggestions: string[] = [];
  const queue = [plainCharacters(text)];
  const seen = new Set(queue);
  for (let trial = 0; trial < queue.length && trial < MAX_TRIALS; trial++) {
    const candidate = queue[trial] ?? '';
    const error = errorOf(candidate);
    if (error === undefined) {
      suggestions.push(withDigitsInZone(candidate));
      if (suggestions.length === MAX_SUGGESTIONS) break;
      continue;
    }
    for (const repaired of repairs(candidate, error)) {
      if (!seen.has(repaired)) queue.push(repaired);
      seen.add(repaired);
    }
  }
  return suggestions;
}

/** A sub-basin code may have letters, so no parser objects to `OO1`; but if digits make groups of it, they were meant. */
function withDigitsInZone(text: string): string {
  const { standard } = parseMa(text);
  const subbasincd = standard.subbasincd.replace(/[A-Z]/g, (letter) => DIGIT_LIKE[letter] ?? letter);
  if (zonePathOf(standard) !== undefined || zonePathOf({ ...standard, subbasincd }) === undefined) return text;
  return text.replace(`/${standard.basincode}${standard.subbasincd}`, `/${standard.basincode}${subbasincd}`);
}

function errorOf(text: string): MaError | undefined {
  try {
    parseMa(text);
    return undefined;
  } catch (error) {
    if (error instanceof MaError) return error;
    throw error;
  }
}

/** Full-width forms, typographic dashes and dots, percent-encoding, spaces and invisible characters, all undone. */
function plainCharacters(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\u00b7\u2024\u30fb\uff61]/g, '.')
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/%2F/gi, '/')
    .replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, '')
    .toUpperCase();
}

const DIGIT_FAULTS: ReadonlySet<Fault> = new Set<Fault>([
  'specialDigit',
  'registerDigit',
  'schemaDigit',
  'basincodeDigit',
  'binstrvalDigit',
  'binstrlenDigit',
  'strahlerDigit',
  'levelDigit',
  'longitudeDigit',
  'latitudeDigit',
]);

function repairs(text: string, error: MaError): string[] {
  const { fault, position: at, found } = error;
  const insert = (what: string) => text.slice(0, at) + what + text.slice(at);
  const replace = (what: string, length = 1) => text.slice(0, at) + what + text.slice(at + length);
  if (DIGIT_FAULTS.has(fault)) {
    const digit = DIGIT_LIKE[found];
    if (digit !== undefined) return [replace(digit)];
    return DOT_LIKE.has(found) ? [replace('.')] : [];
  }
  switch (fault) {
    case 'root':
      return rootRepairs(text, at);
    case 'dotInProprietary':
      return [DOT_LIKE.has(found) ? replace('.') : insert('.')];
    case 'slashAfterProprietary':
    case 'slashAfterStandard':
      return [SLASH_LIKE.has(found) ? replace('/') : insert('/')];
    case 'leadingZero':
      return [`${text.slice(0, at + 1)}.${text.slice(at + 1)}`, replace('')];
    case 'eastOrWest':
      return isDigit(found.charCodeAt(0)) ? [insert('E'), insert('W')] : [];
    case 'northOrSouth':
      return isDigit(found.charCodeAt(0)) ? [insert('N'), insert('S')] : [];
    case 'hsEnd':
    case 'opEnd':
      return [DOT_LIKE.has(found) ? replace('.') : insert('.')];
    case 'subbasincdCharacter':
    case 'tokenCharacter':
      return DOT_LIKE.has(found) ? [replace('.')] : [];
    case 'tokenStart':
      return text.endsWith('.') && at === text.length ? [text.slice(0, -1)] : [];
    case 'checkWrong':
      return [replace(error.rightCheck ?? '', 2)];
    default:
      return [];
  }
}

function rootRepairs(text: string, at: number): string[] {
  if (at > 0) return [];
  const first = text.charCodeAt(0);
  if (isDigit(first)) return [`MA.${text}`];
  const start = text.indexOf('MA.');
  return start > 0 ? [text.slice(start)] : [];
}
