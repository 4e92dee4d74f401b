/** Finds pieces that are there twice. */

import type { LineGraph } from './from-lines-graph.ts';
import { hashPair } from './from-lines-grid.ts';

/** Splits the pieces into the first of those that run through exactly the same points, forwards or backwards, and the others. */
export function findRepeats(graph: LineGraph): { kept: number[]; repeated: number[] } {
  const count = graph.lines.length;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, count))) - 1;
  const head = new Int32Array(mask + 1).fill(-1);
  const next = new Int32Array(count);
  const kept: number[] = [];
  const repeated: number[] = [];
  for (let p = 0; p < count; p++) {
    const a = Math.min(graph.start[p]!, graph.end[p]!);
    const b = Math.max(graph.start[p]!, graph.end[p]!);
    const slot = hashPair(a, b) & mask;
    let twin = head[slot]!;
    while (twin >= 0 && !runsAlike(graph.lines[p]!, graph.lines[twin]!)) twin = next[twin]!;
    if (twin >= 0) {
      repeated.push(p);
      continue;
    }
    next[p] = head[slot]!;
    head[slot] = p;
    kept.push(p);
  }
  return { kept, repeated };
}

function runsAlike(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  let forwards = true;
  let backwards = true;
  for (let i = 0; i < a.length && (forwards || backwards); i += 2) {
    const j = b.length - 2 - i;
    forwards &&= a[i] === b[i] && a[i + 1] === b[i + 1];
    backwards &&= a[i] === b[j] && a[i + 1] === b[j + 1];
  }
  return forwards || backwards;
}
