/** Search by name in a dataset file: order, pages, totals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const store = openSqliteStore(await tinyDatasetFile({ gauges: 300 }));
const limit = fc.integer({ min: 1, max: 40 });

const KINDS = ['river', 'subbasin', 'basin', 'poi'] as const;

test('exact names come first, then the others, each by importance', async () => {
  const page = await store.names({ text: 'huanghe', kinds: KINDS, limit: 10, totalLimit: 100 });
  assert.deepEqual(
    page.entries.map((entry) => entry.name),
    ['黄河', '黄河流域', '黄河子流域'],
  );
  assert.deepEqual([page.total, page.totalIsMore], [3, false]);
});

test('pages of names hold each one once, whatever the size, and totals stop at their limit', async () => {
  const texts = fc.constantFrom('河', '水文站', 'river', 'gauge', 'he', 'dam', '密西西比河', '大坝');
  await fc.assert(
    fc.asyncProperty(texts, fc.subarray([...KINDS], { minLength: 1 }), limit, async (text, kinds, size) => {
      const whole = await store.names({ text, kinds, limit: 1000, totalLimit: 1000 });
      const seen: number[] = [];
      let after: Parameters<typeof store.names>[0]['after'];
      do {
        const page = await store.names({ text, kinds, limit: size, after, totalLimit: 10 });
        assert.equal(page.total, Math.min(10, whole.entries.length));
        assert.equal(page.totalIsMore, whole.entries.length > 10);
        seen.push(...page.entries.map((entry) => entry.rank));
        after = page.next;
      } while (after !== undefined);
      assert.deepEqual(
        seen,
        whole.entries.map((entry) => entry.rank),
      );
      assert.equal(new Set(seen).size, seen.length);
      assert.ok(whole.entries.every((entry) => kinds.includes(entry.kind)));
    }),
  );
});
