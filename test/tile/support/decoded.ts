/** Tiles read by an independent decoder, and the places of lines computed the plain way. */
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

export interface DecodedFeature {
  id: number | undefined;
  properties: Record<string, unknown>;
  /** Lines, or one line of one point, in units of the tile. */
  lines: [number, number][][];
}

export type DecodedTile = Record<'river' | 'label' | 'poi', DecodedFeature[]>;

export function decodeTile(bytes: Uint8Array): DecodedTile {
  const { layers } = new VectorTile(new PbfReader(bytes));
  const featuresOf = (name: string): DecodedFeature[] => {
    const layer = layers[name];
    return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
      const feature = layer!.feature(i);
      const lines = feature.loadGeometry().map((line) => line.map(({ x, y }): [number, number] => [x, y]));
      return { id: feature.id, properties: { ...feature.properties }, lines };
    });
  };
  return { river: featuresOf('river'), label: featuresOf('label'), poi: featuresOf('poi') };
}

export function decodeZipped(bytes: Uint8Array | undefined): DecodedTile {
  return decodeTile(bytes === undefined ? new Uint8Array(0) : gunzipSync(bytes));
}

/** Web Mercator, as textbooks have it, in units of a tile with 4096. */
export function placeInTile(z: number, x: number, y: number, [lon, lat]: readonly number[]): [number, number] {
  const tiles = 2 ** z;
  const angle = (lat! * Math.PI) / 180;
  const north = Math.log(Math.tan(angle) + 1 / Math.cos(angle));
  return [(((lon! + 180) / 360) * tiles - x) * 4096, (((1 - north / Math.PI) / 2) * tiles - y) * 4096];
}

export function tileOf(z: number, lon: number, lat: number): [z: number, x: number, y: number] {
  const [unitX, unitY] = placeInTile(z, 0, 0, [lon, lat]);
  return [z, Math.floor(unitX / 4096), Math.floor(unitY / 4096)];
}

export function distanceToLines([x, y]: readonly [number, number], lines: readonly [number, number][][]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1]!;
      const [bx, by] = line[i]!;
      const square = (bx - ax) ** 2 + (by - ay) ** 2;
      const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
      least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
    }
  }
  return least;
}
