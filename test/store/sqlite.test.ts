/** The store over a dataset file, checked against the plain list of rows that the file was written from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf } from '../../src/format/byte-string.ts';
import { distanceM } from '../../src/format/sphere.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { PoiRow, ReachRow } from '../../src/store/store.ts';
import { codeTinyNetwork } from '../support/tiny-coding.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const store = openSqliteStore(await tinyDatasetFile({ gauges: 300 }));
const { reaches, zones } = codeTinyNetwork();
const byName = (id: string) => reaches.find((reach) => reach.id === id)!;
const anyReach = fc.constantFrom(...reaches);

async function reachRow(id: number): Promise<ReachRow> {
  const row = await store.reach(id);
  assert.ok(row);
  return row;
}

test('every reach is found by its code and by its id', async () => {
  for (const reach of reaches) {
    const row = await store.reachByCode(reach.code);
    assert.equal(row?.id, reach.fid);
    assert.equal(row.last, reach.last);
    assert.equal(row.down, reach.downFid);
    assert.equal(row.depth, reach.depth);
    assert.deepEqual(await store.reach(reach.fid), row);
  }
  assert.equal(await store.reachByCode('3261001.1.1'), undefined);
  assert.equal(await store.reach(0), undefined);
  assert.equal(await store.reachRecord('9999001.0.1', 'zh'), undefined);
});

test('records come filled in, with property names in either language', async () => {
  const zh = await store.reachRecord('3261001.0.1', 'zh');
  const en = await store.reachRecord('3261001.0.1', 'en');
  assert.ok(zh && en);
  const record = JSON.parse(textOf(zh.body));
  assert.equal(zh.strahler, byName('y1').strahler);
  assert.equal(record.displayName, '黄河');
  assert.equal(record.basincode, 3261);
  assert.equal(record.subbasincd, '001');
  assert.deepEqual(record.properties[0], {
    name: '河段长度',
    value: byName('y1').lengthKm.toFixed(1),
    unit: 'km',
    icon: 'ruler',
  });
  const english = JSON.parse(textOf(en.body));
  assert.equal(english.properties[0].name, 'Reach length');
  assert.equal(english.displayName, '黄河');
});

test('pages of an upstream range hold each reach of the order asked for once', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyReach,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 7 }),
      async (from, order, limit) => {
        const seen: number[] = [];
        for (let first = from.fid; first !== 0; ) {
          const page = await store.reachesInRange({ first, last: from.last }, order, limit);
          assert.ok(page.rows.length <= limit);
          seen.push(...page.rows.map((row) => row.id));
          first = page.next;
        }
        const expected = reaches.filter((r) => r.fid >= from.fid && r.fid <= from.last && r.strahler >= order);
        assert.deepEqual(
          seen,
          expected.map((r) => r.fid),
        );
      },
    ),
  );
});

test('pages of the way down hold each reach of the order asked for once', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyReach,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 7 }),
      async (from, order, limit) => {
        const seen: number[] = [];
        for (let start = from.fid; start !== 0; ) {
          const page = await store.wayDown(start, order, limit);
          seen.push(...page.rows.map((row) => row.id));
          start = page.next;
        }
        const expected: number[] = [];
        for (let id = from.fid; id !== 0; id = reaches[id - 1]!.downFid) {
          if (reaches[id - 1]!.strahler >= order) expected.push(id);
        }
        assert.deepEqual(seen, expected);
      },
    ),
  );
});

test('inflows come main stem first', async () => {
  for (const reach of reaches) {
    const inflows = await store.inflowsOf(await reachRow(reach.fid), 20);
    assert.deepEqual(
      inflows.map((row) => row.id),
      reach.inflows.map((inflow) => inflow.fid),
    );
  }
  assert.equal((await store.inflowsOf(await reachRow(byName('y3a').fid), 2)).length, 2);
});

test('lines and ends of reaches are those that were written', async () => {
  for (const reach of reaches) {
    assert.deepEqual(await store.reachLine(reach.fid), reach.line);
    assert.deepEqual(await store.reachEnd(reach.fid), { lon: reach.line.at(-2), lat: reach.line.at(-1) });
  }
  assert.equal(await store.reachLine(999), undefined);
});

test('a drawn reach is its record with its line', async () => {
  for (const { code, line } of reaches) {
    assert.deepEqual(await store.drawnReach(code, 'en'), { ...(await store.reachRecord(code, 'en')), line });
  }
  assert.equal(await store.drawnReach('9999001.0.1', 'zh'), undefined);
});

test('the ranges of a sub-basin are exactly its own reaches', async () => {
  for (const zone of zones) {
    const row = await store.subbasinByCode(zone.code);
    assert.ok(row);
    const ids = (await store.rangesOfSubbasin(row)).flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
    );
    assert.deepEqual(
      ids,
      reaches.filter((reach) => reach.zoneCode === zone.code).map((reach) => reach.fid),
    );
    assert.equal((await store.subbasinLines(row.id))?.length, row.reaches);
    const [west, south, east, north] = (await store.subbasinBox(row.id)) ?? [0, 0, 0, 0];
    assert.ok(west < east && south < north);
  }
});

test('sub-basins know what they flow into and what flows into them', async () => {
  const main = await store.subbasinByCode('3261001');
  const wei = await store.subbasinByCode('3261001001');
  assert.ok(main && wei);
  assert.equal(wei.parent, main.id);
  assert.equal(wei.joins, byName('y5').fid);
  assert.equal(main.parent, 0);
  assert.deepEqual(
    (await store.subbasinsInto(main.id)).map((row) => row.subbasincd),
    ['001001', '001002'],
  );
  assert.equal((await store.subbasin(wei.id))?.name, '渭河子流域');
  assert.equal(await store.subbasinByCode('3261009'), undefined);
});

test('basins have their ranges, and no area where the source has none', async () => {
  const basin = await store.basin(3261);
  assert.deepEqual([basin?.first, basin?.last, basin?.outlets], [1, 31, 1]);
  assert.equal((await store.basin(3901))?.outlets, 2);
  assert.equal((await store.basin(5001))?.areaKm2, undefined);
  assert.equal(await store.basin(1000), undefined);
});

const all = await allPois();

async function allPois(): Promise<PoiRow[]> {
  const rows: PoiRow[] = [];
  for (let id = 1; id <= store.info.counts.pois; id++) rows.push((await store.poiById(id))!);
  return rows;
}

test('what lies upstream is counted like a plain count, and rivers come largest first', async () => {
  for (const reach of reaches) {
    const found = await store.foundUpstream(await reachRow(reach.fid), 50);
    const counts: Record<string, number> = {};
    for (const poi of all) {
      if (poi.reach >= reach.fid && poi.reach <= reach.last) counts[poi.type] = (counts[poi.type] ?? 0) + 1;
    }
    assert.deepEqual(found.poisByType, counts);
    const names = new Set(reaches.slice(reach.fid - 1, reach.last).flatMap((r) => r.river ?? []));
    assert.deepEqual(new Set(found.rivers.map((river) => river.name)), names);
  }
  const fromOutlet = await store.foundUpstream(await reachRow(1), 3);
  assert.deepEqual(
    fromOutlet.rivers.map((river) => river.name),
    ['黄河', '渭河', '洛河'],
  );
});

test('what lies downstream is counted like a plain count, and rivers come as they are met', async () => {
  for (const reach of reaches) {
    const way: number[] = [];
    for (let id = reach.fid; id !== 0; id = reaches[id - 1]!.downFid) way.push(id);
    const counts: Record<string, number> = {};
    for (const poi of all) if (way.includes(poi.reach)) counts[poi.type] = (counts[poi.type] ?? 0) + 1;
    const found = await store.foundDownstream(await reachRow(reach.fid), 50);
    assert.deepEqual(found.poisByType, counts);
    assert.ok(found.complete);
  }
  const fromJing = await store.foundDownstream(await reachRow(byName('j2').fid), 50);
  assert.deepEqual(
    fromJing.rivers.map((river) => river.name),
    ['泾河', '渭河', '黄河'],
  );
});

test('the nearest reaches are those a plain search over all lines gives', async () => {
  const place = fc.constantFrom(...reaches).chain((reach) =>
    fc.record({
      lon: fc.double({ min: -0.5, max: 0.5, noNaN: true }).map((d) => reach.from[0] + d),
      lat: fc.double({ min: -0.5, max: 0.5, noNaN: true }).map((d) => reach.from[1] + d),
    }),
  );
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), async (at, size, order) => {
      const maxDistanceM = 200_000;
      const found = await store.nearestReaches({ ...at, maxDistanceM, minStrahler: order, limit: size });
      const everywhere = await store.nearestReaches({ ...at, maxDistanceM, minStrahler: order, limit: 1000 });
      assert.deepEqual(found, everywhere.slice(0, size));
      for (const near of found) {
        assert.ok(near.reach.strahler >= order);
        assert.ok(near.distanceM <= maxDistanceM);
        for (let i = 0; i < reaches[near.reach.id - 1]!.line.length; i += 2) {
          const line = reaches[near.reach.id - 1]!.line;
          assert.ok(near.distanceM <= distanceM(at.lon, at.lat, line[i]!, line[i + 1]!) + 0.001);
        }
      }
    }),
  );
});

test('a place across the antimeridian is as near as it is', async () => {
  const [near] = await store.nearestReaches({ lon: 179.99, lat: 65.5, maxDistanceM: 5000, minStrahler: 1, limit: 5 });
  assert.equal(near?.reach.code, '3901002.0.1');
  assert.ok(near.distanceM < 1500);
});

test('at the poles and in the middle of the sea nothing is near', async () => {
  for (const [lon, lat] of [
    [0, 90],
    [0, -90],
    [180, 90],
    [-180, 0],
  ] as const) {
    assert.deepEqual(await store.nearestReaches({ lon, lat, maxDistanceM: 50_000, minStrahler: 1, limit: 5 }), []);
  }
});
