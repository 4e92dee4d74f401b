/** Writing to the terminal or a pipe: lines with back-pressure, colour only where it is wanted. */

import { once } from 'node:events';
import type { Io } from './command.ts';

/** Writes one line and waits while the reader is behind. */
export async function writeLine(stream: Io['stdout'], line: string): Promise<void> {
  if (!stream.write(`${line}\n`)) await once(stream, 'drain');
}

/** Colour only on a terminal, and never with NO_COLOR. */
export function red(text: string, stream: Io['stdout'], env: Io['env']): string {
  return stream.isTTY && !env.NO_COLOR ? `\u001b[31m${text}\u001b[39m` : text;
}

/** Tells an error on stderr. */
export async function writeError(io: Io, message: string): Promise<void> {
  await writeLine(io.stderr, `${red('error:', io.stderr, io.env)} ${message}`);
}

/** The reader of a pipe has gone, as in `| head`: no failure of ours. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
