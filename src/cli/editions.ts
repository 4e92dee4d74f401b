/** `watercode editions`: what has been published in a database, going back to an older edition, and clearing away. */

import { readPostgresAddress } from '../store/postgres-address.ts';
import {
  connectToPrimary,
  type Edition,
  listEditions,
  lockEditions,
  pruneEditions,
  switchTo,
} from '../store/postgres-editions.ts';
import { type Arguments, type Command, type Io, UsageError } from './command.ts';
import { nounFor } from './noun.ts';
import { writeLine } from './output.ts';
import { explained } from './publish.ts';

export const editions: Command = {
  name: 'editions',
  summary: 'List published editions, switch between them, clear old ones away.',
  usage: ['editions ADDRESS [--json]', 'editions ADDRESS use NUMBER', 'editions ADDRESS prune [--keep COUNT]'],
  notes: [
    'ADDRESS is that of "watercode publish". Services follow a switch within two seconds, without a failed request.',
  ],
  examples: [
    { line: 'watercode editions postgres://publisher@db.example.org/rivers', shows: 'all editions, and which is live' },
    { line: 'watercode editions postgres://publisher@db.example.org/rivers use 3', shows: 'goes back to edition 3' },
    {
      line: 'watercode editions postgres://publisher@db.example.org/rivers prune --keep 1',
      shows: 'drops all but the live edition and one more',
    },
  ],
  options: {
    keep: { type: 'string', value: 'COUNT', help: 'With prune: how many to keep beside the live one (1).' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  async run({ values, positionals }, io) {
    const [place, action = 'list', number, ...more] = positionals;
    if (place === undefined || more.length > 0) throw usage();
    const work = WORK[action];
    if (work === undefined) throw usage();
    try {
      const client = await connectToPrimary(readPostgresAddress(place, io.env));
      try {
        await work({ client, values, number, io });
        return 0;
      } finally {
        await client.end();
      }
    } catch (error) {
      throw explained(error);
    }
  },
};

interface Work {
  client: Awaited<ReturnType<typeof connectToPrimary>>;
  values: Arguments['values'];
  number: string | undefined;
  io: Io;
}

const WORK: Readonly<Record<string, (work: Work) => Promise<void>>> = {
  async list({ client, values, number, io }) {
    if (number !== undefined) throw usage();
    const all = await listEditions(client);
    await writeLine(io.stdout, values.json === true ? JSON.stringify(all, null, 2) : tableOf(all));
  },
  async use({ client, number, io }) {
    const edition = wholeNumber(number);
    await switchTo(client, edition);
    await writeLine(io.stdout, `Edition ${edition} is live. Services go over to it within two seconds.`);
  },
  async prune({ client, values, number, io }) {
    if (number !== undefined) throw usage();
    const keep = values.keep === undefined ? 1 : wholeNumber(String(values.keep));
    await lockEditions(client);
    const { dropped, tooYoung } = await pruneEditions(client, keep);
    await writeLine(io.stdout, dropped.length === 0 ? 'Nothing to drop.' : `Dropped ${listOf(dropped)}.`);
    if (tooYoung.length > 0) {
      await writeLine(
        io.stdout,
        `Kept ${listOf(tooYoung)}: left a moment ago and perhaps still read. Prune again in a minute.`,
      );
    }
  },
};

function usage(): UsageError {
  return new UsageError('give an address, and perhaps "use NUMBER" or "prune". See "watercode editions --help".');
}

function wholeNumber(text: string | undefined): number {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError('give a whole number. See "watercode editions --help".');
}

function listOf(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'edition' : 'editions'} ${numbers.join(', ')}`;
}

function tableOf(all: readonly Edition[]): string {
  if (all.length === 0) return 'No editions yet. Copy a dataset here with "watercode publish".';
  const lines = all.map(({ number, state, identity, titleEn, edition, reaches, bytes, startedAt }) => {
    const size = `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
    const when = startedAt.toISOString().slice(0, 16).replace('T', ' ');
    return `${String(number).padStart(4)}  ${state.padEnd(7)}  ${identity.slice(0, 12)}  ${when}  ${size.padStart(10)}  ${titleEn}, ${edition}, ${reaches} ${nounFor(reaches, 'reach')}`;
  });
  return lines.join('\n');
}
