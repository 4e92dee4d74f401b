/** Draws the map tiles of the first zooms, from the rivers that can be seen there, and writes them with what the others need. */
import type { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { boxOfLines } from '../format/geometry-blob.ts';
import type { TilePoi, TileReach } from '../format/tile-content.ts';
import { createLengthCount, leastOrders } from '../format/tile-density.ts';
import { encodeTile } from '../format/tile-encode.ts';
import { joinLines } from '../format/tile-label.ts';
import {
  BUFFER,
  EXTENT,
  kmPerPixel,
  projectLine,
  TILE_PIXELS,
  tileOfPlace,
  worldX,
  worldY,
} from '../format/tile-mercator.ts';
import { DEEPEST_ZOOM, LEAST_ORDERS_KEY, PREBUILT_ZOOM, showsPois } from '../format/tile-plan.ts';
import { simplifyLine } from '../format/tile-simplify.ts';
import { reachCode } from './codes.ts';
import type { DatasetContent } from './content.ts';
import { type TiledBoxes, writeTileLists } from './write-tile-lists.ts';

/** Shorter reaches are drawn as one with those above them on the same river, under the code of the lowest. */
const DRAWN_AS_ONE_PIXELS = 16;
/** Of what is kept of a line until its tiles are drawn; they simplify once more. */
const KEPT_DETAIL_PIXELS = 0.25;
/** Lines that are further apart than this are not drawn as one. */
const GAP_PIXELS = 1;
/** Byte 9 of a gzip header names the system it was made on; 255 is "unknown", the same everywhere. */
const GZIP_SYSTEM_BYTE = 9;

export function writeTiles(db: DatabaseSync, content: DatasetContent, boxes: TiledBoxes): void {
  const { treeKm, leastTreesKm, orders } = measure(content);
  db.prepare('INSERT INTO meta VALUES (?, ?)').run(LEAST_ORDERS_KEY, orders.join(','));
  writeTileLists(db, content, boxes, orders);
  const put = db.prepare('INSERT INTO tile VALUES (?, ?, ?, ?)');
  const pois = poisOf(content);
  let shown = new Int32Array(treeKm.length).map((_, i) => i);
  for (let z = PREBUILT_ZOOM; z >= 0; z--) {
    shown = shown.filter((i) => treeKm[i]! >= leastTreesKm[z]!);
    const tiles = spread(z, chainsAt(content, shown, treeKm, z), showsPois(z) ? pois : []);
    for (const { x, y, chains, points } of tiles) {
      chains.sort((a, b) => b.treeKm - a.treeKm || a.id - b.id);
      const bytes = encodeTile({ z, x, y }, chains, points);
      if (bytes.length > 0) put.run(z, x, y, gzip(bytes));
    }
  }
}

function gzip(bytes: Uint8Array): Uint8Array {
  const zipped = gzipSync(bytes);
  zipped[GZIP_SYSTEM_BYTE] = 255;
  return zipped;
}

interface Measures {
  /** For each reach, in the order of fids: how long the river that it is the main stem of is, with all that flows into it. */
  treeKm: Float64Array;
  /** Of each prebuilt zoom. */
  leastTreesKm: Float64Array;
  /** Of the zooms behind. */
  orders: number[];
}

/** A main stem counts as a whole, so that great rivers are drawn up to their sources. */
function measure({ network, coded }: DatasetContent): Measures {
  const { count } = network;
  const treeKm = new Float64Array(count);
  const xs = new Int32Array(count);
  const ys = new Int32Array(count);
  const orders = new Uint8Array(count);
  const lengths = createLengthCount();
  const toPrebuilt = DEEPEST_ZOOM - PREBUILT_ZOOM;
  for (let i = 0; i < count; i++) {
    const reach = coded.byId[i]!;
    const below = network.down[reach]!;
    const isOnStem = below >= 0 && coded.mainUp[below] === reach;
    treeKm[i] = isOnStem ? treeKm[coded.id[below]! - 1]! : coded.upstreamLengthKm[reach]!;
    orders[i] = coded.strahler[reach]!;
    const lat = network.endLat[reach]!;
    const { x, y } = tileOfPlace(DEEPEST_ZOOM, network.endLon[reach]!, lat);
    xs[i] = x;
    ys[i] = y;
    const pixels = network.lengthKm[reach]! / kmPerPixel(PREBUILT_ZOOM, lat);
    lengths.add(x >> toPrebuilt, y >> toPrebuilt, treeKm[i]!, pixels);
  }
  return { treeKm, leastTreesKm: lengths.leastTreesKm(), orders: leastOrders(xs, ys, orders) };
}

interface Chain extends TileReach {
  treeKm: number;
}

/** The shown reaches (positions in the order of fids, rising) as lines for a zoom. A main stem's fids follow on each other. */
function chainsAt(content: DatasetContent, shown: Int32Array, treeKm: Float64Array, z: number): Chain[] {
  const { network, coded, rivers, riverOf } = content;
  const pixel = 1 / (TILE_PIXELS * 2 ** z);
  const chains: Chain[] = [];

  function goesOn(next: number, reach: number): boolean {
    const isSameRiver = coded.strahler[next] === coded.strahler[reach] && riverOf[next] === riverOf[reach];
    return coded.mainUp[reach] === next && isSameRiver;
  }

  function touches(next: Float64Array, line: Float64Array): boolean {
    return Math.hypot(next.at(-2)! - line[0]!, next.at(-1)! - line[1]!) <= GAP_PIXELS * pixel;
  }

  for (let s = 0; s < shown.length; ) {
    const i = shown[s]!;
    const lowest = coded.byId[i]!;
    let top = lowest;
    let topLine = projectLine(content.lineOf(lowest));
    const lines = [topLine];
    const pixelKm = kmPerPixel(z, network.endLat[lowest]!);
    let pixels = network.lengthKm[lowest]! / pixelKm;
    for (s++; s < shown.length && pixels < DRAWN_AS_ONE_PIXELS; s++) {
      const next = coded.byId[shown[s]!]!;
      if (!goesOn(next, top)) break;
      const nextLine = projectLine(content.lineOf(next));
      if (!touches(nextLine, topLine)) break;
      lines.push(nextLine);
      pixels += network.lengthKm[next]! / pixelKm;
      top = next;
      topLine = nextLine;
    }
    const river = riverOf[lowest]!;
    const below = network.down[lowest]!;
    chains.push({
      id: coded.id[lowest]!,
      top: coded.id[top]!,
      down: below < 0 ? 0 : coded.id[below]!,
      code: reachCode(content, lowest),
      order: coded.strahler[lowest]!,
      river: river + 1,
      name: river < 0 ? '' : rivers[river]!.name.zh,
      nameEn: river < 0 ? '' : rivers[river]!.name.en,
      treeKm: treeKm[i]!,
      line: simplifyLine(joinLines(lines.reverse()), KEPT_DETAIL_PIXELS * pixel),
    });
  }
  return chains;
}

/** Those on the longest rivers first. */
function poisOf({ pois, poiTypes, junctions, coded }: DatasetContent): TilePoi[] {
  const icons = new Map(poiTypes.map(({ type, icon }) => [type, icon]));
  return pois
    .map((poi, i) => ({ poi, id: junctions.length + i + 1, upstreamKm: coded.upstreamLengthKm[poi.reach]! }))
    .sort((a, b) => b.upstreamKm - a.upstreamKm || a.id - b.id)
    .map(({ poi: { type, key, name, lon, lat }, id }) => {
      const place = { x: worldX(lon), y: worldY(lat) };
      return { id, type, key, name: name.zh, nameEn: name.en, icon: icons.get(type) ?? '', ...place };
    });
}

interface TileContent {
  x: number;
  y: number;
  chains: Chain[];
  points: TilePoi[];
}

/** Puts everything into the tiles it may touch, which come in the order of their keys. */
function spread(z: number, chains: readonly Chain[], pois: readonly TilePoi[]): TileContent[] {
  const tiles = 2 ** z;
  const margin = BUFFER / EXTENT;
  const contents = new Map<number, TileContent>();

  function contentAt(x: number, y: number): TileContent {
    const key = x * tiles + y;
    const found = contents.get(key) ?? { x, y, chains: [], points: [] };
    contents.set(key, found);
    return found;
  }

  for (const chain of chains) {
    const [west, top, east, bottom] = boxOfLines([chain.line]);
    const firstX = Math.floor(west * tiles - margin);
    const lastX = Math.min(firstX + tiles - 1, Math.floor(east * tiles + margin));
    const lastY = Math.min(tiles - 1, Math.floor(bottom * tiles + margin));
    for (let x = firstX; x <= lastX; x++) {
      for (let y = Math.max(0, Math.floor(top * tiles - margin)); y <= lastY; y++) {
        contentAt(((x % tiles) + tiles) % tiles, y).chains.push(chain);
      }
    }
  }
  for (const poi of pois) {
    const y = Math.floor(poi.y * tiles);
    if (y >= 0 && y < tiles) contentAt(Math.floor((poi.x - Math.floor(poi.x)) * tiles), y).points.push(poi);
  }
  return [...contents.values()].sort((a, b) => a.x - b.x || a.y - b.y);
}
