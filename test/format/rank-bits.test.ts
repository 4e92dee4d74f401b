/** Sets of ranks as bits hold what was put in, and what two have in common is found in order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addRank, hasRank, PART_BYTES, partOf, ranksInAll } from '../../src/format/rank-bits.ts';

const PART = 3;
const FIRST = PART_BYTES * 8 * PART;
const ranks = fc.uniqueArray(fc.integer({ min: FIRST, max: FIRST + PART_BYTES * 8 - 1 }), { maxLength: 200 });

function bitsOf(all: readonly number[]): Uint8Array {
  const bits = new Uint8Array(PART_BYTES);
  for (const rank of all) addRank(bits, rank);
  return bits;
}

test('a part has the ranks that were added and no other', () => {
  fc.assert(
    fc.property(ranks, ranks, (added, others) => {
      const bits = bitsOf(added);
      for (const rank of [...added, ...others]) {
        assert.equal(partOf(rank), PART);
        assert.equal(hasRank(bits, rank), added.includes(rank));
      }
    }),
  );
});

test('ranks in several parts come in rising order, from any on', () => {
  fc.assert(
    fc.property(ranks, ranks, ranks, fc.nat(PART_BYTES * 8), (shared, a, b, offset) => {
      const from = FIRST + offset;
      const [left, right] = [
        [...shared, ...a],
        [...shared, ...b],
      ];
      const expected = new Set(left.filter((rank) => right.includes(rank) && rank >= from));
      assert.deepEqual(
        [...ranksInAll([bitsOf(left), bitsOf(right)], PART, from)],
        [...expected].sort((x, y) => x - y),
      );
    }),
  );
});
