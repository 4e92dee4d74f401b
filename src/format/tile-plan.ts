/** What is shown at which zoom, and how much of it a tile may hold. */
import { kmPerPixel, UNITS_PER_PIXEL } from './tile-mercator.ts';

/** Tiles up to this zoom are made when the dataset is; those of deeper zooms when they are asked for. */
export const PREBUILT_ZOOM = 6;
/** Deeper ones are drawn from these, enlarged, so that they keep all detail. */
export const DEEPEST_ZOOM = 14;
/** The key in `meta` of the least order of each zoom from the first that is not prebuilt on, with commas. */
export const LEAST_ORDERS_KEY = 'tile_least_orders';

/** In a tile that is made when asked for; more can't be told apart on its 512 pixels. */
export const MOST_REACHES = 2500;
/** Where more reaches or more points than this lie in a tile, what it shows of them is chosen when the dataset is made. */
export const CROWDED = MOST_REACHES;
/** In a prebuilt tile: lines then lie some 20 pixels apart. */
export const MOST_LENGTH_PIXELS = 12_000;
/** The last stop; the other limits are lower in all but strange data. */
export const MOST_RIVER_BYTES = 350_000;
export const MOST_LABELS = 80;
export const MOST_POIS = 400;

const POI_ZOOM = 4;
const JUNCTION_ZOOM = 9;
const CROWDED_ZOOM = 12;
/** The one type of POI that every network is full of. */
export const JUNCTION = 'junction';

/** Of a river with all that flows into it, seen from afar. */
const SHORTEST_TREE_PIXELS = 40;

/** At a prebuilt zoom, a river that is shorter than this together with all that flows into it is left out. */
export function shortestTreeKm(z: number): number {
  return SHORTEST_TREE_PIXELS * kmPerPixel(z, 0);
}

/** How far a simplified line may lie from the true one, in units of the tile. */
export function toleranceAt(z: number): number {
  return z < DEEPEST_ZOOM ? UNITS_PER_PIXEL / 2 : 0.5;
}

export function showsPois(z: number): boolean {
  return z >= POI_ZOOM;
}

export function showsJunctions(z: number): boolean {
  return z >= JUNCTION_ZOOM;
}

/** Of the POIs in a square of so many units only one is shown; 0 where all are. */
export function poiSpacing(z: number): number {
  return z > CROWDED_ZOOM ? 0 : 16 * UNITS_PER_PIXEL;
}
