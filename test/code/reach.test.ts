import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatMa, isReachCode, type Ma, parseMa } from '../../src/code/index.ts';
import { readReach } from '../../src/code/reach.ts';
import { mas, reachCodes } from './arbitrary.ts';
import { field, vectors } from './vectors.ts';

const CASES = 100_000;

/** The general reader's answer: the fast one reads no lower case, and case does not matter to the other. */
function readInGeneral(text: string): Ma {
  const lowered = `${text.slice(0, -1)}${text.slice(-1).toLowerCase()}`;
  assert.equal(readReach(lowered), undefined);
  return parseMa(lowered);
}

/** Is it read fast? Then both readers must agree. */
function isReadFast(text: string): boolean {
  const fast = readReach(text);
  if (fast === undefined) return false;
  assert.deepEqual(fast, readInGeneral(text), text);
  return true;
}

const orders = fc.integer({ min: 1, max: 99 });
/** Canonical reaches, with V of every size. */
const reaches: fc.Arbitrary<Ma> = fc
  .record({
    ma: mas,
    code: reachCodes,
    shift: fc.bigInt(0n, 64n),
    strahler: orders,
    level: orders,
    lonE4: fc.integer({ min: -1800000, max: 1800000 }),
    latE4: fc.integer({ min: -900000, max: 900000 }),
  })
  .map(({ ma, code, shift, strahler, level, lonE4, latE4 }) => ({
    proprietary: ma.proprietary,
    standard: { ...code, binstrval: code.binstrval >> shift },
    extension: { strahler, level, place: { lonE4, latE4 }, type: 'rivers' },
  }));

test('a reach in canonical form is read fast if its V has at most 53 bits, and by the general reader if not', () => {
  fc.assert(
    fc.property(reaches, (ma) => {
      const text = formatMa(ma);
      assert.ok(isReachCode(ma.standard));
      assert.equal(isReadFast(text), ma.standard.binstrval < 2n ** 53n, text);
      assert.deepEqual(parseMa(text), ma);
    }),
    { numRuns: 5000 },
  );
});

test('the fast reader agrees with the general one around every limit', () => {
  const head = 'MA.1002.3261.101201/';
  const tail = '/HS0701.OPE1062035N0380739.RV';
  const fast = [
    `${head}3261A.0.1${tail}`,
    `${head}3261${'Z'.repeat(48)}.9007199254740991.99999999${tail}`,
    `${head}9999001.4503599627370495.53${tail}`,
    `${head}1000001.9007199254740991.54${tail}`,
    `${head}3261001.0.1/HS9999.OPW1800000S0900000.RV`,
    `${head}3261001.0.1/HS0101.OPW0000000S0000000.RV`,
  ];
  for (const text of fast) assert.ok(isReadFast(text), text);
  const general = [
    `${head}3261001.9007199254740992.99${tail}`,
    `${head}3261001.18446744073709551615.99${tail}`,
    `${head.toLowerCase()}3261001.0.1${tail}`,
    `${head}3261a.0.1${tail}`,
  ];
  for (const text of general) {
    assert.equal(readReach(text), undefined, text);
    parseMa(text);
  }
  const wrong = [
    `${head}0999001.0.1${tail}`,
    `${head}3261${'Z'.repeat(49)}.0.1${tail}`,
    `${head}3261.0.1${tail}`,
    `${head}3261001.00.1${tail}`,
    `${head}3261001.0.01${tail}`,
    `${head}3261001.0.0${tail}`,
    `${head}3261001.0.100000000${tail}`,
    `${head}3261001.1.1${tail}`,
    `${head}3261001.4503599627370496.53${tail}`,
    `${head}3261001.0${tail}`,
    `${head}3261001.0.${tail}`,
    `${head}3261001..1${tail}`,
    `${head}3261001.0.1/HS0001.OPE1062035N0380739.RV`,
    `${head}3261001.0.1/HS0700.OPE1062035N0380739.RV`,
    `${head}3261001.0.1/HS0701.OPE1800001N0380739.RV`,
    `${head}3261001.0.1/HS0701.OPE1062035N0900001.RV`,
    `${head}3261001.0.1/HS0701.OPN1062035N0380739.RV`,
    `${head}3261001.0.1/HS0701.OPE1062035E0380739.RV`,
    `MA.1002.3261.10120//3261001.0.1${tail}`,
    `MB.1002.3261.101201/3261001.0.1${tail}`,
    `MA.1002.3261.101201.3261001.0.1${tail}`,
    `${head}326100é.0.1${tail}`,
  ];
  for (const text of wrong) {
    assert.equal(readReach(text), undefined, text);
    assert.throws(() => parseMa(text), { name: 'MaError' }, text);
  }
});

test('the fast reader agrees with the general one on all vectors', () => {
  const texts = [
    ...vectors('valid.csv').map((row) => field(row, 'ma')),
    ...vectors('canonical.csv').flatMap((row) => [field(row, 'ma'), field(row, 'canonical')]),
    ...vectors('invalid.csv').map((row) => field(row, 'text')),
  ];
  assert.ok(texts.filter(isReadFast).length > 0);
  for (const row of vectors('invalid.csv')) {
    if (field(row, 'kind') === 'ma') assert.equal(readReach(field(row, 'text').trim()), undefined);
  }
});

test(`the fast reader agrees with the general one on ${CASES} reaches with changed characters`, () => {
  const texts = fc.sample(reaches, 2000).map(formatMa);
  const characters = fc.constantFrom(...'00112233445566778899AMHSOPEWNRV./-+av é\u0000三');
  const change = fc.record({
    at: fc.nat(),
    deleted: fc.nat({ max: 1 }),
    added: fc.string({ unit: characters, maxLength: 1 }),
  });
  let fast = 0;
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 2 }), (text, changes) => {
      const changed = changes.reduce((sofar, { at, deleted, added }) => {
        const start = at % sofar.length;
        return sofar.slice(0, start) + added + sofar.slice(start + deleted);
      }, text);
      if (isReadFast(changed)) fast++;
    }),
    { numRuns: CASES },
  );
  assert.ok(fast > CASES / 20 && fast < CASES / 2, `${fast} were read fast`);
});

test('another publisher is not taken for the last one', () => {
  const of = (head: string) => `${head}3261001.0.1715/HS0701.OPE1062035N0380739.RV`;
  const first = readReach(of('MA.1002.3261.101201/'));
  assert.equal(readReach(of('MA.1002.3261.101202/'))?.proprietary.version, 2);
  assert.equal(readReach(of('MA.1O02.3261.101202/')), undefined);
  assert.equal(readReach(of('MA.1O02.3261.101202/')), undefined);
  assert.deepEqual(readReach(of('MA.1002.3261.101201/')), first);
});
