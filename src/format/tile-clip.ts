/** Cuts a line to a square: what lies inside, in pieces, in the order and direction of the line. */

/** The square has the corners (min, min) and (max, max). A line that lies inside is given back as it is. */
export function clipLine(line: Float64Array, min: number, max: number): Float64Array[] {
  if (liesInside(line, min, max)) return line.length < 4 ? [] : [line];
  const pieces: Float64Array[] = [];
  // Of each segment at most its two ends go into a piece.
  const piece = new Float64Array(line.length * 2);
  let size = 0;

  function end(): void {
    if (size >= 4) pieces.push(piece.slice(0, size));
    size = 0;
  }

  for (let i = 2; i < line.length; i += 2) {
    const ax = line[i - 2]!;
    const ay = line[i - 1]!;
    const bx = line[i]!;
    const by = line[i + 1]!;
    const isBeside =
      (ax < min && bx < min) || (ax > max && bx > max) || (ay < min && by < min) || (ay > max && by > max);
    const part = isBeside ? undefined : partInside(ax, ay, bx, by, min, max);
    if (part === undefined) {
      end();
      continue;
    }
    const enter = part[0];
    const leave = part[1];
    if (enter > 0 || size === 0) {
      end();
      piece[size++] = ax + enter * (bx - ax);
      piece[size++] = ay + enter * (by - ay);
    }
    if (leave === 1) {
      piece[size++] = bx;
      piece[size++] = by;
    } else {
      piece[size++] = ax + leave * (bx - ax);
      piece[size++] = ay + leave * (by - ay);
      end();
    }
  }
  end();
  return pieces;
}

function liesInside(line: Float64Array, min: number, max: number): boolean {
  for (let i = 0; i < line.length; i++) if (line[i]! < min || line[i]! > max) return false;
  return true;
}

const WHOLE: readonly [enter: number, leave: number] = [0, 1];

/** The stretch of a segment, 0 at its start to 1 at its end, that lies inside (Liang and Barsky). */
function partInside(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  min: number,
  max: number,
): readonly [enter: number, leave: number] | undefined {
  const isInside = ax >= min && ax <= max && ay >= min && ay <= max && bx >= min && bx <= max && by >= min && by <= max;
  if (isInside) return WHOLE;
  const alongX = stretchBetween(ax, bx - ax, min, max);
  const alongY = stretchBetween(ay, by - ay, min, max);
  if (alongX === undefined || alongY === undefined) return undefined;
  const enter = Math.max(0, alongX[0], alongY[0]);
  const leave = Math.min(1, alongX[1], alongY[1]);
  return enter <= leave ? [enter, leave] : undefined;
}

/** Where `start + t * change` lies between the two; undefined where it never does. */
function stretchBetween(
  start: number,
  change: number,
  min: number,
  max: number,
): readonly [from: number, to: number] | undefined {
  if (change === 0) return start >= min && start <= max ? WHOLE : undefined;
  const atMin = (min - start) / change;
  const atMax = (max - start) / change;
  return change > 0 ? [atMin, atMax] : [atMax, atMin];
}
