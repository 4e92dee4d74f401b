/** Numbers of the reaches from 1, such that everything upstream of a reach is one unbroken range of numbers. */
import type { Inflows } from './inflows.ts';

export interface PreOrder {
  /** Pre-order number, from 1. */
  id: Int32Array;
  /** Last number of the upstream range: x and all upstream of it have `id[x] .. last[x]`. */
  last: Int32Array;
  /** Index of the reach with number i + 1. */
  byId: Int32Array;
}

/** Basins in the order of `outlets`; in each the main stem before the tributaries, which inflows must be sorted for. */
export function numberReaches(down: Int32Array, inflows: Inflows, outlets: Int32Array): PreOrder {
  const { start, list, downstreamFirst } = inflows;
  const count = down.length;
  const last = new Int32Array(count).fill(1);
  for (let i = count - 1; i >= 0; i--) {
    const x = downstreamFirst[i]!;
    if (down[x]! >= 0) last[down[x]!]! += last[x]!;
  }
  // Until here `last` holds the number of reaches upstream, the reach itself counted.
  const id = new Int32Array(count);
  let next = 1;
  for (const outlet of outlets) {
    id[outlet] = next;
    next += last[outlet]!;
  }
  const byId = new Int32Array(count);
  for (const x of downstreamFirst) {
    byId[id[x]! - 1] = x;
    let first = id[x]! + 1;
    for (let i = start[x]!; i < start[x + 1]!; i++) {
      const above = list[i]!;
      id[above] = first;
      first += last[above]!;
    }
    last[x] = first - 1;
  }
  return { id, last, byId };
}
