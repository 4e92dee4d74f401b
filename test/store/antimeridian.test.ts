import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { nearestOnLine } from '../../src/format/sphere.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { build, type DrawnReach, folder } from '../dataset/support.ts';

const REACHES: DrawnReach[] = [
  {
    id: 'across',
    line: [
      [178, 66],
      [-178, 66.2],
    ],
  },
  {
    id: 'and back',
    line: [
      [179.5, 64],
      [-179.5, 64.1],
      [179.5, 64.2],
    ],
  },
  {
    id: 'east of it',
    line: [
      [-179.99, 65],
      [-179.9, 65],
    ],
  },
  {
    id: 'west of it',
    line: [
      [179.9, 65.5],
      [179.99, 65.5],
    ],
  },
  {
    id: 'on it',
    line: [
      [180, 63],
      [-180, 63.1],
    ],
  },
  {
    id: 'far away',
    line: [
      [0, 66],
      [1, 66.1],
    ],
  },
];

const { path, codes } = await build(REACHES);
const idsByCode = new Map(Object.entries(codes()).map(([id, code]) => [code, id]));
const store = openSqliteStore(path);
after(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function nearestTo(lon: number, lat: number, maxDistanceM = 50_000): Promise<string[]> {
  const found = await store.nearestReaches({ lon, lat, maxDistanceM, minStrahler: 1, limit: 10 });
  return found.map(({ reach }) => idsByCode.get(reach.code)!);
}

test('a reach is found from the other side of the antimeridian', async () => {
  assert.equal((await nearestTo(179.99, 65, 2000))[0], 'east of it');
  assert.equal((await nearestTo(-179.99, 65.5, 2000))[0], 'west of it');
  for (const lon of [180, -180, 179.999, -179.999]) assert.deepEqual(await nearestTo(lon, 63.05, 100), ['on it']);
});

test('a line across the antimeridian is found all along, and nowhere else', async () => {
  for (const [lon, lat] of [
    [178.5, 66.025],
    [179.99, 66.0995],
    [180, 66.1],
    [-179.99, 66.1005],
    [-178.5, 66.175],
  ] as const) {
    assert.equal((await nearestTo(lon, lat, 1000))[0], 'across', `at ${lon}`);
  }
  assert.deepEqual(await nearestTo(177, 66.1), ['across']);
  assert.deepEqual(await nearestTo(0.5, 66.05), ['far away']);
  assert.deepEqual(await nearestTo(90, 66.1), []);
});

test('the nearest reaches around the antimeridian are those a search through all lines gives', async () => {
  const around = fc.record({
    lon: fc.double({ min: -3, max: 3, noNaN: true }).map((east) => (east < 0 ? 180 + east : -180 + east)),
    lat: fc.double({ min: 62, max: 67, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(around, fc.integer({ min: 100, max: 300_000 }), async (place, maxDistanceM) => {
      const expected = REACHES.map(({ id, line }) => ({
        id,
        distanceM: nearestOnLine(place, Float64Array.from(line.flat())).distanceM,
      }))
        .filter(({ distanceM }) => distanceM <= maxDistanceM)
        .sort((a, b) => a.distanceM - b.distanceM);
      assert.deepEqual(
        await nearestTo(place.lon, place.lat, maxDistanceM),
        expected.map(({ id }) => id),
      );
    }),
  );
});
