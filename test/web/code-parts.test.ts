import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeParts } from '../../web/code-parts.ts';

const PUBLISHED = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';

test('the published code falls into its parts, in order, and nothing of it is lost', () => {
  const parts = codeParts(PUBLISHED);
  assert.equal(parts.map(({ text }) => text).join(''), PUBLISHED.replace(/[./]/g, ''));
  assert.deepEqual(
    parts.map(({ group }) => group),
    [...Array(6).fill('proprietary'), ...Array(4).fill('standard'), ...Array(3).fill('extension')],
  );
  const meaning = Object.fromEntries(parts.map((part) => [part.name.en, part.meaning.en]));
  assert.equal(meaning.Basin, 'Asia, basin 261');
  assert.equal(meaning['Order and level'], 'Strahler order 7, network level 1');
  assert.equal(meaning.Outlet, '106.2035° E, 38.0739° N');
  assert.equal(meaning['Length of the way (L)'], '1714 nodes above the outlet of its zone');
});

test('the groups of a sub-basin say which tributary they are, zone by zone', () => {
  const zones = codeParts('MA.1002.3261.101201/3261001003A00').filter(({ name }) => name.en === 'Sub-basin');
  assert.deepEqual(
    zones.map(({ text, meaning }) => [text, meaning.en]),
    [
      ['001', 'The zone at the outlet, along the main stem'],
      ['003', 'Tributary 3 of zone 001, counted upstream'],
      ['A00', 'Tributary 1000 of zone 001003, counted upstream'],
    ],
  );
});

test('the way up is told in turns', () => {
  const [, turns] = codeParts('MA.1002.3261.101201/3261001.5.9')
    .filter(({ group }) => group === 'standard')
    .slice(1);
  assert.equal(turns?.meaning.en, 'Turns into a tributary 2 times on the way up (000000101)');
  assert.equal(turns?.meaning.zh, '上溯途中 2 次转入支流 (000000101)');
});

test('a place tells its type, its key and where it is', () => {
  const parts = codeParts('MA.1002.3261.101201/5014001.0.1/IDAGUAMILPA.OPW1048000N0218400.TYHYDROPOWER.PI');
  const meaning = Object.fromEntries(parts.map((part) => [part.name.zh, part.meaning.zh]));
  assert.equal(meaning.标识, 'AGUAMILPA');
  assert.equal(meaning.位置, '西经 104.8000°，北纬 21.8400°');
  assert.equal(meaning.类型, '兴趣点');
});

test('codes of other publishers are read as far as they say anything', () => {
  const parts = codeParts('MA.1002.1234.101201/3261AB.18446744073709551615.65/XYZ.RV');
  const meaning = Object.fromEntries(parts.map((part) => [part.text, part.meaning.en]));
  assert.equal(meaning.AB, 'Numbered by another publisher');
  assert.equal(meaning['18446744073709551615'], 'Turns into a tributary 64 times on the way up');
  assert.equal(meaning.XYZ, 'Kept as it is; unknown here');
});
