/** For every reach the reaches that flow into it, and an order in which every reach comes after the one below it. */

export interface Inflows {
  /** The inflows of reach x are `list[start[x]]` up to, not including, `list[start[x + 1]]`. */
  start: Int32Array;
  list: Int32Array;
  /** All reaches; read it backwards to go from the headwaters down. */
  downstreamFirst: Int32Array;
}

export function inflowsOf(down: Int32Array): Inflows {
  const count = down.length;
  const start = new Int32Array(count + 2);
  for (let x = 0; x < count; x++) {
    const below = down[x]!;
    if (below >= count) throw new RangeError(`Reach ${x} flows into ${below}, but there are only ${count} reaches`);
    if (below >= 0) start[below + 2]!++;
  }
  for (let x = 2; x <= count; x++) start[x]! += start[x - 1]!;
  const list = new Int32Array(count);
  for (let x = 0; x < count; x++) {
    const below = down[x]!;
    if (below >= 0) list[start[below + 1]!++] = x;
  }
  return { start, list, downstreamFirst: downstreamFirst(down, start, list) };
}

/** Depth first from every outlet; a cycle is never reached from one, so it shows as reaches left over. */
function downstreamFirst(down: Int32Array, start: Int32Array, list: Int32Array): Int32Array {
  const count = down.length;
  const order = new Int32Array(count);
  const stack = new Int32Array(count);
  let done = 0;
  for (let outlet = 0; outlet < count; outlet++) {
    if (down[outlet]! >= 0) continue;
    let depth = 0;
    stack[depth++] = outlet;
    while (depth > 0) {
      const x = stack[--depth]!;
      order[done++] = x;
      for (let i = start[x]!; i < start[x + 1]!; i++) stack[depth++] = list[i]!;
    }
  }
  if (done < count) {
    throw new RangeError(
      `${count - done} reaches are in or above a cycle and reach no outlet: resolveTopology breaks cycles`,
    );
  }
  return order;
}
