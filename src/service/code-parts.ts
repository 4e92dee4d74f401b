/** The standard part of a code as the members that records carry, and back. */
import { formatCode, isTreeCode, type ReachCode } from '../code/index.ts';
import { InvalidInputError } from './errors.ts';
import type { ReachCodeInput } from './types.ts';

export interface CodeParts {
  basincode: number;
  subbasincd: string;
  /** A bigint only where a number would not be exact. */
  binstrval: number | bigint;
  binstrlen: number;
}

const BASINCODE_LENGTH = 4;

/** Takes apart a code that stands in a dataset. */
export function partsOf(code: string): CodeParts {
  const firstDot = code.indexOf('.');
  const secondDot = code.indexOf('.', firstDot + 1);
  return {
    basincode: Number(code.slice(0, BASINCODE_LENGTH)),
    subbasincd: code.slice(BASINCODE_LENGTH, firstDot),
    binstrval: exactNumber(BigInt(code.slice(firstDot + 1, secondDot))),
    binstrlen: Number(code.slice(secondDot + 1)),
  };
}

export function exactNumber(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** The key of a reach; text is one already. Throws an InvalidInputError where value and length do not fit together. */
export function codeOf(input: ReachCodeInput | string): string {
  if (typeof input === 'string') return input;
  checkTreeCode(input.binstrval, input.binstrlen);
  return formatCode(input);
}

export function reachCodeOf(code: string): ReachCode {
  const { binstrval, ...rest } = partsOf(code);
  return { ...rest, binstrval: BigInt(binstrval) };
}

export function checkTreeCode(binstrval: bigint, binstrlen: number): void {
  if (isTreeCode({ binstrval, binstrlen })) return;
  throw new InvalidInputError('binstrval', {
    en: 'binstrval must be below 2 to the power of (binstrlen - 1)',
    zh: 'binstrval 必须小于 2 的 (binstrlen - 1) 次方',
  });
}
