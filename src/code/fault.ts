/** What can be wrong with a code: the one declared error, and the table of faults behind it. */

import { MAX_MA_LENGTH, MAX_SUBBASINCD_LENGTH } from './limits.ts';

/** Each fault: the clause of spec/code.md it breaks and what was expected, in English and Chinese. */
export const FAULTS = {
  tooLong: { clause: '5.1', en: `at most ${MAX_MA_LENGTH} characters`, zh: `不超过 ${MAX_MA_LENGTH} 个字符` },
  root: { clause: '5.3', en: 'the root "MA"', zh: '根标识 "MA"' },
  dotInProprietary: { clause: '5.3', en: 'a dot "."', zh: '点号 "."' },
  specialDigit: { clause: '5.3', en: 'a digit of the special number (4 digits)', zh: '专用号的数字（4 位）' },
  registerDigit: { clause: '5.3', en: 'a digit of the register number (4 digits)', zh: '注册节点号的数字（4 位）' },
  schemaDigit: {
    clause: '5.3',
    en: 'a digit of schema, resolution and version (2 digits each)',
    zh: '模式、分辨率、版本的数字（各 2 位）',
  },
  slashAfterProprietary: { clause: '5.3', en: 'a slash "/" before the standard part', zh: '标准部分之前的斜杠 "/"' },
  basincodeDigit: { clause: '5.5', en: 'a digit of the basin code (4 digits)', zh: '流域码的数字（4 位）' },
  basincodeZero: { clause: '5.5', en: 'a basin code of 1000 to 9999', zh: '1000 至 9999 的流域码' },
  subbasincdCharacter: {
    clause: '5.6',
    en: 'a digit or letter of the sub-basin code',
    zh: '子流域码的数字或字母',
  },
  subbasincdTooLong: {
    clause: '5.6',
    en: `a sub-basin code of at most ${MAX_SUBBASINCD_LENGTH} characters`,
    zh: `不超过 ${MAX_SUBBASINCD_LENGTH} 个字符的子流域码`,
  },
  binstrvalDigit: { clause: '5.7', en: 'a digit of V', zh: 'V 的数字' },
  binstrlenDigit: { clause: '5.7', en: 'a digit of L', zh: 'L 的数字' },
  binstrlenMissing: { clause: '5.4', en: 'a dot and L after V', zh: 'V 之后的点号和 L' },
  leadingZero: { clause: '5.7', en: 'a number without leading zeros', zh: '没有前导零的数' },
  binstrvalTooLarge: { clause: '2.5', en: 'V of at most 18446744073709551615', zh: '不超过 18446744073709551615 的 V' },
  binstrlenRange: { clause: '2.5', en: 'L of 1 to 99999999', zh: '1 至 99999999 的 L' },
  binstrvalUnfit: { clause: '2.4', en: 'V below 2^(L-1)', zh: '小于 2^(L-1) 的 V' },
  slashAfterStandard: {
    clause: '5.4',
    en: 'the end, or a slash "/" before the extension',
    zh: '结尾，或扩展部分之前的斜杠 "/"',
  },
  codeEnd: { clause: '7.1', en: 'the end of the code', zh: '编码的结尾' },
  tokenStart: {
    clause: '5.8',
    en: 'a token: two letters and what belongs to them',
    zh: '扩展标记：两个字母及其内容',
  },
  tokenCharacter: { clause: '5.8', en: 'a digit, a letter, "-" or "+"', zh: '数字、字母、"-" 或 "+"' },
  tokenRepeated: { clause: '5.8', en: 'each known token only once', zh: '每种已知标记只出现一次' },
  strahlerDigit: { clause: '5.9', en: 'a digit of the Strahler order (2 digits)', zh: 'Strahler 级别的数字（2 位）' },
  levelDigit: { clause: '5.9', en: 'a digit of the level (2 digits)', zh: '层级的数字（2 位）' },
  orderZero: { clause: '5.9', en: 'a number of 01 to 99', zh: '01 至 99 的数' },
  hsEnd: { clause: '5.9', en: 'the end of the HS token (4 digits)', zh: 'HS 标记的结尾（4 位数字）' },
  keyEmpty: { clause: '5.10', en: 'a key of at least one character', zh: '至少一个字符的键' },
  keyHex: { clause: '5.10', en: 'two hexadecimal digits after "+"', zh: '"+" 之后的两位十六进制数字' },
  keyNeedlessEscape: {
    clause: '5.10',
    en: 'the character itself, as it needs no escape',
    zh: '该字符本身（不需要转义）',
  },
  keyUtf8: { clause: '5.10', en: 'bytes that are valid UTF-8', zh: '有效的 UTF-8 字节' },
  eastOrWest: { clause: '5.11', en: '"E" or "W" before the longitude', zh: '经度之前的 "E" 或 "W"' },
  northOrSouth: { clause: '5.11', en: '"N" or "S" before the latitude', zh: '纬度之前的 "N" 或 "S"' },
  longitudeDigit: { clause: '5.11', en: 'a digit of the longitude (7 digits)', zh: '经度的数字（7 位）' },
  latitudeDigit: { clause: '5.11', en: 'a digit of the latitude (7 digits)', zh: '纬度的数字（7 位）' },
  longitudeRange: {
    clause: '5.11',
    en: 'a longitude of at most 1800000 (180 degrees)',
    zh: '不超过 1800000（180 度）的经度',
  },
  latitudeRange: {
    clause: '5.11',
    en: 'a latitude of at most 0900000 (90 degrees)',
    zh: '不超过 0900000（90 度）的纬度',
  },
  opEnd: { clause: '5.11', en: 'the end of the OP token', zh: 'OP 标记的结尾' },
  typeRepeated: { clause: '5.12', en: 'one type token at most', zh: '至多一个类型标记' },
  poiTypeWithoutPoi: {
    clause: '5.13',
    en: 'a TY token only together with the type PI',
    zh: 'TY 标记只能与类型 PI 同时出现',
  },
  checkWrong: { clause: '6.3', en: 'other check characters', zh: '不同的校验字符' },
  checkMissing: { clause: '6.4', en: 'check characters at the end', zh: '末尾的校验字符' },
} as const;

