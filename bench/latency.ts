/** Times of replies at four fifths of what one process can do at most, requests coming at random moments. */
import { benchDataset } from './datasets.ts';
import { openLoad, perSecond } from './load.ts';
import { median, quantile } from './measure.ts';
import { isServed, OPERATIONS, type Operation, requestsOf } from './operations.ts';
import { type Server, startBareServer, startService } from './processes.ts';
import type { RequestList } from './requests.ts';
import type { BenchOptions, Outcome } from './result.ts';

const LOAD = 0.8;
/** Short runs, and the median of their times counts, so that a halt of the machine spoils the one it falls into alone. */
interface Runs {
  count: number;
  seconds: number;
}

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const reaches = quick ? 100_000 : 1_000_000;
  const plain = await benchDataset(reaches, { say });
  const named = await benchDataset(quick ? 10_000 : reaches, { named: true, say });
  const rows: string[][] = [];
  const missing: string[] = [];
  const runs: Runs = quick ? { count: 4, seconds: 0.12 } : { count: 16, seconds: 1 };

  const bare = await startBareServer(1024);
  rows.push(await rowOf('(bare node:http)', bare, requestsOf('lookup', plain), runs));
  await bare.stop();
  for (const operation of OPERATIONS) {
    const dataset = operation === 'search' ? named : plain;
    const server = await startService(dataset);
    try {
      if (await isServed(server, operation)) {
        say(`times of replies: ${operation}`);
        rows.push(await rowOf(operation, server, requestsOf(operation, dataset), runs));
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
        columns: ['what', 'requests a second', 'p50 ms', 'p99 ms', 'p99.9 ms', 'p99 ms, quiet', 'p99.9 ms, quiet'],
        rows,
        note:
          `Requests come at random moments (Poisson) and their times count from the moment they were due; medians of ${runs.count} ` +
          'runs, before each of which it is measured anew what is possible at most. Client and server share the machine with ' +
          'whatever else runs there, which at times halts both for some 50 ms: the bare server shows how much that is. Quiet: in the fourth part of the runs that were disturbed least.',
      },
    ],
  };
}

async function rowOf(
  what: Operation | '(bare node:http)',
  server: Server,
  requests: RequestList,
  { count, seconds }: Runs,
): Promise<string[]> {
  const load = await openLoad(server, requests, 64);
  try {
    await load.slice({ ms: 5000 * seconds });
    const rates: number[] = [];
    const sortedRuns: Float64Array[] = [];
    for (let i = 0; i < count; i++) {
      // What is possible changes from second to second with what else the machine does.
      const ratePerS = LOAD * perSecond(await load.slice({ ms: 500 * seconds }));
      rates.push(ratePerS);
      sortedRuns.push((await load.slice({ ms: 1000 * seconds, ratePerS })).latenciesMs.toSorted());
    }
    const at = (share: number, ofRuns: number) =>
      quantile(
        sortedRuns.map((sorted) => sorted[Math.floor(share * sorted.length)]!),
        ofRuns,
      ).toFixed(2);
    const usual = [0.5, 0.99, 0.999].map((share) => at(share, 0.5));
    const quiet = [0.99, 0.999].map((share) => at(share, 0.25));
    return [what, Math.round(median(rates)).toLocaleString('en'), ...usual, ...quiet];
  } finally {
    await load.close();
  }
}
