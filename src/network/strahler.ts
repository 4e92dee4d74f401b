/** Strahler order: headwaters are 1; where two or more inflows share the greatest order it grows by one. */

export function strahlerOrders(down: Int32Array, downstreamFirst: Int32Array): Uint8Array {
  const order = new Uint8Array(down.length);
  /** Whether the greatest order among the inflows seen so far has come twice. */
  const shared = new Uint8Array(down.length);
  for (let i = downstreamFirst.length - 1; i >= 0; i--) {
    const x = downstreamFirst[i]!;
    order[x] = order[x] === 0 ? 1 : order[x]! + shared[x]!;
    const below = down[x]!;
    if (below < 0) continue;
    if (order[x]! > order[below]!) {
      order[below] = order[x]!;
      shared[below] = 0;
    } else if (order[x] === order[below]) {
      shared[below] = 1;
    }
  }
  return order;
}
