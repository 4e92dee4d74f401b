/** The replies that are kept ready: bounded, forgotten with their dataset, found only for the very same question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHotRivers, hotKey } from '../../src/mcp/hot-rivers.ts';
import type { Service } from '../../src/service/service.ts';

const [first, second] = [{}, {}] as [Service, Service];

test('what is asked for often stays, and what is asked for once never comes in', () => {
  const hot = createHotRivers(10);
  hot.offer(first, 'often', 'kept');
  assert.equal(hot.get(first, 'often'), undefined);
  hot.offer(first, 'often', 'kept');
  for (let i = 0; i < 100; i++) {
    hot.offer(first, `once ${i}`, 'x');
    assert.equal(hot.get(first, 'often'), 'kept');
  }
  const stillThere = Array.from({ length: 100 }, (_, i) => hot.get(first, `once ${i}`)).filter(Boolean);
  assert.ok(stillThere.length <= 10);
});

test('replies of one dataset are never given for another', () => {
  const hot = createHotRivers();
  for (let i = 0; i < 2; i++) hot.offer(first, 'key', 'of the first');
  assert.equal(hot.get(first, 'key'), 'of the first');
  assert.equal(hot.get(second, 'key'), undefined);
  hot.offer(second, 'other', 'of the second');
  assert.equal(hot.get(second, 'key'), undefined);
  assert.equal(hot.get(first, 'key'), undefined);
});

test('only plain arguments of get_river have a key, and different ones have different keys', () => {
  const plain = { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 9 };
  assert.equal(hotKey('get_river', plain), hotKey('get_river', { ...plain, level: 1 }));
  const others = [
    { ...plain, level: 2 },
    { ...plain, subbasincd: '001/0' },
    { ...plain, binstrlen: 90 },
    { ...plain, basincode: 3262 },
  ];
  const keys = [plain, ...others].map((given) => hotKey('get_river', given));
  assert.equal(new Set(keys).size, keys.length);
  const keyless = [
    { ...plain, binstrval: '9007199254740993' },
    { ...plain, binstrval: 2 ** 53 },
    { ...plain, basincode: [3261] },
    { ...plain, level: null },
    { ...plain, colour: 'red' },
    { ...plain, subbasincd: 1 },
  ];
  for (const given of keyless) assert.equal(hotKey('get_river', given), undefined, JSON.stringify(given));
  assert.equal(hotKey('get_poi', plain), undefined);
});
