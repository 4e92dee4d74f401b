/** Lengths and nearest places on lines given as longitude and latitude. */

export const KM_PER_DEGREE = 111.195;

export function kmBetween(lon0: number, lat0: number, lon1: number, lat1: number): number {
  const cos = Math.cos(((lat0 + lat1) * Math.PI) / 360);
  return Math.hypot((lon1 - lon0) * cos, lat1 - lat0) * KM_PER_DEGREE;
}

export function lineLengthKm(line: Float64Array): number {
  let sum = 0;
  for (let i = 2; i + 1 < line.length; i += 2) {
    sum += kmBetween(line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!);
  }
  return sum;
}

/** How far along the segment, 0 to 1, the place nearest to (x, y) lies. */
export function nearestOnSegment(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const square = dx * dx + dy * dy;
  if (square === 0) return 0;
  return Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / square));
}
