import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { verifyDataset } from '../../src/dataset/verify.ts';
import { build, folder } from './support.ts';

async function csvOf(name: string, rows: Iterable<string>): Promise<string> {
  const path = join(folder, name);
  const file = createWriteStream(path);
  file.write('id,down,lon,lat\n');
  let chunk = '';
  for (const row of rows) {
    chunk += `${row}\n`;
    if (chunk.length > 1 << 20) {
      file.write(chunk);
      chunk = '';
    }
  }
  file.end(chunk);
  await finished(file);
  return path;
}

test('a chain of 200,000 reaches is coded as one main stem', async () => {
  const length = 200_000;
  const rows = Array.from({ length }, (_, i) => `${i + 1},${i},${(i / length) * 300 - 150},${(i % 100) / 10}`);
  const { report, rows: read } = await build(await csvOf('chain.csv', rows));
  assert.equal(report.counts['reaches on the longest way down'], length);
  assert.deepEqual(read(`SELECT code FROM reach WHERE fid = ${length}`), [{ code: `9001001.0.${length}` }]);
});

test('a star of 10,000 inflows gets valid codes, in zones of their own where V would grow too large', async () => {
  const rows = [
    '1,0,0,0',
    ...Array.from({ length: 10_000 }, (_, i) => `${i + 2},1,${Math.cos(i) * 50},${Math.sin(i) * 50}`),
  ];
  const { path, report } = await build(await csvOf('star.csv', rows));
  assert.equal(report.counts.reaches, 10_001);
  assert.equal(report.counts.junctions, 1);
  assert.deepEqual(
    (await verifyDataset(path, () => {})).filter(({ ok }) => !ok),
    [],
  );
});

test('circles of every size are broken, and all that flows into them stays', async () => {
  const rows: string[] = [];
  let id = 1;
  for (const size of [1, 2, 3, 1000]) {
    const first = id;
    for (let i = 0; i < size; i++) rows.push(`${id},${i === size - 1 ? first : id + 1},${size / 100},${id++ / 100}`);
    rows.push(`${id},${first},${size / 100},${-id++ / 100}`);
  }
  const { path, report } = await build(await csvOf('circles.csv', rows));
  assert.equal(report.counts.reaches, rows.length);
  const told = Object.fromEntries(report.mended.map(({ kind, count }) => [kind, count]));
  assert.equal(told['circles of reaches'], 3);
  assert.equal(told['reaches that flow into themselves'], 1);
  assert.ok((await verifyDataset(path, () => {})).every(({ ok }) => ok));
});
