/** What a search finds, as hits: names, where it is, and all it takes to look it up. */
import type { BasinRow, Later, NameEntry, PoiRow, ReachRow, SubbasinRow } from '../store/store.ts';
import { partsOf } from './code-parts.ts';
import { type Context, endOf } from './context.ts';
import { createWhereIsIn, whereIsBasin } from './places.ts';
import { itemOf } from './poi.ts';
import { namesOf } from './river.ts';
import type { SearchHit } from './types.ts';

/** All that a hit is made from, whether it was found by name or by code. */
export type Found = Omit<NameEntry, 'rank' | 'ref'>;

const BASINCODE_LENGTH = 4;

/** Makes hits. Not an async function: where the store answers at once, so does this. */
export function createHits(context: Context): (found: readonly Found[]) => Later<SearchHit[]> {
  const whereIsIn = createWhereIsIn(context.store);
  return (found) => {
    const places = found.map((each) => whereIs(each, whereIsIn));
    const hits = (where: readonly string[]) => found.map((each, i) => hitOf(context, each, where[i]!));
    return places.every((place) => typeof place === 'string') ? hits(places) : Promise.all(places).then(hits);
  };
}

function whereIs({ kind, code }: Found, whereIsIn: (basincode: number) => Later<string>): Later<string> {
  const basincode = Number(code.slice(0, BASINCODE_LENGTH));
  return kind === 'basin' ? whereIsBasin(basincode) : whereIsIn(basincode);
}

function hitOf({ ma }: Context, found: Found, where: string): SearchHit {
  const { kind, name, nameEn, code, strahler, lon, lat } = found;
  if (kind === 'subbasin' || kind === 'basin') {
    const basincode = Number(code.slice(0, BASINCODE_LENGTH));
    const subbasincd = code.slice(BASINCODE_LENGTH);
    return {
      kind,
      displayName: name,
      displayNameEn: nameEn,
      where,
      ma: ma.subbasin({ basincode, subbasincd, strahler } as SubbasinRow, found, 1),
      basincode,
      subbasincd,
      level: 1,
      lon,
      lat,
    };
  }
  const { basincode, subbasincd, binstrval, binstrlen } = partsOf(code);
  if (kind === 'river') {
    return {
      kind,
      displayName: name,
      displayNameEn: nameEn,
      where,
      ma: ma.river({ code, strahler } as ReachRow, found, 1),
      basincode,
      subbasincd,
      binstrval,
      binstrlen,
      level: 1,
      lon,
      lat,
    };
  }
  const type = found.type!;
  const key = found.key!;
  return {
    kind,
    displayName: name,
    displayNameEn: nameEn,
    where,
    ma: ma.poi({ type, key, code, lon, lat } as PoiRow),
    basincode,
    subbasincd,
    binstrval,
    binstrlen,
    type,
    key,
    lon,
    lat,
  };
}

export async function foundReach(context: Context, reach: ReachRow): Promise<Found> {
  const { displayName, displayNameEn } = await namesOf(context, reach);
  const { code, strahler } = reach;
  return {
    kind: 'river',
    name: displayName,
    nameEn: displayNameEn,
    code,
    strahler,
    ...(await endOf(context, reach.id)),
    type: undefined,
    key: undefined,
  };
}

export async function foundSubbasin(context: Context, subbasin: SubbasinRow): Promise<Found> {
  const { basincode, subbasincd, name, nameEn, strahler, outlet } = subbasin;
  return {
    kind: 'subbasin',
    name,
    nameEn,
    code: `${basincode}${subbasincd}`,
    strahler,
    ...(await endOf(context, outlet)),
    type: undefined,
    key: undefined,
  };
}

/** A basin has no code of its own beyond its number: it is looked up by the sub-basin at its outlet. */
export async function foundBasin(context: Context, { first, name, nameEn }: BasinRow): Promise<Found | undefined> {
  const outlet = await context.store.reach(first);
  const subbasin = outlet && (await context.store.subbasin(outlet.subbasin));
  return subbasin && { ...(await foundSubbasin(context, subbasin)), kind: 'basin', name, nameEn };
}

export async function foundPoi(context: Context, poi: PoiRow): Promise<Found> {
  const { displayName, displayNameEn } = await itemOf(context, poi);
  const { type, key, code, lon, lat } = poi;
  return { kind: 'poi', name: displayName, nameEn: displayNameEn, code, strahler: 0, lon, lat, type, key };
}
