/** The graph that loose lines make: pieces between nodes, who meets whom, and which parts hang together. */

/** Pieces of lines between nodes. A piece runs in the direction its line was drawn. */
export interface LineGraph {
  nodeLon: Float64Array;
  nodeLat: Float64Array;
  start: Int32Array;
  end: Int32Array;
  /** Index of the line each piece was cut from. */
  source: Int32Array;
  lines: Float64Array[];
  lengthKm: Float64Array;
}

/** The pieces that meet at each node: `pieces[first[n]]` up to `pieces[first[n + 1] - 1]`; a ring is there twice. */
export interface Meetings {
  first: Int32Array;
  pieces: Int32Array;
}

export function meetingsOf({ nodeLon, start, end }: LineGraph): Meetings {
  const first = new Int32Array(nodeLon.length + 1);
  for (const ends of [start, end]) for (const node of ends) first[node + 1]!++;
  for (let n = 0; n < nodeLon.length; n++) first[n + 1]! += first[n]!;
  const fill = first.slice();
  const pieces = new Int32Array(2 * start.length);
  for (let p = 0; p < start.length; p++) {
    pieces[fill[start[p]!]!++] = p;
    pieces[fill[end[p]!]!++] = p;
  }
  return { first, pieces };
}

/** The pieces of each node, where each piece belongs to one. */
export function groupByNode(nodeOfPiece: Int32Array, nodes: number): Meetings {
  const first = new Int32Array(nodes + 1);
  for (const node of nodeOfPiece) first[node + 1]!++;
  for (let n = 0; n < nodes; n++) first[n + 1]! += first[n]!;
  const fill = first.slice();
  const pieces = new Int32Array(nodeOfPiece.length);
  for (let p = 0; p < nodeOfPiece.length; p++) pieces[fill[nodeOfPiece[p]!]!++] = p;
  return { first, pieces };
}

/** Sets that grow together. */
export interface Sets {
  find(member: number): number;
  /** Makes one set of two; the lower root stays root. */
  join(a: number, b: number): void;
}

export function disjointSets(count: number): Sets {
  const root = new Int32Array(count);
  for (let i = 0; i < count; i++) root[i] = i;
  const find = (member: number) => {
    let r = member;
    while (root[r] !== r) {
      root[r] = root[root[r]!]!;
      r = root[r]!;
    }
    return r;
  };
  return {
    find,
    join(a, b) {
      const x = find(a);
      const y = find(b);
      root[Math.max(x, y)] = Math.min(x, y);
    },
  };
}

export function connectedNodes({ nodeLon, start, end }: LineGraph): Sets {
  const sets = disjointSets(nodeLon.length);
  for (let p = 0; p < start.length; p++) sets.join(start[p]!, end[p]!);
  return sets;
}
