import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createLengthCount, leastOrders } from '../../src/format/tile-density.ts';
import { MOST_LENGTH_PIXELS, MOST_REACHES, shortestTreeKm } from '../../src/format/tile-plan.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { build, type DrawnReach, folder } from '../dataset/support.ts';
import { decodeZipped, tileOf } from './support/decoded.ts';

after(() => rmSync(folder, { recursive: true, force: true }));

test('a river across the antimeridian is on both sides of the map and never across it, at stored and made zooms', async () => {
  const { path } = await build([
    {
      id: 1,
      line: [
        [179.5, 66],
        [-179, 66.5],
        [-170, 67],
      ],
      name: '远东河',
      nameEn: 'Far East River',
    },
    {
      id: 2,
      down: 1,
      line: [
        [160, 65],
        [170, 65.5],
        [179.5, 66],
      ],
      name: '远东河',
      nameEn: 'Far East River',
    },
  ]);
  const store = openSqliteStore(path);
  for (const z of [3, 6, 7, 9]) {
    for (const [lon, lat] of [
      [179.95, 66.15],
      [-179.95, 66.183],
    ] as const) {
      const { river } = decodeZipped(await store.tile(...tileOf(z, lon, lat)));
      assert.ok(river.length > 0, `zoom ${z} at ${lon}`);
      for (const line of river.flatMap(({ lines }) => lines)) {
        for (let i = 1; i < line.length; i++) assert.ok(Math.abs(line[i]![0] - line[i - 1]![0]) < 4300);
      }
    }
    assert.deepEqual(decodeZipped(await store.tile(...tileOf(z, 1, 66.2))).river, [], `zoom ${z} in the middle`);
  }
  const { label } = decodeZipped(await store.tile(...tileOf(3, 179.95, 66.2)));
  assert.deepEqual(
    label.map(({ properties }) => properties.name),
    ['远东河'],
  );
  store.close();
});

test('short reaches of one river are drawn as one line from afar, and each for itself from near', async () => {
  const reaches = Array.from({ length: 200 }, (_, i): DrawnReach => {
    const line: [number, number][] = [
      [100 - (i + 1) / 50, 30],
      [100 - i / 50, 30],
    ];
    return { id: i + 1, ...(i > 0 && { down: i }), line, name: '长河', nameEn: 'Long River' };
  });
  const { path } = await build(reaches);
  const store = openSqliteStore(path);
  const afar = decodeZipped(await store.tile(...tileOf(6, 98, 30)));
  assert.ok(afar.river.length < 40 && afar.river.length > 5, `${afar.river.length}`);
  assert.equal(afar.label.length, 1);
  const xs = afar.river.flatMap(({ lines }) => lines.map((line) => [line[0]![0], line.at(-1)![0]]));
  const ends = xs.sort((a, b) => a[0]! - b[0]!);
  for (let i = 1; i < ends.length; i++) assert.equal(ends[i]![0], ends[i - 1]![1], 'without a gap');
  const near = decodeZipped(await store.tile(...tileOf(7, 98, 30)));
  assert.ok(near.river.length > 100);
  store.close();
});

test('a dataset of one point-like reach, or with none that can be seen from afar, has its tiles all the same', async () => {
  const { path } = await build([
    {
      id: 1,
      line: [
        [10, 10],
        [10.001, 10.001],
      ],
    },
  ]);
  const store = openSqliteStore(path);
  assert.equal(await store.tile(0, 0, 0), undefined);
  assert.equal(await store.tile(...tileOf(6, 10, 10)), undefined);
  assert.equal(decodeZipped(await store.tile(...tileOf(14, 10.0005, 10.0005))).river.length, 1);
  assert.equal(await store.tile(...tileOf(14, -10, -10)), undefined);
  store.close();
});

test('the same network has the same tiles, byte for byte', async () => {
  const reaches: DrawnReach[] = [
    {
      id: 1,
      line: [
        [0, 0],
        [30, 30],
      ],
      name: '大河',
      nameEn: 'Great River',
    },
  ];
  const hexOf = async () => (await build(reaches)).rows('SELECT z, x, y, hex(data) AS data FROM tile');
  const first = await hexOf();
  assert.ok(first.length > 5);
  assert.deepEqual(first, await hexOf());
});

test('the least length of a tree never grows with the zoom, and is never below what can be seen', () => {
  const stretch = fc.tuple(
    fc.nat(63),
    fc.nat(63),
    fc.double({ min: 1, max: 1e5, noNaN: true }),
    fc.double({ min: 0, max: 1e5, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 200 }), (stretches) => {
      const count = createLengthCount();
      for (const each of stretches) count.add(...each);
      const least = count.leastTreesKm();
      for (let z = 0; z <= 6; z++) assert.ok(least[z]! >= shortestTreeKm(z));
      for (let z = 1; z <= 6; z++) assert.ok(least[z]! <= least[z - 1]!);
    }),
  );
});

test('where a tile would be too full, the rivers with the shortest trees are left out first', () => {
  const count = createLengthCount();
  count.add(10, 10, 5000, MOST_LENGTH_PIXELS * 0.4);
  count.add(10, 10, 1000, MOST_LENGTH_PIXELS * 0.4);
  count.add(10, 10, 200, MOST_LENGTH_PIXELS * 0.4);
  const least = count.leastTreesKm()[6]!;
  assert.ok(least > 200 && least <= 1000, `${least}`);
});

test('the least order is what leaves room in nearly all tiles, and all orders are shown once they fit', () => {
  const many = MOST_REACHES * 6;
  const xs = new Int32Array(many);
  const ys = new Int32Array(many);
  const orders = new Uint8Array(many);
  for (let i = 0; i < many; i++) {
    xs[i] = 5000 + (i % 120);
    ys[i] = 5000 + (Math.floor(i / 120) % 120);
    orders[i] = i % 50 === 0 ? 3 : i % 10 === 0 ? 2 : 1;
  }
  const least = leastOrders(xs, ys, orders);
  assert.equal(least[0], 2);
  assert.ok(least.length >= 1 && least.length < 7);
  assert.deepEqual(leastOrders(xs.subarray(0, 10), ys.subarray(0, 10), orders.subarray(0, 10)), []);
});
