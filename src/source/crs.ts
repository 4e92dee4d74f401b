/** From what a file says about its coordinate system to a function that turns its coordinates into WGS 84. */

import proj4 from 'proj4';
import { BEIJING_1954_SHIFT, epsgToProj, isLikeWgs84, NAD27_SHIFT } from './epsg.ts';
import { type Line, SourceError } from './feature.ts';
import { RowError } from './row.ts';

export interface Crs {
  /** For reports: `EPSG:4326`, the system's own name, or `assumed WGS 84`. */
  name: string;
  /** Turns coordinates into WGS 84 in place; throws RowError for what is no place on Earth. */
  place(line: Line): void;
}

export const ASSUMED_WGS84: Crs = {
  name: 'assumed WGS 84',
  place: (line) =>
    checkDegrees(line, 'the file names no coordinate system; if these are not degrees, give one with --crs'),
};

/** Reads `EPSG:4547`, `urn:ogc:def:crs:EPSG::4490`, `.../CRS84`, WKT or a proj string. */
export function parseCrs(text: string): Crs {
  const spec = text.trim();
  if (/^[A-Z_]+\s*[[(]/i.test(spec)) return crsOfWkt(spec);
  if (spec.startsWith('+proj')) return projected(spec, spec);
  if (/(^|[:/])(CRS84h?|WGS ?84)$/i.test(spec)) return likeWgs84(spec.includes('CRS84') ? 'CRS84' : 'WGS 84');
  const code = /^(?:.*EPSG[:/]+(?:[\d.]*[:/])?)?(\d+)$/i.exec(spec)?.[1];
  if (code !== undefined) return crsOfEpsg(Number(code));
  throw new SourceError(
    `The coordinate system "${spec}" is not one we can read. Give it as --crs EPSG:nnnn, a proj string or WKT.`,
  );
}

export function crsOfEpsg(code: number): Crs {
  const definition = epsgToProj(code);
  if (definition === undefined) {
    throw new SourceError(
      `EPSG:${code} is not among the coordinate systems known here. ` +
        'Give its proj string or WKT with --crs, or convert the file to EPSG:4326 first.',
    );
  }
  return isLikeWgs84(code) ? likeWgs84(`EPSG:${code}`) : projected(`EPSG:${code}`, definition);
}

export function crsOfWkt(wkt: string): Crs {
  const system = horizontalPart(wkt);
  const name = /^\w+\s*[[(]\s*"([^"]*)"/.exec(system)?.[1] ?? 'unnamed';
  const datum = /"([^"]*)"/.exec(/\b(?:DATUM|ENSEMBLE)\s*[[(]\s*("[^"]*")/i.exec(system)?.[1] ?? '')?.[1] ?? '';
  const like = datumIsLikeWgs84(datum, system);
  if (like && /^(GEOGCS|GEOGCRS|GEODCRS|GEOGRAPHICCRS)/i.test(system) && hasDegrees(system)) return likeWgs84(name);
  if (/Pseudo-Mercator|Web_Mercator/i.test(name)) return { ...crsOfEpsg(3857), name };
  return projected(name, definitionOfWkt(name, cleaned(system), like ? '0,0,0' : shiftOf(datum, system)));
}

function shiftOf(datum: string, wkt: string): string | undefined {
  return /TOWGS84/i.test(wkt) ? undefined : KNOWN_SHIFTS.find(([name]) => name.test(datum))?.[1];
}

/** Datums that WKT names without saying how far they are from WGS 84. */
const KNOWN_SHIFTS: readonly (readonly [RegExp, string])[] = [
  [/Beijing[_ ]?1954/i, BEIJING_1954_SHIFT],
  [/North[_ ]?American[_ ]?(Datum[_ ]?(of[_ ]?)?)?1927/i, NAD27_SHIFT],
];

/** proj4's own reading of the WKT, with the shift of the datum in place of the one it would look up. */
function definitionOfWkt(name: string, wkt: string, shift: string | undefined): string {
  const key = 'watercode:wkt';
  try {
    proj4.defs(key, wkt);
  } catch (cause) {
    throw notUnderstood(name, cause);
  }
  const definition = proj4.defs(key);
  if (definition && shift !== undefined) {
    definition.datumCode = 'none';
    definition.datum_params = shift.split(',').map(Number);
  }
  return key;
}

