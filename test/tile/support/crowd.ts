/** A crowd of reaches and points on either side of the antimeridian. */
import { type DrawnReach, fileWith } from '../../dataset/support.ts';

type Point = [number, number];

const STEPS = 3000;
const STEP_DEGREES = 0.0002;
export const COMB_LATITUDE = 66;

/** A river in many steps, with a brook at each, the longer the further down; and one beside it in a single step. */
export function combAcrossAntimeridian(): DrawnReach[] {
  const lonAt = (step: number) => {
    const lon = 180 + (step - STEPS / 2 + 0.5) * STEP_DEGREES;
    return lon > 180 ? lon - 360 : lon;
  };
  const stem = Array.from({ length: STEPS }, (_, i): DrawnReach => {
    const line: Point[] = [
      [lonAt(i), COMB_LATITUDE],
      [lonAt(i + 1), COMB_LATITUDE],
    ];
    return { id: i + 1, ...(i + 1 < STEPS && { down: i + 2 }), line };
  });
  const brooks = stem.map(({ id, line }, i): DrawnReach => {
    const [mouth] = line as [Point, Point];
    return { id: STEPS + i + 1, down: id, line: [[mouth[0], COMB_LATITUDE + 0.02 + 0.00001 * i], mouth] };
  });
  const beside: DrawnReach = {
    id: 2 * STEPS + 1,
    line: [
      [179, COMB_LATITUDE + 0.01],
      [-179, COMB_LATITUDE + 0.01],
    ],
  };
  return [...stem, ...brooks, beside];
}

/** So that the crowded tiles are few among many. */
export function lonelyReaches(): DrawnReach[] {
  return Array.from({ length: 200 }, (_, i) => {
    const [lon, lat]: Point = [(i % 20) * 5, Math.floor(i / 20) * 5];
    return {
      id: 10 * STEPS + i,
      line: [
        [lon, lat],
        [lon + 0.1, lat],
      ],
    };
  });
}

export function gaugesOnComb(reaches: readonly DrawnReach[]): string {
  const rows = reaches.slice(0, STEPS).map(({ id, line }) => `gauge,G${id},站${id},Gauge ${id},${line[0]}`);
  return fileWith(['type,key,name_zh,name_en,lon,lat', ...rows].join('\n'));
}
