/** What a command of `watercode` is. To add one: a file that exports a `Command`, and one line in the list of main.ts. */

import type { Readable, Writable } from 'node:stream';

/** Standard streams and environment, passed in so that a test can run a command in its own process. */
export interface Io {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
}

export interface CommandOption {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  /** What stands for the value in the help, such as `FILE`. */
  value?: string;
  help: string;
}

export interface Arguments {
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  positionals: readonly string[];
}

export interface Command {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** What follows `watercode`, one form a line; a line that does not start with the command's name is printed as it is. */
  usage: readonly string[];
  /** What else to know, a paragraph each. */
  notes?: readonly string[];
  /** Command lines that work as they stand, with what they show. */
  examples: readonly { line: string; shows: string }[];
  options: Readonly<Record<string, CommandOption>>;
  /** Resolves to the exit code: 0, or 1 if something failed. Throws a UsageError for what was typed wrong. */
  run(args: Arguments, io: Io): Promise<number>;
}

/** A command that reads its arguments and writes its help itself. */
export interface OwnCommand {
  runWith(argv: readonly string[], io: Io): Promise<number>;
}

/** How main.ts knows a command before its file is loaded. */
export interface CommandEntry {
  name: string;
  summary: string;
  /** One command line for the general help. */
  example: string;
  load: () => Promise<Command | OwnCommand>;
}

/** Wrong usage: told on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that failed and that the user can do something about: told on stderr without a stack, exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
