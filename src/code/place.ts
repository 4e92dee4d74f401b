/** Places in whole ten-thousandths of a degree, from and to degrees (spec 5.11). */

import type { Place } from './model.ts';

const PER_DEGREE = 10000;

/**
 * The place nearest to a longitude and latitude in degrees. Throws a RangeError beyond 180 and 90.
 *
 * @example placeOf(106.2035, 38.0739) // { lonE4: 1062035, latE4: 380739 }
 */
export function placeOf(longitude: number, latitude: number): Place {
  const place = { lonE4: toE4(longitude), latE4: toE4(latitude) };
  assertPlace(place);
  return place;
}

/**
 * Longitude of a place in degrees.
 *
 * @example longitudeOf({ lonE4: -1062035, latE4: 0 }) // -106.2035
 */
export function longitudeOf(place: Place): number {
  return place.lonE4 / PER_DEGREE;
}

/**
 * Latitude of a place in degrees.
 *
 * @example latitudeOf({ lonE4: 0, latE4: 380739 }) // 38.0739
 */
export function latitudeOf(place: Place): number {
  return place.latE4 / PER_DEGREE;
}

/** Throws a RangeError unless both are whole and within 180 and 90 degrees. */
export function assertPlace({ lonE4, latE4 }: Place): void {
  if (!Number.isInteger(lonE4) || Math.abs(lonE4) > 180 * PER_DEGREE) {
    throw new RangeError(`longitude must be within 180 degrees, not ${lonE4} ten-thousandths`);
  }
  if (!Number.isInteger(latE4) || Math.abs(latE4) > 90 * PER_DEGREE) {
    throw new RangeError(`latitude must be within 90 degrees, not ${latE4} ten-thousandths`);
  }
}

/** Halves go away from zero on both sides; zero is never -0. */
function toE4(degrees: number): number {
  const size = Math.round(Math.abs(degrees) * PER_DEGREE);
  return degrees < 0 && size > 0 ? -size : size;
}
