/** Closes gaps: lengthens a loose end to the nearest line of another part of the network, where that part or its own has no outlet yet. */

import { connectedNodes, type LineGraph, type Meetings } from './from-lines-graph.ts';
import { meanSegment, pointGrid, visitAlong } from './from-lines-grid.ts';
import { KM_PER_DEGREE, kmBetween, nearestOnSegment } from './measure.ts';

/** The line `source` goes on to (lon, lat), at its start or at its end. */
export interface Bridge {
  source: number;
  atStart: boolean;
  lon: number;
  lat: number;
  lengthKm: number;
}

export function findBridges(graph: LineGraph, meetings: Meetings, isOutlet: Uint8Array, bridgeKm: number): Bridge[] {
  const { nodeLon, nodeLat } = graph;
  const parts = connectedNodes(graph);
  const hasOutlet = new Uint8Array(nodeLon.length);
  for (let n = 0; n < nodeLon.length; n++) if (isOutlet[n]) hasOutlet[parts.find(n)] = 1;

  const loose: number[] = [];
  for (let n = 0; n < nodeLon.length; n++) {
    if (meetings.first[n + 1]! - meetings.first[n]! === 1 && !isOutlet[n]) loose.push(n);
  }
  const marginLat = bridgeKm / KM_PER_DEGREE;
  const cell = Math.max(2 * marginLat, meanSegment(graph.lines));
  const grid = pointGrid(loose.length, cell);
  for (const n of loose) grid.add(nodeLon[n]!, nodeLat[n]!);

  const best: (Bridge & { node: number; toward: number })[] = [];
  for (let p = 0; p < graph.lines.length; p++) {
    const line = graph.lines[p]!;
    const part = parts.find(graph.start[p]!);
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [x0, y0, x1, y1] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
      const cos = Math.max(0.01, Math.cos((Math.max(Math.abs(y0), Math.abs(y1)) * Math.PI) / 180));
      visitAlong(grid, cell, [x0, y0, x1, y1], [marginLat / cos, marginLat], (k) => {
        const node = loose[k]!;
        const own = parts.find(node);
        if (own === part || (hasOutlet[own] && hasOutlet[part])) return;
        const t = nearestOnSegment(nodeLon[node]! * cos, nodeLat[node]!, x0 * cos, y0, x1 * cos, y1);
        const lon = x0 + (x1 - x0) * t;
        const lat = y0 + (y1 - y0) * t;
        const lengthKm = kmBetween(nodeLon[node]!, nodeLat[node]!, lon, lat);
        if (lengthKm > bridgeKm || lengthKm >= (best[k]?.lengthKm ?? Infinity)) return;
        const piece = meetings.pieces[meetings.first[node]!]!;
        const atStart = graph.start[piece] === node;
        best[k] = { source: graph.source[piece]!, atStart, lon, lat, lengthKm, node, toward: graph.start[p]! };
      });
    }
  }
  const bridges: Bridge[] = [];
  for (const bridge of best.filter(Boolean).sort((a, b) => a.lengthKm - b.lengthKm || a.node - b.node)) {
    const own = parts.find(bridge.node);
    const other = parts.find(bridge.toward);
    if (own === other || (hasOutlet[own] && hasOutlet[other])) continue;
    const reaches = hasOutlet[own]! | hasOutlet[other]!;
    parts.join(own, other);
    hasOutlet[parts.find(own)] = reaches;
    bridges.push(bridge);
  }
  return bridges;
}

/** The lines with their bridges added as one more point. */
export function withBridges(lines: readonly Float64Array[], bridges: readonly Bridge[]): Float64Array[] {
  const longer = lines.slice();
  for (const { source, atStart, lon, lat } of bridges) {
    const line = longer[source]!;
    const grown = new Float64Array(line.length + 2);
    grown.set(line, atStart ? 2 : 0);
    grown.set([lon, lat], atStart ? 0 : line.length);
    longer[source] = grown;
  }
  return longer;
}
