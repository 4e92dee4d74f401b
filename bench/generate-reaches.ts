/** From drained cells to reaches between confluences: what flows into what, areas, names, and lines with bends. */
import { type Drainage, SEA, STEP_X, STEP_Y, scramble } from './generate-terrain.ts';

export interface Reaches {
  count: number;
  /** Position of the reach below, or -1 at the sea. */
  down: Int32Array;
  areaKm2: Float64Array;
  /** Number of the name, or -1. */
  name: Int32Array;
  /** Fills `line` with longitudes and latitudes, source first; gives the number of vertices. */
  drawLine(reach: number, line: Float64Array): number;
}

/** More than any line needs. */
export const LINE_ROOM = 200_000;

const VERTICES = 12;
const LON = 100;
const LAT = 38;
const CELL_DEGREES = 0.005;
const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/** Exactly `count` reaches, or undefined when the island is too small for them. */
export function cutReaches(drainage: Drainage, count: number, seed: number): Reaches | undefined {
  const threshold = thresholdFor(drainage, count);
  if (threshold === undefined) return undefined;
  const { side, cells } = drainage;
  const inflows = streamInflows(drainage, threshold);
  const starts = chooseStarts(inflows, cells, threshold, count, seed);
  const reachAt = new Int32Array(side * side).fill(-1);
  starts.forEach((cell, reach) => {
    reachAt[cell] = reach;
  });

  const down = new Int32Array(count);
  const endCells = new Int32Array(count);
  let steps = 0;
  for (let reach = 0; reach < count; reach++) {
    let cell = starts[reach]!;
    let below = runsTo(drainage, cell);
    steps++;
    while (drainage.direction[below] !== SEA && inflows[below] === 1) {
      cell = below;
      below = runsTo(drainage, cell);
      steps++;
    }
    endCells[reach] = cells[cell]!;
    down[reach] = drainage.direction[below] === SEA ? -1 : reachAt[below]!;
  }
  const bends = Math.max(0, Math.round((VERTICES - 1) / (steps / count)) - 1);
  const cellKm2 = (CELL_DEGREES * RADIANS) ** 2 * Math.cos(LAT * RADIANS) * EARTH_RADIUS_KM ** 2;
  return {
    count,
    down,
    areaKm2: Float64Array.from(endCells, (n) => n * cellKm2),
    name: nameStems(down, endCells, 12 * threshold),
    drawLine: (reach, line) => drawLine(drainage, inflows, starts[reach]!, bends, seed, line),
  };
}

function runsTo({ side, direction }: Drainage, cell: number): number {
  const d = direction[cell]!;
  return cell + STEP_X[d]! + STEP_Y[d]! * side;
}

/** The greatest number of cells that make a stream such that there are still enough reaches. */
function thresholdFor(drainage: Drainage, count: number): number | undefined {
  let low = 2;
  if (countReaches(drainage, low) < count) return undefined;
  let high = 4;
  while (countReaches(drainage, high) >= count) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (countReaches(drainage, middle) >= count) low = middle;
    else high = middle;
  }
  return low;
}

function countReaches(drainage: Drainage, threshold: number): number {
  const inflows = streamInflows(drainage, threshold);
  let count = 0;
  for (let cell = 0; cell < inflows.length; cell++) {
    if (drainage.cells[cell]! >= threshold && inflows[cell] !== 1) count++;
  }
  return count;
}

function streamInflows(drainage: Drainage, threshold: number): Uint8Array {
  const { cells } = drainage;
  const inflows = new Uint8Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell]! >= threshold) inflows[runsTo(drainage, cell)]!++;
  }
  return inflows;
}

/** Cells where reaches begin. Headwaters too many are left out evenly, which leaves nodes that a river merely passes. */
function chooseStarts(
  inflows: Uint8Array,
  cells: Int32Array,
  threshold: number,
  count: number,
  seed: number,
): Int32Array {
  let heads = 0;
  let all = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell]! < threshold || inflows[cell] === 1) continue;
    all++;
    if (inflows[cell] === 0) heads++;
  }
  let surplus = all - count;
  const starts = new Int32Array(count);
  let next = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell]! < threshold || inflows[cell] === 1) continue;
    if (inflows[cell] === 0 && scramble(seed, cell, 3) / 2 ** 32 < surplus / heads--) surplus--;
    else starts[next++] = cell;
  }
  return starts;
}

/** A stem of a certain size has a name from its mouth to its source. */
function nameStems(down: Int32Array, cells: Int32Array, leastCells: number): Int32Array {
  const mainUp = new Int32Array(down.length).fill(-1);
  down.forEach((below, x) => {
    if (below >= 0 && (mainUp[below]! < 0 || cells[x]! > cells[mainUp[below]!]!)) mainUp[below] = x;
  });
  const name = new Int32Array(down.length).fill(-1);
  let names = 0;
  for (let mouth = 0; mouth < down.length; mouth++) {
    const below = down[mouth]!;
    if ((below >= 0 && mainUp[below] === mouth) || cells[mouth]! < leastCells) continue;
    for (let x = mouth; x >= 0; x = mainUp[x]!) name[x] = names;
    names++;
  }
  return name;
}

/** Nodes are the centres of cells, so that lines meet exactly; between them the line bends to either side. */
function drawLine(
  drainage: Drainage,
  inflows: Uint8Array,
  start: number,
  bends: number,
  seed: number,
  line: Float64Array,
): number {
  const { side, direction } = drainage;
  // Rows are evenly spaced in the sine of latitude: so every cell has the same area.
  const sineStep = CELL_DEGREES * RADIANS * Math.cos(LAT * RADIANS);
  const sineTop = Math.sin(LAT * RADIANS) + (sineStep * side) / 2;
  let vertices = 0;
  const addVertex = (x: number, y: number) => {
    line[2 * vertices] = LON + CELL_DEGREES * (x - side / 2);
    line[2 * vertices + 1] = Math.asin(Math.max(-1, Math.min(1, sineTop - sineStep * y))) / RADIANS;
    vertices++;
  };
  let cell = start;
  addVertex(cell % side, Math.floor(cell / side));
  do {
    const x = cell % side;
    const y = Math.floor(cell / side);
    const d = direction[cell]!;
    for (let i = 1; i <= bends; i++) {
      const t = i / (bends + 1);
      const aside = 0.3 * (scramble(seed, cell, i) / 2 ** 32 - 0.5);
      addVertex(x + STEP_X[d]! * t - STEP_Y[d]! * aside, y + STEP_Y[d]! * t + STEP_X[d]! * aside);
    }
    addVertex(x + STEP_X[d]!, y + STEP_Y[d]!);
    cell = runsTo(drainage, cell);
  } while (direction[cell] !== SEA && inflows[cell] === 1);
  return vertices;
}

/** Along the line on a sphere, flat between two vertices. */
export function lengthKm(line: Float64Array, vertices: number): number {
  let km = 0;
  for (let i = 2; i < 2 * vertices; i += 2) {
    const north = line[i + 1]! - line[i - 1]!;
    const east = (line[i]! - line[i - 2]!) * Math.cos(((line[i + 1]! + line[i - 1]!) / 2) * RADIANS);
    km += Math.hypot(north, east);
  }
  return km * RADIANS * EARTH_RADIUS_KM;
}
