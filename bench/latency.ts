/** Times of replies at four fifths of what one process can do at most, requests coming at random moments. */
import { benchDataset } from './datasets.ts';
import { openLoad, perSecond } from './load.ts';
import { median } from './measure.ts';
import { isServed, OPERATIONS, type Operation, requestsOf } from './operations.ts';
import { type Server, startBareServer, startService } from './processes.ts';
import type { RequestList } from './requests.ts';
import type { BenchOptions, Outcome } from './result.ts';

const LOAD = 0.8;
/** The median of their times counts, so that one halt of the machine does not stand for all. */
const RUNS = 5;

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const reaches = quick ? 100_000 : 1_000_000;
  const plain = await benchDataset(reaches, { say });
  const named = await benchDataset(quick ? 10_000 : reaches, { named: true, say });
  const rows: string[][] = [];
  const missing: string[] = [];
  const seconds = quick ? 0.5 : 10;

  const bare = await startBareServer(1024);
  rows.push(await rowOf('(bare node:http)', bare, requestsOf('lookup', plain), seconds));
  await bare.stop();
  for (const operation of OPERATIONS) {
    const dataset = operation === 'search' ? named : plain;
    const server = await startService(dataset);
    try {
      if (await isServed(server, operation)) {
        say(`times of replies: ${operation}`);
        rows.push(await rowOf(operation, server, requestsOf(operation, dataset), seconds));
      } else missing.push(`times of replies, ${operation}: \`watercode serve\` does not have it yet`);
    } finally {
      await server.stop();
    }
  }
  return {
    results: [],
    missing,
    tables: [
      {
        title: `Times of replies at ${100 * LOAD} % load, one process, ${reaches.toLocaleString('en')} reaches`,
        columns: ['what', 'requests a second', 'p50 ms', 'p99 ms', 'p99.9 ms'],
        rows,
        note:
          'Requests come at random moments (Poisson) and their times count from the moment they were due; medians of five runs. ' +
          'Client and server share the machine with whatever else runs there.',
      },
    ],
  };
}

async function rowOf(
  what: Operation | '(bare node:http)',
  server: Server,
  requests: RequestList,
  seconds: number,
): Promise<string[]> {
  const load = await openLoad(server, requests, 64);
  try {
    await load.slice({ ms: 500 * seconds });
    const most = [];
    for (let i = 0; i < 5; i++) most.push(perSecond(await load.slice({ ms: 100 * seconds })));
    const ratePerS = LOAD * median(most);
    const runs: Float64Array[] = [];
    for (let i = 0; i < RUNS; i++) {
      runs.push((await load.slice({ ms: (1000 * seconds) / RUNS, ratePerS })).latenciesMs.toSorted());
    }
    const at = (share: number) => median(runs.map((sorted) => sorted[Math.floor(share * sorted.length)]!)).toFixed(2);
    return [what, Math.round(ratePerS).toLocaleString('en'), at(0.5), at(0.99), at(0.999)];
  } finally {
    await load.close();
  }
}
