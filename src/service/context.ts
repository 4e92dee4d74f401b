/** What the use cases share: the store, the writer of MA strings, and lookups that throw where nothing is found. */
import type { DatasetInfo, Place, PoiRow, ReachRow, Store, SubbasinRow } from '../store/store.ts';
import { NotFoundError } from './errors.ts';
import type { MaWriter } from './ma.ts';

export interface Context {
  store: Store;
  dataset: DatasetInfo;
  ma: MaWriter;
}

export function notFound(en: string, zh: string): NotFoundError {
  return new NotFoundError({ en, zh });
}

export async function findReach({ store }: Context, code: string): Promise<ReachRow> {
  const reach = await store.reachByCode(code);
  if (reach === undefined) {
    throw notFound(
      `there is no reach ${code} in this dataset; search by name or locate by place to find one`,
      `数据集中没有河段 ${code}；可按名称搜索或按位置定位`,
    );
  }
  return reach;
}

export async function findSubbasin({ store }: Context, code: string): Promise<SubbasinRow> {
  const subbasin = await store.subbasinByCode(code);
  if (subbasin === undefined) {
    throw notFound(`there is no sub-basin ${code} in this dataset`, `数据集中没有子流域 ${code}`);
  }
  return subbasin;
}

/** A level's network holds only what has at least that order. */
export function checkLevel(code: string, strahler: number, level: number): void {
  if (strahler >= level) return;
  throw notFound(
    `${code} has Strahler order ${strahler} and is not in the network of level ${level}; use level 1`,
    `${code} 的斯特拉勒级别为 ${strahler}，不在第 ${level} 级河网中；请使用 level=1`,
  );
}

export async function findPoi({ store, dataset }: Context, type: string, key: string): Promise<PoiRow> {
  const poi = await store.poi(type.toLowerCase(), key.toUpperCase());
  if (poi === undefined) {
    const types = dataset.poiTypes.map((known) => known.type).join(', ');
    const isKnown = dataset.poiTypes.some((known) => known.type === type.toLowerCase());
    throw isKnown
      ? notFound(`there is no POI of type ${type} with this key`, `没有类型为 ${type}、标识为 ${key} 的兴趣点`)
      : notFound(
          `there is no POI type ${type}; this dataset has ${types}`,
          `没有兴趣点类型 ${type}；本数据集有 ${types}`,
        );
  }
  return poi;
}

/** The lower end of a reach. */
export async function endOf({ store }: Context, reach: number): Promise<Place> {
  const end = await store.reachEnd(reach);
  if (end === undefined) throw new Error(`reach ${reach} has no geometry`);
  return end;
}

/** The outlet of the whole network below a reach, by way of sub-basins: no walk. */
export async function outletBelow({ store }: Context, reach: ReachRow): Promise<ReachRow> {
  let subbasin = await store.subbasin(reach.subbasin);
  while (subbasin !== undefined && subbasin.parent !== 0) subbasin = await store.subbasin(subbasin.parent);
  return (subbasin && (await store.reach(subbasin.outlet))) ?? reach;
}
