/** Reads GeoJSON, as one document or as a sequence of features, feature by feature. */

import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import type { ByteSource } from './bytes.ts';
import { ASSUMED_WGS84, type Crs, parseCrs } from './crs.ts';
import { type Batch, type OpenOptions, type Source, SourceError, type SourceFeature, type Value } from './feature.ts';
import type { FeatureCut, FeatureCutter } from './feature-cutter.ts';
import { geometryOfGeoJson } from './geojson-geometry.ts';
import { JsonCutter } from './json-cutter.ts';
import { LineCutter } from './line-cutter.ts';
import { placeGeometry } from './place.ts';
import { Batcher, RowError } from './row.ts';

export type GeoJsonKind = 'GeoJSON' | 'GeoJSONSeq';

interface Feature {
  id?: unknown;
  geometry: unknown;
  properties: Record<string, unknown>;
}

type Reviver = NonNullable<Parameters<typeof JSON.parse>[1]>;

const OPEN_BRACE = 0x7b;
/** Columns are those of the first features: the format declares none. */
const SAMPLED_FEATURES = 1000;
/** RFC 7946 allows nothing but WGS 84, whatever the file leaves unsaid. */
const WGS84: Crs = { ...ASSUMED_WGS84, name: 'EPSG:4326' };

export async function openGeoJson(
  path: string,
  bytes: ByteSource,
  kind: GeoJsonKind,
  options: OpenOptions,
): Promise<Source> {
  const sample = await sampleOf(bytes, kind);
  if (sample.notGeoJson !== undefined) throw new SourceError(`${path} is ${sample.notGeoJson}.`);
  const crs = options.crs ? parseCrs(options.crs) : (crsOfMember(sample.crs) ?? WGS84);
  const layer = typeof sample.name === 'string' ? sample.name : basename(bytes.name).replace(/\.[^.]*$/, '');
  return {
    path,
    format: kind,
    layer,
    columns: sample.columns,
    count: undefined,
    crs: crs.name,
    read: (columns) => readFeatures(path, bytes, kind, crs, options.crs === undefined, columns),
    close: () => {},
  };
}

async function sampleOf(bytes: ByteSource, kind: GeoJsonKind) {
  const columns = new Set<string>();
  let hasId = false;
  let seen = 0;
  let cutter: FeatureCutter | undefined;
  for await (const piece of cuts(bytes, kind)) {
    cutter = piece.cutter;
    for (let cut = cutter.next(); cut && seen < SAMPLED_FEATURES; cut = cutter.next()) {
      const feature = featureOrUndefined(cut);
      if (!feature) {
        cutter.resumeInside(cut);
        continue;
      }
      seen++;
      for (const name in feature.properties) columns.add(name);
      hasId ||= feature.id !== undefined;
    }
    if (seen >= SAMPLED_FEATURES) break;
  }
  const members: Record<string, unknown> = cutter instanceof JsonCutter ? cutter.members : {};
  const lone = cutter instanceof JsonCutter && !cutter.sawFeatures ? loneFeature(members) : undefined;
  if (lone) for (const name in lone.properties) columns.add(name);
  if (hasId || lone?.id !== undefined) columns.add('id');
  const notGeoJson = cutter instanceof JsonCutter && seen === 0 && !lone ? otherJson(cutter) : undefined;
  return { columns: [...columns], crs: members.crs, name: members.name, notGeoJson };
}

/** What a JSON document is that has not given a single feature; an empty or broken collection is one all the same. */
function otherJson({ members, sawFeatures }: JsonCutter): string | undefined {
  if (members.type === 'Topology') return 'TopoJSON; convert it to GeoJSON first';
  if (String(members.geometryType).startsWith('esri'))
    return 'Esri JSON; convert it to GeoJSON first, for example with ogr2ogr';
  return sawFeatures ? undefined : 'no GeoJSON: it is neither a collection of features nor a feature nor a geometry';
}

/** The pieces of the file one after another, each already pushed into the cutter. */
async function* cuts(
  bytes: ByteSource,
  kind: GeoJsonKind,
): AsyncGenerator<{ cutter: FeatureCutter; fractionRead: () => number }> {
  const stream = bytes.open();
  let cutter: FeatureCutter | undefined;
  for await (const chunk of stream.chunks) {
    cutter ??= kind === 'GeoJSON' ? new JsonCutter() : new LineCutter(chunk[0]);
    cutter.push(chunk);
    yield { cutter, fractionRead: stream.fractionRead };
  }
  cutter ??= new JsonCutter();
  cutter.finish();
  yield { cutter, fractionRead: () => 1 };
}

