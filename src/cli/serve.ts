/** `watercode serve`: reads the command line; what serves is loaded only when there is something to serve. */

import { readFlags, readSettings, SettingError, type Settings, settingsHelp } from '../config.ts';
import { type Io, UsageError } from './command.ts';
import { keepYoungGenerationSmall } from './serve/young-generation.ts';

const HELP = `watercode serve [DATASET]

Answers questions about rivers over HTTP: by code, by name, by place. Without a dataset it builds the default one first.

Examples
  watercode serve                                  the default dataset, on this machine only
  watercode serve rivers.gpkg --port 9000          a dataset of your own
  watercode serve rivers.gpkg --host 0.0.0.0 --workers 4 --public-url https://rivers.example.org

Flags (each also as an environment variable)
${settingsHelp()}

Signals: SIGHUP swaps to the new dataset file without a failed request; SIGTERM and SIGINT end it the same way.
`;

function settingsFrom(args: readonly string[], environment: Io['env']): Settings {
  try {
    const { flags, rest } = readFlags(args);
    if (rest.length > 1)
      throw new UsageError(`One dataset at a time, but here are ${rest.length}. See "watercode serve --help".`);
    const settings = readSettings(flags, environment);
    return rest[0] === undefined ? settings : { ...settings, dataset: rest[0] };
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(error.message) : error;
  }
}

export async function serve(args: readonly string[], io: Io): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    io.stdout.write(HELP);
    return 0;
  }
  const settings = settingsFrom(args, io.env);
  keepYoungGenerationSmall();
  const { serveWith } = await import('./serve/run.ts');
  return await serveWith(settings, io);
}
