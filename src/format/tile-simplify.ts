/** Leaves out points of a line that it can do without (Douglas and Peucker), and rounds off the corners of one. */

/** Lines are taken in runs of so many points: the work on a run may grow with the square of its length. */
const RUN = 512;

/** For each point of the line at work whether it stays; all zero in between. */
let stays = new Uint8Array(1024);
/** First and last points of the stretches of a run that are yet to be looked at; they never overlap. */
const open = new Int32Array(RUN * 2);

/** No point that is left out lies further than the tolerance from what is left. Ends stay. */
export function simplifyLine(line: Float64Array, tolerance: number): Float64Array {
  const copy = line.slice();
  const length = thinOut(copy, line.length, tolerance);
  return length === line.length ? line : copy.slice(0, length);
}

/** The same for the first `length` numbers of these, in place: returns how many are left. */
export function thinOut(points: Float64Array, length: number, tolerance: number): number {
  const count = length / 2;
  if (count <= 2) return length;
  if (stays.length < count) stays = new Uint8Array(count * 2);
  const limit = tolerance * tolerance;
  stays[0] = 1;
  for (let start = 0; start < count - 1; start += RUN) {
    const end = Math.min(start + RUN, count - 1);
    stays[end] = 1;
    open[0] = start;
    open[1] = end;
    for (let left = 2; left > 0; ) {
      const last = open[--left]!;
      const first = open[--left]!;
      const farthest = farthestBetween(points, first, last, limit);
      if (farthest < 0) continue;
      stays[farthest] = 1;
      if (farthest - first > 1) {
        open[left++] = first;
        open[left++] = farthest;
      }
      if (last - farthest > 1) {
        open[left++] = farthest;
        open[left++] = last;
      }
    }
  }
  let left = 0;
  for (let i = 0; i < count; i++) {
    if (stays[i] === 0) continue;
    stays[i] = 0;
    points[left++] = points[i * 2]!;
    points[left++] = points[i * 2 + 1]!;
  }
  return left;
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

/** Each corner gives way to two blunter ones, at a quarter of its sides (Chaikin). Ends stay. */
export function roundCorners(line: Float64Array): Float64Array {
  const count = line.length / 2;
  if (count <= 2) return line;
  const rounded = new Float64Array((count - 2) * 4 + 4);
  rounded.set(line.subarray(0, 2));
  let at = 2;
  for (let i = 1; i < count - 1; i++) {
    const x = line[i * 2]! * 0.75;
    const y = line[i * 2 + 1]! * 0.75;
    rounded[at++] = x + line[i * 2 - 2]! * 0.25;
    rounded[at++] = y + line[i * 2 - 1]! * 0.25;
    rounded[at++] = x + line[i * 2 + 2]! * 0.25;
    rounded[at++] = y + line[i * 2 + 3]! * 0.25;
  }
  rounded.set(line.subarray(line.length - 2), at);
  return rounded;
}

/** Of the first `length` numbers. */
export function lengthOfLine(line: Float64Array, length = line.length): number {
  let sum = 0;
  for (let i = 2; i < length; i += 2) {
    const dx = line[i]! - line[i - 2]!;
    const dy = line[i + 1]! - line[i - 1]!;
    sum += Math.sqrt(dx * dx + dy * dy);
  }
  return sum;
}
