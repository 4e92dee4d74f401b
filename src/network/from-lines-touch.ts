/** Finds where lines must be cut because the end of one, maybe its own, touches the inside of it. */

import { type PointGrid, visitAlong } from './from-lines-grid.ts';
import type { Nodes } from './from-lines-snap.ts';
import { nearestOnSegment } from './measure.ts';

/** Where lines are cut: ordered by line, then by place on the line. */
export interface Cuts {
  line: number[];
  /** Index of the segment plus how far along it. */
  place: number[];
  node: number[];
}

interface Touch {
  node: number;
  segment: number;
  t: number;
  gap: number;
}

/** Finds where nodes touch the inside of lines, and moves each such node onto the first line it touches. */
export function findTouches(
  lines: readonly Float64Array[],
  grid: PointGrid,
  cell: number,
  nodes: Nodes,
  snap: number,
): Cuts {
  const cuts: Cuts = { line: [], place: [], node: [] };
  const moved = new Uint8Array(nodes.lon.length);
  const margin = [snap, snap] as const;
  let touches: Touch[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const segments = line.length / 2 - 1;
    const startNode = nodes.ofEnd[2 * i]!;
    const endNode = nodes.ofEnd[2 * i + 1]!;
    let foreign = false;
    touches = [];
    for (let s = 0; s < segments; s++) {
      const x0 = line[2 * s]!;
      const y0 = line[2 * s + 1]!;
      const x1 = line[2 * s + 2]!;
      const y1 = line[2 * s + 3]!;
      visitAlong(grid, cell, [x0, y0, x1, y1], margin, (p) => {
        const x = grid.x[p]!;
        const y = grid.y[p]!;
        const t = nearestOnSegment(x, y, x0, y0, x1, y1);
        const gap = Math.hypot(x0 + (x1 - x0) * t - x, y0 + (y1 - y0) * t - y);
        if (gap > snap) return;
        const node = nodes.ofPoint[p]!;
        touches.push({ node, segment: s, t, gap });
        if (!(node === startNode && s === 0) && !(node === endNode && s === segments - 1)) foreign = true;
      });
    }
    if (!foreign) continue;
    for (const cut of insideTouches(line, touches, startNode, endNode, snap)) {
      cuts.line.push(i);
      cuts.place.push(cut.place);
      cuts.node.push(cut.node);
      if (moved[cut.node]) continue;
      moved[cut.node] = 1;
      const s = Math.min(Math.floor(cut.place), segments - 1);
      const t = cut.place - s;
      nodes.lon[cut.node] = line[2 * s]! + (line[2 * s + 2]! - line[2 * s]!) * t;
      nodes.lat[cut.node] = line[2 * s + 1]! + (line[2 * s + 3]! - line[2 * s + 1]!) * t;
    }
  }
  return cuts;
}

/** One cut for each time a node comes near the line, leaving out the line's own ends where they are ends. */
function insideTouches(
  line: Float64Array,
  touches: Touch[],
  startNode: number,
  endNode: number,
  snap: number,
): { place: number; node: number }[] {
  const along = new Float64Array(line.length / 2);
  for (let v = 1; v < along.length; v++) {
    along[v] = along[v - 1]! + Math.hypot(line[2 * v]! - line[2 * v - 2]!, line[2 * v + 1]! - line[2 * v - 1]!);
  }
  const length = along[along.length - 1]!;
  const distance = (touch: { segment: number; t: number }) =>
    along[touch.segment]! + (along[touch.segment + 1]! - along[touch.segment]!) * touch.t;
  touches.sort((a, b) => a.node - b.node || a.segment - b.segment || a.t - b.t);
  const cuts: { place: number; node: number }[] = [];
  // A winding line may leave the tolerance and return at once: within this distance that is one visit.
  const sameVisit = 4 * snap;
  for (let first = 0; first < touches.length; ) {
    const { node } = touches[first]!;
    let best = touches[first]!;
    let last = first;
    while (last + 1 < touches.length && touches[last + 1]!.node === node) {
      const [here, there] = [touches[last]!, touches[last + 1]!];
      if (there.segment > here.segment + 1 && distance(there) - distance(here) > sameVisit) break;
      last++;
      if (there.gap < best.gap) best = there;
    }
    const atStart = node === startNode && distance(touches[first]!) <= sameVisit;
    const atEnd = node === endNode && length - distance(touches[last]!) <= sameVisit;
    if (!atStart && !atEnd) cuts.push({ place: best.segment + best.t, node });
    first = last + 1;
  }
  return cuts.sort((a, b) => a.place - b.place || a.node - b.node);
}
