/** Search by name in an edition: the same questions, hits and order as in a dataset file, asked of a tsvector. */
import { matchQuery } from '../format/search-text.ts';
import type { EditionReader } from './postgres-query.ts';
import { indexedWord } from './publish-words.ts';
import type { NameEntry, NamePage, NamePosition, NameQuery, Store } from './store.ts';

/** Hits looked at for one answer where kinds or long texts must be checked one by one, as in a dataset file. */
const SCAN_LIMIT = 5_000;
const HITS_AT_ONCE = 500;
/** Names looked at in order of importance before the index is asked: half a millisecond. */
const FRONT = 500;
/** Ids are 32-bit numbers; a cursor may hold any. */
const LAST_RANK = 0x7fffffff;
/** river, subbasin, basin, poi. */
const KIND_COUNT = 4;

interface Taken {
  entries: PlacedName[];
  /** Where the search gave up looking, if it did. */
  stoppedAt: number | undefined;
}

type IsWanted = (entry: NameEntry) => boolean;

export type PlacedName = NameEntry & { basincode: number };

/** `readAhead` is told what was found, as what it stands for is asked next. */
export function createPostgresNames(
  reader: EditionReader,
  readAhead: (entries: readonly PlacedName[]) => Promise<void>,
): Pick<Store, 'names'> {
  const columns = 'basincode, rank, kind, ref, name, name_en AS "nameEn"';
  const hitsInFront = reader.planned<PlacedName>(
    `SELECT ${columns} FROM ${reader.schema}.name
     WHERE words @@ $1::tsquery AND rank > $2 AND rank <= $3 ORDER BY rank LIMIT $4`,
  );
  const hitsBehind = reader.planned<PlacedName>(
    `WITH hit AS MATERIALIZED (SELECT ${columns} FROM ${reader.schema}.name WHERE words @@ $1::tsquery AND rank > $2)
     SELECT * FROM hit ORDER BY rank LIMIT $3`,
  );
  const count = reader.planned<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${reader.schema}.name WHERE words @@ $1::tsquery LIMIT $2) AS hit`,
  );

  /**
   * In order of importance. Words that many names have are met soon in that order; what is not met soon is rare, and
   * quickly gathered from the index and sorted. The database can't tell which it is: a word may be unfinished.
   */
  async function hits(expression: string, above: number, limit: number): Promise<PlacedName[]> {
    const front = Math.min(above + FRONT, LAST_RANK);
    const found = await hitsInFront.all(expression, above, front, limit);
    if (found.length === limit) return found;
    return [...found, ...(await hitsBehind.all(expression, front, limit - found.length))];
  }

  /** The first so many hits of an expression above a rank that are wanted. */
  async function take(expression: string, above: number, room: number, isWanted?: IsWanted): Promise<Taken> {
    const entries: PlacedName[] = [];
    if (room <= 0 || above >= LAST_RANK) return { entries, stoppedAt: undefined };
    if (isWanted === undefined) return { entries: await hits(expression, above, room), stoppedAt: undefined };
    for (let seen = 0, rank = above; ; ) {
      const some = await hits(expression, rank, HITS_AT_ONCE);
      for (const entry of some) {
        if (isWanted(entry)) entries.push(entry);
        if (entries.length === room) return { entries, stoppedAt: undefined };
        if (++seen === SCAN_LIMIT) return { entries, stoppedAt: entry.rank };
      }
      if (some.length < HITS_AT_ONCE) return { entries, stoppedAt: undefined };
      rank = some.at(-1)!.rank;
    }
  }

  return {
    async names(query: NameQuery): Promise<NamePage> {
      const match = matchQuery(query.text);
      if (match === undefined) return { entries: [], next: undefined, total: 0, totalIsMore: false };
      const kinds = new Set(query.kinds);
      const { accepts, needsCheck } = match;
      const tiers = match.tiers.map(toTsquery);
      const isPlain = kinds.size === KIND_COUNT && !needsCheck;
      const isWanted = (tier: number): IsWanted | undefined => {
        if (isPlain) return undefined;
        return (entry) => kinds.has(entry.kind) && (tier === 0 || accepts(entry.name, entry.nameEn));
      };
      const takeTier: TakeTier = (tier, above, room) => take(tiers[tier]!, above, room, isWanted(tier));
      const countTier = async (tier: number, room: number): Promise<number> => {
        if (isPlain) return (await count.one(tiers[tier]!, room))!.count;
        const { entries, stoppedAt } = await takeTier(tier, 0, room);
        return stoppedAt === undefined ? entries.length : room;
      };

      let total = 0;
      const room = query.totalLimit + 1;
      for (let tier = 0; tier < tiers.length && total < room; tier++) total += await countTier(tier, room - total);
      const { entries, next } = await pageOf(query, tiers.length, takeTier);
      await readAhead(entries);
      return {
        entries,
        next,
        total: Math.min(total, query.totalLimit),
        totalIsMore: total > query.totalLimit,
      };
    },
  };
}

type TakeTier = (tier: number, above: number, room: number) => Promise<Taken>;

/** One more than asked for is looked for, to know whether more follow. */
async function pageOf(
  { after, limit }: NameQuery,
  tiers: number,
  takeTier: TakeTier,
): Promise<{ entries: PlacedName[]; next: NamePosition | undefined }> {
  const entries: PlacedName[] = [];
  let last: NamePosition | undefined;
  for (let tier = after?.tier ?? 0; tier < tiers; tier++) {
    const above = tier === after?.tier ? after.rank : 0;
    const taken = await takeTier(tier, above, limit + 1 - entries.length);
    for (const entry of taken.entries) {
      if (entries.length === limit) return { entries, next: last };
      entries.push(entry);
      last = { tier, rank: entry.rank };
    }
    if (taken.stoppedAt !== undefined) return { entries, next: { tier, rank: taken.stoppedAt } };
  }
  return { entries, next: undefined };
}

const OPERATORS: Readonly<Record<string, string>> = { AND: ' & ', OR: ' | ', NOT: ' & !' };

/** An expression of FTS5, as `matchQuery` writes them, in the words of a tsquery. The weight C is the column pinyin. */
export function toTsquery(expression: string): string {
  return expression.replace(
    /(\{pinyin\} : )?"([^"]*)"( \*)?| (AND|OR|NOT) /g,
    (_, pinyin: string | undefined, word: string, prefix: string | undefined, operator: string | undefined) => {
      if (operator !== undefined) return OPERATORS[operator]!;
      const marks = `${prefix === undefined ? '' : '*'}${pinyin === undefined ? '' : 'C'}`;
      const quoted = `'${indexedWord(word).replace(/['\\]/g, '$&$&')}'`;
      return marks === '' ? quoted : `${quoted}:${marks}`;
    },
  );
}
