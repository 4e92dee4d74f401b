/** Reads the extension of an MA string, token by token (spec 5.8 to 5.14 and 6). */

import { DOT, isAlphanumeric, isLetter, lowerAscii, MINUS, PLUS, SLASH, upper, upperAscii } from './character.ts';
import { checkCharactersOf } from './check.ts';
import { scanKey } from './escape.ts';
import { type Fault, MaError } from './fault.ts';
import type { EntityType, Extension, Place } from './model.ts';
import { codeAt, sevenDigitsAt, twoDigitsAt } from './scan.ts';

type ExtensionSoFar = { -readonly [K in keyof Extension]: Extension[K] } & { other?: string[] };

/** `HS0701` and `OPE1062035N0380739`. */
const HS_WIDTH = 6;
const OP_WIDTH = 18;

const LETTER_C = 67;
const LETTER_E = 69;
const LETTER_N = 78;
const LETTER_S = 83;
const LETTER_W = 87;

/** The two letters a token starts with, as one number. */
const HS = 0x4853;
const ID = 0x4944;
const OP = 0x4f50;
const TY = 0x5459;
const RV = 0x5256;
const SB = 0x5342;
const JN = 0x4a4e;
const PI = 0x5049;

/** Reads from the slash before the extension to the end. */
export function readExtension(text: string, slash: number): Extension {
  const extension: ExtensionSoFar = {};
  let poiTypeAt = -1;
  let at = slash;
  do {
    const start = at + 1;
    const name = nameAt(text, start);
    switch (name) {
      case HS:
        if (extension.strahler !== undefined) throw new MaError('tokenRepeated', text, start);
        extension.strahler = orderAt(text, start + 2, 'strahlerDigit');
        extension.level = orderAt(text, start + 4, 'levelDigit');
        at = start + HS_WIDTH;
        if (!isTokenEnd(text, at)) throw new MaError('hsEnd', text, at);
        break;
      case OP:
        if (extension.place !== undefined) throw new MaError('tokenRepeated', text, start);
        extension.place = placeAt(text, start + 2);
        at = start + OP_WIDTH;
        if (!isTokenEnd(text, at)) throw new MaError('opEnd', text, at);
        break;
      case ID:
        if (extension.key !== undefined) throw new MaError('tokenRepeated', text, start);
        at = endOfToken(text, start);
        extension.key = scanKey(text, start + 2, at);
        break;
      case TY:
        if (extension.poiType !== undefined) throw new MaError('tokenRepeated', text, start);
        at = endOfToken(text, start);
        extension.poiType = lowerAscii(scanKey(text, start + 2, at));
        poiTypeAt = start;
        break;
      default: {
        const type = isTokenEnd(text, start + 2) ? typeNamed(name) : undefined;
        at = type === undefined ? endOfToken(text, start) : start + 2;
        if (type === undefined) readCheckOrOther(text, start, at, extension);
        else if (extension.type === undefined) extension.type = type;
        else throw new MaError('typeRepeated', text, start);
      }
    }
  } while (at < text.length);
  if (poiTypeAt >= 0 && extension.type !== 'poi') throw new MaError('poiTypeWithoutPoi', text, poiTypeAt);
  return extension;
}

/** Is the last token a check? Once the extension has been read, such a tail can be nothing else. */
export function endsInCheck(text: string): boolean {
  const before = text.charCodeAt(text.length - 4);
  return (before === DOT || before === SLASH) && isCheckToken(text, text.length - 3, text.length);
}

function nameAt(text: string, at: number): number {
  return at + 2 <= text.length ? upper(text.charCodeAt(at)) * 256 + upper(text.charCodeAt(at + 1)) : 0;
}

function endOfToken(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== DOT) at++;
  return at;
}

function isTokenEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === DOT;
}

function readCheckOrOther(text: string, start: number, end: number, into: ExtensionSoFar): void {
  if (isCheckToken(text, start, end)) {
    if (into.check !== undefined) throw new MaError('tokenRepeated', text, start);
    into.check = checkAt(text, start);
  } else {
    into.other ??= [];
    into.other.push(unknownAt(text, start, end));
  }
}

function typeNamed(name: number): EntityType | undefined {
  switch (name) {
    case RV:
      return 'rivers';
    case SB:
      return 'subbasins';
    case JN:
      return 'junction';
    case PI:
      return 'poi';
    default:
      return undefined;
  }
}

function orderAt(text: string, at: number, fault: Fault): number {
  const order = twoDigitsAt(text, at, fault);
  if (order === 0) throw new MaError('orderZero', text, at);
  return order;
}

/** West and south are negative, and zero is never -0: `W0000000` is `E0000000`. */
function placeAt(text: string, at: number): Place {
  const eastOrWest = upper(codeAt(text, at));
  if (eastOrWest !== LETTER_E && eastOrWest !== LETTER_W) throw new MaError('eastOrWest', text, at);
  const longitude = sevenDigitsAt(text, at + 1, 'longitudeDigit');
  if (longitude > 1800000) throw new MaError('longitudeRange', text, at + 1);
  const northOrSouth = upper(codeAt(text, at + 8));
  if (northOrSouth !== LETTER_N && northOrSouth !== LETTER_S) throw new MaError('northOrSouth', text, at + 8);
  const latitude = sevenDigitsAt(text, at + 9, 'latitudeDigit');
  if (latitude > 900000) throw new MaError('latitudeRange', text, at + 9);
  return {
    lonE4: eastOrWest === LETTER_W ? 0 - longitude : longitude,
    latE4: northOrSouth === LETTER_S ? 0 - latitude : latitude,
  };
}

function isCheckToken(text: string, start: number, end: number): boolean {
  if (end - start !== 3 || upper(text.charCodeAt(start)) !== LETTER_C) return false;
  return isAlphanumeric(text.charCodeAt(start + 1)) && isAlphanumeric(text.charCodeAt(start + 2));
}

function checkAt(text: string, start: number): string {
  const check = upperAscii(text.slice(start + 1, start + 3));
  const right = checkCharactersOf(text.slice(0, start + 1));
  if (check !== right) throw new MaError('checkWrong', text, start + 1, right);
  return check;
}

function unknownAt(text: string, start: number, end: number): string {
  for (let at = start; at < start + 2; at++) {
    if (at >= end || !isLetter(text.charCodeAt(at))) throw new MaError('tokenStart', text, at);
  }
  for (let at = start + 2; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isAlphanumeric(code) && code !== MINUS && code !== PLUS) throw new MaError('tokenCharacter', text, at);
  }
  return upperAscii(text.slice(start, end));
}
