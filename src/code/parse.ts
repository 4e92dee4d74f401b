/** Reads an MA string into its parts (spec 5). A scanner over character codes: no pattern can be made slow. */

import { DOT, SLASH, upper } from './character.ts';
import { endsInCheck, readExtension } from './extension.ts';
import { type Fault, MaError } from './fault.ts';
import type { Ma, Proprietary } from './model.ts';
import { readReach } from './reach.ts';
import { bodyOf, codeAt, errorIn, fourDigitsAt, twoDigitsAt } from './scan.ts';
import { failAfter, readStandard } from './standard.ts';

const LETTER_A = 65;
const LETTER_M = 77;

/** `MA.1002.3261.101201/` */
const PROPRIETARY_WIDTH = 20;

/** How strictly to read. */
export interface ParseOptions {
  /** Refuse a code that does not end in check characters. */
  readonly requireCheck?: boolean;
}

/**
 * Reads an MA string. Throws a MaError that says where and why, or a TypeError for anything but a string.
 *
 * @example
 * const ma = parseMa('MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV');
 * ma.standard.basincode // 3261
 * ma.extension.strahler // 7
 */
export function parseMa(text: string, options?: ParseOptions): Ma {
  const body = bodyOf(text, 'an MA string');
  const requireCheck = options?.requireCheck ?? false;
  const reach = requireCheck ? undefined : readReach(body);
  if (reach !== undefined) return reach;
  try {
    return readMa(withoutTrailingSlash(body), requireCheck);
  } catch (error) {
    throw errorIn(text, error);
  }
}

/**
 * Is it a valid MA string?
 *
 * @example isValidMa('ma.1002.3261.101201/3261001') // true: case does not matter
 * @example isValidMa('MA.1002.123.101201/123AB.456.789') // false
 */
export function isValidMa(text: string, options?: ParseOptions): boolean {
  try {
    parseMa(text, options);
    return true;
  } catch (error) {
    if (error instanceof MaError) return false;
    throw error;
  }
}

/** The slash of the proprietary part is no trailing one: what is missing stands behind it. */
function withoutTrailingSlash(body: string): string {
  return body.length > PROPRIETARY_WIDTH && body.charCodeAt(body.length - 1) === SLASH ? body.slice(0, -1) : body;
}

function readMa(text: string, requireCheck: boolean): Ma {
  const proprietary = readProprietary(text);
  const cursor = { at: PROPRIETARY_WIDTH };
  const standard = readStandard(text, cursor);
  const next = codeAt(text, cursor.at);
  if (next !== -1 && next !== SLASH) failAfter(standard, text, cursor.at, 'slashAfterStandard');
  const extension = next === -1 ? {} : readExtension(text, cursor.at);
  if (requireCheck && !endsInCheck(text)) throw new MaError('checkMissing', text, text.length);
  return { proprietary, standard, extension };
}

/** Most codes come from one publisher: the last proprietary part is kept, and compared as a whole. */
let lastText = '';
let lastProprietary: Proprietary | undefined;

function readProprietary(text: string): Proprietary {
  const head = text.slice(0, PROPRIETARY_WIDTH);
  if (lastProprietary === undefined || head !== lastText) {
    lastProprietary = scanProprietary(text);
    lastText = head;
  }
  return lastProprietary;
}

function scanProprietary(text: string): Proprietary {
  expect(text, 0, LETTER_M, 'root');
  expect(text, 1, LETTER_A, 'root');
  expect(text, 2, DOT, 'dotInProprietary');
  const special = fourDigitsAt(text, 3, 'specialDigit');
  expect(text, 7, DOT, 'dotInProprietary');
  const register = fourDigitsAt(text, 8, 'registerDigit');
  expect(text, 12, DOT, 'dotInProprietary');
  const schema = twoDigitsAt(text, 13, 'schemaDigit');
  const resolution = twoDigitsAt(text, 15, 'schemaDigit');
  const version = twoDigitsAt(text, 17, 'schemaDigit');
  expect(text, 19, SLASH, 'slashAfterProprietary');
  return Object.freeze({ special, register, schema, resolution, version });
}

function expect(text: string, at: number, code: number, fault: Fault): void {
  if (upper(codeAt(text, at)) !== code) throw new MaError(fault, text, at);
}
