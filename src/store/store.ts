/**
 * What the service asks of a dataset, whatever it is kept in. Rows, not records: shapes of replies are made in `service/`.
 * Not found is `undefined`. Every method may answer later, so that a database across a network fits.
 */

import type { ByteString } from '../format/byte-string.ts';

export type Later<T> = T | Promise<T>;

export interface PoiTypeRow {
  type: string;
  name: string;
  nameEn: string;
  description: string;
  descriptionEn: string;
  icon: string;
  count: number;
}

/** What is known of a dataset as a whole; read once when it is opened. */
export interface DatasetInfo {
  /** Hash of its content, hexadecimal: the same data has the same identity wherever it is kept. */
  identity: string;
  title: string;
  titleEn: string;
  edition: string;
  source: string;
  licence: string;
  builtAt: string;
  /** The proprietary part of the MA strings made from it. */
  ma: { register: string; schema: string; resolution: string; version: string };
  counts: { basins: number; subbasins: number; reaches: number; rivers: number; pois: number };
  /** West, south, east, north. */
  bbox: [number, number, number, number];
  poiTypes: PoiTypeRow[];
  /** English names of the property names that records carry in Chinese. */
  propertyNames: ReadonlyMap<string, string>;
}

export interface ReachRow {
  id: number;
  code: string;
  last: number;
  /** 0 at an outlet. */
  down: number;
  inflows: number;
  strahler: number;
  lengthKm: number;
  areaKm2: number | undefined;
  upstreamKm: number;
  outletKm: number;
  /** Number of reaches from it down to the outlet, both counted. */
  depth: number;
  subbasin: number;
  river: number | undefined;
  name: string;
  nameEn: string;
}

/** Longitude and latitude interleaved, in the direction of flow. */
export type LineCoordinates = Float64Array;

export interface ReachRecord {
  id: number;
  strahler: number;
  /** The river record as JSON. */
  body: ByteString;
}

export interface DrawnReach extends ReachRecord {
  line: LineCoordinates;
}

export interface SubbasinRow {
  id: number;
  basincode: number;
  subbasincd: string;
  /** 0 where it flows into none. */
  parent: number;
  joins: number;
  outlet: number;
  strahler: number;
  reaches: number;
  lengthKm: number;
  areaKm2: number | undefined;
  name: string;
  nameEn: string;
}

export interface BasinRow {
  basincode: number;
  name: string;
  nameEn: string;
  outlets: number;
  reaches: number;
  subbasins: number;
  lengthKm: number;
  areaKm2: number | undefined;
  first: number;
  last: number;
}

export interface RiverRow {
  id: number;
  name: string;
  nameEn: string;
  mouth: number;
  reaches: number;
  lengthKm: number;
  strahler: number;
}

export interface PoiRow {
  id: number;
  type: string;
  key: string;
  lon: number;
  lat: number;
  reach: number;
  /** Code of that reach. */
  code: string;
  name: string;
  nameEn: string;
  description: string;
  descriptionEn: string;
  /** JSON text: array of {name, value}. */
  properties: string;
  /** JSON text: array of addresses. */
  photos: string;
}

export interface Place {
  lon: number;
  lat: number;
}

/** West, south, east, north in degrees; west > east where it crosses the antimeridian. */
export type Box = readonly [number, number, number, number];

/** Ids from first to last, both counted. */
export interface IdRange {
  first: number;
  last: number;
}

/** Every condition given must hold. */
export interface PoiQuery {
  /** In rising order; at least one. */
  types: readonly string[];
  keyUpper?: string | undefined;
  /** Reaches it may lie on, in rising order, without overlap. */
  ranges?: readonly IdRange[] | undefined;
  /** Code of a basin or sub-basin that the ranges stand for: keys of junctions there start with it. */
  codePrefix?: { text: string; whole: 'basin' | 'subbasin' } | undefined;
  box?: Box | undefined;
  near?: (Place & { radiusM: number }) | undefined;
  /** Within a type: by key, or along the network. */
  order: 'key' | 'network';
  after?: PoiPosition | undefined;
  limit: number;
}

/** Where a page of POIs ended. */
export interface PoiPosition {
  type: string;
  keyUpper: string;
  id: number;
}

export interface PoiPage {
  /** May be fewer than asked for although more follow: the work for one page is bounded. */
  rows: PoiRow[];
  /** Undefined when there is no more. */
  next: PoiPosition | undefined;
}

export interface ReachPage {
  /** May be fewer than asked for although more follow: the work for one page is bounded. */
  rows: ReachRow[];
  /** Id to go on from; 0 when there is no more. */
  next: number;
}

