/** Where water could leave a node by several pieces, gives it all to one, so that every piece flows into at most one other. */

import { groupByNode, type LineGraph, type Meetings } from './from-lines-graph.ts';

/** Pieces with the nodes they flow from and to. */
export interface DirectedPieces {
  graph: LineGraph;
  from: Int32Array;
  to: Int32Array;
  /** Each piece's line in the direction of flow. */
  lineOf: (piece: number) => Float64Array;
  /** The river a line belongs to, if known: water stays in its river where it can. */
  riverOf: (source: number) => string | undefined;
  /** Directions are taken over this distance, in degrees. */
  bendDegrees: number;
}

export interface Downstream {
  /** The piece below each piece, or -1. Free of cycles. */
  down: Int32Array;
  /** Pieces that begin at a node whose water goes to another piece. */
  sideArms: number[];
  /** Pieces that lost what would flow into them, where a cycle without any way out was cut open. */
  cut: number[];
}

export function chooseDownstream(pieces: DirectedPieces): Downstream {
  const { graph, from, to } = pieces;
  const outs = groupByNode(from, graph.nodeLon.length);
  const main = mainOuts(pieces, outs);
  const cut = breakCycles(from, to, main);
  const sideArms: number[] = [];
  for (let p = 0; p < from.length; p++) {
    const taken = main[from[p]!]!;
    if (taken !== p && taken !== -1 && from[p] !== to[p]) sideArms.push(p);
  }
  return { down: Int32Array.from(to, (n) => main[n]!), sideArms, cut };
}

/** For each node the piece its water goes to: of the same river as an inflow, then the straightest, then the longest. */
function mainOuts(pieces: DirectedPieces, outs: Meetings): Int32Array {
  const { graph, from, to, riverOf } = pieces;
  const nodes = graph.nodeLon.length;
  const ins = groupByNode(to, nodes);
  const main = new Int32Array(nodes).fill(-1);
  for (let n = 0; n < nodes; n++) {
    let best = -1;
    let bestScore: readonly number[] = [];
    for (let k = outs.first[n]!; k < outs.first[n + 1]!; k++) {
      const out = outs.pieces[k]!;
      if (to[out] === n) continue;
      if (best === -1 && k + 1 === outs.first[n + 1]) {
        best = out;
        break;
      }
      let sameRiver = 0;
      let straightest = -1;
      for (let j = ins.first[n]!; j < ins.first[n + 1]!; j++) {
        const inflow = ins.pieces[j]!;
        if (from[inflow] === n) continue;
        const river = riverOf(graph.source[out]!);
        if (river !== undefined && river === riverOf(graph.source[inflow]!)) sameRiver = 1;
        straightest = Math.max(straightest, straightness(pieces, inflow, out));
      }
      const score = [sameRiver, straightest, graph.lengthKm[out]!];
      if (best === -1 || isGreater(score, bestScore)) {
        best = out;
        bestScore = score;
      }
    }
    main[n] = best;
  }
  return main;
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! > b[i]!;
  return false;
}

/** Cosine of the bend from one piece into the next. */
function straightness({ lineOf, bendDegrees }: DirectedPieces, inflow: number, out: number): number {
  const above = lineOf(inflow);
  const below = lineOf(out);
  const x = below[0]!;
  const y = below[1]!;
  let i = above.length - 4;
  while (i > 0 && Math.hypot(above[i]! - x, above[i + 1]! - y) < bendDegrees) i -= 2;
  let j = 2;
  while (j + 3 < below.length && Math.hypot(below[j]! - x, below[j + 1]! - y) < bendDegrees) j += 2;
  const cos = Math.cos((y * Math.PI) / 180);
  const [inX, inY, outX, outY] = [(x - above[i]!) * cos, y - above[i + 1]!, (below[j]! - x) * cos, below[j + 1]! - y];
  const lengths = Math.hypot(inX, inY) * Math.hypot(outX, outY);
  return lengths === 0 ? 0 : (inX * outX + inY * outY) / lengths;
}

/** Leads cycles to an end of the network where there is a way, else cuts them open; changes `main` and gives the pieces cut off. */
function breakCycles(from: Int32Array, to: Int32Array, main: Int32Array): number[] {
  const wayOut = waysOut(from, to, main);
  const cut: number[] = [];
  const state = new Uint8Array(main.length);
  const onPath = 1;
  const done = 2;
  const path: number[] = [];
  const placeOnPath = new Int32Array(main.length);
  for (let begin = 0; begin < main.length; begin++) {
    let n = begin;
    while (path.length > 0 || state[n] !== done) {
      if (state[n] === onPath) {
        for (const member of path.splice(placeOnPath[n]!)) {
          state[member] = 0;
          if (wayOut[member] !== -1) main[member] = wayOut[member]!;
        }
        if (wayOut[n] === -1) {
          cut.push(main[n]!);
          main[n] = -1;
        }
      }
      if (state[n] === 0) {
        state[n] = onPath;
        placeOnPath[n] = path.push(n) - 1;
        if (main[n] !== -1) {
          n = to[main[n]!]!;
          continue;
        }
      }
      for (const member of path) state[member] = done;
      path.length = 0;
      n = begin;
    }
  }
  return cut;
}

/** For each node the piece by which the fewest pieces lead to a node that water does not leave, or -1. */
function waysOut(from: Int32Array, to: Int32Array, main: Int32Array): Int32Array {
  const ins = groupByNode(to, main.length);
  const way = new Int32Array(main.length).fill(-1);
  const queue: number[] = [];
  for (let n = 0; n < main.length; n++) if (main[n] === -1) queue.push(n);
  for (let i = 0; i < queue.length; i++) {
    const n = queue[i]!;
    for (let k = ins.first[n]!; k < ins.first[n + 1]!; k++) {
      const piece = ins.pieces[k]!;
      const above = from[piece]!;
      if (way[above] !== -1 || main[above] === -1) continue;
      way[above] = piece;
      queue.push(above);
    }
  }
  return way;
}
