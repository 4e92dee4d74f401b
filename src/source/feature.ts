/** What every reader gives: features in batches, with the columns asked for, in WGS 84; and rows it could not read, with the reason. */

export type Value = string | number | bigint | boolean | null;

/** Longitude and latitude interleaved: [x0, y0, x1, y1, ...]. */
export type Line = Float64Array;

export type Geometry = { kind: 'line'; parts: Line[] } | { kind: 'point'; lon: number; lat: number };

export interface SourceFeature {
  /** Where it stands in its file, for reports: `fid 12`, `row 7`. */
  record: string;
  /** One value for each column asked for, in that order. */
  values: Value[];
  geometry: Geometry | undefined;
}

export interface RejectedRow {
  record: string;
  reason: string;
}

export interface Batch {
  features: SourceFeature[];
  rejected: RejectedRow[];
  /** How much of the file has been read, 0 to 1. */
  progress: number;
}

export interface Source {
  path: string;
  /** `GeoPackage`, `Shapefile`, ... */
  format: string;
  layer: string;
  /** Columns of the layer, as spelt in the file. */
  columns: string[];
  /** Number of features, where the file says so. */
  count: number | undefined;
  /** What the coordinates were before they became WGS 84: `EPSG:4326`, a name, or `assumed WGS 84`. */
  crs: string;
  read(columns: readonly string[]): AsyncGenerator<Batch>;
  close(): void;
}

export interface OpenOptions {
  layer?: string;
  /** Text encoding of a DBF or CSV, over what the file says. */
  encoding?: string;
  /** Coordinate system over what the file says: `EPSG:4547`, a proj string or WKT. */
  crs?: string;
  /** Names of the longitude, latitude or WKT columns of a CSV, where they are not the usual ones. */
  lon?: string;
  lat?: string;
  wkt?: string;
}

/** Thrown when a file as a whole cannot be read; the message says what to do. */
export class SourceError extends Error {
  override name = 'SourceError';
}
