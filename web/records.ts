/** The replies of the service that the page reads, as far as it reads them. */

import type { Feature, FeatureCollection, LineString, MultiLineString } from 'geojson';

export interface Property {
  name: string;
  value: string;
  unit?: string;
  icon?: string;
}

export interface Described {
  displayName: string;
  displayNameEn: string;
  description: string;
  descriptionEn: string;
  properties: Property[];
  photos: string[];
}

export type RiverFeature = Feature<LineString, Described & { strahler: number }> & {
  id: string;
  bbox: [number, number, number, number];
};

export type SubbasinFeature = Feature<
  MultiLineString,
  Described & { strahler: number; downstream: string; upstream: string[]; basincode: number; subbasincd: string }
> & { id: string; bbox: [number, number, number, number] };

export interface PoiRecord extends Described {
  type: string;
  key: string;
}

export interface PoiItem {
  type: string;
  key: string;
  displayName: string;
  displayNameEn: string;
  description: string;
  descriptionEn: string;
}

export interface SearchHit {
  kind: 'river' | 'subbasin' | 'poi' | 'basin';
  displayName: string;
  displayNameEn: string;
  where: string;
  ma: string;
  type?: string;
  lon: number;
  lat: number;
}

export interface SearchResult {
  query: string;
  total: number;
  totalIsMore: boolean;
  items: SearchHit[];
}

export interface LocatedReach {
  distanceM: number;
  point: { lon: number; lat: number };
  displayName: string;
  displayNameEn: string;
  strahler: number;
  ma: string;
}

export interface ReachSummary {
  id: number;
  code: string;
  displayName: string;
  displayNameEn: string;
  strahler: number;
  lengthKm: number;
  outletKm: number;
}

export interface NamedRiver {
  displayName: string;
  displayNameEn: string;
  code: string;
  lengthKm: number;
  strahler: number;
}

export interface TraceSummary {
  direction: 'upstream' | 'downstream';
  sums: { reachCount: number; lengthKm: number; areaKm2: number; greatestStrahler: number };
  rivers: NamedRiver[];
  pois: { count: number; byType: Record<string, number> };
  truncated?: true;
  next?: string;
}

export type TraceFeatures = FeatureCollection<LineString, ReachSummary> & { trace: TraceSummary };

export interface RelationReply {
  a: string;
  b: string;
  relation: 'same' | 'upstream' | 'downstream' | 'same-basin' | 'different-basins';
  distanceKm?: number;
  meetsAt?: string;
  description: string;
  descriptionEn: string;
}

export interface PoiType {
  type: string;
  name: string;
  nameEn: string;
  icon: string;
  count: number;
}

export interface DatasetReply {
  title: string;
  titleEn: string;
  edition: string;
  source: string;
  licence: string;
  counts: { basins: number; subbasins: number; reaches: number; rivers: number; pois: number };
  bbox: [number, number, number, number];
  poiTypes: PoiType[];
}
