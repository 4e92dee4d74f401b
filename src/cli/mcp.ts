/** `watercode mcp`: the tools for language models over standard input and output, as desktop clients want them. */

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { holderOf } from '../mcp/holder.ts';
import { serveOverStdio } from '../mcp/stdio.ts';
import { DatasetError } from '../store/dataset-error.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { datasetToServe, openDataset } from './serve/dataset.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Give a language model the tools to ask about rivers.',
  usage: ['mcp [DATASET]'],
  notes: [
    'Speaks the Model Context Protocol over standard input and output: a desktop client starts it. Over HTTP the same ' +
      'tools are at /api/mcp of "watercode serve".',
    'Without a dataset it takes the one that WATERCODE_DATASET names, or else builds the default one first.',
  ],
  examples: [
    { line: 'watercode mcp', shows: 'the default dataset' },
    { line: 'watercode mcp rivers.gpkg', shows: 'a dataset of your own' },
  ],
  options: {},
  async run({ positionals }, io) {
    const [file = io.env.WATERCODE_DATASET ?? '', ...more] = positionals;
    if (more.length > 0) throw new UsageError('give one dataset at most. See "watercode mcp --help".');
    const { service, close } = openOrExplain(await datasetToServe(file, io.stderr));
    const onFault = (error: unknown) => void io.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    await serveOverStdio({ holder: holderOf(service), version: version(), onFault }, io.stdin, io.stdout);
    close();
    return 0;
  },
};

function openOrExplain(path: string): ReturnType<typeof openDataset> {
  try {
    return openDataset(path);
  } catch (error) {
    throw error instanceof DatasetError ? new CommandError(error.message) : error;
  }
}

function version(): string {
  const path = findPackageJSON(import.meta.url);
  return path === undefined ? 'unknown' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
