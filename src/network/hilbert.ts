/** Position of a point of the globe on a Hilbert curve: places near each other on the curve are near each other on the map. */

const BITS = 20;
const SIDE = 2 ** BITS;

/** A whole number below 2^40; points without coordinates are at the start. The grid is the globe's, so it is the same for any data. */
export function hilbertKey(lon: number, lat: number): number {
  let x = cell((lon + 180) / 360);
  let y = cell((lat + 90) / 180);
  let key = 0;
  for (let side = SIDE / 2; side >= 1; side /= 2) {
    const right = (x & side) === 0 ? 0 : 1;
    const upper = (y & side) === 0 ? 0 : 1;
    key += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = SIDE - 1 - x;
        y = SIDE - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return key;
}

function cell(part: number): number {
  return Number.isFinite(part) ? Math.min(SIDE - 1, Math.max(0, Math.floor(part * SIDE))) : 0;
}
