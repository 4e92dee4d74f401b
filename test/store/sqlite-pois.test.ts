/** Points of interest in a dataset file: every page of every question, against a plain filter over all of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distanceM } from '../../src/format/sphere.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { PoiPosition, PoiQuery, PoiRow } from '../../src/store/store.ts';
import { codeTinyNetwork } from '../support/tiny-coding.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const store = openSqliteStore(await tinyDatasetFile({ gauges: 300 }));
const { reaches, zones } = codeTinyNetwork();
const anyReach = fc.constantFrom(...reaches);

const all = await allPois();

async function allPois(): Promise<PoiRow[]> {
  const rows: PoiRow[] = [];
  for (let id = 1; id <= store.info.counts.pois; id++) rows.push((await store.poiById(id))!);
  return rows;
}

async function walk(query: Omit<PoiQuery, 'after'>): Promise<PoiRow[]> {
  const rows: PoiRow[] = [];
  let after: PoiPosition | undefined;
  for (let pages = 0; pages < 1000; pages++) {
    const page = await store.pois({ ...query, after });
    assert.ok(page.rows.length <= query.limit);
    rows.push(...page.rows);
    if (page.next === undefined) return rows;
    after = page.next;
  }
  assert.fail('the pages do not end');
}

const byTypeAndKey = (a: PoiRow, b: PoiRow) =>
  Buffer.compare(Buffer.from(a.type), Buffer.from(b.type)) ||
  Buffer.compare(Buffer.from(a.key.toUpperCase()), Buffer.from(b.key.toUpperCase()));
const types = fc.constantFrom<string[]>(
  ['dam'],
  ['gauge'],
  ['junction'],
  ['lake'],
  ['dam', 'gauge', 'junction', 'lake'],
);
const limit = fc.integer({ min: 1, max: 40 });
const near = fc.record({
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  radiusM: fc.double({ min: 1, max: 3_000_000, noNaN: true }),
});
const box = fc
  .tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
  )
  .map(([west, a, east, b]) => [west, Math.min(a, b), east, Math.max(a, b)] as const);

function inBox(poi: PoiRow, [west, south, east, north]: readonly [number, number, number, number]): boolean {
  const lonFits = west <= east ? poi.lon >= west && poi.lon <= east : poi.lon >= west || poi.lon <= east;
  return lonFits && poi.lat >= south && poi.lat <= north;
}

test('pages of POIs in a place, a box and a circle hold each one once, by type and key', async () => {
  const zone = fc.constantFrom(undefined, ...zones);
  await fc.assert(
    fc.asyncProperty(
      types,
      zone,
      fc.option(box, { nil: undefined }),
      fc.option(near, { nil: undefined }),
      limit,
      async (wanted, within, inside, around, size) => {
        const subbasin = within && (await store.subbasinByCode(within.code));
        const found = await walk({
          types: wanted,
          ranges: subbasin && (await store.rangesOfSubbasin(subbasin)),
          codePrefix: within && { text: within.code, whole: 'subbasin' },
          box: inside,
          near: around,
          order: 'key',
          limit: size,
        });
        const expected = all
          .filter((poi) => wanted.includes(poi.type))
          .filter((poi) => within === undefined || poi.code.startsWith(`${within.code}.`))
          .filter((poi) => inside === undefined || inBox(poi, inside))
          .filter((poi) => !around || distanceM(around.lon, around.lat, poi.lon, poi.lat) <= around.radiusM)
          .sort(byTypeAndKey);
        assert.deepEqual(
          found.map((poi) => poi.id),
          expected.map((poi) => poi.id),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('POIs of a basin are found by key range and by reach range alike', async () => {
  for (const basincode of [3261, 3901, 5001]) {
    const basin = (await store.basin(basincode))!;
    const found = await walk({
      types: ['dam', 'gauge', 'junction'],
      ranges: [basin],
      codePrefix: { text: String(basincode), whole: 'basin' },
      order: 'key',
      limit: 7,
    });
    const expected = all.filter((poi) => poi.code.startsWith(String(basincode))).sort(byTypeAndKey);
    assert.deepEqual(
      found.map((poi) => poi.id),
      expected.map((poi) => poi.id),
    );
  }
});

test('POIs upstream of a reach come by type and along the network', async () => {
  await fc.assert(
    fc.asyncProperty(anyReach, types, limit, async (from, wanted, size) => {
      const ranges = [{ first: from.fid, last: from.last }];
      const found = await walk({ types: wanted, ranges, order: 'network', limit: size });
      const expected = all.filter(
        (poi) => wanted.includes(poi.type) && poi.reach >= from.fid && poi.reach <= from.last,
      );
      assert.deepEqual(
        found.map((poi) => poi.id),
        expected.map((poi) => poi.id),
      );
    }),
  );
});

test('a POI is found by type and key without case', async () => {
  assert.equal((await store.poi('dam', 'SANMENXIA-1'))?.key, 'Sanmenxia-1');
  assert.equal(await store.poi('gauge', 'SANMENXIA-1'), undefined);
});
