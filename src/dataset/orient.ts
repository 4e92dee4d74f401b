/** Turns lines so that they are drawn downstream, where the topology is known but the drawing direction is not to be relied on. */
import type { LineStore } from './line-store.ts';

/** Returns how many lines were turned. `lineOf` gives the stored line of each reach. */
export function orientLines(down: Int32Array, rank: Int32Array, lines: LineStore, lineOf: Int32Array): number {
  const firstInflow = new Int32Array(down.length).fill(-1);
  for (let reach = 0; reach < down.length; reach++) {
    const below = down[reach]!;
    if (below < 0) continue;
    const known = firstInflow[below]!;
    if (known < 0 || rank[reach]! < rank[known]!) firstInflow[below] = reach;
  }
  const turn = new Uint8Array(down.length);
  for (let reach = 0; reach < down.length; reach++) {
    const below = down[reach]!;
    const above = firstInflow[reach]!;
    const line = lines.get(lineOf[reach]!);
    if (below >= 0) {
      const [first, last] = gapsOfEnds(line, lines.get(lineOf[below]!));
      if (first < last) turn[reach] = 1;
    } else if (above >= 0) {
      const [first, last] = gapsOfEnds(line, lines.get(lineOf[above]!));
      if (last < first) turn[reach] = 1;
    }
  }
  let turned = 0;
  for (let reach = 0; reach < down.length; reach++) {
    if (turn[reach] === 0) continue;
    lines.reverse(lineOf[reach]!);
    turned++;
  }
  return turned;
}

/** How far the first and the last point of a line are from the nearer end of another, in squared degrees. */
function gapsOfEnds(line: Float64Array, other: Float64Array): [number, number] {
  const end = line.length - 2;
  const otherEnd = other.length - 2;
  return [
    Math.min(squared(line, 0, other, 0), squared(line, 0, other, otherEnd)),
    Math.min(squared(line, end, other, 0), squared(line, end, other, otherEnd)),
  ];
}

function squared(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = a[i]! - b[j]!;
  const dy = a[i + 1]! - b[j + 1]!;
  return dx * dx + dy * dy;
}
