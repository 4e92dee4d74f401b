/** The texts of `watercode --help` and `watercode COMMAND --help`. */

import type { Command, CommandEntry, CommandOption } from './command.ts';

const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  help: { type: 'boolean', short: 'h', help: 'Show this help.' },
};

/** Help on all of it. */
export function generalHelp(entries: readonly CommandEntry[]): string {
  return [
    'watercode: name and find any river by its water information code.',
    '',
    'Usage:',
    '  watercode COMMAND [options]',
    '',
    'Commands:',
    ...columns(entries.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...columns([
      ['-h, --help', 'Show this help; after a command, the help of that command.'],
      ['-V, --version', 'Show the version.'],
    ]),
    '',
    'Examples:',
    ...entries.map(({ example }) => `  ${example}`),
    '',
    'Exit codes: 0 done, 1 something failed, 2 wrong usage.',
  ].join('\n');
}

/** Help on one command. */
export function commandHelp(command: Command): string {
  return [
    `watercode ${command.name}: ${command.summary}`,
    '',
    'Usage:',
    ...command.usage.map((line) => (line.startsWith(command.name) ? `  watercode ${line}` : line)),
    '',
    ...(command.notes ?? []).flatMap((note) => [note, '']),
    'Options:',
    ...columns(Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(optionColumns)),
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, shows }) => [`  ${line}`, `      ${shows}`]),
  ].join('\n');
}

function optionColumns([name, option]: [string, CommandOption]): [string, string] {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  return [`${short}--${name}${option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : ''}`, option.help];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
