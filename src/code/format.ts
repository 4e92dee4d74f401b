/** Writes the parts of an MA string in the canonical form (spec 5.15). */

import { DOT, isDigit, isLetter, MINUS, PLUS, SLASH, upperAscii, ZERO } from './character.ts';
import { checkCharactersOf } from './check.ts';
import { escapeKey } from './escape.ts';
import { MAX_MA_LENGTH } from './limits.ts';
import type { EntityType, Extension, Ma, Place, Proprietary } from './model.ts';
import { parseMa } from './parse.ts';
import { assertPlace } from './place.ts';
import { formatCode } from './standard.ts';

const LETTER_E = 69;
const LETTER_N = 78;
const LETTER_O = 79;
const LETTER_P = 80;
const LETTER_S = 83;
const LETTER_W = 87;

/**
 * Writes an MA string in canonical form: upper case, tokens in their order, no check characters.
 * Throws a RangeError for parts that make no code.
 *
 * @example formatMa(parseMa('ma.1002.3261.101201/3261001.0.1715/rv.hs0701/'))
 * // 'MA.1002.3261.101201/3261001.0.1715/HS0701.RV'
 */
export function formatMa(ma: Ma): string {
  const text = `${formatProprietary(ma.proprietary)}${formatCode(ma.standard)}${formatExtension(ma.extension)}`;
  if (text.length > MAX_MA_LENGTH) throw new RangeError(`an MA string has at most ${MAX_MA_LENGTH} characters`);
  return text;
}

/**
 * The canonical form with check characters at its end.
 *
 * @example formatMaWithCheck(parseMa('MA.1002.3261.101201/3261001')) // 'MA.1002.3261.101201/3261001/CZ2'
 */
export function formatMaWithCheck(ma: Ma): string {
  const canonical = formatMa(ma);
  const open = `${canonical}${canonical.indexOf('/', canonical.indexOf('/') + 1) < 0 ? '/' : '.'}C`;
  const text = open + checkCharactersOf(open);
  if (text.length > MAX_MA_LENGTH) throw new RangeError(`an MA string has at most ${MAX_MA_LENGTH} characters`);
  return text;
}

/**
 * The canonical form of an MA string. Throws a MaError.
 *
 * @example canonicalMa(' ma.1002.3261.101201/3261001/ ') // 'MA.1002.3261.101201/3261001'
 */
export function canonicalMa(text: string): string {
  return formatMa(parseMa(text));
}

/** Most codes come from one publisher: the last proprietary part written is kept, with its slash. */
let lastProprietary: Proprietary = { special: 0, register: 0, schema: 0, resolution: 0, version: 0 };
let lastText = 'MA.0000.0000.000000/';

function formatProprietary(parts: Proprietary): string {
  const { special, register, schema, resolution, version } = parts;
  if (
    special !== lastProprietary.special ||
    register !== lastProprietary.register ||
    schema !== lastProprietary.schema ||
    resolution !== lastProprietary.resolution ||
    version !== lastProprietary.version
  ) {
    const issue = digits(schema, 2, 'schema') + digits(resolution, 2, 'resolution') + digits(version, 2, 'version');
    lastText = `MA.${digits(special, 4, 'special')}.${digits(register, 4, 'register')}.${issue}/`;
    lastProprietary = { special, register, schema, resolution, version };
  }
  return lastText;
}

/** The tokens with the slash before them, or nothing. */
function formatExtension(extension: Extension): string {
  const { strahler, level, key, place, poiType, type, other } = extension;
  let text = '';
  if (strahler !== undefined || level !== undefined) text = ordersToken(strahler, level);
  if (key !== undefined) text += `${text === '' ? '/' : '.'}ID${escapeKey(key)}`;
  if (place !== undefined) text += placeToken(place, text === '');
  if (poiType !== undefined) {
    if (type !== 'poi') throw new RangeError('a POI type goes only with the type "poi"');
    text += `${text === '' ? '/' : '.'}TY${escapeKey(poiType)}`;
  }
  if (type !== undefined) text += typeToken(type, text === '');
  if (other !== undefined) for (const token of other) text += `${text === '' ? '/' : '.'}${otherToken(token)}`;
  return text;
}

