/** Leaves out points of a line that it can do without (Douglas and Peucker), and rounds off the corners of one. */

/** Lines are taken in runs of so many points: the work on a run may grow with the square of its length. */
const RUN = 512;

/** No point that is left out lies further than the tolerance from what is left. Ends stay. */
export function simplifyLine(line: Float64Array, tolerance: number): Float64Array {
  const count = line.length / 2;
  if (count <= 2) return line;
  const limit = tolerance * tolerance;
  const kept = new Uint8Array(count);
  kept[0] = 1;
  let left = 1;
  for (let start = 0; start < count - 1; start += RUN) {
    const end = Math.min(start + RUN, count - 1);
    kept[end] = 1;
    left++;
    const open = [start, end];
    while (open.length > 0) {
      const last = open.pop()!;
      const first = open.pop()!;
      const farthest = farthestBetween(line, first, last, limit);
      if (farthest < 0) continue;
      kept[farthest] = 1;
      left++;
      if (farthest - first > 1) open.push(first, farthest);
      if (last - farthest > 1) open.push(farthest, last);
    }
  }
  return left === count ? line : thinned(line, kept, left);
}

/** The point between two others that lies farthest from the straight line between them; -1 where none is over the limit. */
function farthestBetween(line: Float64Array, first: number, last: number, limit: number): number {
  const ax = line[first * 2]!;
  const ay = line[first * 2 + 1]!;
  const dx = line[last * 2]! - ax;
  const dy = line[last * 2 + 1]! - ay;
  const square = dx * dx + dy * dy;
  let farthest = -1;
  let most = limit;
  for (let i = first + 1; i < last; i++) {
    let x = line[i * 2]! - ax;
    let y = line[i * 2 + 1]! - ay;
    const t = square === 0 ? 0 : (x * dx + y * dy) / square;
    if (t >= 1) {
      x -= dx;
      y -= dy;
    } else if (t > 0) {
      x -= t * dx;
      y -= t * dy;
    }
    const distance = x * x + y * y;
    if (distance > most) {
      most = distance;
      farthest = i;
    }
  }
  return farthest;
}

function thinned(line: Float64Array, kept: Uint8Array, count: number): Float64Array {
  const points = new Float64Array(count * 2);
  let at = 0;
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue;
    points[at++] = line[i * 2]!;
    points[at++] = line[i * 2 + 1]!;
  }
  return points;
}

/** Each corner gives way to two blunter ones, at a quarter of its sides (Chaikin). Ends stay. */
export function roundCorners(line: Float64Array): Float64Array {
  const count = line.length / 2;
  if (count <= 2) return line;
  const rounded = new Float64Array((count - 2) * 4 + 4);
  rounded.set(line.subarray(0, 2));
  let at = 2;
  for (let i = 1; i < count - 1; i++) {
    for (const side of [i - 1, i + 1]) {
      rounded[at++] = line[i * 2]! * 0.75 + line[side * 2]! * 0.25;
      rounded[at++] = line[i * 2 + 1]! * 0.75 + line[side * 2 + 1]! * 0.25;
    }
  }
  rounded.set(line.subarray(line.length - 2), at);
  return rounded;
}

export function lengthOfLine(line: Float64Array): number {
  let sum = 0;
  for (let i = 2; i < line.length; i += 2) sum += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
  return sum;
}