export type Fault = keyof typeof FAULTS;

/**
 * A string that is not a code: where, what stands there, and what should.
 *
 * @example
 * try { parseMa('MA.1OO2') } catch (error) {
 *   if (error instanceof MaError) error.position // 4
 * }
 */
export class MaError extends RangeError {
  override readonly name = 'MaError';
  readonly fault: Fault;
  /** 0-based offset in the string as submitted. */
  readonly position: number;
  /** The clause of spec/code.md that is broken. */
  readonly clause: string;
  /** The character at that position; `''` at the end of the string. */
  readonly found: string;
  /** What was expected there, in English. */
  readonly expected: string;
  /** The right check characters, where these were wrong. */
  readonly rightCheck: string | undefined;

  /** The character at `position` of `text` is the culprit; `offset` is what stood before `text`. */
  constructor(fault: Fault, text: string, position: number, rightCheck?: string, offset = 0) {
    const codePoint = text.codePointAt(position);
    const found = codePoint === undefined ? '' : String.fromCodePoint(codePoint);
    const { clause, en } = FAULTS[fault];
    const expected = rightCheck === undefined ? en : `the check characters "${rightCheck}"`;
    const character = offset + position + 1;
    super(
      `not a valid code: expected ${expected} at character ${character}, found ${describe(found)} (spec ${clause})`,
    );
    this.fault = fault;
    this.position = offset + position;
    this.clause = clause;
    this.found = found;
    this.expected = expected;
    this.rightCheck = rightCheck;
  }

  /** The same error in a string with `offset` more characters before it. */
  movedBy(offset: number): MaError {
    return offset === 0 ? this : new MaError(this.fault, this.found, 0, this.rightCheck, offset + this.position);
  }
}

/** ASCII whatever was found, so that the message fits into a header or a log. */
function describe(found: string): string {
  if (found === '') return 'the end';
  const code = found.codePointAt(0) ?? 0;
  if (code > 0x20 && code < 0x7f) return `"${found}"`;
  return code === 0x20 ? 'a space' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
