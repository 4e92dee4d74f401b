/** Reading takes the same memory whatever the size of the file. */

import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openSource } from '../../src/source/open.ts';
import { ogr2ogr, temporaryFolder } from './support/reading.ts';

const folder = temporaryFolder();
const FEATURES = 40_000;
const VERTICES = 40;
const MIB = 1 << 20;

/** Written out once: what is tested is reading. */
const POSITIONS = Array.from({ length: VERTICES }, (_, i) => [100.123456 + i / 64, 30.654321 + (i % 7) / 64]);
const GEOMETRY = JSON.stringify({ type: 'LineString', coordinates: POSITIONS });
const WKT = `LINESTRING(${POSITIONS.map((position) => position.join(' ')).join(',')})`;

function rows(write: (id: number, name: string) => string): string[] {
  return Array.from({ length: FEATURES }, (_, i) => write(i, `河${i}`));
}

const feature = (id: number, name: string) =>
  `{"type":"Feature","properties":{"no":${id},"name":"${name}"},"geometry":${GEOMETRY}}`;

const at = (name: string) => join(folder, name);

const FILES: [name: string, write: (path: string) => void][] = [
  [
    'large.csv',
    (path) => writeFileSync(path, `no,name,wkt\n${rows((id, name) => `${id},${name},"${WKT}"`).join('\n')}`),
  ],
  [
    'large.geojson',
    (path) => writeFileSync(path, `{"type":"FeatureCollection","features":[${rows(feature).join(',')}]}`),
  ],
  ['large.geojsonl', (path) => writeFileSync(path, rows(feature).join('\n'))],
  ['large.gpkg', (path) => ogr2ogr('-f', 'GPKG', path, at('large.geojsonl'), '-lco', 'SPATIAL_INDEX=NO')],
  ['large.shp', (path) => ogr2ogr('-f', 'ESRI Shapefile', path, at('large.gpkg'))],
  ['large.fgb', (path) => ogr2ogr('-f', 'FlatGeobuf', path, at('large.gpkg'), '-lco', 'SPATIAL_INDEX=NO')],
];

setFlagsFromString('--expose-gc');
// A thread of its own would give buffers back some time after the collection, on a busy machine up to 20 MiB of them late.
setFlagsFromString('--no-concurrent-array-buffer-sweeping');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is alive, in the heap and in buffers beside it. */
function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** What is held on to is there in every batch; a piece of the file that happens to be under way is there in some. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

for (const [name, write] of FILES) {
  test(`${name} is read while memory in use grows by much less than the file is long, and no further after a while`, async () => {
    write(at(name));
    const { size } = statSync(at(name));
    assert.ok(size > 24 * MIB, `${name} has only ${size} bytes`);
    const source = await openSource(at(name));
    let count = 0;
    let vertices = 0;
    const growth: number[] = [];
    const before = bytesInUse();
    for await (const batch of source.read(['no', 'name'])) {
      count += batch.features.length;
      for (const { geometry } of batch.features) {
        if (geometry?.kind === 'line') vertices += geometry.parts[0]!.length / 2;
      }
      growth.push(bytesInUse() - before);
    }
    source.close();
    assert.equal(count, FEATURES);
    assert.equal(vertices, VERTICES * FEATURES);
    const peak = Math.max(...growth);
    assert.ok(peak < 8 * MIB, `memory grew by ${peak} bytes`);
    const third = Math.floor(growth.length / 3);
    const further = median(growth.slice(-third)) - median(growth.slice(third, -third));
    assert.ok(further < MIB / 2, `memory grew by ${further} bytes more in the last third`);
  });
}
