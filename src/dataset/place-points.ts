/**
 * Finds the reach each point lies on. The points, of which there are few, are put on a grid, and the reaches, of which
 * there may be millions, pass over it once.
 */
import { boxOfLines } from '../format/geometry-blob.ts';
import { nearestOnLine } from '../format/sphere.ts';

const KM_PER_DEGREE = 111.195;
/** Past this the meridians run together, and a degree of longitude says nothing. */
const STEEPEST_COS = 0.05;

export interface Point {
  lon: number;
  lat: number;
  /** Whether a reach belongs to the river that the point is said to lie on; such a reach goes before a nearer one. */
  isOnRiver?: (reach: number) => boolean;
}

export interface Placement {
  /** -1 where no reach is within the limit. */
  reach: number;
  /** To the nearest reach within the limit, or infinity. */
  distanceKm: number;
}

export function placePoints(
  points: readonly Point[],
  reachCount: number,
  lineOf: (reach: number) => Float64Array,
  limitKm: number,
): Placement[] {
  const cellDegrees = Math.max(limitKm / KM_PER_DEGREE, 0.01);
  const grid = new Map<number, number[]>();
  const cellKey = (x: number, y: number) => y * 100_000 + x;
  const cellX = (lon: number) => Math.floor((lon + 180) / cellDegrees);
  const cellY = (lat: number) => Math.floor((lat + 90) / cellDegrees);
  points.forEach((point, i) => {
    const key = cellKey(cellX(point.lon), cellY(point.lat));
    const cell = grid.get(key);
    if (cell === undefined) grid.set(key, [i]);
    else cell.push(i);
  });

  const nearest = points.map(() => ({ reach: -1, distanceKm: Number.POSITIVE_INFINITY }));
  const nearestOnRiver = points.map(() => ({ reach: -1, distanceKm: Number.POSITIVE_INFINITY }));
  for (let reach = 0; reach < (points.length === 0 ? 0 : reachCount); reach++) {
    const line = lineOf(reach);
    const [west, south, east, north] = boxOfLines([line]);
    const margin = limitKm / KM_PER_DEGREE;
    const marginX =
      margin / Math.max(STEEPEST_COS, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
    for (let y = cellY(south - margin); y <= cellY(north + margin); y++) {
      for (let x = cellX(west - marginX); x <= cellX(east + marginX); x++) {
        for (const i of grid.get(cellKey(x, y)) ?? []) {
          const point = points[i]!;
          const distanceKm = nearestOnLine(point, line).distanceM / 1000;
          if (distanceKm > limitKm) continue;
          keepNearer(nearest[i]!, reach, distanceKm);
          if (point.isOnRiver?.(reach)) keepNearer(nearestOnRiver[i]!, reach, distanceKm);
        }
      }
    }
  }
  return points.map((_, i) => (nearestOnRiver[i]!.reach >= 0 ? nearestOnRiver[i]! : nearest[i]!));
}

function keepNearer(best: Placement, reach: number, distanceKm: number): void {
  if (distanceKm < best.distanceKm) {
    best.reach = reach;
    best.distanceKm = distanceKm;
  }
}
