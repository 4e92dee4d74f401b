/** Ways to list the ranks of hits: as the index gives them, one by one with a check, or by comparing lists of words. */
import type { SqliteCommonWords } from './sqlite-common-words.ts';
import type { Listing } from './sqlite-name-hits.ts';
import type { Candidate, NameIndex } from './sqlite-name-index.ts';

/** Hits looked at for one answer where each must be checked. */
const SCAN_LIMIT = 5_000;
/** Read at once: one by one they would take several times as long. */
const CANDIDATES_AT_ONCE = 500;
/** Of names with the rarer words, to be compared with the common ones. */
const RANKS_AT_ONCE = 1_000;

/** Ranks of hits that an earlier tier has. */
export type Earlier = ReadonlySet<number>;

export function listAll(index: NameIndex, expression: string, earlier: Earlier): Listing {
  return (above, room) => {
    const ranks = index.ranks(expression, above, room + earlier.size).filter((rank) => !earlier.has(rank));
    return { ranks: ranks.slice(0, room), stoppedAt: undefined };
  };
}

export function listChecked(
  index: NameIndex,
  expression: string,
  earlier: Earlier,
  isWanted: (candidate: Candidate) => boolean,
): Listing {
  return (above, room) => {
    const ranks: number[] = [];
    let seen = 0;
    for (let from = above; ; ) {
      const candidates = index.candidates(expression, from, CANDIDATES_AT_ONCE);
      for (const candidate of candidates) {
        const [rank] = candidate;
        if (earlier.has(rank)) continue;
        if (isWanted(candidate)) ranks.push(rank);
        if (ranks.length === room) return { ranks, stoppedAt: undefined };
        if (++seen === SCAN_LIMIT) return { ranks, stoppedAt: rank };
      }
      if (candidates.length < CANDIDATES_AT_ONCE) return { ranks, stoppedAt: undefined };
      from = candidates.at(-1)![0];
    }
  };
}

/** Of names that have all terms of one of the lists. The rarer ones are asked of the index, and the others compared. */
export function listWithCommon(
  index: NameIndex,
  common: SqliteCommonWords,
  anyOf: readonly (readonly string[])[],
  earlier: Earlier,
): Listing {
  return (above, room) => {
    const found = new Set<number>();
    for (const terms of anyOf) {
      let left = room;
      for (const rank of ranksWith(index, common, terms, above)) {
        if (earlier.has(rank)) continue;
        found.add(rank);
        if (--left === 0) break;
      }
    }
    return { ranks: [...found].sort((a, b) => a - b).slice(0, room), stoppedAt: undefined };
  };
}

function* ranksWith(
  index: NameIndex,
  common: SqliteCommonWords,
  terms: readonly string[],
  above: number,
): Generator<number> {
  const lists = terms.map(common.listOf).filter((list) => list !== undefined);
  const rarer = terms.filter((term) => common.listOf(term) === undefined);
  if (rarer.length === 0) {
    yield* common.ranksInAll(lists, above);
    return;
  }
  const expression = rarer.join(' AND ');
  for (let from = above; ; ) {
    const ranks = index.ranks(expression, from, RANKS_AT_ONCE);
    for (const rank of ranks) if (lists.every((list) => common.isIn(list, rank))) yield rank;
    if (ranks.length < RANKS_AT_ONCE) return;
    from = ranks.at(-1)!;
  }
}
