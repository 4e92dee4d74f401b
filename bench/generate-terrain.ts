/** A made-up island with fractal terrain, and where the water of every cell of it runs. */

export interface Drainage {
  /** Cells of the square grid in a row. */
  side: number;
  /** By cell: which neighbour its water runs to (position in `STEP_X` and `STEP_Y`), or `SEA`. */
  direction: Uint8Array;
  /** By cell: how many cells drain through it, itself counted; 0 in the sea. */
  cells: Int32Array;
}

export const SEA = 254;
const DRY = 255;
export const STEP_X = [1, 1, 0, -1, -1, -1, 0, 1] as const;
export const STEP_Y = [0, 1, 1, 1, 0, -1, -1, -1] as const;
const LEVELS = 65_536;

/** A whole number spread over 32 bits, from a seed and two coordinates. */
export function scramble(seed: number, x: number, y: number): number {
  let bits = Math.imul(x ^ (seed << 7), 0x27d4eb2f) ^ Math.imul(y + seed, 0x165667b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** About 12 bytes a cell: a grid of 10,000 x 10,000 takes 1.2 GB. */
export function drainIsland(side: number, seed: number): Drainage {
  const height = raiseIsland(side, seed);
  const { direction, order, next } = flood(side, height);
  const cells = next.fill(0);
  for (let i = order.length - 1; i >= 0; i--) {
    const cell = order[i]!;
    cells[cell]!++;
    const d = direction[cell]!;
    const below = cell + STEP_X[d]! + STEP_Y[d]! * side;
    if (direction[below] !== SEA) cells[below]! += cells[cell]!;
  }
  return { side, direction, cells };
}

/** Summed value noise on a dome that falls below the sea towards the edges; 0 is sea. */
function raiseIsland(side: number, seed: number): Uint16Array {
  const height = new Uint16Array(side * side);
  const row = new Float32Array(side);
  for (let y = 0; y < side; y++) {
    row.fill(0);
    let amplitude = 0.5;
    let octave = 0;
    for (let wave = side / 3; wave >= 2; wave /= 2) {
      addNoise(row, y / wave, wave, amplitude, seed * 64 + octave++);
      amplitude *= 0.55;
    }
    const v = (2 * y) / (side - 1) - 1;
    for (let x = 0; x < side; x++) {
      const u = (2 * x) / (side - 1) - 1;
      const dome = 1 - Math.max(u ** 8, v ** 8) - 0.3 * (u * u + v * v);
      const h = 0.7 * dome + row[x]! - 0.55;
      height[y * side + x] = h <= 0 || dome <= 0.02 ? 0 : Math.min(LEVELS - 1, 1 + Math.floor(h * 40_000));
    }
  }
  return height;
}

function addNoise(row: Float32Array, v: number, wave: number, amplitude: number, seed: number): void {
  const latticeY = Math.floor(v);
  const fy = ease(v - latticeY);
  const lattice = (x: number) => {
    const low = scramble(seed, x, latticeY) / 2 ** 32;
    const high = scramble(seed, x, latticeY + 1) / 2 ** 32;
    return low + (high - low) * fy;
  };
  let latticeX = -1;
  let left = 0;
  let right = lattice(0);
  for (let x = 0; x < row.length; x++) {
    const u = x / wave;
    while (Math.floor(u) > latticeX) {
      latticeX++;
      left = right;
      right = lattice(latticeX + 1);
    }
    row[x]! += amplitude * (left + (right - left) * ease(u - latticeX));
  }
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/**
 * Priority flood from the sea: cells are taken lowest first, each draws its dry neighbours, so every cell runs to the lowest
 * neighbour and hollows overflow at their lowest rim. One first-in-first-out queue a level.
 */
function flood(side: number, height: Uint16Array): { direction: Uint8Array; order: Int32Array; next: Int32Array } {
  const size = side * side;
  const direction = new Uint8Array(size);
  const next = new Int32Array(size);
  const head = new Int32Array(LEVELS).fill(-1);
  const tail = new Int32Array(LEVELS);
  let land = 0;
  for (let cell = 0; cell < size; cell++) {
    direction[cell] = height[cell] === 0 ? SEA : DRY;
    if (height[cell] !== 0) land++;
  }
  const push = (cell: number, level: number) => {
    next[cell] = -1;
    if (head[level] === -1) head[level] = cell;
    else next[tail[level]!] = cell;
    tail[level] = cell;
  };
  for (let cell = 0; cell < size; cell++) {
    if (direction[cell] !== DRY) continue;
    for (let d = 0; d < 8; d++) {
      if (direction[cell + STEP_X[d]! + STEP_Y[d]! * side] !== SEA) continue;
      direction[cell] = d;
      push(cell, height[cell]!);
      break;
    }
  }
  const order = new Int32Array(land);
  let done = 0;
  for (let level = 0; level < LEVELS; level++) {
    while (head[level] !== -1) {
      const cell = head[level]!;
      head[level] = next[cell]!;
      order[done++] = cell;
      for (let d = 0; d < 8; d++) {
        const above = cell + STEP_X[d]! + STEP_Y[d]! * side;
        if (direction[above] !== DRY) continue;
        direction[above] = (d + 4) % 8;
        push(above, Math.max(level, height[above]!));
      }
    }
  }
  return { direction, order, next };
}
