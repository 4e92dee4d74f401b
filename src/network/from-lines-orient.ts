/** Turns every piece of a graph towards an outlet. */

import type { LineGraph, Meetings } from './from-lines-graph.ts';

/** Going against the drawing direction counts as this many times the distance where the direction is a hint. */
const AGAINST_HINT = 4;

/**
 * For each piece, whether it flows against its drawing direction. What leads to a loose outlet flows there, also where
 * a delta has many; what remains takes the shortest way to any of them. Free of cycles but for rings.
 */
export function orientPieces(
  graph: LineGraph,
  meetings: Meetings,
  isOutlet: Uint8Array,
  directionIsHint: boolean,
): Uint8Array {
  const turned = new Uint8Array(graph.start.length);
  const decided = new Uint8Array(graph.start.length);
  const distance = new Float64Array(graph.nodeLon.length).fill(Infinity);
  followMouths(graph, meetings, isOutlet, turned, decided, distance);
  shortestWays(graph, meetings, distance, decided, directionIsHint ? AGAINST_HINT : 1);
  for (let p = 0; p < graph.start.length; p++) {
    if (decided[p]) continue;
    const [a, b] = [graph.start[p]!, graph.end[p]!];
    turned[p] = distance[a]! < distance[b]! || (distance[a] === distance[b] && a < b) ? 1 : 0;
  }
  return turned;
}

/** Upwards from each loose outlet: where all pieces but one of a node flow away from it, that one flows in. */
function followMouths(
  { start, end, lengthKm }: LineGraph,
  { first, pieces }: Meetings,
  isOutlet: Uint8Array,
  turned: Uint8Array,
  decided: Uint8Array,
  distance: Float64Array,
): void {
  const open = new Int32Array(isOutlet.length);
  const queue: number[] = [];
  for (let n = 0; n < isOutlet.length; n++) {
    open[n] = first[n + 1]! - first[n]!;
    if (!isOutlet[n]) continue;
    distance[n] = 0;
    if (open[n] === 1) queue.push(n);
  }
  for (let i = 0; i < queue.length; i++) {
    const n = queue[i]!;
    if (open[n] !== 1) continue;
    let k = first[n]!;
    while (decided[pieces[k]!]) k++;
    const piece = pieces[k]!;
    const above = start[piece] === n ? end[piece]! : start[piece]!;
    decided[piece] = 1;
    turned[piece] = start[piece] === n ? 1 : 0;
    distance[above] = Math.min(distance[above]!, distance[n]! + lengthKm[piece]!);
    open[n]!--;
    open[above]!--;
    if (open[above] === 1) queue.push(above);
  }
}

/** Dijkstra's shortest ways, from all nodes whose distance is known already, over the pieces still undecided. */
function shortestWays(
  { start, end, lengthKm }: LineGraph,
  { first, pieces }: Meetings,
  distance: Float64Array,
  decided: Uint8Array,
  against: number,
): void {
  const heap = nodeHeap(distance);
  for (let n = 0; n < distance.length; n++) if (distance[n]! < Infinity) heap.raise(n);
  for (let n = heap.pop(); n >= 0; n = heap.pop()) {
    for (let k = first[n]!; k < first[n + 1]!; k++) {
      const piece = pieces[k]!;
      if (decided[piece]) continue;
      const drawnDown = end[piece] === n;
      const above = drawnDown ? start[piece]! : end[piece]!;
      const way = distance[n]! + lengthKm[piece]! * (drawnDown ? 1 : against);
      if (way >= distance[above]!) continue;
      distance[above] = way;
      heap.raise(above);
    }
  }
}

/** A binary heap of nodes, nearest first, that follows their falling distances. */
function nodeHeap(distance: Float64Array) {
  const heap = new Int32Array(distance.length);
  const place = new Int32Array(distance.length).fill(-1);
  let size = 0;
  const put = (node: number, at: number) => {
    heap[at] = node;
    place[node] = at;
  };
  const rise = (node: number, from: number) => {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (distance[heap[parent]!]! <= distance[node]!) break;
      put(heap[parent]!, at);
      at = parent;
    }
    put(node, at);
  };
  const sink = (node: number) => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && distance[heap[child + 1]!]! < distance[heap[child]!]!) child++;
      if (distance[heap[child]!]! >= distance[node]!) break;
      put(heap[child]!, at);
      at = child;
    }
    put(node, at);
  };
  return {
    /** Adds a node, or moves it up after its distance fell. */
    raise(node: number) {
      rise(node, place[node]! >= 0 ? place[node]! : size++);
    },
    /** Takes the nearest node out; -1 when none is left. */
    pop(): number {
      if (size === 0) return -1;
      const nearest = heap[0]!;
      place[nearest] = -1;
      size--;
      if (size > 0) sink(heap[size]!);
      return nearest;
    },
  };
}
