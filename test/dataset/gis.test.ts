import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ensureDefaultDataset } from '../../src/dataset/default.ts';
import { verifyDataset } from '../../src/dataset/verify.ts';
import { folder } from './support.ts';

let dataset = '';
before(async () => {
  dataset = await ensureDefaultDataset();
});

function gdal(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

test('ogrinfo lists the layers of the default dataset with counts and extents', () => {
  const text = gdal('ogrinfo', '-so', '-al', dataset);
  const layers = Object.fromEntries(
    text
      .split('Layer name: ')
      .slice(1)
      .map((part) => [
        part.split('\n')[0],
        {
          geometry: /Geometry: (.*)/.exec(part)?.[1],
          count: Number(/Feature Count: (\d+)/.exec(part)?.[1]),
          extent: /Extent: \(([-\d.]+), ([-\d.]+)\) - \(([-\d.]+), ([-\d.]+)\)/.exec(part)?.slice(1).map(Number),
        },
      ]),
  );
  assert.equal(layers.reach?.geometry, 'Line String');
  assert.equal(layers.subbasin?.geometry, 'Multi Line String');
  assert.equal(layers.poi?.geometry, 'Point');
  assert.ok(layers.reach.count > 1500 && layers.poi.count > 700 && layers.subbasin.count > 900);
  for (const layer of [layers.reach, layers.subbasin, layers.poi]) {
    const [west, south, east, north] = layer.extent!;
    assert.ok(west! < -150 && south! < -40 && east! > 170 && north! > 65, `extent ${layer.extent}`);
  }
});

test('ogr2ogr converts every layer, and a spatial filter goes through the index', () => {
  for (const layer of ['reach', 'subbasin', 'poi']) {
    const target = join(folder, `${layer}.geojson`);
    gdal('ogr2ogr', '-f', 'GeoJSON', target, dataset, layer);
    const features = JSON.parse(readFileSync(target, 'utf8')).features;
    assert.ok(features.length > 500);
    assert.ok(features.every((feature: { geometry: unknown }) => feature.geometry !== null));
  }
  const box = ['-spat', '117', '36', '120', '39'];
  const text = gdal('ogrinfo', '-so', ...box, dataset, 'reach');
  const found = Number(/Feature Count: (\d+)/.exec(text)?.[1]);
  assert.ok(found > 0 && found < 50, `${found} reaches at the mouth of the Yellow River`);
});

test('the default dataset verifies, and a flipped byte anywhere makes it fail', async () => {
  assert.deepEqual(
    (await verifyDataset(dataset, () => {})).filter(({ ok }) => !ok),
    [],
  );
  const bytes = readFileSync(dataset);
  const broken = join(folder, 'broken.gpkg');
  copyFileSync(dataset, broken);
  for (const at of [50, 5000, Math.floor(bytes.length / 2), bytes.length - 2]) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x10;
    writeFileSync(broken, changed);
    const failed = (await verifyDataset(broken, () => {})).filter(({ ok }) => !ok);
    assert.ok(
      failed.some(({ name }) => name === 'every byte is as it was written'),
      `byte ${at}`,
    );
  }
});
