/** Distinct points in a hashed grid: find those in a box without looking at the others. */

export interface PointGrid {
  x: Float64Array;
  y: Float64Array;
  /** Number of distinct points. */
  count: number;
  /** Adds a point and gives its index; the same coordinates give the same index. */
  add(x: number, y: number): number;
  /** Calls `found` once for every point in the box. */
  visit(minX: number, minY: number, maxX: number, maxY: number, found: (point: number) => void): void;
}

/** Spreads pairs of whole numbers evenly over 32 bits. */
export function hashPair(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 4;
}

/** A box should be about as large as a cell: its cost is the cells it covers and the points in them. */
export function pointGrid(capacity: number, cell: number): PointGrid {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, capacity))) - 1;
  const head = new Int32Array(mask + 1).fill(-1);
  const next = new Int32Array(capacity);
  const x = new Float64Array(capacity);
  const y = new Float64Array(capacity);
  const bucket = (column: number, row: number) => hashPair(column, row) & mask;
  return {
    x,
    y,
    count: 0,
    add(px, py) {
      const slot = bucket(Math.floor(px / cell), Math.floor(py / cell));
      for (let i = head[slot]!; i >= 0; i = next[i]!) if (x[i] === px && y[i] === py) return i;
      const point = this.count++;
      x[point] = px;
      y[point] = py;
      next[point] = head[slot]!;
      head[slot] = point;
      return point;
    },
    visit(minX, minY, maxX, maxY, found) {
      const lastColumn = Math.floor(maxX / cell);
      const lastRow = Math.floor(maxY / cell);
      for (let column = Math.floor(minX / cell); column <= lastColumn; column++) {
        for (let row = Math.floor(minY / cell); row <= lastRow; row++) {
          for (let i = head[bucket(column, row)]!; i >= 0; i = next[i]!) {
            const px = x[i]!;
            const py = y[i]!;
            if (px < minX || px > maxX || py < minY || py > maxY) continue;
            // Another cell of the box may share the bucket: only its own cell reports a point.
            if (Math.floor(px / cell) === column && Math.floor(py / cell) === row) found(i);
          }
        }
      }
    },
  };
}

/** Walks a segment in steps of at most a cell and calls `found` for points in the box around each step: a point may come more than once. */
export function visitAlong(
  grid: PointGrid,
  cell: number,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  [marginX, marginY]: readonly [number, number],
  found: (point: number) => void,
): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / cell));
  for (let step = 0; step < steps; step++) {
    const ax = x0 + ((x1 - x0) * step) / steps;
    const ay = y0 + ((y1 - y0) * step) / steps;
    const bx = x0 + ((x1 - x0) * (step + 1)) / steps;
    const by = y0 + ((y1 - y0) * (step + 1)) / steps;
    grid.visit(
      Math.min(ax, bx) - marginX,
      Math.min(ay, by) - marginY,
      Math.max(ax, bx) + marginX,
      Math.max(ay, by) + marginY,
      found,
    );
  }
}

/** Mean extent of the segments of some lines: the natural size of a grid's cell for them. */
export function meanSegment(lines: readonly Float64Array[]): number {
  let sum = 0;
  let segments = 0;
  for (const line of lines) {
    for (let i = 2; i + 1 < line.length; i += 2) {
      sum += Math.max(Math.abs(line[i]! - line[i - 2]!), Math.abs(line[i + 1]! - line[i - 1]!));
      segments++;
    }
  }
  return sum > 0 ? sum / segments : 1;
}
