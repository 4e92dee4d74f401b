/** The search for POIs: which parameters go together, what is not found, order and pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidInputError, NotFoundError } from '../../src/service/errors.ts';
import { createService } from '../../src/service/service.ts';
import type { PoiItem, PoiSearchInput } from '../../src/service/types.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const service = createService(openSqliteStore(await tinyDatasetFile({ gauges: 120 })));
const search = async (input: PoiSearchInput) => service.searchPois(input);
const keysOf = (items: PoiItem[]) => items.map((item) => `${item.type} ${item.key}`);

async function walk(input: PoiSearchInput): Promise<PoiItem[]> {
  const items: PoiItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await search({ ...input, cursor });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}

test('at least one condition is needed, and each needs what it hangs on', async () => {
  const bad: PoiSearchInput[] = [
    {},
    { limit: 5 },
    { scope: 'upstream' },
    { basincode: 3261, subbasincd: '001', binstrval: 0 },
    { basincode: 3261, subbasincd: '001', binstrlen: 1 },
    { basincode: 3261, binstrval: 0, binstrlen: 1 },
    { subbasincd: '001' },
    { key: 'Sanmenxia-1' },
    { basincode: 3261, scope: 'upstream' },
    { type: 'dam', radius: 100 },
    { basincode: 3261, subbasincd: '001', binstrval: 2, binstrlen: 1 },
    { type: 'dam', limit: 0 },
    { type: 'dam', limit: 1001 },
    { type: 'dam', cursor: 'x' },
  ];
  for (const input of bad) await assert.rejects(search(input), InvalidInputError, JSON.stringify(input));
});

test('a place or type that does not exist is not found', async () => {
  const absent: PoiSearchInput[] = [
    { basincode: 9999 },
    { basincode: 3261, subbasincd: '009' },
    { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 99 },
    { type: 'volcano' },
    { type: 'volcano', key: 'x' },
  ];
  for (const input of absent) await assert.rejects(search(input), NotFoundError, JSON.stringify(input));
});

test('a place that exists and has no such POI gives an empty list', async () => {
  const empty: PoiSearchInput[] = [
    { type: 'lake' },
    { type: 'dam', key: 'none' },
    { basincode: 3901, type: 'dam' },
    { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1, type: 'junction' },
    { near: { lon: 0, lat: -89 }, radius: 1000 },
  ];
  for (const input of empty)
    assert.deepEqual(await search(input), { items: [], next: undefined }, JSON.stringify(input));
});

test('items have the fields of the contract without properties', async () => {
  const { items } = await search({ type: 'dam', key: 'liujiaxia' });
  assert.deepEqual(
    items.map((item) => Object.keys(item)),
    [
      [
        'type',
        'key',
        'displayName',
        'description',
        'displayNameEn',
        'descriptionEn',
        'photos',
        'basincode',
        'subbasincd',
        'binstrval',
        'binstrlen',
      ],
    ],
  );
});

test('a basin, a sub-basin and a segment each narrow the search', async () => {
  const basin = await walk({ basincode: 3261 });
  assert.ok(basin.length > 20 && basin.every((item) => item.basincode === 3261));
  const subbasin = await walk({ basincode: 3261, subbasincd: '001001' });
  assert.deepEqual(keysOf(subbasin), keysOf(basin.filter((item) => item.subbasincd === '001001')));
  const segment = await walk({ basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 4 });
  assert.deepEqual(
    keysOf(segment),
    keysOf(basin.filter((item) => item.subbasincd === '001' && item.binstrval === 0 && item.binstrlen === 4)),
  );
  assert.ok(segment.some((item) => item.key === 'Sanmenxia-1'));
});

test('results are ordered by type and then key', async () => {
  const items = await walk({ bbox: [-180, -90, 180, 90] });
  assert.equal(items.length, service.dataset.counts.pois);
  const order = (item: PoiItem) => Buffer.from(`${item.type}\0${item.key.toUpperCase()}`);
  for (let i = 1; i < items.length; i++) assert.ok(Buffer.compare(order(items[i - 1]!), order(items[i]!)) < 0);
});

test('upstream of a segment finds what lies on it and on everything above, along the network', async () => {
  const outlet = { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1, scope: 'upstream' } as const;
  const whole = await walk(outlet);
  assert.deepEqual(new Set(keysOf(whole)), new Set(keysOf(await walk({ basincode: 3261 }))));
  const dams = await walk({ ...outlet, type: 'dam' });
  assert.deepEqual(keysOf(dams), ['dam Sanmenxia-1', 'dam 小浪底', 'dam LIUJIAXIA']);
});

test('a circle and a box find what lies in them, across the antimeridian too', async () => {
  const near = await walk({ near: { lon: 112.4, lat: 34.8 }, radius: 1000, type: 'dam' });
  assert.deepEqual(
    keysOf(near),
    ['dam SANMENXIA-1', 'dam 小浪底'].map((key) => key.replace('SANMENXIA', 'Sanmenxia')),
  );
  const around = await walk({ bbox: [179, 60, -179, 70] });
  assert.ok(around.every((item) => item.basincode === 3901 && item.subbasincd === '002'));
});

test('pages of any size hold everything once', async () => {
  const inputs = fc.constantFrom<PoiSearchInput>(
    { type: 'gauge' },
    { type: 'junction' },
    { basincode: 3261 },
    { basincode: 3261, subbasincd: '001' },
    { bbox: [90, 20, 130, 50] },
    { near: { lon: 110, lat: 35 }, radius: 500_000, type: 'gauge' },
    { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 2, scope: 'upstream' },
  );
  await fc.assert(
    fc.asyncProperty(inputs, fc.integer({ min: 1, max: 30 }), async (input, limit) => {
      const { items } = await search({ ...input, limit: 1000 });
      assert.ok(items.length > 0);
      assert.deepEqual(keysOf(await walk({ ...input, limit })), keysOf(items));
    }),
    { numRuns: 40 },
  );
});

test('a cursor of another question is refused', async () => {
  const { next } = await search({
    basincode: 3261,
    subbasincd: '001',
    binstrval: 0,
    binstrlen: 1,
    scope: 'upstream',
    limit: 1,
  });
  assert.ok(next);
  await assert.rejects(search({ type: 'gauge', cursor: next }), InvalidInputError);
});
