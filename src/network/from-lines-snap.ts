/** Makes nodes of the ends of lines: ends that lie together are one. */

import { disjointSets } from './from-lines-graph.ts';
import type { PointGrid } from './from-lines-grid.ts';

export interface Nodes {
  lon: Float64Array;
  lat: Float64Array;
  /** Node of the start (2i) and of the end (2i + 1) of line i. */
  ofEnd: Int32Array;
  /** Node of each distinct point of the grid. */
  ofPoint: Int32Array;
}

/** Ends within the tolerance of each other, also through others in between, are one node: it lies where the first of them does. */
export function snapEnds(lines: readonly Float64Array[], grid: PointGrid, snap: number): Nodes {
  const pointOfEnd = new Int32Array(2 * lines.length);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    pointOfEnd[2 * i] = grid.add(line[0]!, line[1]!);
    pointOfEnd[2 * i + 1] = grid.add(line[line.length - 2]!, line[line.length - 1]!);
  }
  const together = disjointSets(grid.count);
  for (let p = 0; p < grid.count && snap > 0; p++) {
    const x = grid.x[p]!;
    const y = grid.y[p]!;
    grid.visit(x - snap, y - snap, x + snap, y + snap, (q) => {
      if (q < p && Math.hypot(grid.x[q]! - x, grid.y[q]! - y) <= snap) together.join(p, q);
    });
  }
  const ofPoint = new Int32Array(grid.count);
  const lon: number[] = [];
  const lat: number[] = [];
  for (let p = 0; p < grid.count; p++) {
    const r = together.find(p);
    if (r === p) {
      ofPoint[p] = lon.length;
      lon.push(grid.x[p]!);
      lat.push(grid.y[p]!);
    } else ofPoint[p] = ofPoint[r]!;
  }
  return {
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    ofEnd: pointOfEnd.map((p) => ofPoint[p]!),
    ofPoint,
  };
}
