/** FlatGeobuf: dimensions, mixed geometries, and files that are cut or damaged. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SourceError } from '../../src/source/feature.ts';
import { coordinates, ORIGINAL, ogr2ogr, readAll, temporaryFolder } from './support/reading.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

test('Z, M and several parts are read', async () => {
  for (const dimension of ['XYZ', 'XYM', 'XYZM']) {
    ogr2ogr('-f', 'FlatGeobuf', at(`${dimension}.fgb`), ORIGINAL, '-dim', dimension, '-lco', 'SPATIAL_INDEX=NO');
    const { features } = await readAll(at(`${dimension}.fgb`));
    assert.deepEqual(coordinates(features[0]?.geometry), [[100.5, 35.25, 100.75, 35.125, 101, 35]], dimension);
  }
});

test('each geometry of a mixed file is what it says itself', async () => {
  const geometries = [
    '{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}',
    '{"type":"Point","coordinates":[9,10]}',
    '{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]}]}',
    '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}',
  ];
  const text = geometries.map((geometry, i) => `{"type":"Feature","properties":{"n":${i}},"geometry":${geometry}}`);
  writeFileSync(at('mixed.geojsonl'), text.join('\n'));
  ogr2ogr('-f', 'FlatGeobuf', at('mixed.fgb'), at('mixed.geojsonl'), '-lco', 'SPATIAL_INDEX=NO');
  const { features, rejected } = await readAll(at('mixed.fgb'), {}, ['n']);
  assert.deepEqual(
    features.map(({ values, geometry }) => [values[0], coordinates(geometry)]),
    [
      [
        0,
        [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
        ],
      ],
      [1, [9, 10]],
      [2, [[1, 2, 3, 4]]],
    ],
  );
  assert.deepEqual(rejected, [{ record: 'feature 4', reason: 'a Polygon, not a line or a point' }]);
});

test('a file cut anywhere gives its first features and tells the end', async () => {
  ogr2ogr('-f', 'FlatGeobuf', at('whole.fgb'), ORIGINAL, '-lco', 'SPATIAL_INDEX=NO');
  const bytes = readFileSync(at('whole.fgb'));
  let partly = 0;
  for (let length = bytes.length - 1; length > bytes.length - 700; length -= 13) {
    writeFileSync(at('cut.fgb'), bytes.subarray(0, length));
    const { features, rejected } = await readAll(at('cut.fgb'), {}, ['id']);
    assert.ok(features.length < 5);
    assert.deepEqual(
      features.map(({ values }) => values[0]),
      [1, 2, 3, 4, 5].slice(0, features.length),
    );
    assert.match(rejected.at(-1)!.reason, /ends early: \d of 5 features/);
    if (features.length > 0) partly++;
  }
  assert.ok(partly > 10);
});

test('damaged bytes end in features, rejects or a refusal of the file', async () => {
  const bytes = readFileSync(at('whole.fgb'));
  for (let position = bytes.length - 1000; position < bytes.length; position += 7) {
    const damaged = Buffer.from(bytes);
    damaged[position] = damaged[position]! ^ 0xff;
    writeFileSync(at('damaged.fgb'), damaged);
    try {
      const { features, rejected } = await readAll(at('damaged.fgb'));
      assert.ok(features.length + rejected.length > 0);
    } catch (error) {
      assert.ok(error instanceof SourceError, String(error));
    }
  }
});
