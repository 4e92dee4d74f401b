import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { floatAbove, floatBelow } from '../../src/dataset/rtree.ts';
import { matchQuery } from '../../src/format/search-text.ts';
import { boxValues } from '../../src/store/postgres-geometry.ts';
import { toTsquery } from '../../src/store/postgres-names.ts';
import { createWordsEncoder } from '../../src/store/publish-words.ts';

const degrees = fc.double({ min: -180, max: 180, noNaN: true });

test('a box finds in a database what it finds in the spatial index of a dataset file', () => {
  fc.assert(
    fc.property(degrees, degrees, (bound, value) => {
      const [, , , , west, , east] = boxValues([bound, bound, bound, bound]);
      for (const near of [value, bound, floatAbove(bound), floatBelow(bound), bound + value * 1e-9]) {
        assert.equal(near > west!, floatAbove(near) >= bound, `${near} from the west`);
        assert.equal(near < east!, floatBelow(near) <= bound, `${near} from the east`);
      }
    }),
  );
});

test('a typed text asks a database the same as a dataset file', () => {
  assert.equal(toTsquery('"a"'), "'a'");
  assert.equal(toTsquery('("a" AND "b" *) NOT "c"'), "('a' & 'b':*) & !'c'");
  assert.equal(
    toTsquery('(("a" AND "b" *) OR {pinyin} : "ab" *) NOT "c" NOT ("d")'),
    "(('a' & 'b':*) | 'ab':*C) & !'c' & !('d')",
  );
  assert.equal(toTsquery(`"it's\\"`), "'it''s\\\\'");
});

test('whatever is typed, nothing of the language of the one search is left in that of the other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      for (const tier of matchQuery(text)?.tiers ?? []) {
        const outside = toTsquery(tier).replace(/'(?:[^'\\]|''|\\\\)*'/g, 'w');
        assert.match(outside, /^[w&|!()*:C ]+$/);
      }
    }),
  );
});

test('words go into a tsvector once each, with a mark for every column', () => {
  const encode = createWordsEncoder();
  const bytes = Buffer.from(encode('zab eab pc'));
  assert.equal(bytes.readInt32BE(0), 2);
  const first = 4 + 'ab'.length + 1;
  assert.equal(bytes.readUInt16BE(first), 2);
  assert.deepEqual([bytes.readUInt16BE(first + 2), bytes.readUInt16BE(first + 4)], [(3 << 14) | 1, (2 << 14) | 2]);
  assert.equal(encode('').length, 4);
  assert.ok(encode(`z${'河'.repeat(5000)}`).length < 2046);
});
