import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  canonicalMa,
  commonDownstreamOf,
  downstreamAt,
  downstreamOf,
  escapeKey,
  explainMa,
  formatCode,
  formatMa,
  formatMaWithCheck,
  isUpstreamInZone,
  latitudeOf,
  longitudeOf,
  mainStemUpstreamOf,
  parseCode,
  parseMa,
  pathToOutlet,
  placeOf,
  relationOf,
  resolutionToJson,
  resolveMa,
  type TreeCode,
  tributaryUpstreamOf,
  unescapeKey,
} from '../../src/code/index.ts';
import { mas, reachCodes, treeCodes } from './arbitrary.ts';

test('what is written reads back to the same parts', () => {
  fc.assert(
    fc.property(mas, (ma) => assert.deepEqual(parseMa(formatMa(ma)), ma)),
    { numRuns: 2000 },
  );
});

test('the canonical form is a fixed point, whatever the case, white space and trailing slash', () => {
  fc.assert(
    fc.property(mas, (ma) => {
      const canonical = formatMa(ma);
      assert.equal(canonicalMa(canonical), canonical);
      assert.equal(canonicalMa(canonical.toLowerCase()), canonical);
      assert.equal(canonicalMa(` ${canonical}/\r\n`), canonical);
    }),
    { numRuns: 1000 },
  );
});

test('check characters can be added to any code, match, and are no part of the canonical form', () => {
  fc.assert(
    fc.property(mas, (ma) => {
      const checked = formatMaWithCheck(ma);
      assert.deepEqual(parseMa(checked.toLowerCase(), { requireCheck: true }), {
        ...ma,
        extension: { ...ma.extension, check: checked.slice(-2) },
      });
      assert.equal(canonicalMa(checked), formatMa(ma));
    }),
    { numRuns: 1000 },
  );
});

test('a valid code is explained by its canonical form', () => {
  fc.assert(
    fc.property(mas, (ma) => {
      assert.deepEqual(explainMa(formatMaWithCheck(ma)), { valid: true, canonical: formatMa(ma) });
    }),
  );
});

test('a code text reads back to the same parts', () => {
  fc.assert(
    fc.property(reachCodes, (code) => assert.deepEqual(parseCode(formatCode(code).toLowerCase()), code)),
    { numRuns: 1000 },
  );
});

test('the JSON of a resolution is exact: every digit of V stands in it', () => {
  fc.assert(
    fc.property(mas, (ma) => {
      const text = formatMa(ma);
      const json = resolutionToJson(resolveMa(text));
      const parsed = JSON.parse(json);
      assert.equal(parsed.original, text);
      assert.equal(parsed.standard.subbasincd, ma.standard.subbasincd);
      const digits = /"binstrval":(\d+),/.exec(json)?.[1];
      assert.equal(digits, 'binstrval' in ma.standard ? String(ma.standard.binstrval) : undefined);
    }),
  );
});

test('keys survive escaping, use only characters of a token, and do not depend on ASCII case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (key) => {
      const escaped = escapeKey(key);
      assert.match(escaped, /^[0-9A-Z+-]+$/);
      assert.equal(
        unescapeKey(escaped.toLowerCase()),
        key.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
      );
      assert.equal(new TextEncoder().encode(key).length, escaped.replace(/\+../g, '*').length);
    }),
    { numRuns: 1000 },
  );
});

test('degrees of four decimals survive as a place, zero is never negative', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1800000, max: 1800000 }), fc.integer({ min: -900000, max: 900000 }), (lon, lat) => {
      const place = placeOf(lon / 10000, lat / 10000);
      assert.deepEqual(place, { lonE4: lon, latE4: lat });
      assert.equal(longitudeOf(place), Number((lon / 10000).toFixed(4)));
      assert.equal(latitudeOf(place), Number((lat / 10000).toFixed(4)));
    }),
  );
  assert.ok(Object.is(placeOf(-0, -0.00001).lonE4, 0) && Object.is(placeOf(-0, -0.00001).latE4, 0));
});

test('steps up and down the tree invert each other', () => {
  fc.assert(
    fc.property(treeCodes, (code) => {
      for (const above of [mainStemUpstreamOf(code), tributaryUpstreamOf(code)]) {
        if (above === undefined) continue;
        assert.deepEqual(downstreamOf(above), code);
        assert.ok(isUpstreamInZone(above, code) && !isUpstreamInZone(code, above));
      }
      const below = downstreamOf(code);
      if (below === undefined) return;
      const back = code.binstrval % 2n === 0n ? mainStemUpstreamOf(below) : tributaryUpstreamOf(below);
      assert.deepEqual(back, code);
    }),
    { numRuns: 2000 },
  );
});

test('the path to the outlet is lazy and agrees with the indexed step', () => {
  fc.assert(
    fc.property(treeCodes, (code) => {
      let steps = 0;
      for (const below of pathToOutlet(code)) {
        steps++;
        assert.deepEqual(below, downstreamAt(code, steps));
        if (steps === 70) break;
      }
      assert.equal(steps, Math.min(70, code.binstrlen - 1));
      assert.deepEqual(downstreamAt(code, code.binstrlen - 1), { binstrval: 0n, binstrlen: 1 });
      assert.equal(downstreamAt(code, code.binstrlen), undefined);
    }),
  );
});

/** The binary string itself: what the arithmetic stands for. */
function naiveString({ binstrval, binstrlen }: TreeCode): string {
  return binstrval.toString(2).padStart(binstrlen, '0');
}

const shortCodes = fc
  .string({ unit: fc.constantFrom('0', '1'), maxLength: 63 })
  .map((bits) => ({ binstrval: BigInt(`0b0${bits}`), binstrlen: bits.length + 1 }));

/** Pairs with a common beginning, so that being upstream is no rare accident. */
const pairs = fc
  .tuple(shortCodes, shortCodes, shortCodes)
  .map(([stem, a, b]) => [stem, a, b].map(naiveString))
  .map(([stem = '', a = '', b = '']) =>
    [stem + a, stem + b.slice(0, a.length % 3)]
      .map((bits) => bits.slice(0, 64))
      .map((bits) => ({ binstrval: BigInt(`0b${bits}`), binstrlen: bits.length })),
  );

test('being upstream in a zone is being longer and starting with the other', () => {
  let upstream = 0;
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      assert.ok(a && b);
      for (const [x, y] of [
        [a, b],
        [b, a],
      ] as const) {
        const naive = naiveString(x).startsWith(naiveString(y));
        assert.equal(isUpstreamInZone(x, y), naive);
        if (naive) upstream++;
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(upstream > 300);
});

test('the lowest common downstream code is the longest common beginning', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      assert.ok(a && b);
      const [x, y] = [naiveString(a), naiveString(b)];
      let length = 0;
      while (length < Math.min(x.length, y.length) && x[length] === y[length]) length++;
      assert.equal(naiveString(commonDownstreamOf(a, b)), x.slice(0, length));
    }),
    { numRuns: 3000 },
  );
});

test('a relation seen from the other side is its mirror image', () => {
  const mirrored = { upstream: 'downstream', downstream: 'upstream' } as Record<string, string>;
  fc.assert(
    fc.property(reachCodes, reachCodes, treeCodes, (a, other, tree) => {
      for (const b of [other, { ...a, ...tree }, { ...a, subbasincd: other.subbasincd }]) {
        const relation = relationOf(a, b);
        assert.equal(relationOf(b, a), mirrored[relation] ?? relation);
      }
    }),
  );
});
