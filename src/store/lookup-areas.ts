/** Where in a spatial index to look for reaches: in boxes, and for lines across the antimeridian in a place of their own. */
import { boxAround, splitAtAntimeridian } from '../format/sphere.ts';
import { degreesOfTile, type TileAddress } from '../format/tile-mercator.ts';
import type { Box, Place } from './store.ts';

/** Of the box of a line across the antimeridian, in degrees. */
export const LEAST_WIDTH_ACROSS = 180;

/** A box, and the least width in degrees of what is looked for there. */
export type Area = readonly [...Box, leastWidth: number];

/**
 * The index has a line across the antimeridian with the box of its plain longitudes, which goes the other way round:
 * it is wider than half the world, and so the prime meridian lies in it.
 */
function acrossAntimeridian(south: number, north: number): Area {
  return [0, south, 0, north, LEAST_WIDTH_ACROSS];
}

function areaOfBox(box: Box): Area {
  return [...box, 0];
}

/** A tile with its buffer, once more for each turn round the world after which it meets the data. */
export function boxesOfTile(address: TileAddress, [dataWest, , dataEast]: Box): Box[] {
  const [west, south, east, north] = degreesOfTile(address);
  return [0, -360, 360]
    .filter((turn) => west + turn <= dataEast && east + turn >= dataWest)
    .map((turn) => [west + turn, south, east + turn, north]);
}

export function areasOfTile(address: TileAddress, dataBox: Box): Area[] {
  const areas = boxesOfTile(address, dataBox).map(areaOfBox);
  const [dataWest, , dataEast] = dataBox;
  if (dataEast - dataWest <= LEAST_WIDTH_ACROSS) return areas;
  const [, south, , north] = degreesOfTile(address);
  return [...areas, acrossAntimeridian(south, north)];
}

/** Lines across the antimeridian come last. */
export function areasAround(place: Place, radiusM: number): Area[] {
  const box = boxAround(place, radiusM);
  return [...splitAtAntimeridian(box).map(areaOfBox), acrossAntimeridian(box[1], box[3])];
}
