/** River lookups over HTTP, one serving process, against a bare server that sends a constant body of the same size. */
import { benchDataset } from './datasets.ts';
import { cpuMicroseconds, type Load, openLoad, perSecond, type Slice } from './load.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import { type Server, startBareServer, startService } from './processes.ts';
import { codesOf, getRequest, packRequests, type RequestList, riverTarget } from './requests.ts';
import type { BenchOptions, BenchResult, Outcome } from './result.ts';

const SLICE_MS = 200;
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
  const loads: Partial<Record<Kind, Load>> = {};
  const servers: Server[] = [];
  async function open(kind: Kind, server: Server, requests: RequestList): Promise<void> {
    servers.push(server);
    loads[kind] = await openLoad(server, requests);
  }
  try {
    await open('random', await startService(dataset), random);
    await open('bare', await startBareServer(await meanBodyBytes(servers[0]!, dataset)), random);
    await open('hot', await startService(dataset), riverRequests(dataset, HOT_CODES));
    if (large !== undefined) await open('large', await startService(large), riverRequests(large, RANDOM_CODES));
    say('asking for rivers');
    for (const kind of ['random', 'hot', 'large'] as const) await loads[kind]?.slice({ ms: quick ? 500 : 3000 });
    const sides = Object.fromEntries(
      Object.entries(loads).map(([kind, load]) => [kind, () => load.slice({ ms: SLICE_MS })]),
    ) as Record<Kind, () => Promise<Slice>>;
    const slices = await interleave(sides, quick ? 10 : 60);
    return outcomeOf(slices, reaches);
  } finally {
    for (const load of Object.values(loads)) await load.close();
    for (const server of servers) await server.stop();
  }
}

export function riverRequests(dataset: string, most: number): RequestList {
  return packRequests(codesOf(dataset, most).map((code) => getRequest(riverTarget(code))));
}

export async function meanBodyBytes(server: Server, dataset: string): Promise<number> {
  let bytes = 0;
  const codes = codesOf(dataset, 100);
  for (const code of codes) {
    const reply = await fetch(`http://127.0.0.1:${server.port}${riverTarget(code)}`);
    bytes += (await reply.arrayBuffer()).byteLength;
  }
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
