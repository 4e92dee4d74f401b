/** From loose lines to a graph: ends that lie together become one node, lines are cut where an end touches them, repeats go. */

import type { LineGraph } from './from-lines-graph.ts';
import { meanSegment, pointGrid } from './from-lines-grid.ts';
import { findRepeats } from './from-lines-repeats.ts';
import { type Nodes, snapEnds } from './from-lines-snap.ts';
import { type Cuts, findTouches } from './from-lines-touch.ts';
import { lineLengthKm } from './measure.ts';

/** A line that gave no piece because it stays within the tolerance, or a piece that only repeats another. */
export interface DroppedLine {
  source: number;
  kind: 'short' | 'duplicate';
  lon: number;
  lat: number;
}

export interface SplitLines {
  graph: LineGraph;
  dropped: DroppedLine[];
}

export function splitLines(lines: readonly Float64Array[], snapDegrees: number): SplitLines {
  // Wide cells, as ends are few: four times a segment took three quarters of the time that one segment took.
  const cell = Math.max(2 * snapDegrees, 4 * meanSegment(lines));
  const grid = pointGrid(2 * lines.length, cell);
  const nodes = snapEnds(lines, grid, snapDegrees);
  const cuts = findTouches(lines, grid, cell, nodes, snapDegrees);
  const { graph, dropped } = cutLines(lines, nodes, cuts, snapDegrees);
  const { kept, repeated } = findRepeats(graph);
  if (repeated.length === 0) return { graph, dropped };
  for (const p of repeated) {
    const [lon, lat] = graph.lines[p]!;
    dropped.push({ source: graph.source[p]!, kind: 'duplicate', lon: lon!, lat: lat! });
  }
  const keptGraph = {
    ...graph,
    start: Int32Array.from(kept, (p) => graph.start[p]!),
    end: Int32Array.from(kept, (p) => graph.end[p]!),
    source: Int32Array.from(kept, (p) => graph.source[p]!),
    lines: kept.map((p) => graph.lines[p]!),
    lengthKm: Float64Array.from(kept, (p) => graph.lengthKm[p]!),
  };
  return { graph: keptGraph, dropped };
}

function cutLines(lines: readonly Float64Array[], nodes: Nodes, cuts: Cuts, snap: number): SplitLines {
  const start: number[] = [];
  const end: number[] = [];
  const source: number[] = [];
  const pieces: Float64Array[] = [];
  const dropped: DroppedLine[] = [];
  let cut = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    let from = nodes.ofEnd[2 * i]!;
    let fromPlace = 0;
    for (;;) {
      const isLast = cuts.line[cut] !== i;
      const to = isLast ? nodes.ofEnd[2 * i + 1]! : cuts.node[cut]!;
      const toPlace = isLast ? line.length / 2 - 1 : cuts.place[cut]!;
      const piece = pieceBetween(line, fromPlace, toPlace, nodes, from, to);
      if (from === to && staysWithin(piece, 2 * snap)) {
        if (isLast && fromPlace === 0) {
          dropped.push({ source: i, kind: 'short', lon: nodes.lon[from]!, lat: nodes.lat[from]! });
        }
      } else {
        start.push(from);
        end.push(to);
        source.push(i);
        pieces.push(piece);
      }
      if (isLast) break;
      from = to;
      fromPlace = toPlace;
      cut++;
    }
  }
  const graph = {
    nodeLon: nodes.lon,
    nodeLat: nodes.lat,
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    source: Int32Array.from(source),
    lines: pieces,
    lengthKm: Float64Array.from(pieces, lineLengthKm),
  };
  return { graph, dropped };
}

/** The part of a line between two places, with its ends put onto the nodes; a view where nothing had to move. */
function pieceBetween(
  line: Float64Array,
  fromPlace: number,
  toPlace: number,
  nodes: Nodes,
  from: number,
  to: number,
): Float64Array {
  const first = Math.floor(fromPlace) + 1;
  const last = Math.ceil(toPlace) - 1;
  const [x0, y0, x1, y1] = [nodes.lon[from]!, nodes.lat[from]!, nodes.lon[to]!, nodes.lat[to]!];
  const starts = line[2 * first - 2] === x0 && line[2 * first - 1] === y0;
  const ends = line[2 * last + 2] === x1 && line[2 * last + 3] === y1;
  if (starts && ends) return line.subarray(2 * first - 2, 2 * last + 4);
  const inner = line.subarray(2 * first, Math.max(2 * first, 2 * last + 2));
  const piece = new Float64Array(inner.length + 4);
  piece.set([x0, y0], 0);
  piece.set(inner, 2);
  piece.set([x1, y1], inner.length + 2);
  return piece;
}

function staysWithin(line: Float64Array, distance: number): boolean {
  for (let i = 2; i + 1 < line.length; i += 2) {
    if (Math.hypot(line[i]! - line[0]!, line[i + 1]! - line[1]!) > distance) return false;
  }
  return true;
}
