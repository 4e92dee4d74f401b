/** Parts of a line come together where they touch, whatever their order and direction. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinParts } from '../../src/source/join-parts.ts';

const line = (...numbers: number[]) => Float64Array.from(numbers);
const joined = (...parts: Float64Array[]) => joinParts(parts).map((part) => Array.from(part));

test('parts are joined in whichever order they stand', () => {
  const a = line(0, 0, 1, 1);
  const b = line(1, 1, 2, 0);
  const c = line(2, 0, 3, 1, 4, 0);
  const whole = [[0, 0, 1, 1, 2, 0, 3, 1, 4, 0]];
  for (const order of [
    [a, b, c],
    [c, b, a],
    [b, a, c],
    [b, c, a],
  ]) {
    assert.deepEqual(joined(...order), whole);
  }
});

test('a part drawn the other way is turned round; the longer stretch keeps its direction', () => {
  assert.deepEqual(joined(line(0, 0, 1, 1, 2, 2), line(3, 3, 2, 2)), [[0, 0, 1, 1, 2, 2, 3, 3]]);
  assert.deepEqual(joined(line(3, 3, 2, 2), line(0, 0, 1, 1, 2, 2)), [[0, 0, 1, 1, 2, 2, 3, 3]]);
  assert.deepEqual(joined(line(1, 1, 0, 0), line(1, 1, 2, 2, 3, 3)), [[0, 0, 1, 1, 2, 2, 3, 3]]);
});

test('what does not touch stays apart, and so do three ends that meet', () => {
  assert.deepEqual(joined(line(0, 0, 1, 1), line(5, 5, 6, 6)), [
    [0, 0, 1, 1],
    [5, 5, 6, 6],
  ]);
  const fork = [line(0, 0, 1, 1), line(1, 1, 2, 2), line(1, 1, 2, 0)];
  assert.deepEqual(
    joined(...fork),
    fork.map((part) => Array.from(part)),
  );
});

test('rings close, alone and from two parts', () => {
  const ring = line(0, 0, 1, 0, 1, 1, 0, 0);
  assert.deepEqual(joined(ring, line(5, 5, 6, 6)), [Array.from(ring), [5, 5, 6, 6]]);
  assert.deepEqual(joined(line(0, 0, 1, 0), line(1, 0, 1, 1, 0, 0)), [[0, 0, 1, 0, 1, 1, 0, 0]]);
});

test('one part or none is given back as it is', () => {
  const only = line(0, 0, 1, 1);
  assert.equal(joinParts([only])[0], only);
  assert.deepEqual(joinParts([]), []);
});

test('a line cut anywhere, shuffled and partly turned round comes together again', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 18 }), { maxLength: 8 });
  const pieces = fc.tuple(
    cuts,
    fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  );
  fc.assert(
    fc.property(pieces, ([places, ranks, turns]) => {
      const whole = Array.from({ length: 20 }, (_, i) => [i, i * i]);
      const bounds = [0, ...places.toSorted((a, b) => a - b), 19];
      const parts = bounds.slice(1).map((end, i) => whole.slice(bounds[i], end + 1));
      const shuffled = parts
        .map((part, i) => ({ part: turns[i] ? part.toReversed() : part, rank: ranks[i]! }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ part }) => Float64Array.from(part.flat()));
      const result = joinParts(shuffled);
      assert.equal(result.length, 1);
      const found = Array.from(result[0]!);
      const backwards = whole.toReversed().flat();
      assert.deepEqual(found, found[0] === 0 ? whole.flat() : backwards);
    }),
  );
});

test('a hundred thousand parts are joined without recursion', () => {
  const parts = Array.from({ length: 100_000 }, (_, i) => line(i, 0, i + 1, 0)).reverse();
  const [whole, ...rest] = joinParts(parts);
  assert.equal(rest.length, 0);
  assert.equal(whole?.length, 200_002);
});
