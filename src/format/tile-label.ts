/** The lines that names are written along: one for each named river of a tile, joined from its reaches and made smooth. */
import type { TileReach } from './tile-content.ts';
import type { Cut } from './tile-cut.ts';
import { UNITS_PER_PIXEL } from './tile-mercator.ts';
import { lengthOfLine, roundCorners, simplifyLine } from './tile-simplify.ts';

/** A name of two characters takes so much room. */
const SHORTEST = 24 * UNITS_PER_PIXEL;
/** Letters that follow every bend can't be read. */
const SMOOTHING = 8 * UNITS_PER_PIXEL;
const ROUNDINGS = 2;

export interface Label {
  reach: TileReach;
  line: Float64Array;
}

/** Rivers come in the order of their first reaches. */
export function labelsOf(reaches: readonly TileReach[], most: number, cut: Cut): Label[] {
  const byRiver = new Map<number, TileReach[]>();
  for (const reach of reaches) {
    if (reach.river === 0) continue;
    const own = byRiver.get(reach.river);
    if (own === undefined) byRiver.set(reach.river, [reach]);
    else own.push(reach);
  }
  const labels: Label[] = [];
  for (const own of byRiver.values()) {
    if (labels.length === most) break;
    const longest = longestPiece(stretchesOf(own), cut);
    if (longest !== undefined) labels.push({ reach: own[0]!, line: smooth(longest) });
  }
  return labels;
}

/** The reaches of a river joined, downstream, as far as they follow on each other. Ids grow upstream. */
function stretchesOf(reaches: readonly TileReach[]): Float64Array[] {
  const stretches: TileReach[][] = [];
  const endingAt = new Map<number, TileReach[]>();
  for (const reach of reaches.toSorted((a, b) => a.id - b.id)) {
    const below = endingAt.get(reach.down) ?? [];
    if (below.length === 0) stretches.push(below);
    endingAt.delete(reach.down);
    below.push(reach);
    endingAt.set(reach.top, below);
  }
  return stretches.map((stretch) => joinLines(stretch.reverse().map((reach) => reach.line)));
}

/** Each line starts where the one before it ends, perhaps another turn round the world. */
export function joinLines(lines: readonly Float64Array[]): Float64Array {
  if (lines.length === 1) return lines[0]!;
  const joined = new Float64Array(lines.reduce((sum, line) => sum + line.length, 0));
  let size = 0;
  for (const line of lines) {
    const turns = size === 0 ? 0 : Math.round(joined[size - 2]! - line[0]!);
    for (let i = 0; i < line.length; i += 2) {
      const x = line[i]! + turns;
      const y = line[i + 1]!;
      if (i === 0 && size > 0 && x === joined[size - 2] && y === joined[size - 1]) continue;
      joined[size++] = x;
      joined[size++] = y;
    }
  }
  return joined.subarray(0, size);
}

function longestPiece(lines: readonly Float64Array[], cut: Cut): Float64Array | undefined {
  let longest: Float64Array | undefined;
  let most = SHORTEST;
  for (const line of lines) {
    cut(line, (points, length) => {
      const long = lengthOfLine(points, length);
      if (long < most) return;
      most = long;
      longest = points.slice(0, length);
    });
  }
  return longest;
}

function smooth(line: Float64Array): Float64Array {
  let smoothed = simplifyLine(line, SMOOTHING);
  for (let i = 0; i < ROUNDINGS; i++) smoothed = roundCorners(smoothed);
  return smoothed;
}
