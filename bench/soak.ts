/** Ten minutes of everything at once at four fifths of the most that is possible: no request may fail, and memory may not grow. */
import { benchDataset } from './datasets.ts';
import { type Load, openLoad, perSecond } from './load.ts';
import { median, summarise } from './measure.ts';
import { isServed, OPERATIONS, requestTexts } from './operations.ts';
import { type Server, startService } from './processes.ts';
import { packRequests } from './requests.ts';
import type { BenchOptions, Outcome } from './result.ts';

const SHARE_OF_LOAD = 0.8;
const OF_EACH_KIND = 20_000;

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const reaches = quick ? 10_000 : 1_000_000;
  const totalS = quick ? 4 : 600;
  const sliceS = quick ? 0.25 : 2;
  const dataset = await benchDataset(reaches, { named: true, say });
  const server = await startService(dataset);
  let load: Load | undefined;
  try {
    const texts: string[] = [];
    for (const operation of OPERATIONS) {
      if (await isServed(server, operation)) texts.push(...someOf(requestTexts(operation, dataset)));
    }
    await fillCaches(server, dataset, 5000 * sliceS);
    load = await openLoad(server, packRequests(texts));
    await load.slice({ ms: 1000 * sliceS });
    const ratePerS = SHARE_OF_LOAD * perSecond(await load.slice({ ms: 1000 * sliceS }));
    say(`asking everything, ${totalS} s`);
    const points: [number, number][] = [];
    let requests = 0;
    const startMs = performance.now();
    while (performance.now() - startMs < 1000 * totalS) {
      requests += (await load.slice({ ms: 1000 * sliceS, ratePerS })).requests;
      points.push([(performance.now() - startMs) / 1000, server.memoryMiB()]);
    }
    const mib = points.map(([, y]) => y);
    const quarter = Math.ceil(mib.length / 4);
    const early = median(mib.slice(quarter, 2 * quarter));
    const late = mib.slice(-quarter);
    return {
      results: [
        {
          name: `memory in the last quarter of a soak (${requests.toLocaleString('en')} requests, none failed)`,
          ...summarise(late.map((value) => value / early)),
          bar: 1.1,
          better: 'less',
          against: `its second quarter (${early.toFixed(0)} MiB)`,
        },
      ],
      plots: [
        {
          name: 'soak',
          title: `Memory of the process over ${totalS} s of all kinds of requests`,
          x: { title: 'seconds' },
          y: { title: 'MiB, without what is mapped from the file' },
          lines: [{ name: 'memory', points }],
        },
      ],
    };
  } finally {
    await load?.close();
    await server.stop();
  }
}

/** Replies that are kept ready come in over minutes: that is no growth to look for, so all of them come in first. */
async function fillCaches(server: Server, dataset: string, ms: number): Promise<void> {
  for (const operation of ['lookup', 'MCP get_river'] as const) {
    if (!(await isServed(server, operation))) continue;
    const load = await openLoad(server, packRequests(someOf(requestTexts(operation, dataset))));
    await load.slice({ ms });
    await load.close();
  }
}

/** Equally many of each kind, from all over the dataset. */
function someOf(texts: readonly string[]): string[] {
  const step = Math.max(1, texts.length / OF_EACH_KIND);
  return Array.from({ length: Math.min(texts.length, OF_EACH_KIND) }, (_, i) => texts[Math.floor(i * step)]!);
}
