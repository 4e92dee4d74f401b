/** Map tiles, in one process without HTTP: the median and the slowest hundredth against a lookup by code. */
import { gunzipSync } from 'node:zlib';
import { tileOfPlace } from '../src/format/tile-mercator.ts';
import { PREBUILT_ZOOM } from '../src/format/tile-plan.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import type { Store } from '../src/store/store.ts';
import { benchDataset } from './datasets.ts';
import { median, quantile } from './measure.ts';
import { codesOf, codeText, createRandom } from './requests.ts';
import type { BenchOptions, BenchResult, Outcome } from './result.ts';

const TILES = 200;
const DEEPEST_ZOOM = 14;
const LOOKUPS = 50;

interface Asked {
  z: number;
  x: number;
  y: number;
  /** In gzip, and without it. */
  bytes: number;
  plainBytes: number;
  /** In lookups by code, one for each round. */
  ratios: number[];
}

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const reaches = quick ? 100_000 : 1_000_000;
  const dataset = await benchDataset(reaches, { say });
  const store = openSqliteStore(dataset);
  try {
    const random = createRandom(7);
    const codes = codesOf(dataset, 50_000).map(codeText);
    const asked = await someTiles(store, random);
    say(`drawing tiles of ${reaches.toLocaleString('en')} reaches`);
    for (let round = -1; round < (quick ? 3 : 7); round++) {
      for (const tile of asked) {
        const lookup = await lookupMicroseconds(store, codes, random);
        const start = performance.now();
        const bytes = await store.tile(tile.z, tile.x, tile.y);
        const time = 1000 * (performance.now() - start);
        if (round >= 0) tile.ratios.push(time / lookup);
        else if (bytes !== undefined) [tile.bytes, tile.plainBytes] = [bytes.length, gunzipSync(bytes).length];
      }
    }
    const made = asked.filter(({ z }) => z > PREBUILT_ZOOM);
    const against = 'a lookup by code, both without HTTP; gzip included';
    const size = reaches.toLocaleString('en');
    return {
      results: [
        {
          ...summary(`tile made of ${size} reaches, median`, made, 0.5),
          bar: 2000,
          goal: 500,
          better: 'less',
          against,
        },
        {
          ...summary(`tile made of ${size} reaches, p99`, made, 0.99),
          bar: 10_000,
          goal: 4000,
          better: 'less',
          against,
        },
      ],
      tables: [
        {
          title: `Tiles of ${size} reaches, by zoom, without HTTP`,
          columns: ['zoom', 'median, in lookups', 'greatest, in lookups', 'median kB in gzip', 'greatest kB without'],
          rows: Array.from({ length: DEEPEST_ZOOM + 1 }, (_, z) => rowOf(z, asked)),
          note: `Up to zoom ${PREBUILT_ZOOM} they are read from the dataset, deeper ones are made when asked for.`,
        },
      ],
    };
  } finally {
    await store.close();
  }
}

/** Around the ends of random reaches, so that there is something in them. */
async function someTiles(store: Store, random: () => number): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let i = 0; i < TILES; i++) {
    const { lon, lat } = (await store.reachEnd(1 + Math.floor(random() * store.info.counts.reaches)))!;
    asked.push({ ...tileOfPlace(i % (DEEPEST_ZOOM + 1), lon, lat), bytes: 0, plainBytes: 0, ratios: [] });
  }
  return asked;
}

/** A tile's figure is its median over all rounds: so what lies in the slowest hundredth are tiles, not interruptions. */
function summary(name: string, asked: readonly Asked[], share: number): Pick<BenchResult, 'name' | 'ratio' | 'spread'> {
  const overTiles = (shareOfRounds: number) =>
    quantile(
      asked.map(({ ratios }) => quantile(ratios, shareOfRounds)),
      share,
    );
  return { name, ratio: overTiles(0.5), spread: [overTiles(0.25), overTiles(0.75)] };
}

function rowOf(z: number, asked: readonly Asked[]): string[] {
  const ofZoom = asked.filter((tile) => tile.z === z);
  const ratios = ofZoom.map((tile) => median(tile.ratios));
  const zipped = median(ofZoom.map(({ bytes }) => bytes)) / 1000;
  const greatest = Math.max(...ofZoom.map(({ plainBytes }) => plainBytes)) / 1000;
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  return [String(z), whole(median(ratios)), whole(Math.max(...ratios)), zipped.toFixed(1), whole(greatest)];
}

async function lookupMicroseconds(store: Store, codes: readonly string[], random: () => number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < LOOKUPS; i++) await store.reachRecord(codes[Math.floor(random() * codes.length)]!, 'zh');
  return (1000 * (performance.now() - start)) / LOOKUPS;
}

if (import.meta.main) {
  const { results, tables } = await run({ quick: process.argv.includes('--quick'), say: console.error });
  for (const { name, ratio, bar, spread } of results) {
    console.log(`${name}: ${ratio.toFixed(0)} (${spread.map((value) => value.toFixed(0)).join(' to ')}), bar ${bar}`);
  }
  for (const { columns, rows } of tables ?? [])
    console.table(rows.map((row) => Object.fromEntries(columns.map((c, i) => [c, row[i]]))));
}
