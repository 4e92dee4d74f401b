import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { barChart, lineChart } from '../../bench/chart.ts';
import { interleave, median, quantile, summarise } from '../../bench/measure.ts';
import { isWholeRun, type SubjectResult } from '../../bench/report.ts';
import { packRequests } from '../../bench/requests.ts';
import { isReached } from '../../bench/result.ts';

const MAIN = join(import.meta.dirname, '../../bench/main.ts');

test('a quick run of one benchmark writes its results and a page with a chart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watercode-bench-test-'));
  try {
    const printed = execFileSync(process.execPath, [MAIN, 'code', '--quick', '--output', folder], { encoding: 'utf8' });
    const results = JSON.parse(readFileSync(join(folder, 'latest.json'), 'utf8')) as SubjectResult[];
    assert.deepEqual(
      results.map(({ subject, circumstances }) => [subject, circumstances.quick]),
      [['code', true]],
    );
    assert.ok(results[0]!.outcome.results.every(({ ratio }) => ratio > 0));
    const page = readFileSync(join(folder, 'performance.md'), 'utf8');
    for (const { name } of results[0]!.outcome.results) {
      assert.ok(printed.includes(name), name);
      assert.ok(page.includes(name), name);
    }
    assert.ok(existsSync(join(folder, 'performance/bars.svg')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('results of quick and of full runs stay beside each other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watercode-bench-test-'));
  try {
    for (const flags of [['--quick'], []]) {
      const printed = execFileSync(process.execPath, [MAIN, 'code', ...flags, '--output', folder], {
        encoding: 'utf8',
      });
      assert.equal(printed.includes('rough picture'), flags.length > 0);
    }
    const results = JSON.parse(readFileSync(join(folder, 'latest.json'), 'utf8')) as SubjectResult[];
    assert.deepEqual(results.map(({ circumstances }) => circumstances.quick).sort(), [false, true]);
    assert.ok(!readFileSync(join(folder, 'performance.md'), 'utf8').includes('quick run:'));
    assert.equal(isWholeRun(results, ['code']), true);
    assert.equal(isWholeRun(results, ['code', 'http']), false);
    const quickOnly = results.filter(({ circumstances }) => circumstances.quick);
    assert.equal(isWholeRun(quickOnly, ['code']), false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an option that does not exist is refused with the way to help', () => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, '--nonsense'], { encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /nonsense[\s\S]*--help/);
  assert.doesNotMatch(stderr, /at .*main\.ts/);
});

test('a benchmark that does not exist is named, with those that do', () => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'nonsense'], { encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /no benchmark "nonsense".*http/);
});

test('medians and the middle half are those of the sorted values', () => {
  const values = [9, 1, 8, 2, 7, 3, 6, 4, 5];
  assert.equal(median(values), 5);
  assert.equal(quantile(values, 0.99), 9);
  assert.deepEqual(summarise(values), { ratio: 5, spread: [3, 7] });
});

test('sides take turns, each round begins with another one, and warming up does not count', async () => {
  const order: string[] = [];
  const side = (name: string) => () => order.push(name);
  const slices = await interleave({ a: side('a'), b: side('b') }, 2, 1);
  assert.equal(order.join(''), 'abbaab');
  assert.deepEqual(slices, { a: [4, 5], b: [3, 6] });
});

test('a bar is a least value, or a greatest one where less is better', () => {
  const result = { name: '', ratio: 2, bar: 1, spread: [2, 2] as [number, number] };
  assert.equal(isReached(result), true);
  assert.equal(isReached({ ...result, better: 'less' }), false);
});

test('packed requests come out as they went in', () => {
  const requests = ['GET /a', 'GET /bb', ''];
  const { bytes, starts } = packRequests(requests);
  const text = Buffer.from(bytes);
  assert.deepEqual(
    requests.map((_, i) => text.toString('utf8', starts[i], starts[i + 1])),
    requests,
  );
});

test('charts are whole SVG documents, with names escaped', () => {
  const bars = barChart([{ name: 'a < b', ratio: 2, bar: 1, spread: [1, 3] }]);
  const lines = lineChart({
    name: 'x',
    title: 'T & U',
    x: { title: 'x', logarithmic: true },
    y: { title: 'y' },
    lines: [
      {
        name: 'one',
        points: [
          [10, 1],
          [1000, 3],
        ],
      },
    ],
  });
  for (const svg of [bars, lines]) {
    assert.match(svg, /^<svg [\s\S]*<\/svg>\n$/);
    assert.doesNotMatch(svg, /NaN|undefined/);
  }
  assert.ok(bars.includes('a &lt; b'));
  assert.ok(lines.includes('T &amp; U'));
});
