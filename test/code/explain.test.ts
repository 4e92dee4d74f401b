import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainMa, isValidMa, suggestMa } from '../../src/code/index.ts';
import { field, vectors } from './vectors.ts';

const PUBLISHED = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';

test('near misses are recognised and the code that was meant is suggested first', () => {
  const misses = [
    PUBLISHED.replaceAll('0', 'O'),
    PUBLISHED.replaceAll('1', 'I'),
    PUBLISHED.replace('MA.', 'MA'),
    PUBLISHED.replace('1002.', '1002'),
    PUBLISHED.replace('.101201', '101201'),
    PUBLISHED.replace('.0.1715', '.01715'),
    PUBLISHED.replace('.OPE', 'OPE'),
    PUBLISHED.replace('.RV', 'RV'),
    PUBLISHED.replace('E106', '106'),
    PUBLISHED.replace('N038', '038'),
    PUBLISHED.replace('/3261001', ' / 3261 001'),
    PUBLISHED.replace(/[0-9A-Z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)).replaceAll('.', '。'),
    PUBLISHED.toLowerCase().replace('ma.', 'ma. '),
    PUBLISHED.replaceAll('/', '\\'),
    PUBLISHED.replaceAll('/', '%2F'),
    PUBLISHED.replaceAll('.', ','),
    PUBLISHED.replace('MA.', ''),
    `https://rivers.example/${PUBLISHED}`,
    `${PUBLISHED}.`,
    PUBLISHED.replace('.0.', '.00.'),
  ];
  for (const miss of misses) {
    const explanation = explainMa(miss);
    assert.ok(!explanation.valid, miss);
    assert.equal(explanation.suggestions[0], PUBLISHED, miss);
  }
});

test('both hemispheres are suggested where the letter is missing', () => {
  assert.deepEqual(suggestMa(PUBLISHED.replace('E106', '106')), [PUBLISHED, PUBLISHED.replace('E106', 'W106')]);
});

test('wrong check characters are replaced by the right ones', () => {
  assert.deepEqual(suggestMa(`${PUBLISHED}.CAA`), [`${PUBLISHED}.CY1`]);
  const explanation = explainMa(`${PUBLISHED}.CAA`);
  assert.ok(!explanation.valid);
  assert.match(explanation.expected.en, /"Y1"/);
  assert.match(explanation.expected.zh, /"Y1"/);
});

test('an invalid code is explained in English and Chinese, with place and clause', () => {
  assert.deepEqual(explainMa(' MA.1OO2.3261.101201/3261001'), {
    valid: false,
    position: 5,
    clause: '5.3',
    found: 'O',
    expected: { en: 'a digit of the special number (4 digits)', zh: '专用号的数字（4 位）' },
    message: {
      en: 'Character 6 is "O", where a digit of the special number (4 digits) was expected (spec 5.3).',
      zh: '第 6 个字符是 "O"，应为专用号的数字（4 位）（规范 5.3）。',
    },
    suggestions: ['MA.1002.3261.101201/3261001'],
  });
});

test('every suggestion for every invalid vector is itself valid', () => {
  let suggested = 0;
  for (const row of vectors('invalid.csv')) {
    const text = field(row, 'text');
    const explanation = explainMa(text);
    if (explanation.valid) continue;
    for (const suggestion of explanation.suggestions) {
      assert.ok(isValidMa(suggestion), suggestion);
      suggested++;
    }
    assert.match(explanation.message.en, /^[\x20-\x7e]*$|"/);
    assert.match(explanation.message.zh, /[\u4e00-\u9fff]/);
  }
  assert.ok(suggested > 10);
});

test('what is no near miss gets no suggestion', () => {
  for (const text of ['', 'hello', '黄河', 'MA', PUBLISHED.replace('0.1715', '5.3')])
    assert.deepEqual(suggestMa(text), []);
});
