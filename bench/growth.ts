/** What a dataset ten times the size costs: time of a lookup, memory and time to start. */
import { benchDataset } from './datasets.ts';
import { LARGE, riverRequests } from './http.ts';
import { cpuMicroseconds, openLoad, type Slice } from './load.ts';
import { interleave, median } from './measure.ts';
import { type Server, startService } from './processes.ts';
import type { BenchOptions, Outcome } from './result.ts';
import { secondsToReady } from './start.ts';

const RANDOM_CODES = 1_000_000;

export async function run({ quick, largest = LARGE, say }: BenchOptions): Promise<Outcome> {
  const all = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000, LARGE];
  const sizes = all.filter((size) => size <= largest);
  const datasets: string[] = [];
  for (const size of sizes) datasets.push(await benchDataset(size, { say }));
  say('asking datasets of different sizes, in turn');
  const servers: Server[] = [];
  const loads: Awaited<ReturnType<typeof openLoad>>[] = [];
  try {
    for (const dataset of datasets) {
      const server = await startService(dataset, ['--hot-replies', '0']);
      servers.push(server);
      loads.push(await openLoad(server, riverRequests(dataset, RANDOM_CODES)));
    }
    for (const load of loads) await load.slice({ ms: quick ? 500 : 2000 });
    const sides: Record<string, () => Promise<Slice>> = {};
    loads.forEach((load, i) => {
      sides[sizes[i]!] = () => load.slice({ ms: 200 });
    });
    const slices = await interleave(sides, quick ? 5 : 25);
    const memory = servers.map((server) => server.memoryMiB());
    const starts = await startTimes(datasets, quick ? 1 : 7);
    const cpu = sizes.map((size) => median(slices[size]!.map(cpuMicroseconds)));
    return outcomeOf(sizes, cpu, memory, starts);
  } finally {
    for (const load of loads) await load.close();
    for (const server of servers) await server.stop();
  }
}

async function startTimes(datasets: readonly string[], rounds: number): Promise<number[]> {
  const sides = Object.fromEntries(datasets.map((dataset) => [dataset, () => secondsToReady(dataset)]));
  const seconds = await interleave(sides, rounds, 1);
  return datasets.map((dataset) => median(seconds[dataset]!));
}

function outcomeOf(sizes: number[], cpu: number[], memory: number[], starts: number[]): Outcome {
  const line = (name: string, values: number[]) => ({
    name,
    points: sizes.map((size, i) => [size, values[i]! / values[0]!] as const),
  });
  return {
    results: [],
    tables: [
      {
        title: 'As the dataset grows (nothing kept of earlier replies)',
        columns: ['reaches', 'µs of CPU a lookup over HTTP', 'memory of the process, MiB', 'start to ready, s'],
        rows: sizes.map((size, i) => [
          size.toLocaleString('en'),
          cpu[i]!.toFixed(1),
          memory[i]!.toFixed(0),
          starts[i]!.toFixed(2),
        ]),
      },
    ],
    plots: [
      {
        name: 'growth',
        title: 'As the dataset grows: times what the smallest takes',
        x: { title: 'reaches', logarithmic: true },
        y: { title: 'times' },
        lines: [line('CPU a lookup', cpu), line('memory', memory), line('start', starts)],
      },
    ],
  };
}
