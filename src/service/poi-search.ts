/** The search for points of interest: which conditions go together, where they look, and in which order. */
import type { IdRange, PoiPosition, PoiQuery, ReachRow } from '../store/store.ts';
import { checkTreeCode, codeOf } from './code-parts.ts';
import { type Context, findReach, findSubbasin, notFound } from './context.ts';
import { checkEdition, editionMark, readCursor, writeCursor } from './cursor.ts';
import { InvalidInputError } from './errors.ts';
import { itemOf } from './poi.ts';
import type { Service } from './service.ts';
import type { PoiItem, PoiSearchInput } from './types.ts';

const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;
const DEFAULT_RADIUS_M = 10_000;
const BY_KEY = 'k';
const BY_NETWORK = 'n';

type Where = Pick<PoiQuery, 'ranges' | 'codePrefix'>;

export function createPoiSearch(context: Context): Pick<Service, 'searchPois'> {
  const { store, dataset } = context;

  async function whereOf(input: PoiSearchInput): Promise<Where> {
    const { basincode, subbasincd, binstrval, binstrlen } = input;
    if (basincode === undefined) return {};
    if (subbasincd === undefined) {
      const basin = await store.basin(basincode);
      if (basin === undefined) {
        throw notFound(`there is no basin ${basincode} in this dataset`, `数据集中没有流域 ${basincode}`);
      }
      return {
        ranges: [{ first: basin.first, last: basin.last }],
        codePrefix: { text: String(basincode), whole: 'basin' },
      };
    }
    const zone = `${basincode}${subbasincd.toUpperCase()}`;
    if (binstrval === undefined || binstrlen === undefined) {
      const subbasin = await findSubbasin(context, zone);
      return { ranges: await store.rangesOfSubbasin(subbasin), codePrefix: { text: zone, whole: 'subbasin' } };
    }
    const code = codeOf({ basincode, subbasincd, binstrval: BigInt(binstrval), binstrlen });
    return { ranges: [rangeOf(await findReach(context, code), input.scope)] };
  }

  function typesOf({ type }: PoiSearchInput): string[] {
    const types = dataset.poiTypes.map((known) => known.type);
    if (type === undefined) return types;
    const wanted = type.toLowerCase();
    if (types.includes(wanted)) return [wanted];
    throw notFound(
      `there is no POI type ${type}; this dataset has ${types.join(', ')}`,
      `没有兴趣点类型 ${type}；本数据集有 ${types.join('、')}`,
    );
  }

  function readPosition(order: PoiQuery['order'], cursor: string): PoiPosition {
    if (order === 'key') {
      const [type, keyUpper] = readCursor(BY_KEY, cursor, ['', '']);
      return { type, keyUpper, id: 0 };
    }
    const [mark, type, id] = readCursor(BY_NETWORK, cursor, ['', '', 0]);
    checkEdition(dataset.identity, mark);
    return { type, keyUpper: '', id };
  }

  function writePosition(order: PoiQuery['order'], { type, keyUpper, id }: PoiPosition): string {
    if (order === 'key') return writeCursor(BY_KEY, [type, keyUpper]);
    return writeCursor(BY_NETWORK, [editionMark(dataset.identity), type, id]);
  }

  return {
    async searchPois(input) {
      checkInput(input);
      const { key, bbox, near, radius, cursor, limit } = input;
      const order = input.scope === 'upstream' ? 'network' : 'key';
      const types = typesOf(input);
      const page = await store.pois({
        types,
        keyUpper: key?.toUpperCase(),
        ...(await whereOf(input)),
        box: bbox,
        near: near && { ...near, radiusM: radius ?? DEFAULT_RADIUS_M },
        order,
        after: cursor === undefined ? undefined : readPosition(order, cursor),
        limit: limit ?? DEFAULT_LIMIT,
      });
      const items: PoiItem[] = [];
      for (const row of page.rows) items.push(await itemOf(context, row));
      return { items, next: page.next && writePosition(order, page.next) };
    },
  };
}

function rangeOf(reach: ReachRow, scope: PoiSearchInput['scope']): IdRange {
  return { first: reach.id, last: scope === 'upstream' ? reach.last : reach.id };
}

function checkInput(input: PoiSearchInput): void {
  const { basincode, subbasincd, binstrval, binstrlen, type, key, scope, bbox, near, radius, limit } = input;
  if ([basincode, subbasincd, binstrval, binstrlen, type, key, bbox, near].every((value) => value === undefined)) {
    throw needs(
      'type',
      'give at least one of basincode, subbasincd, binstrval, binstrlen, type, key, bbox and near',
      '至少给出 basincode、subbasincd、binstrval、binstrlen、type、key、bbox、near 之一',
    );
  }
  if ((binstrval === undefined) !== (binstrlen === undefined)) {
    throw needs('binstrval', 'binstrval and binstrlen go together', 'binstrval 与 binstrlen 必须同时给出');
  }
  if (binstrval !== undefined && (basincode === undefined || subbasincd === undefined)) {
    throw needs(
      'binstrval',
      'binstrval and binstrlen need basincode and subbasincd',
      'binstrval 与 binstrlen 需要 basincode 和 subbasincd',
    );
  }
  if (subbasincd !== undefined && basincode === undefined) {
    throw needs('subbasincd', 'subbasincd needs basincode', 'subbasincd 需要 basincode');
  }
  if (key !== undefined && type === undefined) throw needs('key', 'key needs type', 'key 需要 type');
  if (scope === 'upstream' && binstrval === undefined) {
    throw needs(
      'scope',
      'scope=upstream needs a segment: binstrval and binstrlen',
      'scope=upstream 需要河段：binstrval 和 binstrlen',
    );
  }
  if (radius !== undefined && near === undefined) throw needs('radius', 'radius needs near', 'radius 需要 near');
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)) {
    throw needs('limit', `limit must be a whole number from 1 to ${MAX_LIMIT}`, `limit 应为 1 至 ${MAX_LIMIT} 的整数`);
  }
  if (binstrval !== undefined && binstrlen !== undefined) checkTreeCode(BigInt(binstrval), binstrlen);
}

function needs(parameter: string, en: string, zh: string): InvalidInputError {
  return new InvalidInputError(parameter, { en, zh });
}
