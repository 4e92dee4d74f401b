/** Search over everything: by code where the text is one, by name in any language else. */
import type { NamePosition } from '../store/store.ts';
import type { Context } from './context.ts';
import { checkEdition, editionMark, readCursor, writeCursor } from './cursor.ts';
import { InvalidInputError, InvalidMaError, NotFoundError } from './errors.ts';
import { JUNCTION } from './ma.ts';
import { findNamed, type Named, readGivenCode } from './named-code.ts';
import { hitOfBasin, hitOfEntry, hitOfPoi, hitOfReach, hitOfSubbasin } from './search-hits.ts';
import type { Service } from './service.ts';
import type { SearchHit } from './types.ts';

const KINDS = ['river', 'subbasin', 'basin', 'poi'] as const;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;
const TOTAL_LIMIT = 1000;
const CURSOR = 's';

export function createSearch(context: Context): Pick<Service, 'searchAll'> {
  const { store, dataset } = context;

  async function hitOfNamed(named: Named): Promise<SearchHit> {
    if (named.kind === 'poi') return hitOfPoi(context, named.poi);
    return named.kind === 'river' ? hitOfReach(context, named.reach) : hitOfSubbasin(context, named.subbasin);
  }

  /** What the text names as a code; undefined where it is none, or names nothing here. */
  async function hitByCode(text: string): Promise<SearchHit | undefined> {
    if (/^[1-9][0-9]{3}$/.test(text)) {
      const basin = await store.basin(Number(text));
      return basin && hitOfBasin(context, basin);
    }
    const junction = /^[0-9A-Z]+-[0-9]+-[0-9]+$/i.test(text)
      ? await store.poi(JUNCTION, text.toUpperCase())
      : undefined;
    if (junction !== undefined) return hitOfPoi(context, junction);
    try {
      return await hitOfNamed(await findNamed(context, readGivenCode(text)));
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

  return {
    async searchAll({ q, kinds = KINDS, limit = DEFAULT_LIMIT, cursor }) {
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
      const byCode = await hitByCode(text);
      if (byCode !== undefined) {
        const items = kinds.includes(byCode.kind) && after === undefined ? [byCode] : [];
        return { query: q, total: items.length, totalIsMore: false, items };
      }
      const page = await store.names({ text, kinds, after, limit, totalLimit: TOTAL_LIMIT });
      const items: SearchHit[] = [];
      for (const entry of page.entries) {
        const hit = await hitOfEntry(context, entry);
        if (hit !== undefined) items.push(hit);
      }
      const { total, totalIsMore, next } = page;
      const mark = editionMark(dataset.identity);
      return {
        query: q,
        total,
        totalIsMore,
        items,
        ...(next && { next: writeCursor(CURSOR, [mark, next.tier, next.rank]) }),
      };
    },
  };
}
