/** Where to look for reaches, as conditions of a statement. */
import { type Area, LEAST_WIDTH_ACROSS } from './lookup-areas.ts';
import { boxValues, inBox } from './postgres-geometry.ts';

/** For the nine values of `areaValues` from `$n` on. */
export function inArea(geom: string, n: number): string {
  return `${inBox(geom, n)} AND ${widthOf(geom)} >= $${n + 8}`;
}

export function areaValues([west, south, east, north, leastWidth]: Area): number[] {
  return [...boxValues([west, south, east, north]), leastWidth];
}

/**
 * For the four values of a box from `$n` on. It finds all that is in the box, and perhaps a little of what lies close
 * by: enough where ids are given, and without the exact conditions it is several times as quick.
 */
export function touchesBox(geom: string, n: number): string {
  return `${geom} && ST_MakeEnvelope($${n}, $${n + 1}, $${n + 2}, $${n + 3}, 4326)`;
}

/** For lines across the antimeridian between two parallels, the values of these numbers. */
export function acrossAntimeridian(geom: string, { south, north }: { south: number; north: number }): string {
  return `(${geom} && ST_MakeEnvelope(0, $${south}, 0, $${north}, 4326) AND ${widthOf(geom)} >= ${LEAST_WIDTH_ACROSS})`;
}

function widthOf(geom: string): string {
  return `ST_XMax(${geom}) - ST_XMin(${geom})`;
}
