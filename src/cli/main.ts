#!/usr/bin/env node
/** The `watercode` command: finds the command that is meant, runs it, and turns what happens into an exit code. */

import { readFileSync } from 'node:fs';
import { enableCompileCache, findPackageJSON } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import {
  type Arguments,
  type Command,
  type CommandEntry,
  CommandError,
  type Io,
  type OwnCommand,
  UsageError,
} from './command.ts';
import { commandHelp, generalHelp } from './help.ts';
import { nearest } from './nearest.ts';
import { isBrokenPipe, writeError, writeLine } from './output.ts';

/** Every command, one entry each: its file is loaded only when it runs, so that none pays for the others. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'ma',
    summary: 'Read, write, check, explain and relate codes.',
    example: 'watercode ma parse MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV',
    load: async () => (await import('./ma.ts')).ma,
  },
  {
    name: 'build',
    summary: 'Turn river networks into a coded dataset.',
    example: 'watercode build rivers.gpkg -o dataset.gpkg',
    load: async () => (await import('./build.ts')).build,
  },
  {
    name: 'info',
    summary: 'Show a dataset, and verify it.',
    example: 'watercode info dataset.gpkg --verify',
    load: async () => (await import('./info.ts')).info,
  },
  {
    name: 'serve',
    summary: 'Answer questions about rivers over HTTP.',
    example: 'watercode serve rivers.gpkg --port 9000',
    load: async () => ({ runWith: (await import('./serve.ts')).serve }),
  },
  {
    name: 'mcp',
    summary: 'Give a language model the tools to ask about rivers.',
    example: 'watercode mcp rivers.gpkg',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'publish',
    summary: 'Copy a dataset into PostgreSQL as a new edition.',
    example: 'watercode publish dataset.gpkg postgres://watercode@db.example.org/rivers',
    load: async () => (await import('./publish.ts')).publish,
  },
  {
    name: 'editions',
    summary: 'List the editions in PostgreSQL, switch between them, clear away old ones.',
    example: 'watercode editions postgres://watercode@db.example.org/rivers',
    load: async () => (await import('./editions.ts')).editions,
  },
];

/** Runs one command line and gives its exit code; never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    if (error instanceof UsageError) {
      await writeError(io, error.message);
      return 2;
    }
    await writeError(io, error instanceof CommandError ? error.message : String(stackOf(error)));
    return 1;
  }
}

function stackOf(error: unknown): unknown {
  return error instanceof Error ? (error.stack ?? error) : error;
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return showHelp(rest[0], name, io);
  if (name === '--version' || name === '-V') {
    await writeLine(io.stdout, version());
    return 0;
  }
  const command = await findCommand(name);
  if ('runWith' in command) return command.runWith(rest, io);
  const args = readArguments(command, rest, { ...command.options, help: { type: 'boolean', short: 'h' } });
  if (!args.values.help) return command.run(args, io);
  await writeLine(io.stdout, commandHelp(command));
  return 0;
}

/** `watercode` alone is wrong usage; `watercode help ma` is `watercode ma --help`. */
async function showHelp(topic: string | undefined, name: string | undefined, io: Io): Promise<number> {
  if (topic !== undefined) return dispatch([topic, '--help'], io);
  await writeLine(name === undefined ? io.stderr : io.stdout, generalHelp(COMMANDS));
  return name === undefined ? 2 : 0;
}

async function findCommand(name: string): Promise<Command | OwnCommand> {
  const entry = COMMANDS.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry.load();
  const what = name.startsWith('-') ? `unknown option "${name}"` : `unknown command "${name}"`;
  const known = name.startsWith('-') ? ['--help', '--version'] : COMMANDS.map((candidate) => candidate.name);
  throw new UsageError(`${what}. ${advice(nearest(name, known), 'watercode --help')}`);
}

function readArguments(command: Command, args: string[], options: ParseArgsOptionsConfig): Arguments {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { values, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(usageMessage(command, args, options, error.message));
  }
}

function usageMessage(command: Command, args: string[], options: ParseArgsOptionsConfig, message: string): string {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  const help = `watercode ${command.name} --help`;
  if (unknown?.kind !== 'option') return `${message.replace(/\.$/, '')}. ${advice(undefined, help)}`;
  const known = Object.keys(options).map((name) => `--${name}`);
  return `unknown option "${unknown.rawName}". ${advice(nearest(unknown.rawName, known), help)}`;
}

function advice(suggestion: string | undefined, help: string): string {
  return suggestion === undefined ? `See "${help}".` : `Did you mean "${suggestion}"? See "${help}".`;
}

function version(): string {
  const path = findPackageJSON(import.meta.url);
  return path === undefined ? 'unknown' : JSON.parse(readFileSync(path, 'utf8')).version;
}

/** Compiled modules are kept from one start to the next, in a folder of the user's own. */
function compiledFolder({ XDG_CACHE_HOME }: Io['env']): string {
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'watercode', 'compiled');
}

if (import.meta.main) {
  const { stdin, stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error) => {
      if (!isBrokenPipe(error)) throw error;
      process.exit(0);
    });
  }
  enableCompileCache(compiledFolder(env));
  process.exitCode = await main(process.argv.slice(2), { stdin, stdout, stderr, env });
}
