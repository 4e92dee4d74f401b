import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  escapeKey,
  explainMa,
  formatCode,
  formatMa,
  formatMaWithCheck,
  isValidMa,
  MAX_MA_LENGTH,
  type Ma,
  MaError,
  parseCode,
  parseMa,
  resolveMa,
  suggestMa,
} from '../../src/code/index.ts';
import { mas } from './arbitrary.ts';

const CASES = 100_000;
const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ./-+'];

/** Reads a string in every way there is; true if it is valid. Anything but the declared error comes through. */
function readEveryWay(text: string): boolean {
  try {
    parseCode(text);
  } catch (error) {
    if (!(error instanceof MaError)) throw error;
    assert.ok(error.position >= 0 && error.position <= text.length);
  }
  return isValidMa(text);
}

test(`${CASES} strings of garbage raise nothing but the declared error`, () => {
  const garbage = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...ALPHABET, 'a', ' ', '０', '\u0000'), maxLength: 80 }),
    fc
      .string({ unit: fc.constantFrom(...ALPHABET), maxLength: 60 })
      .map((tail) => `MA.1002.3261.101201/3261001${tail}`),
    fc
      .string({ unit: fc.constantFrom('+', 'E', '4', 'B', '8', '9', '-', 'x'), maxLength: 40 })
      .map((key) => `MA.1002.3261.101201/3261001/ID${key}`),
  );
  let count = 0;
  fc.assert(
    fc.property(garbage, (text) => {
      count++;
      readEveryWay(text);
    }),
    { numRuns: CASES },
  );
  assert.equal(count, CASES);
});

test(`${CASES} damaged codes raise nothing but the declared error, and what still reads is stable`, () => {
  const damages = fc.tuple(
    fc.constantFrom(...fc.sample(mas, 2000).map(formatMaWithCheck)),
    fc.nat(),
    fc.constantFrom(...ALPHABET, 'é', ' ', '\ud800', '\u0000'),
    fc.nat({ max: 3 }),
  );
  let count = 0;
  let survivors = 0;
  fc.assert(
    fc.property(damages, ([text, place, character, kind]) => {
      count++;
      const at = place % text.length;
      const removed = kind === 0 ? 1 : kind - 1;
      const damaged = text.slice(0, at) + (kind === 0 ? '' : character) + text.slice(at + removed);
      if (!readEveryWay(damaged)) return;
      survivors++;
      const canonical = formatMa(parseMa(damaged));
      assert.equal(formatMa(parseMa(canonical)), canonical);
    }),
    { numRuns: CASES },
  );
  assert.equal(count, CASES);
  assert.ok(survivors < CASES / 20);
});

test('one wrong character or two swapped neighbours in a checked code are detected', (t) => {
  const sample = fc.sample(mas, 500).map(formatMaWithCheck);
  let [missedChecked, missedPlain] = [0, 0];
  let seed = 20241115;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let cases = 0; cases < CASES; ) {
    const text = sample[random(sample.length)] as string;
    const at = random(text.length);
    const slip = random(2) === 0 ? substitute(text, at, ALPHABET[random(ALPHABET.length)] ?? '') : swap(text, at);
    if (slip === text) continue;
    cases++;
    if (isValidMa(slip, { requireCheck: true })) missedChecked++;
    if (isValidMa(slip)) missedPlain++;
  }
  const figure = (missed: number) => `${(100 - (100 * missed) / CASES).toFixed(3)} %`;
  t.diagnostic(`detected by a reader that expects check characters: ${figure(missedChecked)}`);
  t.diagnostic(`detected by a reader that does not: ${figure(missedPlain)}`);
  assert.ok(missedChecked <= CASES / 1000);
  assert.ok(missedPlain <= CASES / 20);
});

function substitute(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}

function swap(text: string, at: number): string {
  return text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2);
}

test('a string of a megabyte is refused unread, at the limit', () => {
  for (const text of ['M'.repeat(1e6), ' '.repeat(1e6), `MA.1002.3261.101201/3261001/ID${'+E4'.repeat(3e5)}`]) {
    for (const read of [parseMa, parseCode, resolveMa]) {
      assert.throws(() => read(text), { name: 'MaError', fault: 'tooLong', clause: '5.1', position: MAX_MA_LENGTH });
    }
    assert.deepEqual(suggestMa(text), []);
  }
});

test('the longest string that is read is read whole', () => {
  const head = 'MA.1002.3261.101201/3261001/ID';
  const longest = head + 'X'.repeat(MAX_MA_LENGTH - head.length);
  assert.equal(parseMa(longest).extension.key?.length, MAX_MA_LENGTH - head.length);
  assert.throws(() => parseMa(`${longest} `), { fault: 'tooLong' });
});

test('anything but a string is a TypeError', () => {
  for (const value of [undefined, null, 3261001, {}, ['MA'], 5n]) {
    for (const read of [parseMa, parseCode, isValidMa, explainMa, resolveMa, escapeKey]) {
      assert.throws(() => read(value as string), TypeError);
    }
  }
});

test('parts that make no code are refused with a RangeError that names them', () => {
  const good = parseMa('MA.1002.3261.101201/3261001.0.1715/HS0701.RV');
  const bad: [RegExp, Partial<Ma>][] = [
    [/special/, { proprietary: { ...good.proprietary, special: 10000 } }],
    [/version/, { proprietary: { ...good.proprietary, version: -1 } }],
    [/schema/, { proprietary: { ...good.proprietary, schema: 1.5 } }],
    [/basincode/, { standard: { basincode: 999, subbasincd: '001' } }],
    [/subbasincd/, { standard: { basincode: 3261, subbasincd: '' } }],
    [/subbasincd/, { standard: { basincode: 3261, subbasincd: '00.' } }],
    [/V = 4, L = 3/, { standard: { basincode: 3261, subbasincd: '001', binstrval: 4n, binstrlen: 3 } }],
    [/strahler/, { extension: { strahler: 0, level: 1 } }],
    [/level/, { extension: { strahler: 1 } }],
    [/longitude/, { extension: { place: { lonE4: 1800001, latE4: 0 } } }],
    [/latitude/, { extension: { place: { lonE4: 0, latE4: 0.5 } } }],
    [/POI type/, { extension: { poiType: 'dam', type: 'rivers' } }],
    [/unknown type/, { extension: { type: 'lake' as 'poi' } }],
    [/unknown token/, { extension: { other: ['RV'] } }],
    [/unknown token/, { extension: { other: ['CAB'] } }],
    [/unknown token/, { extension: { other: ['A1'] } }],
    [/key/, { extension: { key: '' } }],
    [/surrogate/, { extension: { key: '\ud800' } }],
    [/1024 characters/, { extension: { key: 'X'.repeat(1000) } }],
  ];
  for (const [message, parts] of bad) {
    assert.throws(() => formatMa({ ...good, ...parts }), { name: 'RangeError', message });
  }
  assert.throws(() => formatCode({ basincode: 10000, subbasincd: '001' }), RangeError);
});
