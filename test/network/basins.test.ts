import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeNetwork } from '../../src/network/code-network.ts';
import { hilbertKey } from '../../src/network/hilbert.ts';
import type { Network } from '../../src/network/network.ts';
import { groupsOf, zoneText } from '../../src/network/zone-text.ts';
import { codesByRank, draw, reorder, seededRandom, shuffled } from './draw.ts';

test('past the last group but one, counting goes on in another group', () => {
  assert.equal(zoneText(1), '001');
  assert.equal(zoneText(34_694), 'ZZY');
  assert.equal(zoneText(34_695), 'ZZZ001');
  assert.equal(zoneText(2 * 34_694), 'ZZZZZY');
  assert.equal(zoneText(2 * 34_694 + 1), 'ZZZZZZ001');
  assert.deepEqual([1, 34_694, 34_695].map(groupsOf), [1, 1, 2]);
});

test('basins of a continent are numbered largest first, equal ones by id', () => {
  const network = draw([
    { id: 1, lengthKm: 5, continent: 3 },
    { id: 2, lengthKm: 9, continent: 3 },
    { id: 3, lengthKm: 7, continent: 4 },
    { id: 4, lengthKm: 5, continent: 3 },
    { id: 5, lengthKm: 1, continent: 0 },
  ]);
  assert.deepEqual(codesByRank(network, codeNetwork(network)), [
    '3002001.0.1',
    '3001001.0.1',
    '4001001.0.1',
    '3003001.0.1',
    '9001001.0.1',
  ]);
});

test('a pin gives the nearest outlet its code, and no other basin takes it', () => {
  const network = draw([
    { id: 1, lengthKm: 5, continent: 3, lon: 119.3, lat: 37.8 },
    { id: 2, lengthKm: 9, continent: 3, lon: 119.1, lat: 37.75 },
    { id: 3, lengthKm: 7, continent: 3, lon: 100, lat: 10 },
  ]);
  const coded = codeNetwork(network, { pins: [{ basincode: 3001, lon: 119.29, lat: 37.79 }] });
  assert.deepEqual(codesByRank(network, coded), ['3001001.0.1', '3002001.0.1', '3003001.0.1']);
  assert.deepEqual(coded.notes, []);
});

test('pins that match nothing, clash or are no single basin are noted; unmatched codes stay free', () => {
  const network = draw([
    { id: 1, lengthKm: 5, continent: 3, lon: 10, lat: 10 },
    { id: 2, lengthKm: 4, continent: 3, lon: 50, lat: 10 },
  ]);
  const coded = codeNetwork(network, {
    pins: [
      { basincode: 3001, lon: -60, lat: 0 },
      { basincode: 3005, lon: 10.1, lat: 10 },
      { basincode: 3006, lon: 10.01, lat: 10 },
      { basincode: 3006, lon: 50, lat: 10.2 },
      { basincode: 3950, lon: 10, lat: 10 },
    ],
  });
  assert.deepEqual(codesByRank(network, coded), ['3006001.0.1', '3002001.0.1']);
  assert.deepEqual(coded.notes.map((note) => [note.kind, note.reach]).sort(), [
    ['pin-conflict', 0],
    ['pin-conflict', 1],
    ['pin-invalid', -1],
    ['pin-unmatched', -1],
  ]);
});

test('a pin reaches over the antimeridian, and no further than its limit', () => {
  const network = draw([{ id: 1, continent: 6, lon: 179.95, lat: -20 }]);
  const pins = [{ basincode: 6123, lon: -179.95, lat: -20 }];
  assert.equal(codeNetwork(network, { pins }).zones[0]?.basincode, 6123);
  assert.equal(codeNetwork(network, { pins, pinLimitKm: 10 }).zones[0]?.basincode, 6001);
});

function scattered(count: number): Network {
  const random = seededRandom(5);
  return draw(
    Array.from({ length: count }, (_, i) => ({
      id: i,
      lengthKm: 1 + Math.floor(random() * 1000),
      lon: random() * 40,
      lat: random() * 40,
      continent: 1,
    })),
  );
}

test('past 899 basins the small ones share areas, as few as hold 999 each', () => {
  const network = scattered(899 + 999 * 2 + 1);
  const coded = codeNetwork(network);
  const perCode = new Map<number, string[]>();
  for (const { basincode, subbasincd } of coded.zones) {
    perCode.set(basincode, [...(perCode.get(basincode) ?? []), subbasincd]);
  }
  assert.equal(perCode.size, 899 + 3);
  assert.equal(perCode.get(1899)?.length, 1);
  for (const area of [1900, 1901, 1902]) {
    const texts = perCode.get(area)!;
    assert.ok(texts.length >= 666 && texts.length <= 667);
    assert.deepEqual(
      texts,
      texts.map((_, i) => zoneText(i + 1)),
    );
  }
  const lightestSingle = coded.weight[coded.zones[898]!.outlet]!;
  for (const { basincode, outlet } of coded.zones) {
    if (basincode >= 1900) assert.ok(coded.weight[outlet]! <= lightestSingle);
  }
});

test('areas are compact and do not depend on the order of the input', () => {
  const network = scattered(6000);
  const coded = codeNetwork(network);
  const other = reorder(network, shuffled(network.count, seededRandom(9)));
  assert.deepEqual(codesByRank(other, codeNetwork(other)), codesByRank(network, coded));
  const boxes = new Map<number, { w: number; e: number; s: number; n: number }>();
  for (const { basincode, outlet } of coded.zones) {
    if (basincode < 1900) continue;
    const lon = network.endLon[outlet]!;
    const lat = network.endLat[outlet]!;
    const box = boxes.get(basincode) ?? { w: lon, e: lon, s: lat, n: lat };
    boxes.set(basincode, {
      w: Math.min(box.w, lon),
      e: Math.max(box.e, lon),
      s: Math.min(box.s, lat),
      n: Math.max(box.n, lat),
    });
  }
  const total = [...boxes.values()].reduce((sum, { w, e, s, n }) => sum + (e - w) * (n - s), 0);
  assert.equal(boxes.size, 6);
  assert.ok(total < 2.5 * 40 * 40, `boxes of areas cover ${total} square degrees`);
});

test('more than 99,900 small basins still fit into 100 areas', () => {
  const count = 120_000;
  const coded = codeNetwork(scattered(count));
  const codes = new Set(coded.zones.map((zone) => `${zone.basincode}${zone.subbasincd}`));
  assert.equal(codes.size, count);
  assert.ok(coded.zones.every((zone) => zone.basincode <= 1999));
  assert.ok(codes.has('1999A00'));
});

test('neighbours on the Hilbert curve are neighbours on the map', () => {
  const points: [number, number, number][] = [];
  for (let lon = -175; lon < 180; lon += 5.625)
    for (let lat = -89; lat < 90; lat += 2.8125) points.push([hilbertKey(lon, lat), lon, lat]);
  points.sort((a, b) => a[0] - b[0]);
  assert.equal(new Set(points.map((point) => point[0])).size, points.length);
  for (let i = 1; i < points.length; i++) {
    const [, lonA, latA] = points[i - 1]!;
    const [, lonB, latB] = points[i]!;
    assert.ok(Math.abs(lonA - lonB) <= 5.7 && Math.abs(latA - latB) <= 2.9, `${lonA} ${latA} to ${lonB} ${latB}`);
  }
  assert.equal(hilbertKey(Number.NaN, 0) >= 0, true);
});
