/** The order of source ids: numbers by value, text by code unit, reaches without an id last. */
import { type Ids, isMissing } from './id-table.ts';

/** Positions in the order of their ids; equal ids keep the order of the input. */
export function idOrder(ids: Ids): Int32Array {
  const order = new Int32Array(ids.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  if (isAscending(ids)) return order;
  if (ids instanceof Float64Array) return sortNumbers(ids, order);
  return order.sort((a, b) => compareTexts(ids[a], ids[b]) || a - b);
}

/** Where each position stands in an order. */
export function ranksOf(order: Int32Array): Int32Array {
  const rank = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) rank[order[i]!] = i;
  return rank;
}

/** Files are often in the order of their ids: one look saves the sort. */
function isAscending(ids: Ids): boolean {
  for (let i = 1; i < ids.length; i++) if (!(ids[i - 1]! < ids[i]!)) return false;
  return ids.length < 2 || !isMissing(ids[0]);
}

function compareTexts(a: string | undefined, b: string | undefined): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a)) return missing;
  return a! < b! ? -1 : a! > b! ? 1 : 0;
}

const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;

/** Radix sort on what each id lies above the smallest: as many passes as the range of ids needs, two for most files. */
function sortNumbers(ids: Float64Array, order: Int32Array): Int32Array {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let whole = true;
  for (const id of ids) {
    if (Number.isNaN(id)) continue;
    if (id < least) least = id;
    if (id > greatest) greatest = id;
    whole &&= Number.isSafeInteger(id);
  }
  const range = greatest - least;
  if (!whole || !Number.isSafeInteger(range)) {
    return order.sort((a, b) => {
      const missing = Number(Number.isNaN(ids[a])) - Number(Number.isNaN(ids[b]));
      return missing || ids[a]! - ids[b]! || a - b;
    });
  }
  let from = order;
  let to: Int32Array = new Int32Array(order.length);
  const start = new Int32Array(DIGITS + 1);
  // A reach without an id sorts as one past the greatest.
  const above = (at: number) => (Number.isNaN(ids[at]) ? range + 1 : ids[at]! - least);
  for (let unit = 1; unit <= range + 1; unit *= DIGITS) {
    start.fill(0);
    const digit = (at: number) => Math.floor(above(at) / unit) % DIGITS;
    for (const at of from) start[digit(at) + 1]!++;
    for (let d = 1; d <= DIGITS; d++) start[d]! += start[d - 1]!;
    for (const at of from) to[start[digit(at)]!++] = at;
    [from, to] = [to, from];
  }
  return from;
}