async function* readFeatures(
  path: string,
  bytes: ByteSource,
  kind: GeoJsonKind,
  crs: Crs,
  crsFromFile: boolean,
  columns: readonly string[],
): AsyncGenerator<Batch> {
  const batcher = new Batcher();
  let cutter: FeatureCutter | undefined;
  for await (const piece of cuts(bytes, kind)) {
    cutter = piece.cutter;
    for (let cut = cutter.next(); cut; cut = cutter.next()) {
      readCut(cut, cutter, batcher, crs, columns);
      if (batcher.full) yield batcher.take(piece.fractionRead());
    }
  }
  if (cutter instanceof JsonCutter) {
    if (crsFromFile && (crsOfMember(cutter.members.crs) ?? WGS84).name !== crs.name) {
      throw new SourceError(
        `${path} names its coordinate system after its features, too late to use: give it with --crs.`,
      );
    }
    const lone = cutter.sawFeatures ? undefined : loneFeature(cutter.members);
    if (lone) addFeature(lone, await documentCut(bytes), 'feature 1', batcher, crs, columns);
  }
  yield batcher.take(1);
}

/** The document itself, cut out whole as the only element of a list, for what its parsed members do not tell. */
async function documentCut(bytes: ByteSource): Promise<FeatureCut | undefined> {
  const cutter = new JsonCutter();
  cutter.push(Buffer.from('['));
  for await (const chunk of bytes.open().chunks) {
    cutter.push(chunk);
    const cut = nextObject(cutter);
    if (cut) return cut;
  }
  cutter.finish();
  return nextObject(cutter);
}

/** A byte order mark before the document is no element. */
function nextObject(cutter: JsonCutter): FeatureCut | undefined {
  for (let cut = cutter.next(); cut; cut = cutter.next()) if (cut.bytes[0] === OPEN_BRACE) return cut;
  return undefined;
}

function readCut(cut: FeatureCut, cutter: FeatureCutter, batcher: Batcher, crs: Crs, columns: readonly string[]): void {
  try {
    const feature = featureOf(cut);
    addFeature(feature, cut, cut.record, batcher, crs, columns);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    batcher.reject(cut.record, `${error.message}${cut.where}`);
    cutter.resumeInside(cut);
  }
}

function addFeature(
  feature: Feature,
  cut: FeatureCut | undefined,
  record: string,
  batcher: Batcher,
  crs: Crs,
  columns: readonly string[],
): void {
  try {
    const geometry = placeGeometry(geometryOfGeoJson(feature.geometry), crs);
    const values = columns.map((name) => valueOfProperty(feature, name, cut));
    const read: SourceFeature = { record, values, geometry };
    batcher.add(read);
  } catch (error) {
    batcher.rejectFor(record, error);
  }
}

function featureOrUndefined(cut: FeatureCut): Feature | undefined {
  try {
    return featureOf(cut);
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}

function featureOf(cut: FeatureCut, revive?: Reviver): Feature {
  if (cut.bytes.length === 0) throw new RowError('the file ends before the collection of features is closed');
  if (!cut.complete) throw new RowError('the file ends inside this feature, or a bracket is missing in it');
  if (!isUtf8(cut.bytes)) throw new RowError('not valid UTF-8');
  const value = parsed(cut.bytes.toString('utf8'), revive);
  const feature = asFeature(value);
  if (!feature) throw new RowError('no GeoJSON feature');
  return feature;
}

function parsed(text: string, revive: Reviver | undefined): unknown {
  try {
    return JSON.parse(text, revive);
  } catch (error) {
    throw new RowError(`bad JSON: ${(error as Error).message}`);
  }
}

function asFeature(value: unknown): Feature | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, id, geometry, properties } = value as Record<string, unknown>;
  if (type !== 'Feature' || geometry === undefined) return undefined;
  const fields = typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
  return { id, geometry, properties: fields };
}

const GEOMETRY_TYPES = new Set(['LineString', 'MultiLineString', 'Point', 'MultiPoint', 'GeometryCollection']);

/** The document itself as a feature: a single Feature, or a bare geometry. */
function loneFeature(members: Record<string, unknown>): Feature | undefined {
  const isGeometry = typeof members.type === 'string' && GEOMETRY_TYPES.has(members.type);
  return isGeometry ? { geometry: members, properties: {} } : asFeature(members);
}

function valueOfProperty(feature: Feature, name: string, cut: FeatureCut | undefined): Value {
  const value = propertyOf(feature, name);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number')
    return cut && isWide(value) ? (propertyOf(featureOf(cut, keepDigits), name) as Value) : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function propertyOf({ id, properties }: Feature, name: string): unknown {
  if (Object.hasOwn(properties, name)) return properties[name];
  return name === 'id' ? id : undefined;
}

/** Whether JSON.parse may have rounded it. */
function isWide(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Integers past 2^53 as they are written. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && isWide(value) && source && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function crsOfMember(member: unknown): Crs | undefined {
  if (typeof member !== 'object' || member === null) return undefined;
  const properties = (member as { properties?: { name?: unknown; code?: unknown } }).properties;
  if (typeof properties?.name === 'string') return parseCrs(properties.name);
  return properties?.code === undefined ? undefined : parseCrs(`EPSG:${properties.code}`);
}
