/** What is indexed is found: by itself, by its beginnings, by its pinyin. Against a real full-text index. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexTextEn, indexTextPinyin, indexTextZh, matchQuery } from '../../src/format/search-text.ts';

const db = new DatabaseSync(':memory:');
db.exec(`CREATE VIRTUAL TABLE search USING fts5 (zh, en, pinyin, content='', detail=column,
  columnsize=0, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2')`);
const put = db.prepare('INSERT INTO search (rowid, zh, en, pinyin) VALUES (1, ?, ?, ?)');
const find = db.prepare('SELECT rowid FROM search WHERE search MATCH ?');

interface Name {
  zh?: string;
  en?: string;
  pinyin?: string[];
}

function isFound({ zh = '', en = '', pinyin = [] }: Name, query: string): 'exact' | 'other' | 'no' {
  db.exec(`INSERT INTO search (search) VALUES ('delete-all')`);
  put.run(indexTextZh(zh), indexTextEn(en), indexTextPinyin(pinyin));
  const match = matchQuery(query);
  if (match === undefined) return 'no';
  const [exact, ...others] = match.tiers.map((tier) => find.get(tier) !== undefined);
  assert.ok(match.tiers.length < 4);
  if (exact) {
    assert.ok(
      others.every((found) => !found),
      'found in two tiers',
    );
    return 'exact';
  }
  return others.some((found) => found) && match.accepts(zh, en) ? 'other' : 'no';
}

const hanName = fc
  .array(fc.constantFrom(...'黄河长江嘉陵雅鲁藏布渭泾洛水库大坝一二三㐀䶿鿿𠀀𪜶𰻝'), { minLength: 1, maxLength: 8 })
  .map((characters) => characters.join(''));
const word = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéüñçåøßæłАБЯжαβ0123456789'), { minLength: 1, maxLength: 9 })
  .map((letters) => letters.join(''));
const latinName = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

test('a Chinese name is the exact hit of itself', () => {
  fc.assert(fc.property(hanName, (zh) => isFound({ zh }, zh) === 'exact'));
});

test('any piece of a Chinese name finds it', () => {
  fc.assert(
    fc.property(hanName, fc.nat(), fc.nat(), (zh, a, b) => {
      const characters = [...zh];
      const from = a % characters.length;
      const length = 1 + (b % (characters.length - from));
      assert.notEqual(isFound({ zh }, characters.slice(from, from + length).join('')), 'no');
    }),
  );
});

test('a Chinese text that the name does not hold does not find it, even if all its pairs are there', () => {
  assert.equal(isFound({ zh: '嘉陵江陵水' }, '嘉陵水'), 'no');
  fc.assert(
    fc.property(hanName, hanName, (zh, query) => {
      fc.pre(!zh.includes(query));
      assert.equal(isFound({ zh }, query), 'no');
    }),
  );
});

test('a name in letters is found by itself, whatever its case and marks', () => {
  fc.assert(
    fc.property(latinName, (en) => {
      assert.equal(isFound({ en }, en), 'exact');
      assert.equal(isFound({ en }, en.toUpperCase()), 'exact');
      assert.equal(isFound({ en }, en.normalize('NFD')), 'exact');
    }),
  );
});

test('a name in letters is found by every beginning of it', () => {
  fc.assert(
    fc.property(latinName, fc.nat(), (en, cut) => {
      const beginning = en.slice(0, 1 + (cut % en.length)).trim();
      assert.notEqual(isFound({ en }, beginning), 'no');
    }),
  );
});

const SYLLABLES = ['huáng', 'hé', 'cháng', 'jiāng', 'yǎ', 'lǔ', 'zàng', 'bù', 'lǜ', 'lü', 'lv', 'wèi', 'er'];
const plain = (syllable: string) => syllable.normalize('NFD').replace(/\p{M}/gu, '').replace('v', 'u');

test('pinyin finds a name with and without tones and spaces, from any syllable on, and unfinished', () => {
  const pinyin = fc.array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pinyin, fc.nat(), fc.nat(), (syllables, a, b) => {
      const name = { pinyin: syllables };
      assert.equal(isFound(name, syllables.map(plain).join(' ')), 'exact');
      assert.equal(isFound(name, syllables.map(plain).join('')), 'exact');
      const rest = syllables.slice(a % syllables.length).map(plain);
      assert.notEqual(isFound(name, rest.join(' ')), 'no');
      const typed = rest.join('');
      assert.notEqual(isFound(name, typed.slice(0, 1 + (b % typed.length))), 'no');
    }),
  );
});

test('names as people type them', () => {
  const yellow: Name = { zh: '黄河', en: 'Yellow River', pinyin: ['huang', 'he'] };
  for (const query of ['黄河', 'yellow river', 'YellowRiver', 'huang he', 'Huáng Hé', 'huanghe', ' 黄河 ']) {
    assert.equal(isFound(yellow, query), 'exact', query);
  }
  for (const query of ['黄', '河', 'yel', 'yellow riv', 'river', 'huan', 'he', '黄河 yellow', 'river 黄河']) {
    assert.equal(isFound(yellow, query), 'other', query);
  }
  for (const query of ['黄江', 'red river', 'yellow dam', '黄河 dam', 'low'])
    assert.equal(isFound(yellow, query), 'no', query);
  assert.equal(isFound({ en: "Anadyr' River" }, 'anadyr river'), 'exact');
  assert.equal(isFound({ en: 'Sankt Pölten' }, 'polten'), 'other');
  assert.equal(isFound({ pinyin: ['lv', 'he'] }, 'lu he'), 'exact');
  assert.equal(isFound({ pinyin: ['lv', 'he'] }, 'lvhe'), 'exact');
});

test('every letter and digit of Unicode is one that the index takes', () => {
  db.exec(`INSERT INTO search (search) VALUES ('delete-all'); BEGIN`);
  const row = db.prepare(`INSERT INTO search (rowid, zh, en, pinyin) VALUES (?, ?, '', '')`);
  const nameWith = (code: number) => `a${String.fromCodePoint(code)}b`;
  const codes: number[] = [];
  for (let code = 0x21; code < 0x20000; code++) {
    const isSampled = code < 0x3400 || code > 0xd7a3 || code % 97 === 0;
    if (isSampled && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))) codes.push(code);
  }
  for (const code of codes) row.run(code, indexTextZh(nameWith(code)));
  for (const code of codes) {
    const { tiers } = matchQuery(nameWith(code))!;
    const found = find.all(tiers[0]).map((hit) => hit.rowid);
    assert.ok(found.includes(code), `U+${code.toString(16)}`);
  }
  db.exec('COMMIT');
});

test('any text at all is a safe question', () => {
  const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const ascii = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCodePoint(code));
  const text = fc.array(fc.oneof(character, ascii), { maxLength: 12 }).map((characters) => characters.join(''));
  const tricky = fc.constantFrom('"', '" OR *', 'AND', 'a NEAR b', '{zh}:', '^a', '*', 'a"b', '-a', 'zh:a');
  fc.assert(
    fc.property(fc.oneof(text, tricky), (query) => {
      isFound({ zh: '黄河', en: 'Yellow River' }, query);
    }),
  );
});

test('text without letters or digits asks nothing', () => {
  for (const query of ['', '   ', '!?', '…', '*']) assert.equal(matchQuery(query), undefined);
});
