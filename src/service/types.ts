/** What goes into and comes out of the use cases. Records have exactly the fields of the contract, in its order. */

export interface PropertyItem {
  name: string;
  value: string;
}

export interface RiverPropertyItem extends PropertyItem {
  unit: string;
  icon: string;
}

export interface RiverRecord {
  displayName: string;
  description: string;
  displayNameEn: string;
  descriptionEn: string;
  properties: RiverPropertyItem[];
  photos: string[];
  basincode: number;
  subbasincd: string;
}

export interface PoiItem {
  type: string;
  key: string;
  displayName: string;
  description: string;
  displayNameEn: string;
  descriptionEn: string;
  photos: string[];
  basincode: number;
  subbasincd: string;
  /** A bigint only where a number would not be exact. */
  binstrval: number | bigint;
  binstrlen: number;
}

export interface PoiRecord extends PoiItem {
  properties: PropertyItem[];
}

export type Language = 'zh' | 'en';

/** The code of a reach, checked. */
export interface ReachCodeInput {
  basincode: number;
  subbasincd: string;
  binstrval: bigint;
  binstrlen: number;
}

export interface Outlet {
  lon: number;
  lat: number;
}

export interface SubbasinRecord {
  basincode: number;
  subbasincd: string;
  displayName: string;
  description: string;
  displayNameEn: string;
  descriptionEn: string;
  properties: RiverPropertyItem[];
  photos: string[];
  level: number;
  strahler: number;
  reachCount: number;
  lengthKm: number;
  /** 0 where the source has no areas. */
  areaKm2: number;
  bbox: [number, number, number, number];
  /** Where it ends, and the code of the reach below it; both are those of its own lowest reach where nothing is below. */
  outlet: Outlet & { binstrval: number | bigint; binstrlen: number };
  /** The sub-basin it flows into, '' at the sea. */
  downstream: string;
  upstream: string[];
  ma: string;
}

export interface SearchHit {
  kind: 'river' | 'subbasin' | 'poi' | 'basin';
  displayName: string;
  displayNameEn: string;
  /** Where it is, for people: `黄河流域 · Yellow River basin`. */
  where: string;
  ma: string;
  basincode: number;
  subbasincd: string;
  binstrval?: number | bigint;
  binstrlen?: number;
  level?: number;
  type?: string;
  key?: string;
  lon: number;
  lat: number;
}

export interface SearchResult {
  query: string;
  /** How many there are; counted up to a limit only, then `totalIsMore` says so. */
  total: number;
  totalIsMore: boolean;
  items: SearchHit[];
  /** Ask again with this to go on. */
  next?: string;
}

export interface LocatedReach {
  /** Metres from the point asked for to the line. */
  distanceM: number;
  /** The nearest point on the line. */
  point: Outlet;
  displayName: string;
  displayNameEn: string;
  basincode: number;
  subbasincd: string;
  binstrval: number | bigint;
  binstrlen: number;
  strahler: number;
  ma: string;
}

/** One reach in a list of many. */
export interface ReachSummary {
  id: number;
  code: string;
  displayName: string;
  displayNameEn: string;
  strahler: number;
  lengthKm: number;
  /** Along the river from its lower end to the outlet. */
  outletKm: number;
}

export interface TraceSums {
  reachCount: number;
  lengthKm: number;
  /** Total upstream area at the starting reach; 0 where the source has none. */
  areaKm2: number;
  greatestStrahler: number;
}

export interface NamedRiver {
  displayName: string;
  displayNameEn: string;
  code: string;
  lengthKm: number;
  strahler: number;
}

export interface Trace {
  direction: 'upstream' | 'downstream';
  from: string;
  sums: TraceSums;
  /** Upstream: the contiguous range of ids. */
  range?: { first: number; last: number };
  /** Named rivers on the way, largest first (upstream) or in the order they are met (downstream). */
  rivers: NamedRiver[];
  pois: { count: number; byType: Record<string, number> };
  /** There where the way down was too long for rivers and POIs to be gathered to its end. */
  truncated?: true;
  reaches: ReachSummary[];
  /** Ask again with this to go on. */
  next?: string;
}

export type Relation = 'same' | 'upstream' | 'downstream' | 'same-basin' | 'different-basins';

