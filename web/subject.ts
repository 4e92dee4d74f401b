/** What an MA string is about: its record and its shape, asked from the service. */

import { formatCode, isReachCode, latitudeOf, longitudeOf, type Ma, parseCode, parseMa } from '../src/code/index.ts';
import { ApiError, address, getJson } from './api.ts';
import type { Described, PoiRecord, RiverFeature, SubbasinFeature } from './records.ts';
import type { Language } from './texts/language.ts';

interface SubjectBase {
  /** Canonical. */
  ma: string;
  parsed: Ma;
  record: Described;
  bounds: readonly [number, number, number, number];
  /** Where the record is to be had, for the links. */
  json: string;
  geojson: string | undefined;
}

export interface RiverSubject extends SubjectBase {
  kind: 'river';
  feature: RiverFeature;
  /** The standard part. */
  code: string;
}

export interface SubbasinSubject extends SubjectBase {
  kind: 'subbasin';
  feature: SubbasinFeature;
  code: string;
}

export interface PoiSubject extends SubjectBase {
  kind: 'poi';
  record: PoiRecord;
  type: string;
  key: string;
  lon: number;
  lat: number;
  /** The reach it lies on. */
  code: string;
}

export type Subject = RiverSubject | SubbasinSubject | PoiSubject;

export interface AskInLanguage {
  language: Language;
  signal?: AbortSignal;
}

/** `/api/rivers/3261/001/0/4/1` of `3261001.0.4`. */
export function riverPath(code: string, level = 1): string {
  const parsed = parseCode(code);
  if (!isReachCode(parsed)) throw new Error(`${code} is not the code of a reach`);
  const { basincode, subbasincd, binstrval, binstrlen } = parsed;
  return `/api/rivers/${basincode}/${subbasincd}/${binstrval}/${binstrlen}/${level}`;
}

export async function loadRiver(code: string, level: number, asking: AskInLanguage): Promise<RiverSubject> {
  const path = riverPath(code, level);
  const feature = await getJson<RiverFeature>(address(path, { f: 'geojson' }), asking);
  return {
    kind: 'river',
    ma: feature.id,
    parsed: parseMa(feature.id),
    record: feature.properties,
    bounds: feature.bbox,
    json: address(path, { f: 'json' }),
    geojson: address(path, { f: 'geojson' }),
    feature,
    code,
  };
}

async function loadSubbasin(ma: Ma, asking: AskInLanguage): Promise<SubbasinSubject> {
  const { basincode, subbasincd } = ma.standard;
  const path = `/api/subbasins/${basincode}/${subbasincd}/${ma.extension.level ?? 1}`;
  const feature = await getJson<SubbasinFeature>(address(path, { f: 'geojson' }), asking);
  return {
    kind: 'subbasin',
    ma: feature.id,
    parsed: parseMa(feature.id),
    record: feature.properties,
    bounds: feature.bbox,
    json: address(path, { f: 'json' }),
    geojson: address(path, { f: 'geojson' }),
    feature,
    code: formatCode({ basincode, subbasincd }),
  };
}

/** The MA string of a place, with its position. */
export async function maOfPoi(type: string, key: string, signal?: AbortSignal): Promise<string> {
  const asking = signal === undefined ? {} : { signal };
  return (await getJson<{ ma: string }>(address('/api/ma/generate', { type, key }), asking)).ma;
}

async function loadPoi(type: string, key: string, asking: AskInLanguage): Promise<PoiSubject> {
  const path = `/api/pois/${encodeURIComponent(type)}/${encodeURIComponent(key)}`;
  const [record, ma] = await Promise.all([
    getJson<PoiRecord>(address(path), asking),
    maOfPoi(type, key, asking.signal),
  ]);
  const parsed = parseMa(ma);
  const place = parsed.extension.place ?? { lonE4: 0, latE4: 0 };
  const [lon, lat] = [longitudeOf(place), latitudeOf(place)];
  return {
    kind: 'poi',
    ma,
    parsed,
    record,
    bounds: [lon, lat, lon, lat],
    json: address(path),
    geojson: undefined,
    type: record.type,
    key: record.key,
    lon,
    lat,
    code: formatCode(parsed.standard),
  };
}

/** Throws a MaError when the string is none, and an ApiError when there is nothing under it. */
export async function loadSubject(text: string, asking: AskInLanguage): Promise<Subject> {
  const ma = parseMa(text);
  const { type, poiType, key, level = 1 } = ma.extension;
  if (type === 'junction' || type === 'poi') {
    const wanted = type === 'junction' ? type : poiType;
    if (wanted === undefined || key === undefined) throw new ApiError('not-found', text);
    return await loadPoi(wanted, key, asking);
  }
  if (type === 'subbasins' || !isReachCode(ma.standard)) return await loadSubbasin(ma, asking);
  return await loadRiver(formatCode(ma.standard), level, asking);
}
