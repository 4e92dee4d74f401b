/** What `resolve` says about an MA string, as an object and as JSON (spec 8). */

import type { Ma } from './model.ts';
import { isReachCode } from './model.ts';
import { parseMa } from './parse.ts';
import { latitudeOf, longitudeOf } from './place.ts';

/** The parts of an MA string under the names the service gives them. */
export interface Resolution {
  /** The string exactly as submitted. */
  readonly original: string;
  readonly proprietary: {
    readonly root: 'MA';
    readonly special: number;
    readonly register: number;
    readonly schema: number;
    readonly resolution: number;
    readonly version: number;
  };
  readonly standard: {
    readonly basincode: number;
    readonly subbasincd: string;
    /** A bigint, exact up to 2^64-1: write it with `resolutionToJson`. */
    readonly binstrval?: bigint;
    readonly binstrlen?: number;
  };
  readonly extensions: ResolvedExtensions;
}

/** Only the members that the string has; `{}` without an extension. */
export interface ResolvedExtensions {
  /** `rivers`, `subbasins`, `junction`, or the type of a POI (`poi` where it is not told). */
  readonly type?: string;
  readonly strahler?: number;
  readonly level?: number;
  readonly outletLongitude?: number;
  readonly outletLatitude?: number;
  readonly longitude?: number;
  readonly latitude?: number;
  readonly key?: string;
  readonly check?: string;
  readonly other?: readonly string[];
}

/**
 * Reads an MA string and names its parts. Throws a MaError.
 *
 * @example resolveMa('MA.1002.3261.101201/3261001.0.1715').standard.binstrlen // 1715
 */
export function resolveMa(text: string): Resolution {
  const ma = parseMa(text);
  const { basincode, subbasincd } = ma.standard;
  return {
    original: text,
    proprietary: { root: 'MA', ...ma.proprietary },
    standard: isReachCode(ma.standard)
      ? { basincode, subbasincd, binstrval: ma.standard.binstrval, binstrlen: ma.standard.binstrlen }
      : { basincode, subbasincd },
    extensions: resolveExtensions(ma),
  };
}

function resolveExtensions({ extension }: Ma): ResolvedExtensions {
  const { type, poiType, strahler, level, place, key, check, other } = extension;
  return {
    ...(type !== undefined && { type: poiType ?? type }),
    ...(strahler !== undefined && { strahler }),
    ...(level !== undefined && { level }),
    ...(place !== undefined &&
      (type === 'junction' || type === 'poi'
        ? { longitude: longitudeOf(place), latitude: latitudeOf(place) }
        : { outletLongitude: longitudeOf(place), outletLatitude: latitudeOf(place) })),
    ...(key !== undefined && { key }),
    ...(check !== undefined && { check }),
    ...(other !== undefined && { other }),
  };
}

/**
 * Writes a resolution as JSON; binstrval is a bare number with all its digits, past 2^53 too.
 *
 * @example resolutionToJson(resolveMa('MA.1002.3261.101201/3261001.18446744073709551615.65'))
 * // '{"original":...,"standard":{...,"binstrval":18446744073709551615,"binstrlen":65},"extensions":{}}'
 */
export function resolutionToJson({ original, proprietary, standard, extensions }: Resolution): string {
  const { basincode, subbasincd, binstrval, binstrlen } = standard;
  const tree = binstrval === undefined ? '' : `,"binstrval":${binstrval},"binstrlen":${binstrlen}`;
  const standardJson = `{"basincode":${basincode},"subbasincd":${JSON.stringify(subbasincd)}${tree}}`;
  return (
    `{"original":${JSON.stringify(original)},"proprietary":${JSON.stringify(proprietary)},` +
    `"standard":${standardJson},"extensions":${JSON.stringify(extensions)}}`
  );
}
