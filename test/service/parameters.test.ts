/** Parameters: strict from text, lenient about types from JSON, and nothing but the declared error for anything else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidInputError } from '../../src/service/errors.ts';
import { fromJson, fromText, PARAMETERS, type ParameterName } from '../../src/service/parameters.ts';

const names = Object.keys(PARAMETERS) as ParameterName[];

function refused(read: () => unknown): InvalidInputError {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof InvalidInputError, String(error));
    return error;
  }
  assert.fail('not refused');
}

test('every example is a value of its own parameter, as text and as JSON', () => {
  for (const name of names) {
    const { example } = PARAMETERS[name];
    assert.deepEqual(fromText(name, String(example)), fromJson(name, example), name);
  }
});

test('every parameter has texts in both languages and a schema type', () => {
  for (const name of names) {
    const { description, expected, schema, type } = PARAMETERS[name];
    for (const text of [description.zh, expected.zh]) assert.match(text, /\p{Script=Han}/u, name);
    for (const text of [description.en, expected.en]) assert.match(text, /^[\x20-\x7e]+$/, name);
    assert.ok(typeof schema.type === 'string' && (type === 'number' || type === 'string'), name);
  }
});

test('whole numbers are plain decimal: no sign, exponent, leading zero, space or fraction', () => {
  assert.equal(fromText('level', '7'), 7);
  for (const text of ['', ' 1', '1 ', '+1', '-1', '01', '1.0', '1e1', '0x1', '１', 'NaN', '0', '100', '1_0']) {
    const { parameter, reason } = refused(() => fromText('level', text));
    assert.equal(parameter, 'level');
    assert.equal(reason.en, 'level must be a whole number from 1 to 99');
    assert.equal(reason.zh, '参数 level 应为1 至 99 的整数');
  }
});

test('whole numbers in range are read and all others refused', () => {
  fc.assert(
    fc.property(fc.constantFrom('basincode', 'binstrlen', 'level', 'limit', 'minStrahler'), fc.integer(), (name, n) => {
      const { minimum, maximum } = PARAMETERS[name].schema as { minimum: number; maximum: number };
      if (n >= minimum && n <= maximum) assert.equal(fromText(name, String(n)), n);
      else refused(() => fromText(name, String(n)));
    }),
  );
});

test('binstrval is exact to 2^64-1: a bigint only where a number would not be', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const read = fromText('binstrval', String(value));
      assert.equal(BigInt(read), value);
      assert.equal(typeof read, value <= Number.MAX_SAFE_INTEGER ? 'number' : 'bigint');
      assert.deepEqual(fromJson('binstrval', String(value)), read);
    }),
  );
  refused(() => fromText('binstrval', '18446744073709551616'));
  assert.match(refused(() => fromJson('binstrval', 2 ** 60)).reason.en, /send it as text/);
});

test('degrees are signed decimals within their range', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (value) => {
      assert.ok(Math.abs(fromJson('lon', value) - value) < 1e-12);
    }),
  );
  assert.equal(fromText('lat', '-38.0739'), -38.0739);
  for (const text of ['', '1e1', '.5', '5.', '+5', '91', '-90.1', 'Infinity', '1,2', '00.5'])
    refused(() => fromText('lat', text));
});

test('numbers may come as text from language models, and lists for those with commas', () => {
  assert.equal(fromJson('level', '1'), 1);
  assert.equal(fromJson('level', ' 2 '), 2);
  assert.equal(fromJson('basincode', 3261.0), 3261);
  assert.equal(fromJson('subbasincd', '001a'), '001A');
  assert.deepEqual(fromJson('bbox', [100, 30, 120.5, 42]), [100, 30, 120.5, 42]);
  assert.deepEqual(fromJson('kinds', ['river', 'poi']), ['river', 'poi']);
  for (const value of [true, null, {}, [], [null], Number.NaN, Number.POSITIVE_INFINITY, 1.5])
    refused(() => fromJson('level', value));
});

test('boxes and centres are checked as places', () => {
  assert.deepEqual(fromText('bbox', '170,-10,-170,10'), [170, -10, -170, 10]);
  assert.deepEqual(fromText('near', '110.3, 34.6'), { lon: 110.3, lat: 34.6 });
  for (const text of ['1,2,3', '1,2,3,4,5', '1,5,3,4', '181,0,0,1', '0,-91,0,1', 'a,b,c,d', ''])
    refused(() => fromText('bbox', text));
  for (const text of ['1', '1,91', '181,1', ',']) refused(() => fromText('near', text));
});

test('choices are taken to the letter', () => {
  assert.equal(fromText('scope', 'upstream'), 'upstream');
  assert.deepEqual(fromText('kinds', 'poi,river,poi'), ['poi', 'river']);
  for (const [name, text] of [
    ['scope', 'Upstream'],
    ['f', 'xml'],
    ['kinds', 'river,lake'],
    ['kinds', ''],
    ['direction', ''],
  ] as const) {
    refused(() => fromText(name, text));
  }
});

test('any text and any JSON value gives a value or the declared error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.anything(), fc.string(), (name, value, text) => {
      for (const read of [() => fromJson(name, value), () => fromText(name, text)]) {
        try {
          assert.notEqual(read(), undefined);
        } catch (error) {
          assert.ok(error instanceof InvalidInputError, String(error));
          assert.match(error.reason.en, /^[\x20-\x7e]+$/);
        }
      }
    }),
    { numRuns: 500 },
  );
});
