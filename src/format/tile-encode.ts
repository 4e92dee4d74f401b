/** Makes a vector tile with the layers `river`, `label` and `poi` of what lies in it and around. */
import { clipLine } from './tile-clip.ts';
import type { TilePoi, TileReach } from './tile-content.ts';
import { labelsOf } from './tile-label.ts';
import { createLayerWriter, type Properties } from './tile-layer.ts';
import { BUFFER, EXTENT, type TileAddress, toTileUnits } from './tile-mercator.ts';
import { MOST_LABELS, MOST_POIS, MOST_RIVER_BYTES, poiSpacing, toleranceAt } from './tile-plan.ts';
import { simplifyLine } from './tile-simplify.ts';

/** The most important first: where a tile is full, the rest is left out. Empty where there is nothing in it. */
export function encodeTile(address: TileAddress, reaches: readonly TileReach[], pois: readonly TilePoi[]): Uint8Array {
  const layers = [riverLayer(address, reaches), labelLayer(address, reaches), poiLayer(address, pois)];
  const tile = new Uint8Array(layers.reduce((sum, layer) => sum + layer.length, 0));
  let size = 0;
  for (const layer of layers) {
    tile.set(layer, size);
    size += layer.length;
  }
  return tile;
}

function riverLayer(address: TileAddress, reaches: readonly TileReach[]): Uint8Array {
  const layer = createLayerWriter('river');
  const tolerance = toleranceAt(address.z);
  for (const reach of reaches) {
    if (layer.size > MOST_RIVER_BYTES) break;
    const pieces = cutToTile(address, reach.line);
    if (pieces.length === 0) continue;
    const { id, code, order } = reach;
    layer.addLines(
      id,
      pieces.map((piece) => simplifyLine(piece, tolerance)),
      withNames(reach, { id, code, order }),
    );
  }
  return layer.finish();
}

function labelLayer(address: TileAddress, reaches: readonly TileReach[]): Uint8Array {
  const layer = createLayerWriter('label');
  for (const { reach, line } of labelsOf(reaches, MOST_LABELS, (whole) => cutToTile(address, whole))) {
    layer.addLines(reach.river, [line], withNames(reach, { order: reach.order }));
  }
  return layer.finish();
}

function withNames({ river, name, nameEn }: TileReach, properties: Properties): Properties {
  return river === 0 ? properties : { ...properties, name, name_en: nameEn };
}

/** The pieces of a line in a tile and its buffer, in the tile's units, wherever on the round world they come from. */
function cutToTile(address: TileAddress, line: Float64Array): Float64Array[] {
  const size = 2 ** -address.z;
  const margin = (BUFFER / EXTENT) * size;
  const top = address.y * size - margin;
  const bottom = (address.y + 1) * size + margin;
  let west = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let isBelow = true;
  let isAbove = true;
  for (let i = 0; i < line.length; i += 2) {
    const x = line[i]!;
    const y = line[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y >= top) isAbove = false;
    if (y <= bottom) isBelow = false;
  }
  if (isAbove || isBelow) return [];
  const pieces: Float64Array[] = [];
  const first = Math.ceil(address.x * size - margin - east);
  const last = Math.floor((address.x + 1) * size + margin - west);
  for (let turns = first; turns <= last; turns++) {
    pieces.push(...clipLine(toTileUnits(line, address, turns), -BUFFER, EXTENT + BUFFER));
  }
  return pieces;
}

/** Without a buffer: maps draw a point from the one tile that it lies in. */
function poiLayer(address: TileAddress, pois: readonly TilePoi[]): Uint8Array {
  const layer = createLayerWriter('poi');
  const spacing = poiSpacing(address.z);
  const tiles = 2 ** address.z;
  const taken = new Set<number>();
  let left = MOST_POIS;
  for (const { id, x, y, type, key, name, nameEn, icon } of pois) {
    const unitX = Math.floor((x - Math.floor(x)) * tiles * EXTENT) - address.x * EXTENT;
    const unitY = Math.floor(y * tiles * EXTENT) - address.y * EXTENT;
    if (unitX < 0 || unitX >= EXTENT || unitY < 0 || unitY >= EXTENT || left === 0) continue;
    if (spacing > 0) {
      const cell = Math.floor(unitY / spacing) * EXTENT + Math.floor(unitX / spacing);
      if (taken.has(cell)) continue;
      taken.add(cell);
    }
    left--;
    layer.addPoint(id, unitX, unitY, { type, key, name, name_en: nameEn, icon });
  }
  return layer.finish();
}
