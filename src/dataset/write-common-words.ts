/**
 * Writes how many names have the more common words and beginnings of words, and of the most common ones which names.
 * Without it a search would count on and on; and to find the few names with both a rare word and a very common one
 * (`Pinewood River`), it would walk the list of the common one: half a millisecond for 300,000.
 */
import type { DatabaseSync } from 'node:sqlite';
import { addRank, PART_BYTES, partOf } from '../format/rank-bits.ts';

/** Of how many names at least, and of which share of all. */
interface Threshold {
  fewest: number;
  share: number;
}

/** A search counts to a thousand. */
const COUNTED: Threshold = { fewest: 2_000, share: 1 / 500 };
/** Shorter lists are walked quickly enough, and bits for every name take more room than theirs. */
const LISTED: Threshold = { fewest: 50_000, share: 1 / 16 };
/** Names looked at to guess which words are common. What is guessed is counted; what is missed is only found slower. */
const SAMPLE = 50_000;
/** Of what a word that is just common has in the sample on average. */
const LEAST_OF_AVERAGE = 0.8;
/** Longer beginnings are not in the index ready-made: to find the first takes longer than to count. */
const LONGEST_COUNTED = 6;
const RANKS_AT_ONCE = 100_000;

export interface CommonWords {
  /** The words of a name, as they go into each column of the index. */
  sample(rank: number, ...texts: readonly string[]): void;
  /** When the index is complete. */
  write(db: DatabaseSync): void;
}

interface Counted {
  count: number;
  list: number | null;
}

export function createCommonWords(names: number, counted = COUNTED, listed = LISTED): CommonWords {
  const leastCounted = leastOf(counted, names);
  const leastListed = leastOf(listed, names);
  const step = Math.ceil(names / SAMPLE);
  const sampled: string[][] = [];
  return {
    sample(rank, ...texts) {
      if (names < leastCounted || rank % step !== 0) return;
      sampled.push(texts.flatMap((text) => text.split(' ')).filter((word) => word !== ''));
    },
    write(db) {
      const put = db.prepare('INSERT INTO search_common VALUES (?, ?, ?)');
      const counts = db.prepare('SELECT count(*) AS count FROM search WHERE search MATCH ?');
      const known = new Map<string, Counted>();
      let lists = 0;
      const inSample = (least: number) => LEAST_OF_AVERAGE * least * (sampled.length / names);
      for (const { term, within } of likelyTerms(sampled, inSample(leastCounted), inSample(leastListed))) {
        const { count } = counts.get(term) as { count: number };
        if (count < leastCounted) continue;
        let list: number | null = null;
        // A name that has the term has the shorter one too: as many names are the same names.
        if (known.get(within)?.count === count) list = known.get(within)!.list;
        else if (count >= leastListed) {
          list = ++lists;
          writeRanks(db, term, list);
        }
        put.run(term, count, list);
        known.set(term, { count, list });
      }
    },
  };
}

function leastOf({ fewest, share }: Threshold, names: number): number {
  return Math.max(fewest, names * share);
}

interface LikelyTerm {
  /** As in a question to the index. */
  term: string;
  /** The term that is one letter shorter, or the beginning that is the whole word. */
  within: string;
}

/** Beginnings, the shortest first, then words. A longer one is common only where the shorter one is. */
function likelyTerms(sampled: readonly string[][], least: number, leastOfLong: number): LikelyTerm[] {
  const terms: LikelyTerm[] = [];
  const whole = new Map<string, number>();
  let shorter = new Set(['']);
  for (let length = 1; shorter.size > 0; length++) {
    const counts = new Map<string, number>();
    for (const words of sampled) {
      const longer = words.filter((word) => word.length >= length && shorter.has(word.slice(0, length - 1)));
      countEach(counts, new Set(longer.map((word) => word.slice(0, length))));
      countEach(whole, new Set(longer.filter((word) => word.length === length)));
    }
    shorter = likely(counts, length > LONGEST_COUNTED ? leastOfLong : least);
    for (const start of shorter) terms.push({ term: beginning(start), within: beginning(start.slice(0, -1)) });
  }
  for (const word of likely(whole, least)) terms.push({ term: `"${word}"`, within: beginning(word) });
  return terms;
}

function beginning(start: string): string {
  return `"${start}" *`;
}

function countEach(counts: Map<string, number>, words: ReadonlySet<string>): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
}

function likely(counts: ReadonlyMap<string, number>, least: number): Set<string> {
  return new Set([...counts].filter(([, count]) => count >= least).map(([word]) => word));
}

/** Ranks are read many at once as JSON, in an eighth of the time that it takes one by one. */
function writeRanks(db: DatabaseSync, term: string, list: number): void {
  const found = db.prepare(
    `SELECT json_group_array(rowid) AS ranks FROM (
       SELECT rowid FROM search WHERE search MATCH ? AND rowid > ? ORDER BY rowid LIMIT ${RANKS_AT_ONCE}
     )`,
  );
  const parts = new Map<number, Uint8Array>();
  for (let last: number | undefined = 0; last !== undefined; ) {
    const ranks = JSON.parse((found.get(term, last) as { ranks: string }).ranks) as number[];
    for (const rank of ranks) {
      const bits = parts.get(partOf(rank)) ?? new Uint8Array(PART_BYTES);
      parts.set(partOf(rank), bits);
      addRank(bits, rank);
    }
    last = ranks.at(-1);
  }
  const put = db.prepare('INSERT INTO search_ranks VALUES (?, ?, ?)');
  for (const [part, bits] of parts) put.run(list, part, bits);
}
