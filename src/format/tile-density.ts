/** Finds how much of a network can be shown at each zoom, the same all over the map, so that hardly any tile is too full. */
import { DEEPEST_ZOOM, MOST_LENGTH_PIXELS, MOST_REACHES, PREBUILT_ZOOM, shortestTreeKm } from './tile-plan.ts';

/** Of the tiles; they are cut short one by one. Without it one crowded place would empty the map everywhere. */
const SHARE_TOO_FULL = 0.02;
/** Lines that reach over from the tiles around come on top of those counted. */
const SHARE_OF_ROOM = 0.85;
/** Trees of rivers are counted by length in steps of the fourth root of 2. */
const STEPS_PER_DOUBLING = 4;
const STEPS = 128;
/**
 * A network may cover a small part of a tile only. So what counts is how full a cell is, a tile so many zooms deeper:
 * with each zoom it has a quarter of the room, and lines in it are twice as long in its own pixels.
 */
const CELL_DEPTH = 3;
/** Each time a cell is smaller it may be so much fuller: rivers are not spread evenly. */
const CROWDING = 1.6;

export interface LengthCount {
  /** For a river whose tree is so long: a stretch of it in a tile of the deepest prebuilt zoom. */
  add(x: number, y: number, treeKm: number, pixels: number): void;
  /** For each prebuilt zoom the least length of a tree to show. */
  leastTreesKm(): Float64Array;
}

export function createLengthCount(): LengthCount {
  const tiles = new Map<number, Float64Array>();
  let lastKey = -1;
  let last: Float64Array = new Float64Array(STEPS);

  function tileAt(key: number): Float64Array {
    if (key === lastKey) return last;
    const tile = tiles.get(key) ?? new Float64Array(STEPS);
    tiles.set(key, tile);
    lastKey = key;
    last = tile;
    return tile;
  }

  return {
    add(x, y, treeKm, pixels) {
      tileAt(keyOf(x, y))[stepOf(treeKm)]! += pixels;
    },
    leastTreesKm() {
      const least = new Float64Array(PREBUILT_ZOOM + 1);
      let cells = tiles;
      for (let z = PREBUILT_ZOOM; z >= 0; z--) {
        const depth = Math.min(CELL_DEPTH, PREBUILT_ZOOM - z);
        if (depth === CELL_DEPTH && z < PREBUILT_ZOOM - CELL_DEPTH) cells = halved(cells);
        const room = MOST_LENGTH_PIXELS * SHARE_OF_ROOM * (CROWDING / 2) ** depth;
        const step = exceededByFew([...cells.values()].map((pixels) => firstStepThatFits(pixels, room)));
        const deeper = least[z + 1] ?? 0;
        least[z] = Math.max(shortestTreeKm(z), step === 0 ? 0 : 2 ** (step / STEPS_PER_DOUBLING), deeper);
      }
      return least;
    },
  };
}

function stepOf(treeKm: number): number {
  return Math.max(0, Math.min(STEPS - 1, Math.floor(STEPS_PER_DOUBLING * Math.log2(Math.max(1, treeKm)))));
}

function firstStepThatFits(pixels: Float64Array, room: number): number {
  let sum = 0;
  for (let step = STEPS - 1; step >= 0; step--) {
    sum += pixels[step]!;
    if (sum > room) return step + 1;
  }
  return 0;
}

/** The tiles of the zoom above: four in one, at half the scale. */
function halved(tiles: ReadonlyMap<number, Float64Array>): Map<number, Float64Array> {
  const above = new Map<number, Float64Array>();
  for (const [key, pixels] of tiles) {
    const parent = keyOf(Math.floor(key / ROW) >> 1, (key % ROW) >> 1);
    const sums = above.get(parent) ?? new Float64Array(STEPS);
    above.set(parent, sums);
    for (let step = 0; step < STEPS; step++) sums[step]! += pixels[step]! / 2;
  }
  return above;
}

/** Wider than any zoom in use. */
const ROW = 2 ** 20;

function keyOf(x: number, y: number): number {
  return x * ROW + y;
}

function exceededByFew(steps: number[]): number {
  return steps.sort((a, b) => b - a)[Math.floor(steps.length * SHARE_TOO_FULL)] ?? 0;
}

const ORDERS = 64;

/**
 * For each zoom behind the prebuilt ones the least order to show; zooms past the end of the list show all.
 * Places are tiles of the deepest zoom, one for each reach.
 */
export function leastOrders(xs: Int32Array, ys: Int32Array, orders: Uint8Array): number[] {
  const least: number[] = [];
  for (let z = PREBUILT_ZOOM + 1; z <= DEEPEST_ZOOM; z++) {
    const order = exceededByFew(countOrders(xs, ys, orders, DEEPEST_ZOOM - z).map(firstOrderThatFits));
    if (order <= 1) break;
    least.push(order);
  }
  return least;
}

function countOrders(xs: Int32Array, ys: Int32Array, orders: Uint8Array, shift: number): Uint32Array[] {
  const tiles = new Map<number, Uint32Array>();
  let lastKey = -1;
  let tile: Uint32Array = new Uint32Array(ORDERS);
  for (let i = 0; i < xs.length; i++) {
    const key = keyOf(xs[i]! >> shift, ys[i]! >> shift);
    if (key !== lastKey) {
      tile = tiles.get(key) ?? new Uint32Array(ORDERS);
      tiles.set(key, tile);
      lastKey = key;
    }
    tile[Math.min(ORDERS - 1, orders[i]!)]!++;
  }
  return [...tiles.values()];
}

function firstOrderThatFits(counts: Uint32Array): number {
  let sum = 0;
  for (let order = ORDERS - 1; order >= 1; order--) {
    sum += counts[order]!;
    if (sum > MOST_REACHES * SHARE_OF_ROOM) return order + 1;
  }
  return 1;
}
