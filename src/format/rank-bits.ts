/** Sets of ranks as bits, in parts of equal size: whether a name is in one is known at once, without walking a list. */

/** A part takes 32 KiB. */
const RANKS_IN_PART = 2 ** 18;
export const PART_BYTES = RANKS_IN_PART / 8;

export function partOf(rank: number): number {
  return Math.floor(rank / RANKS_IN_PART);
}

export function addRank(part: Uint8Array, rank: number): void {
  const at = rank % RANKS_IN_PART;
  part[at >> 3]! |= 1 << (at & 7);
}

export function hasRank(part: Uint8Array, rank: number): boolean {
  const at = rank % RANKS_IN_PART;
  return (part[at >> 3]! & (1 << (at & 7))) !== 0;
}

/** Ranks that all of these parts have, in rising order, from one on. */
export function* ranksInAll(parts: readonly Uint8Array[], part: number, from: number): Generator<number> {
  const first = part * RANKS_IN_PART;
  for (let byte = Math.max(0, from - first) >> 3; byte < PART_BYTES; byte++) {
    let bits = 0xff;
    for (const each of parts) bits &= each[byte]!;
    for (let bit = 0; bits >> bit !== 0; bit++) {
      const rank = first + byte * 8 + bit;
      if ((bits >> bit) & 1 && rank >= from) yield rank;
    }
  }
}
