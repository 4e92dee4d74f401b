/** Arithmetic in the binary tree of one zone (spec 2): exact, and no work that grows with L. */

import { MAX_BINSTRLEN, MAX_BINSTRVAL } from './limits.ts';
import type { TreeCode } from './model.ts';
import { assertTreeCode } from './standard.ts';

/**
 * The code directly below, or undefined at the zone's outlet. What else the code carries (its zone) is kept.
 *
 * @example downstreamOf({ binstrval: 5n, binstrlen: 9 }) // { binstrval: 2n, binstrlen: 8 }
 */
export function downstreamOf<T extends TreeCode>(code: T): T | undefined {
  return downstreamAt(code, 1);
}

/**
 * The code `steps` below, or undefined past the zone's outlet.
 *
 * @example downstreamAt({ binstrval: 5n, binstrlen: 9 }, 8) // { binstrval: 0n, binstrlen: 1 }
 */
export function downstreamAt<T extends TreeCode>(code: T, steps: number): T | undefined {
  assertTreeCode(code);
  if (!Number.isInteger(steps) || steps < 0) throw new RangeError(`steps must be 0 or more, not ${steps}`);
  if (steps >= code.binstrlen) return undefined;
  return { ...code, binstrval: shiftRight(code.binstrval, steps), binstrlen: code.binstrlen - steps };
}

/**
 * The main stem directly above, or undefined where a code can grow no longer.
 *
 * @example mainStemUpstreamOf({ binstrval: 5n, binstrlen: 9 }) // { binstrval: 10n, binstrlen: 10 }
 */
export function mainStemUpstreamOf<T extends TreeCode>(code: T): T | undefined {
  return upstreamOf(code, 0n);
}

/**
 * The tributary directly above, or undefined where a code can grow no longer.
 *
 * @example tributaryUpstreamOf({ binstrval: 5n, binstrlen: 9 }) // { binstrval: 11n, binstrlen: 10 }
 */
export function tributaryUpstreamOf<T extends TreeCode>(code: T): T | undefined {
  return upstreamOf(code, 1n);
}

function upstreamOf<T extends TreeCode>(code: T, bit: bigint): T | undefined {
  assertTreeCode(code);
  const binstrval = code.binstrval * 2n + bit;
  const binstrlen = code.binstrlen + 1;
  if (binstrval > MAX_BINSTRVAL || binstrlen > MAX_BINSTRLEN) return undefined;
  return { ...code, binstrval, binstrlen };
}

/**
 * Every code below, one at a time, down to the zone's outlet.
 *
 * @example [...pathToOutlet({ binstrval: 2n, binstrlen: 3 })]
 * // [{ binstrval: 1n, binstrlen: 2 }, { binstrval: 0n, binstrlen: 1 }]
 */
export function* pathToOutlet<T extends TreeCode>(code: T): Generator<T, void, undefined> {
  let below = downstreamOf(code);
  while (below !== undefined) {
    yield below;
    below = downstreamOf(below);
  }
}

/**
 * In one zone: is `a` upstream of `b`, or `b` itself?
 *
 * @example isUpstreamInZone({ binstrval: 10n, binstrlen: 10 }, { binstrval: 5n, binstrlen: 9 }) // true
 */
export function isUpstreamInZone(a: TreeCode, b: TreeCode): boolean {
  const steps = a.binstrlen - b.binstrlen;
  return steps >= 0 && shiftRight(a.binstrval, steps) === b.binstrval;
}

/**
 * In one zone: the lowest code that the water of both reaches. Where the two join in a comb (spec 2.9) this can be
 * one of its inner codes, which no reach has; the reach is then the first real one downstream of it.
 *
 * @example commonDownstreamOf({ binstrval: 4n, binstrlen: 4 }, { binstrval: 3n, binstrlen: 3 })
 * // { binstrval: 0n, binstrlen: 1 }
 */
export function commonDownstreamOf(a: TreeCode, b: TreeCode): TreeCode {
  assertTreeCode(a);
  assertTreeCode(b);
  const length = Math.min(a.binstrlen, b.binstrlen);
  const valueA = shiftRight(a.binstrval, a.binstrlen - length);
  const valueB = shiftRight(b.binstrval, b.binstrlen - length);
  const steps = bitLength(valueA ^ valueB);
  return { binstrval: shiftRight(valueA, steps), binstrlen: length - steps };
}

/** V has at most 64 bits, so any longer way leaves nothing of it. */
function shiftRight(value: bigint, steps: number): bigint {
  return steps >= 64 ? 0n : value >> BigInt(steps);
}

function bitLength(value: bigint): number {
  const high = Number(value >> 32n);
  return high === 0 ? 32 - Math.clz32(Number(value & 0xffffffffn)) : 64 - Math.clz32(high);
}
