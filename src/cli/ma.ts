/** `watercode ma`: what the code library can do, for arguments or lines of standard input. */

import { createInterface } from 'node:readline';
import { MaError, suggestMa } from '../code/index.ts';
import { type Arguments, type Command, CommandError, type Io, UsageError } from './command.ts';
import { ACTIONS, type Action, type Choices } from './ma/actions.ts';
import { readZoneTable } from './ma/zone-table.ts';
import { nearest } from './nearest.ts';
import { writeError, writeLine } from './output.ts';

const PUBLISHED = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';

export const ma: Command = {
  name: 'ma',
  summary: 'Read, write, check, explain and relate codes.',
  usage: [
    'ma parse [MA...]        the parts of MA strings',
    'ma format [MA...]       their canonical form',
    'ma check [MA...]        verify check characters; with --add, add them',
    'ma explain [CODE...]    what it says in words; or what is wrong, and what may have been meant',
    'ma relation [CODE CODE] how the first lies to the second',
    'ma up [CODE...]         main stem and tributary upstream',
    'ma down [CODE...]       the way down to the outlet of the zone',
  ],
  notes: [
    'A CODE is an MA string or a code text such as 3261001.0.1715.',
    'Without codes, lines of standard input are read: one code each, for "relation" two with a space between them.\n' +
      'A bad line is told on standard error with its number, the rest goes on, and the exit code is 1.',
  ],
  examples: [
    { line: `watercode ma parse ${PUBLISHED}`, shows: 'its parts; with --json as the service gives them' },
    { line: 'watercode ma format ma.1002.3261.101201/3261001/', shows: 'MA.1002.3261.101201/3261001' },
    { line: 'watercode ma check --add MA.1002.3261.101201/3261001', shows: 'MA.1002.3261.101201/3261001/CZ2' },
    { line: 'watercode ma check MA.1002.3261.101201/3261001/CZ2', shows: 'ok, or the error and exit code 1' },
    { line: `watercode ma explain ${PUBLISHED}`, shows: 'what each part of it says; with --lang zh in Chinese' },
    { line: 'watercode ma explain MA.1OO2.3261.101201/3261001', shows: 'the letter O where a digit belongs' },
    { line: 'watercode ma relation 3261001.0.9 3261001.0.5', shows: 'upstream' },
    { line: 'watercode ma up -n 3 3261001.0.1715', shows: 'three steps up the main stem, with the tributary at each' },
    { line: 'watercode ma down 3261001.5.9 | head', shows: 'the reaches its water passes' },
    { line: 'watercode ma format --json < codes.txt', shows: 'one JSON object a line' },
  ],
  options: {
    json: { type: 'boolean', help: 'Print one JSON object a line.' },
    add: { type: 'boolean', help: 'check: add check characters instead of verifying them.' },
    steps: { type: 'string', short: 'n', value: 'N', help: 'up, down: how many steps (up: 1, down: to the outlet).' },
    zones: {
      type: 'string',
      value: 'FILE',
      help: 'relation: where zones join, lines of ZONE,REACH such as 3261001003,3261001.0.9.',
    },
    lang: { type: 'string', value: 'en|zh', help: 'explain: language of the text (en).' },
  },
  async run(args, io) {
    const [name, ...inputs] = args.positionals;
    const action = actionNamed(name);
    const choices = await choicesOf(args);
    return runLines(action, choices, linesOf(action, inputs, io), io);
  },
};

function actionNamed(name: string | undefined): Action {
  const names = Object.keys(ACTIONS);
  if (name === undefined) throw new UsageError(`say what to do: ${names.join(', ')}. See "watercode ma --help".`);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action !== undefined) return action;
  const meant = nearest(name, names);
  const hint = meant === undefined ? `It is one of ${names.join(', ')}.` : `Did you mean "${meant}"?`;
  throw new UsageError(`unknown action "${name}". ${hint} See "watercode ma --help".`);
}

async function choicesOf({ values }: Arguments): Promise<Choices> {
  const { json, add, steps, zones, lang } = values;
  if (steps !== undefined && !/^[1-9][0-9]{0,8}$/.test(String(steps))) {
    throw new UsageError(`-n takes a whole number of steps from 1, not "${steps}".`);
  }
  if (lang !== undefined && lang !== 'en' && lang !== 'zh')
    throw new UsageError(`--lang takes en or zh, not "${lang}".`);
  return {
    json: json === true,
    add: add === true,
    steps: steps === undefined ? undefined : Number(steps),
    table: typeof zones === 'string' ? await readZoneTable(zones) : undefined,
    language: lang ?? 'en',
  };
}

/** One input: its words, and how to name it in an error. */
interface Line {
  words: string[];
  name: string;
}

async function* linesOf(action: Action, inputs: readonly string[], io: Io): AsyncGenerator<Line> {
  if (inputs.length > 0) {
    if (inputs.length % action.words !== 0) {
      throw new UsageError(`give codes in pairs, or lines with two codes each. See "watercode ma --help".`);
    }
    for (let i = 0; i < inputs.length; i += action.words) {
      const words = inputs.slice(i, i + action.words);
      yield { words, name: words.join(' ') };
    }
    return;
  }
  if (io.stdin.isTTY) throw new UsageError('give a code, or pipe in one a line. See "watercode ma --help".');
  let number = 0;
  for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    yield { words: action.words === 1 ? [line] : line.trim().split(/\s+/), name: `line ${number}` };
  }
}

async function runLines(action: Action, choices: Choices, lines: AsyncGenerator<Line>, io: Io): Promise<number> {
  let failed = false;
  for await (const { words, name } of lines) {
    try {
      if (words.length !== action.words) throw new CommandError(`needs ${action.words} codes, has ${words.length}`);
      for (const result of action.run(words, choices)) await writeLine(io.stdout, result);
    } catch (error) {
      if (!(error instanceof MaError || error instanceof CommandError)) throw error;
      failed = true;
      await writeError(io, `${shortened(name)}: ${error.message}${hint(words)}`);
    }
  }
  return failed ? 1 : 0;
}

function hint(words: readonly string[]): string {
  const [suggestion] = words.flatMap(suggestMa);
  return suggestion === undefined || words.includes(suggestion) ? '' : `; did you mean ${suggestion}`;
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}...` : name;
}
