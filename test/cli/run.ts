/** Runs a command line in this process and collects what it writes. */

import { Readable, Writable } from 'node:stream';
import type { Io } from '../../src/cli/command.ts';
import { main } from '../../src/cli/main.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  stdin?: string | Readable;
  isTTY?: boolean;
  env?: Io['env'];
}

export async function run(
  argv: readonly string[],
  { stdin, isTTY = false, env = {} }: Surroundings = {},
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const collect = (name: 'stdout' | 'stderr') =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name] += chunk;
          done();
        },
      }),
      { isTTY },
    );
  const input = stdin instanceof Readable ? stdin : Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
  const io: Io = {
    stdin: Object.assign(input, { isTTY: isTTY && stdin === undefined }),
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    env,
  };
  return { code: await main(argv, io), ...written };
}
