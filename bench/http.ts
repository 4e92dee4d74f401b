/** River lookups over HTTP, one serving process, against a bare server that sends a constant body of the same size. */
import { openSqliteStore } from '../src/store/sqlite.ts';
import { benchDataset } from './datasets.ts';
import { cpuMicroseconds, type Load, openLoad, perSecond, type Slice } from './load.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import { type Server, startBareServer, startService } from './processes.ts';
import { codesOf, codeText, getRequest, packRequests, type RequestList, riverTarget } from './requests.ts';
import type { BenchOptions, BenchResult, Outcome } from './result.ts';

const SLICE_MS = 200;
const FLEETS = 5;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
/** Takes long to make, and several GB. */
export const LARGE = 8_000_000;
const HOT_CODES = 10_000;
/** Asked of each dataset, whatever its size. */
const RANDOM_CODES = 1_000_000;

const KINDS = {
  bare: 'bare node:http',
  random: 'random codes',
  hot: '10,000 codes',
  large: 'random codes, 8,000,000 reaches',
};
type Kind = keyof typeof KINDS;

export async function run({ quick, largest = LARGE, say }: BenchOptions): Promise<Outcome> {
  const reaches = quick ? 100_000 : 1_000_000;
  const dataset = await benchDataset(reaches, { say });
  const large = quick || largest < LARGE ? undefined : await benchDataset(LARGE, { say });
  const random = riverRequests(dataset, RANDOM_CODES);
  const bodyBytes = await meanBodyBytes(dataset);
  const sides: Sides = {
    bare: { start: () => startBareServer(bodyBytes), requests: random },
    random: { start: () => startService(dataset), requests: random },
    hot: { start: () => startService(dataset), requests: riverRequests(dataset, HOT_CODES) },
    ...(large !== undefined && {
      large: { start: () => startService(large), requests: riverRequests(large, RANDOM_CODES) },
    }),
  };
  const fleets: Record<Kind, Slice[]>[] = [];
  for (let fleet = 0; fleet < (quick ? 1 : FLEETS); fleet++) {
    say(`asking for rivers, with fresh processes for the ${ORDINALS[fleet]} time`);
    fleets.push(await askFleet(sides, fleet, quick ? { warmUpMs: 1000, rounds: 6 } : { warmUpMs: 2000, rounds: 12 }));
  }
  const slices = Object.fromEntries(
    (Object.keys(sides) as Kind[]).map((kind) => [kind, fleets.flatMap((of) => of[kind])]),
  );
  return outcomeOf(slices as Record<Kind, Slice[]>, reaches);
}

type Sides = Record<Exclude<Kind, 'large'>, Side> & Partial<Record<'large', Side>>;

interface Side {
  start(): Promise<Server>;
  requests: RequestList;
}

/** One and the same program runs up to a sixth faster or slower from one start to the next, so each is started several times. */
async function askFleet(
  sides: Sides,
  fleet: number,
  { warmUpMs, rounds }: { warmUpMs: number; rounds: number },
): Promise<Record<Kind, Slice[]>> {
  const kinds = Object.keys(sides) as Kind[];
  const servers: Server[] = [];
  const loads = new Map<Kind, Load>();
  try {
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[(i + fleet) % kinds.length]!;
      const { start, requests } = sides[kind]!;
      const server = await start();
      servers.push(server);
      const load = await openLoad(server, requests);
      loads.set(kind, load);
      await load.slice({ ms: warmUpMs });
    }
    const turns = kinds.map((kind) => [kind, () => loads.get(kind)!.slice({ ms: SLICE_MS })]);
    return await interleave(Object.fromEntries(turns) as Record<Kind, () => Promise<Slice>>, rounds);
  } finally {
    for (const load of loads.values()) await load.close();
    for (const server of servers) await server.stop();
  }
}

export function riverRequests(dataset: string, most: number): RequestList {
  return packRequests(codesOf(dataset, most).map((code) => getRequest(riverTarget(code))));
}

async function meanBodyBytes(dataset: string): Promise<number> {
  const store = openSqliteStore(dataset);
  const codes = codesOf(dataset, 100);
  let bytes = 0;
  for (const code of codes) bytes += (await store.reachRecord(codeText(code), 'zh'))!.body.length;
  await store.close();
  return Math.round(bytes / codes.length);
}

function outcomeOf(slices: Record<Kind, Slice[]>, reaches: number): Outcome {
  const compare = (above: Kind, below: Kind): Pick<BenchResult, 'ratio' | 'spread' | 'cpuRatio'> => ({
    ...summarise(ratiosOf(slices[above], slices[below], perSecond)),
    cpuRatio: median(ratiosOf(slices[below], slices[above], cpuMicroseconds)),
  });
  const size = reaches.toLocaleString('en');
  const results: BenchResult[] = [
    {
      name: `river lookup over HTTP, random codes of ${size}`,
      ...compare('random', 'bare'),
      bar: 0.55,
      goal: 0.8,
      against: 'bare node:http, same size',
    },
    {
      name: `river lookup over HTTP, hot set of 10,000 of ${size}`,
      ...compare('hot', 'bare'),
      bar: 0.75,
      goal: 0.9,
      against: 'bare node:http, same size',
    },
  ];
  if (slices.large !== undefined) {
    results.push({
      name: 'river lookup over HTTP, random codes of 8,000,000',
      ...compare('large', 'random'),
      bar: 0.9,
      goal: 0.98,
      against: 'the same of 1,000,000',
    });
  }
  const rows = (Object.keys(slices) as Kind[]).map((kind) => {
    const of = slices[kind];
    const client = median(of.map(({ clientCpuMs, requests }) => (1000 * clientCpuMs) / requests));
    return [
      KINDS[kind],
      Math.round(median(of.map(perSecond))).toLocaleString('en'),
      median(of.map(cpuMicroseconds)).toFixed(1),
      client.toFixed(1),
    ];
  });
  const columns = ['what is asked', 'replies a second', 'µs of CPU a reply, server', 'µs of CPU a request, client'];
  return {
    results,
    tables: [{ title: 'River lookups over HTTP, one process', columns, rows }],
    missing: slices.large === undefined ? ['river lookups of 8,000,000 reaches against those of 1,000,000'] : [],
  };
}