/** With what stands before it: to put the two together each time takes 20 ns. */
function typeToken(type: EntityType, isFirst: boolean): string {
  switch (type) {
    case 'rivers':
      return isFirst ? '/RV' : '.RV';
    case 'subbasins':
      return isFirst ? '/SB' : '.SB';
    case 'junction':
      return isFirst ? '/JN' : '.JN';
    case 'poi':
      return isFirst ? '/PI' : '.PI';
    default:
      throw new RangeError(`unknown type "${type}"`);
  }
}

/** By a hundred times the Strahler order plus the level. */
const ORDERS_TOKENS = new Array<string | undefined>(10000);

/** `/HS0701`, always the first token. There are few different ones, so each is made once: that saves 15 ns. */
function ordersToken(strahler: number | undefined, level: number | undefined): string {
  const index = order(strahler, 'strahler') * 100 + order(level, 'level');
  ORDERS_TOKENS[index] ??= `/HS${String(index).padStart(4, '0')}`;
  return ORDERS_TOKENS[index];
}

/** `.OPE1062035N0380739`. Made of characters at once it takes half the time that it takes to put pieces together. */
function placeToken(place: Place, isFirst: boolean): string {
  assertPlace(place);
  const { lonE4, latE4 } = place;
  const longitude = Math.abs(lonE4);
  const latitude = Math.abs(latE4);
  return String.fromCharCode(
    isFirst ? SLASH : DOT,
    LETTER_O,
    LETTER_P,
    lonE4 < 0 ? LETTER_W : LETTER_E,
    digitOf(longitude, 1000000),
    digitOf(longitude, 100000),
    digitOf(longitude, 10000),
    digitOf(longitude, 1000),
    digitOf(longitude, 100),
    digitOf(longitude, 10),
    digitOf(longitude, 1),
    latE4 < 0 ? LETTER_S : LETTER_N,
    digitOf(latitude, 1000000),
    digitOf(latitude, 100000),
    digitOf(latitude, 10000),
    digitOf(latitude, 1000),
    digitOf(latitude, 100),
    digitOf(latitude, 10),
    digitOf(latitude, 1),
  );
}

/** The digit that counts so many units, as a character code. `| 0` keeps it whole-number arithmetic. */
function digitOf(value: number, unit: number): number {
  return ZERO + (((value / unit) | 0) % 10);
}

function order(value: number | undefined, name: string): number {
  if (value === undefined) throw new RangeError(`${name} is missing: strahler and level go together`);
  if (value === 0) throw new RangeError(`${name} must be 1 to 99, not 0`);
  assertDigits(value, 100, name);
  return value;
}

function digits(value: number, count: 2 | 4, name: string): string {
  const end = 10 ** count;
  assertDigits(value, end, name);
  return String(value).padStart(count, '0');
}

function assertDigits(value: number, end: number, name: string): void {
  if (!Number.isInteger(value) || value < 0 || value >= end) {
    throw new RangeError(`${name} must be 0 to ${end - 1}, not ${value}`);
  }
}

/** An unknown token must not read back as a known one. */
function otherToken(token: string): string {
  const written = upperAscii(token);
  let valid = written.length >= 2 && !/^(?:HS|ID|OP|TY|(?:RV|SB|JN|PI|C[0-9A-Z]{2})$)/.test(written);
  for (let at = 0; valid && at < written.length; at++) {
    const code = written.charCodeAt(at);
    valid = isLetter(code) || (at >= 2 && (isDigit(code) || code === MINUS || code === PLUS));
  }
  if (!valid) throw new RangeError(`"${token}" cannot stand as an unknown token`);
  return written;
}
