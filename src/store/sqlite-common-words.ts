/** How many names have a common word, and of the most common which: known at once, where a search would walk long lists. */
import type { DatabaseSync } from 'node:sqlite';
import { hasRank, PART_BYTES, partOf, ranksInAll } from '../format/rank-bits.ts';
import { prepare, prepareTuple } from './sqlite-query.ts';

/** Parts kept in memory, of 32 KiB each. */
const CACHED_PARTS = 256;
/** More parts than any list has: ranks are 32-bit numbers. */
const PARTS_OF_LIST = 2 ** 14;
const EMPTY = new Uint8Array(PART_BYTES);

/** Terms are texts as in a question to the index: `"river"` or `"riv" *`. */
export interface SqliteCommonWords {
  /** Names that have a term; undefined where they are not many. */
  countOf(term: string): number | undefined;
  /** The list of a term; undefined where it is not among the most common ones. */
  listOf(term: string): number | undefined;
  isIn(list: number, rank: number): boolean;
  /** Ranks above this one that are in all of the lists. */
  ranksInAll(lists: readonly number[], above: number): Iterable<number>;
}

export function createSqliteCommonWords(db: DatabaseSync): SqliteCommonWords {
  const counts = new Map<string, number>();
  const lists = new Map<string, number>();
  const rows = prepareTuple<[string, number, number | null]>(db, 'SELECT term, count, list FROM search_common').all();
  for (const [term, count, list] of rows) {
    counts.set(term, count);
    if (list !== null) lists.set(term, list);
  }
  const lastPart = prepare<{ part: number }>(db, 'SELECT coalesce(max(part), -1) AS part FROM search_ranks').get()!
    .part;
  const readPart = prepareTuple<[Uint8Array]>(db, 'SELECT bits FROM search_ranks WHERE list = ? AND part = ?');
  const cached = new Map<number, Uint8Array>();

  function bitsOf(list: number, part: number): Uint8Array {
    const key = list * PARTS_OF_LIST + part;
    const known = cached.get(key);
    if (known !== undefined) return known;
    const [bits] = readPart.get(list, part) ?? [EMPTY];
    if (cached.size >= CACHED_PARTS) cached.clear();
    cached.set(key, bits);
    return bits;
  }

  return {
    countOf: (term) => counts.get(term),
    listOf: (term) => lists.get(term),
    isIn: (list, rank) => hasRank(bitsOf(list, partOf(rank)), rank),
    *ranksInAll(wanted, above) {
      for (let part = partOf(above + 1); part <= lastPart; part++) {
        const bits = wanted.map((list) => bitsOf(list, part));
        yield* ranksInAll(bits, part, above + 1);
      }
    },
  };
}
