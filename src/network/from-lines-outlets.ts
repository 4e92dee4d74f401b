/** Where no outlet is known: takes the loose end that most of the drawing directions point to. */

import { connectedNodes, type LineGraph, type Meetings } from './from-lines-graph.ts';

/**
 * Gives every connected part an outlet, and takes outlets away where water would have no place to come from: where
 * every loose end of a part is one. Returns the nodes that became outlets by this vote.
 */
export function settleOutlets(graph: LineGraph, meetings: Meetings, isOutlet: Uint8Array): number[] {
  const { first } = meetings;
  const nodes = graph.nodeLon.length;
  const parts = connectedNodes(graph);
  const isLoose = (n: number) => first[n + 1]! - first[n]! === 1;
  const outlets = new Int32Array(nodes);
  const loose = new Int32Array(nodes);
  const looseOutlets = new Int32Array(nodes);
  for (let n = 0; n < nodes; n++) {
    const part = parts.find(n);
    if (isOutlet[n]) outlets[part]!++;
    if (!isLoose(n)) continue;
    loose[part]!++;
    if (isOutlet[n]) looseOutlets[part]!++;
  }
  const isUndecided = (part: number) => outlets[part] === 0 || (looseOutlets[part] === loose[part] && loose[part]! > 1);

  const support = supportOfOutlets(graph, meetings);
  const choice = new Int32Array(nodes).fill(-1);
  for (let n = 0; n < nodes; n++) {
    const part = parts.find(n);
    if (!isUndecided(part) || first[n + 1] === first[n]) continue;
    if (outlets[part]! > 0 ? !isOutlet[n] : loose[part]! > 0 && !isLoose(n)) continue;
    if (choice[part] === -1 || support[n]! > support[choice[part]!]!) choice[part] = n;
  }
  const voted: number[] = [];
  for (let n = 0; n < nodes; n++) {
    const part = parts.find(n);
    if (!isUndecided(part)) continue;
    isOutlet[n] = choice[part] === n ? 1 : 0;
    if (isOutlet[n]) voted.push(n);
  }
  return voted;
}

/**
 * For each node, were it the outlet of its part: the length drawn towards it less the length drawn away from it, over a
 * spanning tree. Going from one node to the next only the piece between them changes sides.
 */
function supportOfOutlets(graph: LineGraph, { first, pieces }: Meetings): Float64Array {
  const { start, end, lengthKm } = graph;
  const nodes = graph.nodeLon.length;
  const seen = new Uint8Array(nodes);
  const support = new Float64Array(nodes);
  const order = new Int32Array(nodes);
  const treePiece = new Int32Array(nodes).fill(-1);
  for (let root = 0; root < nodes; root++) {
    if (seen[root]) continue;
    seen[root] = 1;
    order[0] = root;
    let reached = 1;
    let total = 0;
    for (let i = 0; i < reached; i++) {
      const n = order[i]!;
      for (let k = first[n]!; k < first[n + 1]!; k++) {
        const piece = pieces[k]!;
        const other = start[piece] === n ? end[piece]! : start[piece]!;
        if (seen[other]) continue;
        seen[other] = 1;
        treePiece[other] = piece;
        total += end[piece] === n ? lengthKm[piece]! : -lengthKm[piece]!;
        order[reached++] = other;
      }
    }
    support[root] = total;
    for (let i = 1; i < reached; i++) {
      const n = order[i]!;
      const piece = treePiece[n]!;
      const drawnHere = end[piece] === n;
      const parent = drawnHere ? start[piece]! : end[piece]!;
      support[n] = support[parent]! + (drawnHere ? 2 : -2) * lengthKm[piece]!;
    }
  }
  return support;
}
