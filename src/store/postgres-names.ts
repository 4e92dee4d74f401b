/** Search by name in an edition: the same questions, hits and order as in a dataset file, asked of a tsvector. */
import { matchQuery, type NameMatch } from '../format/search-text.ts';
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

type IsWanted = (name: PlacedName) => boolean;

/** A name as it is found, before what it stands for is read. */
type PlacedName = Pick<NameEntry, 'rank' | 'kind' | 'ref' | 'name' | 'nameEn'> & { basincode: number };

type Place = Pick<NameEntry, 'code' | 'strahler' | 'lon' | 'lat'> & {
  at: number;
  type: string | null;
  key: string | null;
};

export function createPostgresNames(reader: EditionReader): Pick<Store, 'names'> {
  const { schema } = reader;
  const columns = 'basincode, rank, kind, ref, name, name_en AS "nameEn"';
  const hitsInFront = reader.planned<PlacedName>(
    `SELECT ${columns} FROM ${schema}.name
     WHERE words @@ $1::tsquery AND rank > $2 AND rank <= $3 ORDER BY rank LIMIT $4`,
  );
  const hitsBehind = reader.planned<PlacedName>(
    `WITH hit AS MATERIALIZED (SELECT ${columns} FROM ${schema}.name WHERE words @@ $1::tsquery AND rank > $2)
     SELECT * FROM hit ORDER BY rank LIMIT $3`,
  );
  const count = reader.planned<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${schema}.name WHERE words @@ $1::tsquery LIMIT $2) AS hit`,
  );
  const places = reader.prepare<Place>(
    'name-places',
    `SELECT wanted.at::int AS at, coalesce(subbasin.code, reach.code) AS code, reach.strahler,
       coalesce(ST_X(poi.geom), ST_X(ST_EndPoint(reach.geom))) AS lon,
       coalesce(ST_Y(poi.geom), ST_Y(ST_EndPoint(reach.geom))) AS lat, poi.type, poi.key
     FROM unnest($1::int[], $2::text[], $3::int[]) WITH ORDINALITY AS wanted (basincode, kind, ref, at)
       LEFT JOIN ${schema}.river ON wanted.kind = 'river' AND river.basincode = wanted.basincode AND river.id = wanted.ref
       LEFT JOIN ${schema}.poi ON wanted.kind = 'poi' AND poi.basincode = wanted.basincode AND poi.id = wanted.ref
       LEFT JOIN ${schema}.basin ON wanted.kind = 'basin' AND basin.basincode = wanted.basincode
       LEFT JOIN ${schema}.reach AS outlet ON outlet.basincode = wanted.basincode AND outlet.id = basin.first
       LEFT JOIN ${schema}.subbasin ON subbasin.basincode = wanted.basincode
         AND subbasin.id = CASE wanted.kind WHEN 'subbasin' THEN wanted.ref ELSE outlet.subbasin END
       JOIN ${schema}.reach ON reach.basincode = wanted.basincode
         AND reach.id = coalesce(river.mouth, poi.reach, subbasin.outlet)`,
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

  /** Names with what they stand for, all in one question. */
  async function withPlaces(names: readonly PlacedName[]): Promise<NameEntry[]> {
    if (names.length === 0) return [];
    const found = await places.all(
      names.map(({ basincode }) => basincode),
      names.map(({ kind }) => kind),
      names.map(({ ref }) => ref),
    );
    return found
      .sort((a, b) => a.at - b.at)
      .map(({ at, type, key, ...place }) => {
        const { basincode: _, ...name } = names[at - 1]!;
        return { ...name, ...place, type: type ?? undefined, key: key ?? undefined };
      });
  }

  /** Counts and takes the hits of each tier; what a page may need is read once for both. */
  function readTiers({ limit, totalLimit, ...query }: NameQuery, match: NameMatch) {
    const kinds = new Set(query.kinds);
    const { accepts, needsCheck } = match;
    const tiers = match.tiers.map(toTsquery);
    const isPlain = kinds.size === KIND_COUNT && !needsCheck;
    const most = isPlain ? limit + 1 : Math.max(limit, totalLimit) + 1;
    const firsts: Promise<Taken>[] = [];

    function isWanted(tier: number): IsWanted | undefined {
      if (isPlain) return undefined;
      return ({ kind, name, nameEn }) => kinds.has(kind) && (tier === 0 || !needsCheck || accepts(name, nameEn));
    }

    async function first(tier: number): Promise<Taken & { isAll: boolean }> {
      firsts[tier] ??= take(tiers[tier]!, 0, most, isWanted(tier));
      const { entries, stoppedAt } = await firsts[tier];
      return { entries, stoppedAt, isAll: stoppedAt === undefined && entries.length < most };
    }

    return {
      async countTier(tier: number, room: number): Promise<number> {
        const { entries, isAll } = await first(tier);
        if (isAll) return Math.min(room, entries.length);
        return isPlain ? (await count.one(tiers[tier]!, room))!.count : room;
      },
      async takeTier(tier: number, above: number, room: number): Promise<Taken> {
        const { isAll, ...inFront } = await first(tier);
        const { entries, stoppedAt } =
          isAll || above === 0 ? inFront : await take(tiers[tier]!, above, room, isWanted(tier));
        const taken = entries.filter(({ rank }) => rank > above).slice(0, room);
        return { entries: taken, stoppedAt: taken.length < room ? stoppedAt : undefined };
      },
    };
  }

  return {
    async names(query: NameQuery): Promise<NamePage> {
      const match = matchQuery(query.text);
      if (match === undefined) return { entries: [], next: undefined, total: 0, totalIsMore: false };
      const { countTier, takeTier } = readTiers(query, match);
      const tiers = match.tiers.length;
      let total = 0;
      const room = query.totalLimit + 1;
      for (let tier = 0; tier < tiers && total < room; tier++) total += await countTier(tier, room - total);
      const { entries, next } = await pageOf(query, tiers, takeTier);
      return {
        entries: await withPlaces(entries),
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
