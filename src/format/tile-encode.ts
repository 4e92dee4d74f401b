/** Makes a vector tile with the layers `river`, `label` and `poi` of what lies in it and around. */
import { type ByteWriter, createByteWriter } from './tile-bytes.ts';
import type { TilePoi, TileReach } from './tile-content.ts';
import { type Cut, cutterOf, type UsePiece } from './tile-cut.ts';
import { labelsOf } from './tile-label.ts';
import { createLayerWriter, type Values } from './tile-layer.ts';
import type { TileAddress } from './tile-mercator.ts';
import { MOST_LABELS, MOST_RIVER_BYTES, toleranceAt } from './tile-plan.ts';
import { choosePois } from './tile-poi.ts';
import { thinOut } from './tile-simplify.ts';

/** The most important first: where a tile is full, the rest is left out. Empty where there is nothing in it. */
export function encodeTile(address: TileAddress, reaches: readonly TileReach[], pois: readonly TilePoi[]): Uint8Array {
  const tile = createByteWriter();
  const cut = cutterOf(address);
  writeRivers(tile, reaches, cut, toleranceAt(address.z));
  writeLabels(tile, reaches, cut);
  writePois(tile, pois, address);
  return tile.written();
}

function writeRivers(tile: ByteWriter, reaches: readonly TileReach[], cut: Cut, tolerance: number): void {
  const layer = createLayerWriter('river', ['id', 'code', 'order', 'name', 'name_en'], 'code');
  const addPiece: UsePiece = (points, length) => layer.addLine(points, thinOut(points, length, tolerance));
  for (const reach of reaches) {
    if (layer.size > MOST_RIVER_BYTES) break;
    cut(reach.line, addPiece);
    layer.endLines(reach.id, valuesOf(reach));
  }
  layer.finish(tile);
}

/** Names only where it has some. */
function valuesOf({ id, code, order, river, name, nameEn }: TileReach): Values {
  return river === 0 ? [id, code, order] : [id, code, order, name, nameEn];
}

function writeLabels(tile: ByteWriter, reaches: readonly TileReach[], cut: Cut): void {
  const layer = createLayerWriter('label', ['order', 'name', 'name_en']);
  for (const { reach, line } of labelsOf(reaches, MOST_LABELS, cut)) {
    layer.addLine(line, line.length);
    layer.endLines(reach.river, [reach.order, reach.name, reach.nameEn]);
  }
  layer.finish(tile);
}

function writePois(tile: ByteWriter, pois: readonly TilePoi[], address: TileAddress): void {
  const layer = createLayerWriter('poi', ['type', 'key', 'name', 'name_en', 'icon']);
  choosePois(address, pois, ({ id, type, key, name, nameEn, icon }, x, y) => {
    layer.addPoint(id, x, y, [type, key, name, nameEn, icon]);
  });
  layer.finish(tile);
}
