/** Puts points of interest on the network: each on the reach it lies on, those too far away told and left out. */
import type { PoiRow } from '../source/pois.ts';
import type { PoiContent, PoiTypeContent } from './content.ts';
import { placePoints } from './place-points.ts';
import { POI_PROPERTIES, type PropertyKind } from './properties.ts';
import type { ReportBook } from './report.ts';
import { bothLanguages } from './river-record.ts';
import { JUNCTION } from './write-pois.ts';

export interface PoiNetwork {
  count: number;
  /** Index of the reach with each number, main stems first: what a point at a confluence belongs to does not depend on the input's order. */
  byId: Int32Array;
  lineOf(reach: number): Float64Array;
  /** The names, lower-case, of the river a reach belongs to. */
  riverNamesOf(reach: number): readonly string[];
}

export interface PlacedPois {
  pois: PoiContent[];
  types: PoiTypeContent[];
  extraProperties: PropertyKind[];
}

/** Columns that say on which river a point lies, in either language. */
const RIVER_COLUMNS = ['river', 'river_zh'];

export const JUNCTION_TYPE: PoiTypeContent = {
  type: JUNCTION,
  name: { zh: '汇流点', en: 'Junction' },
  description: { zh: '两条或多条河段汇合之处', en: 'Where two or more reaches meet' },
  icon: 'junction',
};

export function placePois(
  rows: readonly PoiRow[],
  givenTypes: readonly PoiTypeContent[],
  network: PoiNetwork,
  limitKm: number,
  report: ReportBook,
): PlacedPois {
  const accepted = rows.filter((row) => row.type.toLowerCase() !== JUNCTION || noteJunction(row, report));
  const points = accepted.map((row) => {
    const rivers = row.properties
      .filter(({ name }) => RIVER_COLUMNS.includes(name))
      .map(({ value }) => value.toLowerCase());
    if (rivers.length === 0) return { lon: row.lon, lat: row.lat };
    const isOnRiver = (number: number) =>
      network.riverNamesOf(network.byId[number]!).some((name) => rivers.includes(name));
    return { lon: row.lon, lat: row.lat, isOnRiver };
  });
  const places = placePoints(points, network.count, (number) => network.lineOf(network.byId[number]!), limitKm);
  const extra = new Map<string, PropertyKind>();
  const pois: PoiContent[] = [];
  accepted.forEach((row, i) => {
    const place = places[i]!;
    if (place.reach < 0) {
      report.note(
        'rejected',
        'points too far from any reach',
        row.record,
        `${row.type} ${row.key}: none within ${limitKm} km`,
      );
      return;
    }
    pois.push({
      type: row.type,
      key: row.key,
      lon: row.lon,
      lat: row.lat,
      reach: network.byId[place.reach]!,
      name: { zh: row.displayName || row.displayNameEn, en: row.displayNameEn || row.displayName },
      description: { zh: row.description, en: row.descriptionEn },
      properties: poiProperties(row, extra),
      photos: row.photos,
    });
  });
  pois.sort((a, b) => compare(a.type, b.type) || compare(a.key.toUpperCase(), b.key.toUpperCase()));
  return { pois, types: allTypes(givenTypes, pois), extraProperties: [...extra.values()] };
}

function noteJunction(row: PoiRow, report: ReportBook): false {
  report.note('rejected', 'points', row.record, 'junctions are made from the network and cannot be given');
  return false;
}

function poiProperties(row: PoiRow, extra: Map<string, PropertyKind>): { name: string; value: string }[] {
  const given = new Map(row.properties.map(({ name, value }) => [name, value]));
  const riverZh = given.get('river_zh');
  const properties: { name: string; value: string }[] = [];
  for (const [heading, value] of given) {
    if (value === '' || (heading === 'river_zh' && given.has('river'))) continue;
    let kind = POI_PROPERTIES[heading] ?? extra.get(heading);
    if (kind === undefined) {
      kind = { name: heading, nameEn: heading, unit: '', icon: '' };
      extra.set(heading, kind);
    }
    const text = heading === 'river' && riverZh ? bothLanguages({ zh: riverZh, en: value }) : value;
    properties.push({ name: kind.name, value: kind.unit === '' ? text : `${text} ${kind.unit}` });
  }
  return properties;
}

/** Types that were described, and those that points merely have. */
function allTypes(given: readonly PoiTypeContent[], pois: readonly PoiContent[]): PoiTypeContent[] {
  const types = new Map([[JUNCTION, JUNCTION_TYPE], ...given.map((type) => [type.type, type] as const)]);
  for (const { type } of pois) {
    if (types.has(type)) continue;
    types.set(type, { type, name: { zh: type, en: type }, description: { zh: '', en: '' }, icon: 'point' });
  }
  return [...types.values()];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
