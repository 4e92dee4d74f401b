/** `watercode publish`: a dataset file into PostgreSQL, where any number of services read it. */

import { existsSync } from 'node:fs';
import { verifyFileHash } from '../dataset/identity.ts';
import { DatasetError } from '../store/dataset-error.ts';
import { isPostgresAddress, readPostgresAddress } from '../store/postgres-address.ts';
import { PublishError } from '../store/postgres-editions.ts';
import { type Published, publishDataset } from '../store/publish.ts';
import { type Arguments, type Command, CommandError, UsageError } from './command.ts';
import { writeLine } from './output.ts';
import { createProgressBar } from './progress.ts';

export const publish: Command = {
  name: 'publish',
  summary: 'Copy a dataset into PostgreSQL, and let services go over to it.',
  usage: ['publish DATASET postgres://USER@HOST/DATABASE [options]'],
  notes: [
    'The copy is a new edition beside those that are there. Services go over to it at the end, all at once, without a failed request; older editions stay until "watercode editions prune".',
    'If it is stopped, start it again: it goes on where it was.',
    'The password comes from PGPASSWORD, from PGPASSFILE, or from a file named by PGPASSWORD_FILE. The database needs PostGIS.',
  ],
  examples: [
    {
      line: 'watercode publish rivers.gpkg postgres://publisher@db.example.org/rivers',
      shows: 'copies, checks and switches',
    },
    {
      line: 'watercode publish rivers.gpkg postgres://publisher@db1,db2,db3/rivers --reader watercode',
      shows: 'finds the primary among several hosts; the role watercode may read it',
    },
    {
      line: 'watercode publish rivers.gpkg postgres://publisher@db.example.org/rivers --no-switch',
      shows: 'copies only; "watercode editions use" switches later',
    },
  ],
  options: {
    'no-switch': { type: 'boolean', help: 'Copy and check, but leave services on the edition they have.' },
    reader: { type: 'string', value: 'ROLE', help: 'A role of the database that may read the edition.' },
    quiet: { type: 'boolean', short: 'q', help: 'No progress.' },
  },
  async run({ values, positionals }, io) {
    const [path, place, ...more] = positionals;
    if (path === undefined || place === undefined || more.length > 0 || !isPostgresAddress(place)) {
      throw new UsageError('give a dataset file and a postgres:// address. See "watercode publish --help".');
    }
    if (!existsSync(path)) throw new CommandError(`there is no file ${path}.`);
    const startedMs = performance.now();
    const bar = createProgressBar(values.quiet === true ? { write: () => true } : io.stderr);
    try {
      const address = readPostgresAddress(place, io.env);
      const published = await publishDataset({
        path,
        verifyFile,
        address,
        switches: values['no-switch'] !== true,
        reader: textOf(values.reader),
        progress: bar.update,
      });
      bar.end();
      await writeLine(io.stdout, sentenceOf(published, address.shown, (performance.now() - startedMs) / 1000));
      return 0;
    } catch (error) {
      throw explained(error);
    } finally {
      bar.end();
    }
  },
};

async function verifyFile(path: string): Promise<void> {
  const { ok } = await verifyFileHash(path);
  if (!ok) throw new CommandError(`${path} is damaged or not finished. Copy it again, or build it again.`);
}

function textOf(value: Arguments['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const HOW: Readonly<Record<Published['how'], string>> = {
  copied: 'has been copied as',
  resumed: 'has been finished as',
  there: 'was there already as',
};

function sentenceOf({ edition, identity, how, switched }: Published, shown: string, seconds: number): string {
  const next = switched
    ? `Services read it now. Serve it: watercode serve ${shown}`
    : `Let services go over to it: watercode editions ${shown} use ${edition}`;
  return `Dataset ${identity.slice(0, 12)} ${HOW[how]} edition ${edition} in ${seconds.toFixed(1)} s.\n${next}`;
}

/** What the user can mend is told without a stack. */
export function explained(error: unknown): unknown {
  if (error instanceof PublishError || error instanceof DatasetError) return new CommandError(error.message);
  const state = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!/^(?:[0-9A-Z]{5}|E[A-Z]+)$/.test(state)) return error;
  const advice = 'Start it again once that is mended: it goes on where it was.';
  return new CommandError(`the database said: ${(error as Error).message} (${state}). ${advice}`);
}
