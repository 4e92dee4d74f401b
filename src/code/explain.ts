/** Says in English and Chinese what is wrong with an MA string, where, and what was probably meant. */

import { FAULTS, MaError } from './fault.ts';
import { formatMa } from './format.ts';
import { parseMa } from './parse.ts';
import { suggestMa } from './repair.ts';

/** One text in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

export type MaExplanation =
  | { readonly valid: true; readonly canonical: string }
  | {
      readonly valid: false;
      /** 0-based offset in the string as submitted. */
      readonly position: number;
      /** The clause of spec/code.md that is broken. */
      readonly clause: string;
      /** The character at that position, `''` at the end. */
      readonly found: string;
      readonly expected: Bilingual;
      /** All of it in one sentence. */
      readonly message: Bilingual;
      /** Valid strings that may have been meant, likeliest first. */
      readonly suggestions: readonly string[];
    };

/**
 * Explains an MA string: its canonical form if it is valid, else the fault and what may have been meant.
 * Throws a TypeError for anything but a string, and nothing else.
 *
 * @example
 * const explanation = explainMa('MA.1OO2.3261.101201/3261001');
 * if (!explanation.valid) {
 *   explanation.message.en // 'Character 5 is "O", where a digit of the special number (4 digits) was expected (spec 5.3).'
 *   explanation.suggestions // ['MA.1002.3261.101201/3261001']
 * }
 */
export function explainMa(text: string): MaExplanation {
  try {
    return { valid: true, canonical: formatMa(parseMa(text)) };
  } catch (error) {
    if (!(error instanceof MaError)) throw error;
    return explainError(text, error);
  }
}

function explainError(text: string, error: MaError): MaExplanation {
  const { position, clause, found, fault, rightCheck } = error;
  const expected =
    rightCheck === undefined
      ? { en: FAULTS[fault].en, zh: FAULTS[fault].zh }
      : {
          en: `the check "${rightCheck}" (unless something before it was mistyped)`,
          zh: `校验字符 "${rightCheck}"（除非前面有输入错误）`,
        };
  const message = {
    en: `${foundEn(found, position)}, where ${expected.en} was expected (spec ${clause}).`,
    zh: `${foundZh(found, position)}，应为${expected.zh}（规范 ${clause}）。`,
  };
  return { valid: false, position, clause, found, expected, message, suggestions: suggestMa(text) };
}

function foundEn(found: string, position: number): string {
  if (found === '') return `The string ends after character ${position}`;
  return `Character ${position + 1} is ${isVisible(found) ? `"${found}"` : codePointName(found)}`;
}

function foundZh(found: string, position: number): string {
  if (found === '') return `第 ${position} 个字符之后已结束`;
  return `第 ${position + 1} 个字符是 ${isVisible(found) ? `"${found}"` : codePointName(found)}`;
}

function isVisible(character: string): boolean {
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
}

function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