export interface NearbyReach {
  reach: ReachRow;
  distanceM: number;
  /** The nearest point on its line. */
  point: Place;
}

export interface NearestQuery extends Place {
  maxDistanceM: number;
  minStrahler: number;
  limit: number;
}

/** Named rivers and points of interest on the way up or down from a reach. */
export interface FoundOnTheWay {
  rivers: RiverRow[];
  poisByType: Record<string, number>;
  /** False where the way down was too long to be followed to its end. */
  complete: boolean;
}

export interface NameEntry {
  /** 1 = most important. */
  rank: number;
  kind: NameKind;
  /** Id of the river, sub-basin or POI, or the basin code. */
  ref: number;
  name: string;
  nameEn: string;
  /** Of the reach at a river's mouth or under a POI; of a sub-basin without V and L, and a basin has that of its outlet. */
  code: string;
  strahler: number;
  /** The lower end of a river, sub-basin or basin; where a POI is. */
  lon: number;
  lat: number;
  /** Of a POI. */
  type: string | undefined;
  key: string | undefined;
}

export type NameKind = 'river' | 'subbasin' | 'basin' | 'poi';

export interface NameQuery {
  /** As typed. */
  text: string;
  kinds: readonly NameKind[];
  after?: NamePosition | undefined;
  limit: number;
  totalLimit: number;
}

/** Where a page of names ended: exact names are the first tier, and each tier goes by rank. */
export interface NamePosition {
  tier: number;
  rank: number;
}

export interface NamePage {
  entries: NameEntry[];
  next: NamePosition | undefined;
  /** At most `totalLimit`. */
  total: number;
  totalIsMore: boolean;
}

export interface Store {
  readonly info: DatasetInfo;
  close(): Later<void>;

  /** The common lookup: one row by the standard part of the code. */
  reachRecord(code: string, propertyNames: 'zh' | 'en'): Later<ReachRecord | undefined>;
  /** The same with its line: one question, where a store is far away. */
  drawnReach(code: string, propertyNames: 'zh' | 'en'): Later<DrawnReach | undefined>;
  reach(id: number): Later<ReachRow | undefined>;
  reachByCode(code: string): Later<ReachRow | undefined>;
  /** By id, from `range.first` on, at most `limit`, of at least this order. The range is one of upstream ids, or its tail. */
  reachesInRange(range: IdRange, minStrahler: number, limit: number): Later<ReachPage>;
  /** The reach and those below it, at most `limit`, of at least this order. */
  wayDown(from: number, minStrahler: number, limit: number): Later<ReachPage>;
  /** Main stem first, at most `limit`. */
  inflowsOf(reach: ReachRow, limit: number): Later<ReachRow[]>;
  /** The lower end of a reach. */
  reachEnd(id: number): Later<Place | undefined>;
  reachLine(id: number): Later<LineCoordinates | undefined>;
  nearestReaches(query: NearestQuery): Later<NearbyReach[]>;

  subbasin(id: number): Later<SubbasinRow | undefined>;
  /** By basincode and subbasincd together: `3261001`. */
  subbasinByCode(code: string): Later<SubbasinRow | undefined>;
  /** Those that flow into it, by code. */
  subbasinsInto(id: number): Later<SubbasinRow[]>;
  /** Ids of its own reaches, without those of the sub-basins that flow into it. */
  rangesOfSubbasin(subbasin: SubbasinRow): Later<IdRange[]>;
  subbasinLines(id: number): Later<LineCoordinates[] | undefined>;
  subbasinBox(id: number): Later<Box | undefined>;

  basin(basincode: number): Later<BasinRow | undefined>;
  river(id: number): Later<RiverRow | undefined>;

  poi(type: string, keyUpper: string): Later<PoiRow | undefined>;
  poiById(id: number): Later<PoiRow | undefined>;
  pois(query: PoiQuery): Later<PoiPage>;

  /** What lies upstream of a reach: at most `riverLimit` named rivers, largest first. */
  foundUpstream(reach: ReachRow, riverLimit: number): Later<FoundOnTheWay>;
  /** What the way down from a reach passes: at most `riverLimit` named rivers, in the order they are met. */
  foundDownstream(reach: ReachRow, riverLimit: number): Later<FoundOnTheWay>;

  names(query: NameQuery): Later<NamePage>;

  /** A map tile (Mapbox Vector Tile) in gzip; undefined where it is empty. */
  tile(z: number, x: number, y: number): Later<Uint8Array | undefined>;
}
