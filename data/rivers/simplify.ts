/** Leaves out the points of a line that lie within a tolerance of what remains (Douglas and Peucker), without recursion. */

import { nearestOnSegment } from '../../src/network/measure.ts';

export function simplifyLine(line: Float64Array, toleranceDegrees: number): Float64Array {
  const points = line.length / 2;
  const keep = new Uint8Array(points);
  keep[0] = keep[points - 1] = 1;
  const spans: [number, number][] = [[0, points - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let greatest = toleranceDegrees;
    for (let i = first + 1; i < last; i++) {
      const gap = gapToSegment(line, i, first, last);
      if (gap <= greatest) continue;
      greatest = gap;
      farthest = i;
    }
    if (farthest === -1) continue;
    keep[farthest] = 1;
    spans.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, k) => keep[k >> 1] === 1);
}

function gapToSegment(line: Float64Array, point: number, first: number, last: number): number {
  const [x, y] = [line[2 * point]!, line[2 * point + 1]!];
  const [x0, y0, x1, y1] = [line[2 * first]!, line[2 * first + 1]!, line[2 * last]!, line[2 * last + 1]!];
  const t = nearestOnSegment(x, y, x0, y0, x1, y1);
  return Math.hypot(x0 + (x1 - x0) * t - x, y0 + (y1 - y0) * t - y);
}
