/** Joins the parts of a multi-part line where they touch, in whichever order they stand. */

import type { Line } from './feature.ts';

/** One end of a part: which part, and whether it is its first or its last point. */
interface End {
  part: number;
  atStart: boolean;
}

/**
 * Parts are joined where exactly two ends meet; where three meet nobody can say which two belong together.
 * A part drawn against the others is turned round: the longer stretch, by points, keeps its direction.
 * What cannot be joined stays apart, in the order of the first part of each.
 */
export function joinParts(parts: readonly Line[]): Line[] {
  if (parts.length < 2) return [...parts];
  const partner = partners(parts);
  const used = new Uint8Array(parts.length);
  const joined: Line[] = [];
  for (let part = 0; part < parts.length; part++) {
    if (used[part]) continue;
    joined.push(assemble(parts, chainThrough(part, partner, used)));
  }
  return joined;
}

/** For each end, numbered 2 * part (its start) and 2 * part + 1, the end it meets, or -1. */
function partners(parts: readonly Line[]): Int32Array {
  const endsAt = new Map<string, number[]>();
  for (const [part, line] of parts.entries()) {
    const start = `${line[0]} ${line[1]}`;
    const last = `${line.at(-2)} ${line.at(-1)}`;
    pushTo(endsAt, start, 2 * part);
    pushTo(endsAt, last, 2 * part + 1);
  }
  const partner = new Int32Array(2 * parts.length).fill(-1);
  for (const ends of endsAt.values()) {
    const [a, b] = ends;
    if (ends.length !== 2 || a! >> 1 === b! >> 1) continue;
    partner[a!] = b!;
    partner[b!] = a!;
  }
  return partner;
}

function pushTo(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The ends by which the parts of a chain are entered, from one end of the chain to the other. */
function chainThrough(part: number, partner: Int32Array, used: Uint8Array): End[] {
  let enter = 2 * part;
  // Back to where the chain starts; a closed ring comes round, and starts with the part it was entered by.
  for (let before = partner[enter]!; before >= 0; before = partner[enter]!) {
    enter = before ^ 1;
    if (enter === 2 * part) break;
  }
  const chain: End[] = [];
  for (let at = enter; at >= 0 && !used[at >> 1]; at = partner[at ^ 1]!) {
    used[at >> 1] = 1;
    chain.push({ part: at >> 1, atStart: (at & 1) === 0 });
  }
  return chain;
}

function assemble(parts: readonly Line[], chain: End[]): Line {
  if (chain.length === 1) return parts[chain[0]!.part]!;
  const points = (atStart: boolean) =>
    chain.reduce((sum, end) => sum + (end.atStart === atStart ? parts[end.part]!.length : 0), 0);
  const forward = points(true) >= points(false);
  const ordered = forward ? chain : chain.reverse().map((end) => ({ ...end, atStart: !end.atStart }));
  const length = ordered.reduce((sum, { part }) => sum + parts[part]!.length - 2, 2);
  const line = new Float64Array(length);
  let at = 0;
  for (const { part, atStart } of ordered) {
    const piece = atStart ? parts[part]! : reversed(parts[part]!);
    line.set(piece, at);
    // The next part starts at the point this one ends with.
    at += piece.length - 2;
  }
  return line;
}

export function reversed(line: Line): Line {
  const result = new Float64Array(line.length);
  for (let i = 0; i < line.length; i += 2) {
    result[i] = line[line.length - 2 - i]!;
    result[i + 1] = line[line.length - 1 - i]!;
  }
  return result;
}
