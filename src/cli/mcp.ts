/** `watercode mcp`: the tools for language models over standard input and output, as desktop clients want them. */

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { createHolder, type OpenDataset } from '../http/holder.ts';
import { serveOverStdio } from '../mcp/stdio.ts';
import { DatasetError } from '../store/dataset-error.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { datasetToServe, openDatasetAt, SWAP_STEPS } from './serve/dataset.ts';
import { watchDataset } from './serve/watch.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Give a language model the tools to ask about rivers.',
  usage: ['mcp [DATASET]'],
  notes: [
    'Speaks the Model Context Protocol over standard input and output: a desktop client starts it. Over HTTP the same ' +
      'tools are at /api/mcp of "watercode serve".',
    'A dataset is a file, or the postgres:// address of a database it was published to, as "watercode serve" takes it.',
    'Without a dataset it takes the one that WATERCODE_DATASET names, or else builds the default one first.',
  ],
  examples: [
    { line: 'watercode mcp', shows: 'the default dataset' },
    { line: 'watercode mcp rivers.gpkg', shows: 'a dataset of your own' },
    { line: 'watercode mcp postgres://reader@db1,db2/rivers', shows: 'the live edition in a database' },
  ],
  options: {},
  async run({ positionals }, io) {
    const [file = io.env.WATERCODE_DATASET ?? '', ...more] = positionals;
    if (more.length > 0) throw new UsageError('give one dataset at most. See "watercode mcp --help".');
    const place = await datasetToServe(file, io.stderr);
    const holder = createHolder(await openOrExplain(place), SWAP_STEPS);
    const watch = await watchDataset(place, false, () => holder.swap(place));
    const onFault = (error: unknown) => void io.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    await serveOverStdio({ holder, version: version(), onFault }, io.stdin, io.stdout);
    watch.close();
    holder.close();
    return 0;
  },
};

async function openOrExplain(place: string): Promise<OpenDataset> {
  try {
    return await openDatasetAt(place);
  } catch (error) {
    throw error instanceof DatasetError ? new CommandError(error.message) : error;
  }
}

function version(): string {
  const path = findPackageJSON(import.meta.url);
  return path === undefined ? 'unknown' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