/** The projected or geographic system inside a compound or bound one. */
function horizontalPart(wkt: string): string {
  const start = wkt.search(/\b(PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEODCRS|GEOGRAPHICCRS)\s*[[(]/i);
  if (start <= 0) return wkt.trim();
  let depth = 0;
  for (let i = start; i < wkt.length; i++) {
    const char = wkt[i];
    if (char === '[' || char === '(') depth++;
    if ((char === ']' || char === ')') && --depth === 0) return wkt.slice(start, i + 1);
  }
  return wkt.slice(start);
}

/**
 * ESRI calls the projection Gauss_Kruger, WKT2 of 2015 its base BASEGEODCRS; proj4 knows neither.
 * And axes would turn x and y round, though files have x first whatever they say.
 */
function cleaned(wkt: string): string {
  return wkt
    .replace(/"Gauss_Kruger"/gi, '"Transverse_Mercator"')
    .replace(/\bBASEGEODCRS\b/gi, 'BASEGEOGCRS')
    .replace(/,\s*AXIS\s*\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/gi, '');
}

function hasDegrees(wkt: string): boolean {
  const unit = /\b(?:ANGLEUNIT|UNIT)\s*[[(]\s*"[^"]*"\s*,\s*([\d.eE+-]+)/gi;
  const last = [...wkt.matchAll(unit)].at(-1)?.[1];
  return last === undefined || Math.abs(Number(last) - Math.PI / 180) < 1e-9;
}

function datumIsLikeWgs84(datum: string, wkt: string): boolean {
  if (/TOWGS84\s*\[\s*0(\.0*)?\s*,\s*0(\.0*)?\s*,\s*0(\.0*)?\s*[,\]]/i.test(wkt)) return true;
  const plain = datum.replace(/^D_/, '').replace(/[_ ]+/g, ' ');
  return /WGS ?(19)?84|World Geodetic System 1984|North American (Datum of )?1983|NAD83|China 2000|CGCS ?2000|ETRS ?(19)?89|European Terrestrial|GDA ?(19|20)|Geocentric Datum of Australia|JGD|Japanese Geodetic|SIRGAS|ITRF|GRS ?(19)?80|NZGD|New Zealand Geodetic Datum 2000/i.test(
    plain,
  );
}

function likeWgs84(name: string): Crs {
  return { name, place: (line) => checkDegrees(line, `the file says its coordinates are ${name}`) };
}

function projected(name: string, definition: string): Crs {
  const toWgs84 = converter(name, definition);
  const point: [number, number] = [0, 0];
  return {
    name,
    place(line) {
      for (let i = 0; i < line.length; i += 2) {
        const x = line[i]!;
        const y = line[i + 1]!;
        if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RowError(`a coordinate is ${x}, ${y}`);
        point[0] = x;
        point[1] = y;
        const [lon, lat] = toWgs84.forward(point);
        if (!isOnEarth(lon, lat)) {
          throw new RowError(
            `the coordinate ${x}, ${y} is outside what ${name} covers; check the coordinate system (--crs)`,
          );
        }
        line[i] = lon;
        line[i + 1] = lat;
      }
    },
  };
}

function converter(name: string, definition: string): { forward(point: [number, number]): [number, number] } {
  try {
    const convert = proj4(definition, '+proj=longlat +datum=WGS84');
    convert.forward([1, 1]);
    return convert;
  } catch (cause) {
    throw notUnderstood(name, cause);
  }
}

function notUnderstood(name: string, cause: unknown): SourceError {
  return new SourceError(
    `The coordinate system "${name}" could not be understood. Give one with --crs EPSG:nnnn, or convert the file to EPSG:4326 first.`,
    { cause },
  );
}

/** A hair past the edge is rounding in the file. */
const MAX_LON = 180.000001;
const MAX_LAT = 90.000001;

function isOnEarth(lon: number, lat: number): boolean {
  return lon >= -MAX_LON && lon <= MAX_LON && lat >= -MAX_LAT && lat <= MAX_LAT;
}

function checkDegrees(line: Line, hint: string): void {
  for (let i = 0; i < line.length; i += 2) {
    const lon = line[i]!;
    const lat = line[i + 1]!;
    if (isOnEarth(lon, lat)) continue;
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new RowError(`a coordinate is ${lon}, ${lat}`);
    throw new RowError(`${lon}, ${lat} is no longitude and latitude (${hint})`);
  }
}
