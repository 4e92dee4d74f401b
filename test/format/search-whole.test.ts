/** What is split off the index text of a name, and how characters in a row find it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexTextEn, indexTextPinyin, indexTextZh } from '../../src/format/search-text.ts';
import { splitTexts, triplesExpression, WHOLE } from '../../src/format/search-whole.ts';

const name = fc
  .array(fc.constantFrom(...'黄河长江嘉陵 ·-㐀𠀀abc1'), { maxLength: 12 })
  .map((characters) => characters.join(''));

function splitName(zh: string, en: string, syllables: readonly string[]) {
  const texts = { zh: indexTextZh(zh), en: indexTextEn(en), pinyin: indexTextPinyin(syllables) };
  return { texts, split: splitTexts(texts) };
}

test('every word stays, but those of whole names, which go elsewhere', () => {
  fc.assert(
    fc.property(name, name, fc.array(fc.constantFrom('huang', 'he', 'lü')), (zh, en, syllables) => {
      const { texts, split } = splitName(zh, en, syllables);
      const whole = split.whole.split(' ');
      for (const column of ['zh', 'en', 'pinyin'] as const) {
        const kept = split[column].split(' ').filter((word) => word !== '');
        const moved = texts[column].split(' ').filter((word) => word.startsWith(WHOLE));
        assert.deepEqual([...kept, ...moved].sort(), texts[column].split(' ').filter(Boolean).sort());
        for (const word of moved) assert.ok(whole.includes(word));
      }
    }),
  );
});

test('characters in threes are those that stand in a row', () => {
  const { split } = splitName('嘉陵江大桥', 'a bc 黄河 河口', ['jia']);
  assert.deepEqual(
    split.whole.split(' ').filter((word) => !word.startsWith(WHOLE)),
    ['嘉陵江', '陵江大', '江大桥'],
  );
  assert.equal(triplesExpression('嘉陵江'), '"嘉陵江"');
  assert.equal(triplesExpression('嘉陵江大桥'), '"嘉陵江" AND "陵江大" AND "江大桥"');
});
