/** Search by name, in one process without HTTP: its slowest hundredth against a lookup by code. */
import { createService, type Service } from '../src/service/service.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { benchDataset } from './datasets.ts';
import { median, quantile, summarise } from './measure.ts';
import { nameOfRiver } from './names.ts';
import { codesOf, codeText, createRandom } from './requests.ts';
import type { BenchOptions, Outcome } from './result.ts';

/** Searches between two looks at lookups. */
const SEARCHES_AT_ONCE = 50;
const LOOKUPS_AT_ONCE = 50;
/** A query's time is its median over the rounds of a series: so the slowest hundredth are queries, not interruptions. */
const SERIES = 5;

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

interface Query {
  kind: string;
  q: string;
  /** Microseconds, round by round. */
  times: number[];
}

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const names = quick ? 10_000 : 1_000_000;
  const dataset = await benchDataset(names, { named: true, say });
  const store = openSqliteStore(dataset);
  const service = createService(store);
  try {
    const random = createRandom(5);
    const codes = codesOf(dataset, 50_000).map(codeText);
    const kinds = Object.keys(QUERY_KINDS);
    const queries: Query[] = Array.from({ length: quick ? 350 : 1400 }, (_, i) => {
      const kind = kinds[i % kinds.length]!;
      return { kind, q: QUERY_KINDS[kind]!(random, names), times: [] };
    });
    say(`searching ${names.toLocaleString('en')} names`);
    const roundsInSeries = quick ? 3 : 5;
    const lookups: number[] = [];
    const ratios: number[] = [];
    await searchOnce(service, queries, codes, random);
    for (const query of queries) query.times = [];
    for (let series = 0; series < SERIES; series++) {
      const lookupsBefore = lookups.length;
      for (let round = 0; round < roundsInSeries; round++) {
        lookups.push(...(await searchOnce(service, queries, codes, random)));
      }
      const p99 = quantile(
        queries.map(({ times }) => median(times.slice(-roundsInSeries))),
        0.99,
      );
      ratios.push(p99 / median(lookups.slice(lookupsBefore)));
    }
    const lookup = median(lookups);
    const rows = kinds.map((kind) => {
      const times = queries.filter((query) => query.kind === kind).map((query) => median(query.times));
      return [kind, median(times).toFixed(0), quantile(times, 0.99).toFixed(0)];
    });
    const size = names.toLocaleString('en');
    const { ratio, spread } = summarise(ratios);
    return {
      results: [
        {
          name: `search over ${size} names, p99`,
          ratio,
          spread,
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

/** Every query once, with lookups between them; what each lookup took. */
async function searchOnce(
  service: Service,
  queries: readonly Query[],
  codes: readonly string[],
  random: () => number,
): Promise<number[]> {
  const lookups: number[] = [];
  for (const [i, query] of queries.entries()) {
    if (i % SEARCHES_AT_ONCE === 0) {
      // What searches left in the processor's caches is not the lookup's: the first ones do not count.
      await lookupMicroseconds(service, codes, random);
      lookups.push(await lookupMicroseconds(service, codes, random));
    }
    const start = performance.now();
    await service.searchAll({ q: query.q });
    query.times.push(1000 * (performance.now() - start));
  }
  return lookups;
}

async function lookupMicroseconds(service: Service, codes: readonly string[], random: () => number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < LOOKUPS_AT_ONCE; i++) {
    await service.riverBody(codes[Math.floor(random() * codes.length)]!, 1, 'zh');
  }
  return (1000 * (performance.now() - start)) / LOOKUPS_AT_ONCE;
}
