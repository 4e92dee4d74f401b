/** Which inflow is the main stem: the inflows of every reach in falling order, and how many reaches each stem runs on upstream. */
import type { Inflows } from './inflows.ts';

export type Compare = (a: number, b: number) => number;

/** Main stem first: greater weight, greater Strahler order, greater own length, smaller source id. Never 0 for two reaches. */
export function mainStemFirst(
  weight: Float64Array,
  strahler: Uint8Array,
  lengthMm: Float64Array,
  rank: Int32Array,
): Compare {
  return (a, b) =>
    weight[b]! - weight[a]! || strahler[b]! - strahler[a]! || lengthMm[b]! - lengthMm[a]! || rank[a]! - rank[b]!;
}

const SHORT = 12;

/** Sorts the inflows of each reach in place. */
export function sortInflows({ start, list }: Inflows, compare: Compare): void {
  for (let x = 0; x + 2 < start.length; x++) {
    const from = start[x]!;
    const to = start[x + 1]!;
    if (to - from < 2) continue;
    if (to - from > SHORT) {
      list.subarray(from, to).sort(compare);
      continue;
    }
    for (let i = from + 1; i < to; i++) {
      const moving = list[i]!;
      let j = i - 1;
      while (j >= from && compare(list[j]!, moving) > 0) list[j + 1] = list[j--]!;
      list[j + 1] = moving;
    }
  }
}

export interface Stems {
  /** The main stem among the inflows, or -1. */
  mainUp: Int32Array;
  /** Number of inflows. */
  inflows: Int32Array;
  /** Reaches from this one up along the main stem to its headwater, both counted. */
  stemReaches: Int32Array;
}

export function stemsOf({ start, list, downstreamFirst }: Inflows): Stems {
  const count = list.length;
  const mainUp = new Int32Array(count).fill(-1);
  const inflows = new Int32Array(count);
  const stemReaches = new Int32Array(count);
  for (let i = count - 1; i >= 0; i--) {
    const x = downstreamFirst[i]!;
    const from = start[x]!;
    inflows[x] = start[x + 1]! - from;
    if (inflows[x]! > 0) mainUp[x] = list[from]!;
    stemReaches[x] = mainUp[x]! < 0 ? 1 : stemReaches[mainUp[x]!]! + 1;
  }
  return { mainUp, inflows, stemReaches };
}
