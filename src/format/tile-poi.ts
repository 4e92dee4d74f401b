/** Which points a tile shows, and where in it they lie. */
import { EXTENT, type TileAddress } from './tile-mercator.ts';
import { MOST_POIS, poiSpacing } from './tile-plan.ts';

/** In the world's units. */
interface Place {
  x: number;
  y: number;
}

/**
 * Of points given with the most important first: those that lie in the tile itself, since maps draw a point from one
 * tile only, and not too close to one before, until the tile is full. `show` is told their places in units of the tile.
 */
export function choosePois<Poi extends Place>(
  address: TileAddress,
  pois: Iterable<Poi>,
  show: (poi: Poi, unitX: number, unitY: number) => void,
): void {
  const spacing = poiSpacing(address.z);
  const units = EXTENT * 2 ** address.z;
  const taken = new Set<number>();
  let left = MOST_POIS;
  for (const poi of pois) {
    const unitX = Math.floor((poi.x - Math.floor(poi.x)) * units) - address.x * EXTENT;
    const unitY = Math.floor(poi.y * units) - address.y * EXTENT;
    if (unitX < 0 || unitX >= EXTENT || unitY < 0 || unitY >= EXTENT) continue;
    if (spacing > 0) {
      const cell = Math.floor(unitY / spacing) * EXTENT + Math.floor(unitX / spacing);
      if (taken.has(cell)) continue;
      taken.add(cell);
    }
    show(poi, unitX, unitY);
    left--;
    if (left === 0) return;
  }
}
