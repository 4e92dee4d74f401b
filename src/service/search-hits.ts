/** What a search finds, as hits: names, where it is, and all it takes to look it up. */
import type { BasinRow, NameEntry, PoiRow, ReachRow, SubbasinRow } from '../store/store.ts';
import { partsOf } from './code-parts.ts';
import { type Context, endOf } from './context.ts';
import { whereIsBasin, whereIsIn } from './places.ts';
import { itemOf } from './poi.ts';
import { namesOf } from './river.ts';
import type { SearchHit } from './types.ts';

export async function hitOfEntry(context: Context, entry: NameEntry): Promise<SearchHit | undefined> {
  const { store } = context;
  switch (entry.kind) {
    case 'river': {
      const river = await store.river(entry.ref);
      const mouth = river && (await store.reach(river.mouth));
      return mouth && hitOfReach(context, mouth);
    }
    case 'subbasin': {
      const subbasin = await store.subbasin(entry.ref);
      return subbasin && hitOfSubbasin(context, subbasin);
    }
    case 'basin': {
      const basin = await store.basin(entry.ref);
      return basin && hitOfBasin(context, basin);
    }
    case 'poi': {
      const poi = await store.poiById(entry.ref);
      return poi && hitOfPoi(context, poi);
    }
  }
}

export async function hitOfReach(context: Context, reach: ReachRow): Promise<SearchHit> {
  const end = await endOf(context, reach.id);
  const parts = partsOf(reach.code);
  return {
    kind: 'river',
    ...(await namesOf(context, reach)),
    where: await whereIsIn(context, parts.basincode),
    ma: context.ma.river(reach, end, 1),
    ...parts,
    level: 1,
    ...end,
  };
}

export async function hitOfSubbasin(context: Context, subbasin: SubbasinRow): Promise<SearchHit> {
  const end = await endOf(context, subbasin.outlet);
  const { basincode, subbasincd, name, nameEn } = subbasin;
  return {
    kind: 'subbasin',
    displayName: name,
    displayNameEn: nameEn,
    where: await whereIsIn(context, basincode),
    ma: context.ma.subbasin(subbasin, end, 1),
    basincode,
    subbasincd,
    level: 1,
    ...end,
  };
}

/** A basin has no code of its own beyond its number: it is looked up by the sub-basin at its outlet. */
export async function hitOfBasin(context: Context, basin: BasinRow): Promise<SearchHit | undefined> {
  const outlet = await context.store.reach(basin.first);
  const subbasin = outlet && (await context.store.subbasin(outlet.subbasin));
  if (subbasin === undefined) return undefined;
  const hit = await hitOfSubbasin(context, subbasin);
  return {
    ...hit,
    kind: 'basin',
    displayName: basin.name,
    displayNameEn: basin.nameEn,
    where: whereIsBasin(basin.basincode),
  };
}

export async function hitOfPoi(context: Context, poi: PoiRow): Promise<SearchHit> {
  const { type, key, displayName, displayNameEn, ...item } = await itemOf(context, poi);
  return {
    kind: 'poi',
    displayName,
    displayNameEn,
    where: await whereIsIn(context, item.basincode),
    ma: context.ma.poi(poi),
    basincode: item.basincode,
    subbasincd: item.subbasincd,
    binstrval: item.binstrval,
    binstrlen: item.binstrlen,
    type,
    key,
    lon: poi.lon,
    lat: poi.lat,
  };
}