export interface RelationResult {
  a: string;
  b: string;
  /** What a is to b: `upstream` means that a's water flows to b. */
  relation: Relation;
  /** Kilometres along the river from one to the other, where one is upstream of the other. */
  distanceKm?: number;
  /** Where the two ways down meet, for two reaches of one basin. */
  meetsAt?: string;
  description: string;
  descriptionEn: string;
}

export interface PoiKeyInput {
  type: string;
  key: string;
}

/** Each is optional, but not every combination makes sense: see `poi-search.ts`. */
export interface PoiSearchInput {
  basincode?: number | undefined;
  subbasincd?: string | undefined;
  binstrval?: number | bigint | undefined;
  binstrlen?: number | undefined;
  type?: string | undefined;
  key?: string | undefined;
  /** With a segment: on it alone, or on everything upstream of it too. */
  scope?: 'segment' | 'upstream' | undefined;
  /** West, south, east, north; west > east crosses the antimeridian. */
  bbox?: readonly [number, number, number, number] | undefined;
  near?: { lon: number; lat: number } | undefined;
  /** Metres around `near`. */
  radius?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface PoiSearchResult {
  items: PoiItem[];
  /** Ask again with this to go on; a page may be short, or empty, and still have a next one. */
  next: string | undefined;
}

/** All optional: what is needed depends on `type`. */
export interface GenerateMaInput {
  type: string;
  key?: string | undefined;
  basincode?: number | undefined;
  subbasincd?: string | undefined;
  binstrval?: number | bigint | undefined;
  binstrlen?: number | undefined;
  level?: number | undefined;
}

export interface SubbasinInput {
  basincode: number;
  subbasincd: string;
  level: number;
}

export interface SearchInput {
  q: string;
  kinds?: readonly SearchHit['kind'][] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface LocateInput {
  lon: number;
  lat: number;
  limit?: number | undefined;
  maxDistanceM?: number | undefined;
  /** Only reaches of at least this Strahler order. */
  level?: number | undefined;
}

export interface LocateResult {
  /** How far was looked. */
  maxDistanceM: number;
  lon: number;
  lat: number;
  items: LocatedReach[];
}

export interface TraceInput {
  /** As text: the standard part, canonical. */
  code: ReachCodeInput | string;
  direction: 'upstream' | 'downstream';
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Lists only reaches of at least this Strahler order; the sums stay those of the whole way. */
  minStrahler?: number | undefined;
}

/** What an MA string says (spec: what `resolve` returns). */
export interface MaResolution {
  original: string;
  proprietary: {
    root: 'MA';
    special: number;
    register: number;
    schema: number;
    resolution: number;
    version: number;
  };
  standard: { basincode: number; subbasincd: string; binstrval?: number | bigint; binstrlen?: number };
  extensions: {
    type?: string;
    strahler?: number;
    level?: number;
    outletLongitude?: number;
    outletLatitude?: number;
    longitude?: number;
    latitude?: number;
    key?: string;
    check?: string;
    other?: string[];
  };
}

export interface Point {
  type: 'Point';
  coordinates: [number, number];
}

export type LineString = { type: 'LineString'; coordinates: [number, number][] };
export type MultiLineString = { type: 'MultiLineString'; coordinates: [number, number][][] };

/** A GeoJSON feature (RFC 7946). */
export interface Feature<Geometry, Properties> {
  type: 'Feature';
  /** The canonical MA string. */
  id: string;
  bbox: [number, number, number, number];
  geometry: Geometry;
  properties: Properties;
}

/** What the JSON of a river's feature holds. */
export type RiverFeature = Feature<
  LineString,
  RiverRecord & { binstrval: number | bigint; binstrlen: number; level: number; strahler: number }
>;

export type PoiFeature = Feature<Point, PoiRecord>;

export type SubbasinFeature = Feature<MultiLineString, SubbasinRecord>;

export interface TraceFeatures {
  type: 'FeatureCollection';
  /** Everything of the trace but the reaches, which are the features. */
  trace: Omit<Trace, 'reaches'>;
  features: Feature<LineString, ReachSummary>[];
}

export type LookupResult =
  | { input: string; status: 200; kind: 'river' | 'subbasin' | 'poi'; ma: string; record: object }
  | { input: string; status: 400 | 404; detail: string; reason: string };
