/** Search over everything: by code where the text is one, by name in any language else. */
import type { Later, NamePage, NamePosition } from '../store/store.ts';
import type { Context } from './context.ts';
import { checkEdition, editionMark, readCursor, writeCursor } from './cursor.ts';
import { InvalidInputError, InvalidMaError, NotFoundError } from './errors.ts';
import { JUNCTION } from './ma.ts';
import { findNamed, type Named, readGivenCode } from './named-code.ts';
import { createHits, type Found, foundBasin, foundPoi, foundReach, foundSubbasin } from './search-hits.ts';
import type { Service } from './service.ts';
import type { SearchResult } from './types.ts';

const KINDS = ['river', 'subbasin', 'basin', 'poi'] as const;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;
const TOTAL_LIMIT = 1000;
const CURSOR = 's';
/** Codes and keys of junctions, and MA strings: a text that starts otherwise is a name, and need not be tried. */
const STARTS_LIKE_CODE = /^(?:[0-9]|ma\.)/i;

type FoundPage = Omit<NamePage, 'entries'> & { entries: readonly Found[] };

export function createSearch(context: Context): Pick<Service, 'searchAll'> {
  const { store, dataset } = context;
  const hitsOf = createHits(context);

  async function foundNamed(named: Named): Promise<Found> {
    if (named.kind === 'poi') return foundPoi(context, named.poi);
    return named.kind === 'river' ? foundReach(context, named.reach) : foundSubbasin(context, named.subbasin);
  }

  /** What the text names as a code; undefined where it is none, or names nothing here. */
  async function findByCode(text: string): Promise<Found | undefined> {
    if (/^[1-9][0-9]{3}$/.test(text)) {
      const basin = await store.basin(Number(text));
      return basin && foundBasin(context, basin);
    }
    const junction = /^[0-9A-Z]+-[0-9]+-[0-9]+$/i.test(text)
      ? await store.poi(JUNCTION, text.toUpperCase())
      : undefined;
    if (junction !== undefined) return foundPoi(context, junction);
    try {
      return await foundNamed(await findNamed(context, readGivenCode(text)));
    } catch (error) {
      if (error instanceof InvalidMaError || error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  function readPosition(cursor: string | undefined): NamePosition | undefined {
    if (cursor === undefined) return undefined;
    const [mark, tier, rank] = readCursor(CURSOR, cursor, ['', 0, 0]);
    checkEdition(dataset.identity, mark);
    return { tier, rank };
  }

  function resultOf(query: string, page: FoundPage): Later<SearchResult> {
    const { entries, total, totalIsMore, next } = page;
    const result = (items: SearchResult['items']): SearchResult => ({
      query,
      total,
      totalIsMore,
      items,
      ...(next && { next: writeCursor(CURSOR, [editionMark(dataset.identity), next.tier, next.rank]) }),
    });
    return andThen(hitsOf(entries), result);
  }

  return {
    /** Not an async function: an embedded store answers at once, and then so does this. */
    searchAll({ q, kinds = KINDS, limit = DEFAULT_LIMIT, cursor }) {
      const text = q.trim();
      if (text === '') {
        throw new InvalidInputError('q', {
          en: 'q must not be empty: give a name or a code',
          zh: 'q 不能为空：请给出名称或编码',
        });
      }
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
        throw new InvalidInputError('limit', {
          en: `limit must be a whole number from 1 to ${MAX_LIMIT}`,
          zh: `limit 应为 1 至 ${MAX_LIMIT} 的整数`,
        });
      }
      const after = readPosition(cursor);
      const byName = () => {
        const page = store.names({ text, kinds, after, limit, totalLimit: TOTAL_LIMIT });
        return andThen(page, (names) => resultOf(q, names));
      };
      if (!STARTS_LIKE_CODE.test(text)) return byName();
      return findByCode(text).then((found) => {
        if (found === undefined) return byName();
        const wanted = kinds.includes(found.kind) && after === undefined ? [found] : [];
        return resultOf(q, { entries: wanted, total: wanted.length, totalIsMore: false, next: undefined });
      });
    },
  };
}

function andThen<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
