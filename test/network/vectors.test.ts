import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeNetwork } from '../../src/network/code-network.ts';
import type { Pin } from '../../src/network/network.ts';
import { field, type Row as Vector, vectors } from '../code/vectors.ts';
import { codeOf, draw, type Row, reorder, seededRandom, shuffled } from './draw.ts';

const cases = Map.groupBy(vectors('network.csv'), (vector) => field(vector, 'case'));

function rowOf(vector: Vector, place: number): Row {
  const number = (name: string) => (field(vector, name) === '' ? undefined : Number(field(vector, name)));
  const [down, areaKm2] = [number('down'), number('areaKm2')];
  return {
    id: Number(field(vector, 'id')),
    lengthKm: Number(field(vector, 'lengthKm')),
    continent: Number(field(vector, 'continent')),
    lon: place,
    ...(down !== undefined && { down }),
    ...(areaKm2 !== undefined && { areaKm2 }),
  };
}

for (const [name, rows] of cases) {
  test(`the network "${name}" of the specification has the codes written there, in any order of input`, () => {
    const drawn = rows.map(rowOf);
    const pins: Pin[] = [];
    rows.forEach((vector, i) => {
      if (field(vector, 'pin') !== '')
        pins.push({ basincode: Number(field(vector, 'pin')), lon: drawn[i]!.lon!, lat: 0 });
    });
    const options = { zoneShare: Number(field(rows[0]!, 'share')), pins };
    const order = shuffled(rows.length, seededRandom(rows.length));
    const coded = codeNetwork(reorder(draw(drawn), order), options);
    const found = Array.from(order, (i, place) => `${drawn[i]!.id}: ${codeOf(coded, place)}, ${coded.strahler[place]}`);
    const expected = rows.map(
      (vector) =>
        `${field(vector, 'id')}: ${field(vector, 'basincode')}${field(vector, 'subbasincd')}.${field(vector, 'binstrval')}.${field(vector, 'binstrlen')}, ${field(vector, 'strahler')}`,
    );
    assert.deepEqual(found.sort(), expected.sort());
  });
}

test('single basins are numbered as the specification says', () => {
  const singles = vectors('basins.csv').filter((vector) => field(vector, 'clause') !== '3.3');
  assert.ok(singles.length > 0);
  for (const vector of singles) {
    const continent = Number(field(vector, 'continent'));
    const place = Number(field(vector, 'rank'));
    const rows = Array.from({ length: place + 1 }, (_, i) => ({ id: i, continent, lengthKm: 2000 - i }));
    assert.equal(
      codeOf(codeNetwork(draw(rows)), place),
      `${field(vector, 'basincode')}${field(vector, 'subbasincd')}.0.1`,
    );
  }
});
