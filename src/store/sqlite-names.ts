/** Search by name in a dataset file: hits come in order of importance and are taken from the front, never sorted. */
import type { DatabaseSync } from 'node:sqlite';
import { matchQuery, type NameMatch } from '../format/search-text.ts';
import { hasStandIn, triplesExpression } from '../format/search-whole.ts';
import { createSqliteCommonWords } from './sqlite-common-words.ts';
import { partsOfTier } from './sqlite-match.ts';
import { type Hits, hitsListed, hitsOfTerm } from './sqlite-name-hits.ts';
import { type Candidate, createNameIndex } from './sqlite-name-index.ts';
import { type Earlier, listAll, listChecked, listWithCommon } from './sqlite-name-lists.ts';
import type { NameEntry, NamePage, NamePosition, NameQuery, Store } from './store.ts';

/** river, subbasin, basin, poi. */
const KIND_COUNT = 4;
const NONE: Earlier = new Set();

export function createSqliteNames(db: DatabaseSync): Pick<Store, 'names'> {
  const words = createNameIndex(db, 'search');
  const whole = createNameIndex(db, 'search_whole');
  const common = createSqliteCommonWords(db);

  /** The hits of each tier, found when they are asked for. */
  function hitsByTier({ limit, totalLimit, ...query }: NameQuery, match: NameMatch): (tier: number) => Hits {
    const { tiers, accepts, needsCheck } = match;
    const [exact] = tiers;
    const rooms = { page: limit + 1, count: totalLimit + 1 };
    const kinds = new Set(query.kinds);
    const isAnyKind = kinds.size === KIND_COUNT;
    const isOfKind = ([, kind]: Candidate) => kinds.has(kind);
    const exactHits = hitsOfTerm(whole, exact, rooms);
    const known: Hits[] = [];

    function hitsOf(tier: number): Hits {
      known[tier] ??= find(tier);
      return known[tier];
    }

    function find(tier: number): Hits {
      if (tier === 0 && isAnyKind) return exactHits;
      if (tier === 0) return hitsListed(whole, listChecked(whole, exact, NONE, isOfKind), rooms);
      const { expression, anyOf, run } = partsOfTier(tiers[tier]!, exact);
      const earlier: Earlier = new Set(exactHits.ranks());
      if (needsCheck && run !== undefined) return hitsOfRun(run, earlier);
      if (needsCheck || !isAnyKind) {
        const isWanted = ([, kind, name, nameEn]: Candidate) => kinds.has(kind) && accepts(name, nameEn);
        return hitsListed(words, listChecked(words, expression, earlier, needsCheck ? isWanted : isOfKind), rooms);
      }
      const terms = anyOf.flat();
      if (terms.length === 1 && earlier.size === 0) {
        // A tier is counted only where those before it have fewer hits than are counted.
        const atLeast = (common.countOf(terms[0]!) ?? 0) - rooms.count;
        return hitsOfTerm(words, expression, rooms, atLeast);
      }
      const before = terms.some((term) => common.listOf(term) !== undefined) ? ranksBefore(tier) : undefined;
      if (before !== undefined) return hitsListed(words, listWithCommon(words, common, anyOf, before), rooms);
      return hitsListed(words, listAll(words, expression, earlier), rooms);
    }

    /** Three characters in a row are a term; of more, threes are, and each candidate is compared with all of it. */
    function hitsOfRun(run: string, earlier: Earlier): Hits {
      const expression = triplesExpression(run);
      if (isAnyKind && run.length === 3 && !hasStandIn(run))
        return hitsListed(whole, listAll(whole, expression, earlier), rooms);
      const isWanted = ([, kind, name, nameEn]: Candidate) =>
        kinds.has(kind) && (name.includes(run) || accepts(name, nameEn));
      return hitsListed(whole, listChecked(whole, expression, earlier, isWanted), rooms);
    }

    /** Undefined where they are too many. */
    function ranksBefore(tier: number): Earlier | undefined {
      const ranks = new Set<number>();
      for (let before = 0; before < tier; before++) {
        const all = hitsOf(before).ranks();
        if (all === undefined) return undefined;
        for (const rank of all) ranks.add(rank);
      }
      return ranks;
    }

    return hitsOf;
  }

  return {
    names(query: NameQuery): NamePage {
      const match = matchQuery(query.text);
      if (match === undefined) return { entries: [], next: undefined, total: 0, totalIsMore: false };
      const hitsOf = hitsByTier(query, match);
      const tiers = match.tiers.length;
      let total = 0;
      const room = query.totalLimit + 1;
      for (let tier = 0; tier < tiers && total < room; tier++) total += hitsOf(tier).count(room - total);
      return {
        ...pageOf(query, tiers, hitsOf),
        total: Math.min(total, query.totalLimit),
        totalIsMore: total > query.totalLimit,
      };
    },
  };
}

/** One more than asked for is looked for, to know whether more follow. */
function pageOf(
  { after, limit }: NameQuery,
  tiers: number,
  hitsOf: (tier: number) => Hits,
): Pick<NamePage, 'entries' | 'next'> {
  const entries: NameEntry[] = [];
  let last: NamePosition | undefined;
  for (let tier = after?.tier ?? 0; tier < tiers; tier++) {
    const above = tier === after?.tier ? after.rank : 0;
    const taken = hitsOf(tier).take(above, limit + 1 - entries.length);
    for (const entry of taken.entries) {
      if (entries.length === limit) return { entries, next: last };
      entries.push(entry);
      last = { tier, rank: entry.rank };
    }
    if (taken.stoppedAt !== undefined) return { entries, next: { tier, rank: taken.stoppedAt } };
  }
  return { entries, next: undefined };
}
