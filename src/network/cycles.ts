/** Finds the cycles of "flows into" and cuts each at one reach. */

export interface CutCycle {
  /** The reach that became an outlet. */
  reach: number;
  /** Number of reaches in the cycle. */
  length: number;
}

/**
 * Reaches without inflow are taken away until none is left: what remains is exactly the cycles. Each is cut below the reach that
 * `mostDownstream` puts first. Changes `down`.
 */
export function breakCycles(down: Int32Array, mostDownstream: (a: number, b: number) => number): CutCycle[] {
  const count = down.length;
  const inflows = new Int32Array(count);
  for (const below of down) if (below >= 0) inflows[below]!++;
  const stack: number[] = [];
  const gone = new Uint8Array(count);
  for (let start = 0; start < count; start++) {
    if (inflows[start] !== 0 || gone[start] !== 0) continue;
    stack.push(start);
    while (stack.length > 0) {
      const x = stack.pop()!;
      gone[x] = 1;
      const below = down[x]!;
      if (below >= 0 && --inflows[below]! === 0 && gone[below] === 0) stack.push(below);
    }
  }
  const cuts: CutCycle[] = [];
  for (let start = 0; start < count; start++) {
    if (gone[start] !== 0) continue;
    let length = 0;
    let reach = start;
    for (let x = start; gone[x] === 0; x = down[x]!) {
      gone[x] = 1;
      length++;
      if (mostDownstream(x, reach) < 0) reach = x;
    }
    down[reach] = -1;
    cuts.push({ reach, length });
  }
  return cuts;
}
