/** From degrees to the square world of map tiles: x grows east and y south, from 0 to 1 across the world. */

/** Along the equator. */
export const WORLD_KM = 40_075.016686;
/** Units across a tile, as coordinates are written. */
export const EXTENT = 4096;
/** Pixels across a tile, as maps draw it. */
export const TILE_PIXELS = 512;
export const UNITS_PER_PIXEL = EXTENT / TILE_PIXELS;
/** Lines go on so far past the edge, in units, that their ends are never seen. */
export const BUFFER = 8 * UNITS_PER_PIXEL;

/** Tiles end at 85.05 degrees; what lies beyond is cut off, but must stay finite. */
const LATITUDE_LIMIT = 89.9;
const RADIANS = Math.PI / 180;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

export function worldX(lon: number): number {
  return lon / 360 + 0.5;
}

export function worldY(lat: number): number {
  const sine = Math.sin(Math.max(-LATITUDE_LIMIT, Math.min(LATITUDE_LIMIT, lat)) * RADIANS);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function latitudeAt(y: number): number {
  return Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) / RADIANS;
}

export function kmPerPixel(z: number, lat: number): number {
  return (WORLD_KM * Math.cos(lat * RADIANS)) / (TILE_PIXELS * 2 ** z);
}

/**
 * A line of longitudes and latitudes in the world's units. A step of more than half the world is one across the
 * antimeridian: the line goes on past the world's edge, to x below 0 or above 1, and not back across the map.
 */
export function projectLine(line: Float64Array): Float64Array {
  return projectInPlace(line.slice());
}

/** The same in the memory of the line itself. */
export function projectInPlace(line: Float64Array): Float64Array {
  let turns = 0;
  let before = worldX(line[0]!);
  for (let i = 0; i < line.length; i += 2) {
    const x = worldX(line[i]!);
    if (x - before > 0.5) turns--;
    else if (before - x > 0.5) turns++;
    before = x;
    line[i] = x + turns;
    line[i + 1] = worldY(line[i + 1]!);
  }
  return line;
}

/** West, south, east, north of a tile and its buffer; west may lie below -180 and east above 180. */
export function degreesOfTile({ z, x, y }: TileAddress): [number, number, number, number] {
  const size = 2 ** -z;
  const margin = (BUFFER / EXTENT) * size;
  return [
    (x * size - margin - 0.5) * 360,
    latitudeAt((y + 1) * size + margin),
    ((x + 1) * size + margin - 0.5) * 360,
    latitudeAt(y * size - margin),
  ];
}

/** The tile that a place lies in. */
export function tileOfPlace(z: number, lon: number, lat: number): TileAddress {
  const tiles = 2 ** z;
  const at = (world: number) => Math.max(0, Math.min(tiles - 1, Math.floor(world * tiles)));
  return { z, x: at(worldX(lon)), y: at(worldY(lat)) };
}
