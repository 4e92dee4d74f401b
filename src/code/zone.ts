/** Zones by their codes alone: groups, parents and paths (spec 3). */

import type { ZoneCode } from './model.ts';

const GROUP_LENGTH = 3;
const FIRST_AREA_NUMBER = 900;
const NUMERIC_GROUPS = 999;
/** A00..ZZZ: a letter, then two of 36. */
const LETTER_GROUPS = 26 * 36 * 36;
/** The last group says that the number goes on in the next one (spec 3.6). */
const COUNT_ON = 'ZZZ';
/** How many groups there are, the last one included. */
export const MAX_ZONE_NUMBER = NUMERIC_GROUPS + LETTER_GROUPS;

/**
 * The group of three characters for the n-th zone, counted from 1. Throws a RangeError past ZZZ.
 *
 * @example zoneGroupOf(7) // '007'
 * @example zoneGroupOf(1000) // 'A00'
 */
export function zoneGroupOf(number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > MAX_ZONE_NUMBER) {
    throw new RangeError(`a zone number must be 1 to ${MAX_ZONE_NUMBER}, not ${number}`);
  }
  if (number <= NUMERIC_GROUPS) return String(number).padStart(GROUP_LENGTH, '0');
  return (10 * 36 * 36 + number - NUMERIC_GROUPS - 1).toString(36).toUpperCase();
}

/**
 * The number of a group, or undefined if it is no group that is ever assigned.
 *
 * @example zoneNumberOf('A00') // 1000
 * @example zoneNumberOf('000') // undefined
 */
export function zoneNumberOf(group: string): number | undefined {
  if (/^[0-9]{3}$/.test(group)) return group === '000' ? undefined : Number(group);
  if (!/^[A-Z][0-9A-Z]{2}$/.test(group)) return undefined;
  return Number.parseInt(group, 36) - 10 * 36 * 36 + NUMERIC_GROUPS + 1;
}

/**
 * Is the basin code that of an area of many small basins, each with a top-level zone of its own?
 *
 * @example isBasinArea(3901) // true
 */
export function isBasinArea(basincode: number): boolean {
  return basincode % 1000 >= FIRST_AREA_NUMBER;
}

/**
 * The zone's own code and those of the zones below it, outermost first. Undefined where the sub-basin code does not
 * follow the rule of groups, as another publisher's may not: nothing can then be read from it.
 *
 * @example zonePathOf({ basincode: 3261, subbasincd: '001003' }) // ['001', '001003']
 * @example zonePathOf({ basincode: 3261, subbasincd: 'AB' }) // undefined
 */
export function zonePathOf(zone: ZoneCode): string[] | undefined {
  const { basincode, subbasincd } = zone;
  if (subbasincd.length === 0 || subbasincd.length % GROUP_LENGTH !== 0) return undefined;
  if (!isBasinArea(basincode) && !subbasincd.startsWith('001')) return undefined;
  if (subbasincd.endsWith(COUNT_ON)) return undefined;
  const path: string[] = [];
  for (let end = GROUP_LENGTH; end <= subbasincd.length; end += GROUP_LENGTH) {
    const group = subbasincd.slice(end - GROUP_LENGTH, end);
    if (zoneNumberOf(group) === undefined) return undefined;
    if (group !== COUNT_ON) path.push(subbasincd.slice(0, end));
  }
  return path;
}

/**
 * The zone it flows into; undefined for a top-level zone, and where the code does not tell.
 *
 * @example parentZoneOf({ basincode: 3261, subbasincd: '001003' }) // { basincode: 3261, subbasincd: '001' }
 */
export function parentZoneOf(zone: ZoneCode): ZoneCode | undefined {
  const parent = zonePathOf(zone)?.at(-2);
  return parent === undefined ? undefined : { basincode: zone.basincode, subbasincd: parent };
}

/**
 * Is `inner` the zone `outer`, or one of those that drain into it?
 *
 * @example isWithinZone({ basincode: 3261, subbasincd: '001003' }, { basincode: 3261, subbasincd: '001' }) // true
 */
export function isWithinZone(inner: ZoneCode, outer: ZoneCode): boolean {
  if (inner.basincode !== outer.basincode) return false;
  return inner.subbasincd === outer.subbasincd || (zonePathOf(inner)?.includes(outer.subbasincd) ?? false);
}
