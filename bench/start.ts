/** From the start of the command to the first good /readyz, and the memory that one serving process takes. */
import { benchDataset } from './datasets.ts';
import { LARGE, riverRequests } from './http.ts';
import { openLoad } from './load.ts';
import { interleave, median, summarise } from './measure.ts';
import { startBareServer, startService } from './processes.ts';
import type { BenchOptions, Outcome } from './result.ts';

export async function run({ quick, largest = LARGE, say }: BenchOptions): Promise<Outcome> {
  const reaches = quick ? 100_000 : 1_000_000;
  const size = reaches.toLocaleString('en');
  const dataset = await benchDataset(reaches, { say });
  say('starting, again and again');
  const starts = await interleave(
    { service: () => secondsToReady(dataset), bare: () => secondsOfBareStart() },
    quick ? 3 : 15,
    1,
  );
  const files = quick || largest < LARGE ? [dataset] : [dataset, await benchDataset(LARGE, { say })];
  say('asking, and looking at the memory');
  const memories: number[][] = [];
  for (const file of files) memories.push(await memoryUnderLoad(file, quick ? 4 : 45));
  return {
    results: [
      {
        name: `start to ready, ${size} reaches`,
        ...summarise(starts.service),
        bar: 1,
        goal: 0.3,
        better: 'less',
        unit: 's',
        against: `a bare node:http server takes ${median(starts.bare).toFixed(2)} s`,
      },
      ...memories.map((mib, i) => ({
        name: `memory of one serving process, ${i === 0 ? size : '8,000,000'} reaches`,
        ...summarise(mib),
        bar: 200,
        goal: 120,
        better: 'less' as const,
        unit: 'MiB',
        against: 'RssAnon under load of random codes',
      })),
    ],
  };
}

export async function secondsToReady(dataset: string): Promise<number> {
  const start = performance.now();
  const server = await startService(dataset);
  try {
    const reply = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    if (!reply.ok) throw new Error(`/readyz says ${reply.status}`);
    return (performance.now() - start) / 1000;
  } finally {
    await server.stop();
  }
}

async function secondsOfBareStart(): Promise<number> {
  const start = performance.now();
  const server = await startBareServer(1);
  const seconds = (performance.now() - start) / 1000;
  await server.stop();
  return seconds;
}

/** Looked at between slices of a second; only the last third counts, when caches are full and memory has settled. */
export async function memoryUnderLoad(dataset: string, slices: number): Promise<number[]> {
  const server = await startService(dataset);
  const load = await openLoad(server, riverRequests(dataset, 1_000_000));
  try {
    const mib: number[] = [];
    for (let i = 0; i < slices; i++) {
      await load.slice({ ms: 1000 });
      mib.push(server.memoryMiB());
    }
    return mib.slice(-Math.ceil(slices / 3));
  } finally {
    await load.close();
    await server.stop();
  }
}
