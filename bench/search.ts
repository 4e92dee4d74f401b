/** Search by name, in one process without HTTP: its slowest hundredth against a lookup by code. */
import { createService, type Service } from '../src/service/service.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { benchDataset } from './datasets.ts';
import { median, quantile } from './measure.ts';
import { nameOfRiver } from './names.ts';
import { codesOf, createRandom } from './requests.ts';
import type { BenchOptions, Outcome } from './result.ts';

const BATCH = 50;

/** What people type: a whole name in either script, its beginning as they type it, one common word, a name that is not there. */
export const QUERY_KINDS: Record<string, (random: () => number, names: number) => string> = {
  'a whole Chinese name': (random, names) => someName(random, names).name,
  'its first two characters': (random, names) => someName(random, names).name.slice(0, 2),
  'a whole English name': (random, names) => someName(random, names).nameEn,
  'the first word of it': (random, names) => someName(random, names).nameEn.split(' ')[0]!,
  'its first four letters': (random, names) => someName(random, names).nameEn.slice(0, 4),
  'one common word': (random) => ['River', 'creek', '河', '江', '溪'][Math.floor(random() * 5)]!,
  'a name that is not there': (random, names) => `${someName(random, names).nameEn}x`,
};

function someName(random: () => number, names: number) {
  return nameOfRiver(1 + Math.floor(random() * names));
}

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const names = quick ? 100_000 : 1_000_000;
  const dataset = await benchDataset(names, { named: true, say });
  const store = openSqliteStore(dataset);
  const service = createService(store);
  try {
    const random = createRandom(5);
    const codes = codesOf(dataset, 50_000).map((c) => `${c.basincode}${c.subbasincd}.${c.binstrval}.${c.binstrlen}`);
    const kinds = Object.keys(QUERY_KINDS);
    const queries = Array.from({ length: quick ? 350 : 1400 }, (_, i) => {
      const kind = kinds[i % kinds.length]!;
      return { kind, q: QUERY_KINDS[kind]!(random, names), times: [] as number[] };
    });
    say(`searching ${names.toLocaleString('en')} names`);
    const lookups: number[] = [];
    const ratios: number[] = [];
    // A query's time is its median over all rounds: so what lies in the slowest hundredth are queries, not interruptions.
    for (let round = -1; round < (quick ? 5 : 11); round++) {
      const ofRound: number[] = [];
      const lookupsOfRound: number[] = [];
      for (const [i, query] of queries.entries()) {
        if (i % BATCH === 0) lookupsOfRound.push(await lookupMicroseconds(service, codes, random));
        const start = performance.now();
        await service.searchAll({ q: query.q });
        const time = 1000 * (performance.now() - start);
        ofRound.push(time);
        if (round >= 0) query.times.push(time);
      }
      if (round < 0) continue;
      lookups.push(...lookupsOfRound);
      ratios.push(quantile(ofRound, 0.99) / median(lookupsOfRound));
    }
    const lookup = median(lookups);
    const p99 = quantile(
      queries.map(({ times }) => median(times)),
      0.99,
    );
    const rows = kinds.map((kind) => {
      const times = queries.filter((query) => query.kind === kind).map((query) => median(query.times));
      return [kind, median(times).toFixed(0), quantile(times, 0.99).toFixed(0)];
    });
    const size = names.toLocaleString('en');
    return {
      results: [
        {
          name: `search over ${size} names, p99`,
          ratio: p99 / lookup,
          spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
          bar: 50,
          goal: 20,
          better: 'less',
          against: 'the median of a lookup by code, both without HTTP',
        },
      ],
      tables: [
        {
          title: `Search over ${size} names, without HTTP`,
          columns: ['what is typed', 'p50 µs', 'p99 µs'],
          rows: [...rows, ['(a lookup by code)', lookup.toFixed(1), quantile(lookups, 0.99).toFixed(1)]],
        },
      ],
    };
  } finally {
    await store.close();
  }
}

async function lookupMicroseconds(service: Service, codes: readonly string[], random: () => number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < BATCH; i++) await service.riverBody(codes[Math.floor(random() * codes.length)]!, 1, 'zh');
  return (1000 * (performance.now() - start)) / BATCH;
}
