/** Search by name in a dataset file: hits come in order of importance and are taken from the front, never sorted. */
import type { DatabaseSync } from 'node:sqlite';
import { matchQuery } from '../format/search-text.ts';
import { prepare } from './sqlite-query.ts';
import type { NameEntry, NamePage, NamePosition, NameQuery, Store } from './store.ts';

/** Hits looked at for one answer where kinds or long texts must be checked one by one. */
const SCAN_LIMIT = 5_000;

interface Taken {
  entries: NameEntry[];
  /** Where the search gave up looking, if it did. */
  stoppedAt: number | undefined;
}

export function createSqliteNames(db: DatabaseSync): Pick<Store, 'names'> {
  const hits = prepare<NameEntry>(
    db,
    `SELECT entry.rank, entry.kind, entry.ref, entry.name, entry.name_en AS nameEn
     FROM search JOIN search_entry AS entry ON entry.rank = search.rowid
     WHERE search MATCH ? AND search.rowid > ? ORDER BY search.rowid`,
  );
  const count = prepare<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM (SELECT rowid FROM search WHERE search MATCH ? LIMIT ?)',
  );

  /** The first so many hits of an expression above a rank that are wanted. */
  function take(expression: string, above: number, room: number, isWanted: (entry: NameEntry) => boolean): Taken {
    const entries: NameEntry[] = [];
    let seen = 0;
    if (room <= 0) return { entries, stoppedAt: undefined };
    for (const entry of hits.iterate(expression, above)) {
      if (isWanted(entry)) entries.push(entry);
      if (entries.length === room) break;
      if (++seen === SCAN_LIMIT) return { entries, stoppedAt: entry.rank };
    }
    return { entries, stoppedAt: undefined };
  }

  return {
    names(query: NameQuery): NamePage {
      const match = matchQuery(query.text);
      if (match === undefined) return { entries: [], next: undefined, total: 0, totalIsMore: false };
      const kinds = new Set(query.kinds);
      const { tiers, accepts, needsCheck } = match;
      const takeTier = (tier: number, above: number, room: number): Taken =>
        take(tiers[tier]!, above, room, (entry) => {
          return kinds.has(entry.kind) && (tier === 0 || accepts(entry.name, entry.nameEn));
        });
      const isPlain = kinds.size === KIND_COUNT && !needsCheck;
      const countTier = (tier: number, room: number): number => {
        if (isPlain) return count.get(tiers[tier]!, room)!.count;
        const { entries, stoppedAt } = takeTier(tier, 0, room);
        return stoppedAt === undefined ? entries.length : room;
      };

      let total = 0;
      const room = query.totalLimit + 1;
      for (let tier = 0; tier < tiers.length && total < room; tier++) total += countTier(tier, room - total);
      return {
        ...pageOf(query, tiers.length, takeTier),
        total: Math.min(total, query.totalLimit),
        totalIsMore: total > query.totalLimit,
      };
    },
  };
}

/** river, subbasin, basin, poi. */
const KIND_COUNT = 4;

type TakeTier = (tier: number, above: number, room: number) => Taken;

/** One more than asked for is looked for, to know whether more follow. */
function pageOf({ after, limit }: NameQuery, tiers: number, takeTier: TakeTier): Pick<NamePage, 'entries' | 'next'> {
  const entries: NameEntry[] = [];
  let last: NamePosition | undefined;
  for (let tier = after?.tier ?? 0; tier < tiers; tier++) {
    const above = tier === after?.tier ? after.rank : 0;
    const taken = takeTier(tier, above, limit + 1 - entries.length);
    for (const entry of taken.entries) {
      if (entries.length === limit) return { entries, next: last };
      entries.push(entry);
      last = { tier, rank: entry.rank };
    }
    if (taken.stoppedAt !== undefined) return { entries, next: { tier, rank: taken.stoppedAt } };
  }
  return { entries, next: undefined };
}
