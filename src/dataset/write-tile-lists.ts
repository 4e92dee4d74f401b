/** Chooses what crowded tiles of the deeper zooms show, so that making one never means looking through all that lies there. */
import type { DatabaseSync } from 'node:sqlite';
import { boxOfLines } from '../format/geometry-blob.ts';
import { encodeTileList } from '../format/tile-list.ts';
import { degreesOfTile, projectLine, type TileAddress, worldX, worldY } from '../format/tile-mercator.ts';
import { CROWDED, DEEPEST_ZOOM, MOST_REACHES, PREBUILT_ZOOM, showsJunctions } from '../format/tile-plan.ts';
import { choosePois } from '../format/tile-poi.ts';
import type { DatasetContent } from './content.ts';
import { floatAbove, floatBelow } from './rtree.ts';
import { rounded } from './write-reaches.ts';

/** Only boxes of lines across the antimeridian are wider. */
const HALF_THE_WORLD = 180;
/** Of a tile: how far right and how far down. */
const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** West, south, east, north of each in degrees, in the order of fids. */
export interface TiledBoxes {
  reaches: Float64Array;
  pois: Float64Array;
}

/** `leastOrders` are those of the zooms behind the prebuilt ones; the others show all. */
export function writeTileLists(
  db: DatabaseSync,
  content: DatasetContent,
  boxes: TiledBoxes,
  leastOrders: readonly number[],
): void {
  const put = db.prepare('INSERT INTO tile VALUES (?, ?, ?, ?)');
  const { coded, junctions } = content;
  const reachBoxes = unwrap(indexed(boxes.reaches), (i) => content.lineOf(coded.byId[i]!));
  const poiBoxes = indexed(boxes.pois);
  const orderOf = (i: number) => coded.strahler[coded.byId[i]!]!;
  const reachOfPoi = (i: number) => junctions[i] ?? content.pois[i - junctions.length]!.reach;
  const upstreamKm = (reach: number) => rounded(coded.upstreamLengthKm[reach]!);

  function fidsOfReaches(z: number, inTile: Int32Array): number[] {
    const least = leastOrders[z - PREBUILT_ZOOM - 1] ?? 1;
    return [...inTile.filter((i) => orderOf(i) >= least)]
      .map((i) => ({ fid: i + 1, order: orderOf(i), upstreamKm: upstreamKm(coded.byId[i]!) }))
      .sort((a, b) => b.order - a.order || b.upstreamKm - a.upstreamKm || a.fid - b.fid)
      .slice(0, MOST_REACHES)
      .map(({ fid }) => fid);
  }

  /** Junctions last. */
  function fidsOfPois(z: number, x: number, y: number, inTile: Int32Array): number[] {
    const isJunction = (i: number) => i < junctions.length;
    const pois = [...inTile.filter((i) => showsJunctions(z) || !isJunction(i))]
      .map((i) => ({ i, rank: isJunction(i) ? 1 : 0, upstreamKm: upstreamKm(reachOfPoi(i)) }))
      .sort((a, b) => a.rank - b.rank || b.upstreamKm - a.upstreamKm || a.i - b.i)
      .map(({ i }) => ({ fid: i + 1, x: worldX(boxes.pois[i * 4]!), y: worldY(boxes.pois[i * 4 + 1]!) }));
    const fids: number[] = [];
    choosePois({ z, x, y }, pois, ({ fid }) => fids.push(fid));
    return fids;
  }

  /** What a tile holds that is not crowded, none of its quarters can. */
  function visit(z: number, x: number, y: number, reaches: Int32Array, pois: Int32Array): void {
    if (reaches.length <= CROWDED && pois.length <= CROWDED) return;
    if (z > PREBUILT_ZOOM) {
      const list = { reaches: fidsOfReaches(z, reaches), pois: fidsOfPois(z, x, y, pois) };
      put.run(z, x, y, encodeTileList(list));
    }
    if (z === DEEPEST_ZOOM) return;
    const reachQuarters = quartersOf({ z, x, y }, reachBoxes, reaches);
    const poiQuarters = quartersOf({ z, x, y }, poiBoxes, pois);
    QUARTERS.forEach(([right, below], i) => {
      visit(z + 1, x * 2 + right, y * 2 + below, reachQuarters[i]!, poiQuarters[i]!);
    });
  }

  const all = (boxed: Float32Array) => new Int32Array(boxed.length / 4).map((_, i) => i);
  visit(0, 0, 0, all(reachBoxes), all(poiBoxes));
}

/** As the spatial index has them: in 32-bit numbers, rounded outwards. */
function indexed(boxes: Float64Array): Float32Array {
  const rounded32 = new Float32Array(boxes.length);
  for (let i = 0; i < boxes.length; i += 4) {
    rounded32[i] = floatBelow(boxes[i]!);
    rounded32[i + 1] = floatBelow(boxes[i + 1]!);
    rounded32[i + 2] = floatAbove(boxes[i + 2]!);
    rounded32[i + 3] = floatAbove(boxes[i + 3]!);
  }
  return rounded32;
}

/** Lets boxes of lines across the antimeridian go on past it, where they went round the world the other way. */
function unwrap(boxes: Float32Array, lineOf: (i: number) => Float64Array): Float32Array {
  for (let i = 0; i < boxes.length; i += 4) {
    if (boxes[i + 2]! - boxes[i]! <= HALF_THE_WORLD) continue;
    const [west, , east] = boxOfLines([projectLine(lineOf(i / 4))]);
    boxes[i] = (west - 0.5) * 360;
    boxes[i + 2] = (east - 0.5) * 360;
  }
  return boxes;
}

/** For each quarter of a tile those of its members that touch it or its buffer, as the spatial index finds them. */
function quartersOf({ z, x, y }: TileAddress, boxes: Float32Array, members: Int32Array): Int32Array[] {
  const [leftWest, topSouth, leftEast, topNorth] = degreesOfTile({ z: z + 1, x: x * 2, y: y * 2 });
  const [rightWest, bottomSouth, rightEast, bottomNorth] = degreesOfTile({ z: z + 1, x: x * 2 + 1, y: y * 2 + 1 });
  const quarters = QUARTERS.map(() => new Int32Array(members.length));
  const counts = QUARTERS.map(() => 0);
  for (const i of members) {
    const west = boxes[i * 4]!;
    const south = boxes[i * 4 + 1]!;
    const east = boxes[i * 4 + 2]!;
    const north = boxes[i * 4 + 3]!;
    const isLeft = meets(west, east, leftWest, leftEast);
    const isRight = meets(west, east, rightWest, rightEast);
    if (north >= topSouth && south <= topNorth) {
      if (isLeft) quarters[0]![counts[0]!++] = i;
      if (isRight) quarters[1]![counts[1]!++] = i;
    }
    if (north >= bottomSouth && south <= bottomNorth) {
      if (isLeft) quarters[2]![counts[2]!++] = i;
      if (isRight) quarters[3]![counts[3]!++] = i;
    }
  }
  return quarters.map((quarter, i) => quarter.slice(0, counts[i]));
}

/** Whether longitudes have some in common with those of a tile, be it a turn round the world away. */
function meets(west: number, east: number, tileWest: number, tileEast: number): boolean {
  return (
    (east >= tileWest && west <= tileEast) ||
    (east - 360 >= tileWest && west - 360 <= tileEast) ||
    (east + 360 >= tileWest && west + 360 <= tileEast)
  );
}
