/** What `watercode ma` can do with one code, or two: each gives the lines to print. */

import {
  type Bilingual,
  canonicalMa,
  downstreamOf,
  explainMa,
  formatCode,
  formatMaWithCheck,
  isReachCode,
  MaError,
  type MaExplanation,
  mainStemUpstreamOf,
  parseCode,
  parseMa,
  type ReachCode,
  type Resolution,
  relationOf,
  resolutionToJson,
  resolveMa,
  tributaryUpstreamOf,
  type WaterCode,
  type ZoneTable,
} from '../../code/index.ts';
import { CommandError } from '../command.ts';
import { describeCode, describeMa } from './describe.ts';

export interface Choices {
  json: boolean;
  add: boolean;
  steps: number | undefined;
  table: ZoneTable | undefined;
  language: 'en' | 'zh';
}

export interface Action {
  /** How many codes make one input. */
  words: 1 | 2;
  run(words: readonly string[], choices: Choices): Iterable<string>;
}

export const ACTIONS: Readonly<Record<string, Action>> = {
  parse: { words: 1, run: ([ma = ''], { json }) => [parseLine(resolveMa(ma), json)] },
  format: {
    words: 1,
    run: ([ma = ''], { json }) => [line(json, { original: ma, ma: canonicalMa(ma) }, canonicalMa(ma))],
  },
  check: { words: 1, run: ([ma = ''], choices) => [checkLine(ma, choices)] },
  explain: { words: 1, run: ([ma = ''], choices) => [explainLine(ma, choices)] },
  relation: { words: 2, run: ([a = '', b = ''], choices) => [relationLine(a, b, choices)] },
  up: { words: 1, run: ([code = ''], choices) => upLines(code, choices) },
  down: { words: 1, run: ([code = ''], choices) => downLines(code, choices) },
};

function line(json: boolean, object: object, text: string): string {
  return json ? JSON.stringify(object) : text;
}

function parseLine(resolution: Resolution, json: boolean): string {
  if (json) return resolutionToJson(resolution);
  const { original, ...parts } = resolution;
  return Object.values(parts)
    .flatMap((part) => Object.entries(part))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('.') : value}`)
    .join(' ');
}

function checkLine(original: string, { add, json }: Choices): string {
  if (add) {
    const checked = formatMaWithCheck(parseMa(original));
    return line(json, { original, ma: checked }, checked);
  }
  const check = parseMa(original, { requireCheck: true }).extension.check;
  return line(json, { original, check, ok: true }, `ok ${original.trim()}`);
}

function explainLine(original: string, { json, language }: Choices): string {
  const explanation = explainCode(original);
  if (json) return JSON.stringify({ original, ...explanation });
  const message = explanation.message[language];
  if (explanation.valid) {
    return language === 'zh'
      ? `有效：${explanation.canonical}，${message}`
      : `valid: ${explanation.canonical}, ${message}`;
  }
  if (explanation.suggestions.length === 0) return message;
  const [ask, or] = language === 'zh' ? ['是否为：', ' 或 '] : [' Did you mean: ', ' or '];
  return `${message}${ask}${explanation.suggestions.join(or)}`;
}

type Explanation = { valid: true; canonical: string; message: Bilingual } | Extract<MaExplanation, { valid: false }>;

function explainCode(text: string): Explanation {
  if (!isMa(text)) {
    const code = codeOrUndefined(text);
    if (code !== undefined) return { valid: true, canonical: formatCode(code), message: describeCode(code) };
  }
  const explanation = explainMa(text);
  return explanation.valid ? { ...explanation, message: describeMa(parseMa(text)) } : explanation;
}

function codeOrUndefined(text: string): WaterCode | undefined {
  try {
    return parseCode(text);
  } catch (error) {
    if (error instanceof MaError) return undefined;
    throw error;
  }
}

function relationLine(a: string, b: string, { json, table }: Choices): string {
  const relation = relationOf(readCode(a), readCode(b), table);
  return line(json, { a, b, relation }, relation);
}

function* upLines(original: string, { json, steps = 1 }: Choices): Generator<string> {
  let at: ReachCode | undefined = readReach(original);
  for (let step = 1; step <= steps && at !== undefined; step++) {
    const main: ReachCode | undefined = mainStemUpstreamOf(at);
    const tributary = tributaryUpstreamOf(at);
    for (const [kind, code] of Object.entries({ main, tributary })) {
      if (code === undefined) continue;
      yield line(json, { original, step, kind, code: formatCode(code) }, `${kind} ${formatCode(code)}`);
    }
    at = main;
  }
}

function* downLines(original: string, { json, steps = Number.POSITIVE_INFINITY }: Choices): Generator<string> {
  let at = downstreamOf(readReach(original));
  for (let step = 1; step <= steps && at !== undefined; step++) {
    yield line(json, { original, step, code: formatCode(at) }, formatCode(at));
    at = downstreamOf(at);
  }
}

function isMa(text: string): boolean {
  return /^\s*ma\b/i.test(text);
}

/** A code text, or the standard part of an MA string. */
function readCode(text: string): WaterCode {
  return isMa(text) ? parseMa(text).standard : parseCode(text);
}

function readReach(text: string): ReachCode {
  const code = readCode(text);
  if (isReachCode(code)) return code;
  throw new CommandError(`${formatCode(code)} is a sub-basin; give a reach, with V and L: ${formatCode(code)}.0.1`);
}
