/** The shapes a water code takes once it has been read. */

/** A sub-basin (a zone): the standard part without V and L. */
export interface ZoneCode {
  /** 1000..9999: continent digit and basin number (spec 3.1). */
  readonly basincode: number;
  /** Upper case, 1 to 48 of 0-9 A-Z (spec 5.6). */
  readonly subbasincd: string;
}

/** A place in the binary tree of one zone. */
export interface TreeCode {
  /** V, the value of the binary string: exact up to 2^64-1. */
  readonly binstrval: bigint;
  /** L, its length: 1..99999999. */
  readonly binstrlen: number;
}

/** A reach: the standard part with V and L. */
export interface ReachCode extends ZoneCode, TreeCode {}

/** The standard part of an MA string. Tell the two apart with `isReachCode`. */
export type WaterCode = ZoneCode | ReachCode;

/** The proprietary part of an MA string; its root is always `MA`. */
export interface Proprietary {
  readonly special: number;
  readonly register: number;
  readonly schema: number;
  readonly resolution: number;
  readonly version: number;
}

/** A place in whole ten-thousandths of a degree, so that it is exact. */
export interface Place {
  /** -1800000..1800000, east positive. */
  readonly lonE4: number;
  /** -900000..900000, north positive. */
  readonly latE4: number;
}

/** What the type token says: `RV`, `SB`, `JN` and `PI`. */
export type EntityType = 'rivers' | 'subbasins' | 'junction' | 'poi';

/** The extension of an MA string: only the members that are there. */
export interface Extension {
  readonly strahler?: number;
  readonly level?: number;
  /** POI key, unescaped; its ASCII letters are upper case. */
  readonly key?: string;
  /** Outlet of a river or sub-basin, place of a POI. */
  readonly place?: Place;
  /** POI type, unescaped; its ASCII letters are lower case. Only with type `poi`. */
  readonly poiType?: string;
  readonly type?: EntityType;
  /** Unknown tokens in the order read, upper case. */
  readonly other?: readonly string[];
  /** The two check characters as read; they matched. Never written by `formatMa`. */
  readonly check?: string;
}

/** An MA string, read. */
export interface Ma {
  readonly proprietary: Proprietary;
  readonly standard: WaterCode;
  readonly extension: Extension;
}

/**
 * Does the code name a reach (and not a whole sub-basin)?
 *
 * @example isReachCode(parseCode('3261001.0.1715')) // true
 * @example isReachCode(parseCode('3261001')) // false
 */
export function isReachCode(code: WaterCode): code is ReachCode {
  return 'binstrval' in code && code.binstrval !== undefined;
}
