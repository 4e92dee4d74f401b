/** Search by name in a dataset file: order, pages, totals. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCommonWords } from '../../src/dataset/write-common-words.ts';
import { indexTextEn, indexTextZh } from '../../src/format/search-text.ts';
import { splitTexts } from '../../src/format/search-whole.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { NameEntry, Place, Store } from '../../src/store/store.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const file = await tinyDatasetFile({ gauges: 300 });
const store = openSqliteStore(file);
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

interface Name {
  rank: number;
  name: string;
  nameEn: string;
}

function namesIn(db: DatabaseSync): Name[] {
  return db.prepare('SELECT rank, name, name_en AS nameEn FROM search_entry ORDER BY rank').all() as unknown as Name[];
}

/** A small dataset in which no word is too rare to be common. */
async function openWithCommonWords(): Promise<{ withCommon: Store; terms: string[] }> {
  const path = await tinyDatasetFile();
  const db = new DatabaseSync(path);
  const names = namesIn(db);
  const common = createCommonWords(names.length, { fewest: 2, share: 0 }, { fewest: 4, share: 0 });
  for (const { rank, name, nameEn } of names) {
    const { zh, en } = splitTexts({ zh: indexTextZh(name), en: indexTextEn(nameEn), pinyin: '' });
    common.sample(rank, zh, en);
  }
  common.write(db);
  const rows = db.prepare('SELECT term FROM search_common').all() as { term: string }[];
  db.close();
  return { withCommon: openSqliteStore(path), terms: rows.map(({ term }) => term) };
}

test('common words change how names are found, but not which', async () => {
  const { withCommon, terms } = await openWithCommonWords();
  const without = openSqliteStore(await tinyDatasetFile());
  for (const term of ['"river"', '"riv" *', '"basin"', '"gauge" *', '"水文"', '"河" *'])
    assert.ok(terms.includes(term), term);
  const words = 'gauge ga g 1 12 2 river riv wei basin sub yellow mississippi mississi he 河 号 水文 流域'.split(' ');
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
  const query = fc.record({
    text: fc.oneof(text, fc.constantFrom('river mississippi', 'basin mississippi', 'gauge river', 'wei river')),
    kinds: fc.constantFrom([...KINDS], ['poi', 'river'] as const),
    limit,
    totalLimit: fc.constantFrom(3, 50, 1000),
    after: fc.option(fc.record({ tier: fc.nat(2), rank: fc.nat(60) }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      assert.deepEqual(await withCommon.names(asked), await without.names(asked));
    }),
    { numRuns: 500 },
  );
});

test('characters in a row find the names that have them, whole names first', async () => {
  const db = new DatabaseSync(file, { readOnly: true });
  const names = namesIn(db);
  db.close();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.nat(), fc.nat(), async ({ name }, a, b) => {
      const from = a % name.length;
      const text = name.slice(from, from + 1 + (b % (name.length - from)));
      fc.pre(/^\p{Script=Han}+$/u.test(text));
      const page = await store.names({ text, kinds: KINDS, limit: 1000, totalLimit: 1000 });
      const having = names.filter((other) => other.name.includes(text));
      const expected = [
        ...having.filter((other) => other.name === text),
        ...having.filter((other) => other.name !== text),
      ];
      assert.deepEqual(
        page.entries.map(({ rank }) => rank),
        expected.map(({ rank }) => rank),
      );
      assert.equal(page.total, expected.length);
    }),
  );
});

test('a name that has the parts of a text, but not the text, is not found', async () => {
  const path = await tinyDatasetFile();
  const db = new DatabaseSync(path);
  const { last } = db.prepare('SELECT max(rank) AS last FROM search_entry').get() as { last: number };
  const { whole, zh } = splitTexts({ zh: indexTextZh('黄河口河口岸'), en: '', pinyin: '' });
  db.prepare('INSERT INTO search (rowid, zh) VALUES (?, ?)').run(last + 1, zh);
  db.prepare('INSERT INTO search_whole (rowid, text) VALUES (?, ?)').run(last + 1, whole);
  db.prepare(`INSERT INTO search_entry VALUES (?, 'river', 1, '黄河口河口岸', '', '', 1, 0, 0, NULL, NULL)`).run(
    last + 1,
  );
  db.close();
  const other = openSqliteStore(path);
  const find = async (text: string) => (await other.names({ text, kinds: KINDS, limit: 9, totalLimit: 9 })).total;
  for (const text of ['黄河口河口岸', '河口河口', '河口岸', '口岸', '黄河口 口岸'])
    assert.equal(await find(text), 1, text);
  for (const text of ['黄河口岸', '河口口岸', '黄口岸']) assert.equal(await find(text), 0, text);
  await other.close();
});

/** What the row that a name stands for says of it. */
async function placeOf({ kind, ref }: NameEntry): Promise<Partial<NameEntry>> {
  const end = async (reach: number): Promise<Place> => (await store.reachEnd(reach))!;
  if (kind === 'poi') {
    const { type, key, code, lon, lat } = (await store.poiById(ref))!;
    return { type, key, code, lon, lat };
  }
  if (kind === 'river') {
    const { code, strahler, id } = (await store.reach((await store.river(ref))!.mouth))!;
    return { code, strahler, ...(await end(id)) };
  }
  const outlet = kind === 'basin' ? await store.reach((await store.basin(ref))!.first) : undefined;
  const { basincode, subbasincd, strahler, outlet: last } = (await store.subbasin(outlet?.subbasin ?? ref))!;
  return { code: `${basincode}${subbasincd}`, strahler, ...(await end(last)) };
}

test('a name comes with what the row says that it stands for', async () => {
  const texts = ['河', 'basin', '水文站', 'dam'];
  const pages = await Promise.all(
    texts.map((text) => store.names({ text, kinds: KINDS, limit: 1000, totalLimit: 1000 })),
  );
  const entries = pages.flatMap((page) => page.entries);
  assert.deepEqual(new Set(entries.map(({ kind }) => kind)), new Set(KINDS));
  for (const entry of entries) assert.deepEqual({ ...entry, ...(await placeOf(entry)) }, entry);
});
