/** Ranges of ids: everything upstream of a reach is one, so what belongs to an area is a few of them. */
import type { IdRange } from './store.ts';

/** What is left of a range without the holes, which lie in it in rising order. */
export function rangeWithout(whole: IdRange, holes: readonly IdRange[]): IdRange[] {
  const left: IdRange[] = [];
  let first = whole.first;
  for (const hole of holes) {
    if (hole.first > first) left.push({ first, last: hole.first - 1 });
    first = hole.last + 1;
  }
  if (first <= whole.last) left.push({ first, last: whole.last });
  return left;
}
