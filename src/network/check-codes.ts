/** Holds given codes against the topology, step by step, and tells every contradiction. */
import { zonePathOf } from '../code/zone.ts';
import {
  describeCode,
  dictionaryOrder,
  type GivenCodes,
  type GivenZones,
  groupByZone,
  isAboveByCode,
  isSameCode,
  isTreeCodeAt,
} from './given-codes.ts';
import type { NetworkNote } from './network.ts';
import { NOTES_OF_A_KIND, type NoteBook, openNoteBook } from './notes.ts';

const KINDS = [
  'code-invalid',
  'code-duplicate',
  'code-outlet',
  'code-step',
  'code-skip',
  'zone-outlet',
  'zone-join',
] as const;
export type CodeNoteKind = (typeof KINDS)[number];

export interface CodeCheck {
  notes: NetworkNote[];
  /** How often each kind came up, in full. */
  counts: Record<CodeNoteKind, number>;
  contradictions: number;
}

/** At most `limit` notes of a kind are listed; all are counted. */
export function checkCodes(down: Int32Array, codes: GivenCodes, limit = NOTES_OF_A_KIND): CodeCheck {
  const zones = groupByZone(codes);
  const notes = openNoteBook(limit);
  checkEach(codes, zones, notes);
  const inZone = inflowsInZone(down, zones.zone);
  for (let x = 0; x < down.length; x++) {
    const below = down[x]!;
    if (below < 0) checkOutlet(x, codes, notes);
    else if (zones.zone[x] === zones.zone[below]) checkStep(x, below, inZone[below]!, codes, notes);
    else checkJoin(x, below, codes, notes);
  }
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, notes.count(kind)])) as CodeCheck['counts'];
  return { notes: notes.list(), counts, contradictions: KINDS.reduce((sum, kind) => sum + counts[kind], 0) };
}

function checkEach(codes: GivenCodes, zones: GivenZones, notes: NoteBook): void {
  let before = -1;
  for (const x of dictionaryOrder(codes, zones)) {
    if (!isTreeCodeAt(codes, x)) {
      notes.add('code-invalid', x, () => `${describeCode(codes, x)} is no code: V must be below 2^(L-1)`);
    }
    if (before >= 0 && zones.zone[before] === zones.zone[x] && isSameCode(codes, before, x)) {
      notes.add('code-duplicate', x, () => `${describeCode(codes, x)} is the code of more than one reach`);
    } else {
      before = x;
    }
  }
}

/** By reach: how many of its inflows are coded in the same zone. */
function inflowsInZone(down: Int32Array, zone: Int32Array): Int32Array {
  const inflows = new Int32Array(down.length);
  for (let x = 0; x < down.length; x++) {
    const below = down[x]!;
    if (below >= 0 && zone[below] === zone[x]) inflows[below]!++;
  }
  return inflows;
}

function isZoneOutlet({ binstrval, binstrlen }: GivenCodes, x: number): boolean {
  return binstrval[x] === 0n && binstrlen[x] === 1;
}

function checkOutlet(x: number, codes: GivenCodes, notes: NoteBook): void {
  if (isZoneOutlet(codes, x)) return;
  notes.add('code-outlet', x, () => `${describeCode(codes, x)} flows into nothing: expected V 0, L 1`);
}

function checkStep(x: number, below: number, inflows: number, codes: GivenCodes, notes: NoteBook): void {
  const found = () => `${describeCode(codes, x)} flows into ${describeCode(codes, below)}`;
  const v = codes.binstrval[below]!;
  const l = codes.binstrlen[below]!;
  if (!isAboveByCode(codes, x, below)) {
    notes.add('code-step', x, () => `${found()}: expected V ${2n * v} or ${2n * v + 1n}, L ${l + 1}`);
    return;
  }
  const steps = codes.binstrlen[x]! - l;
  if (!isPlaceOfComb(codes.binstrval[x]!, steps, inflows)) {
    notes.add(
      'code-skip',
      x,
      () => `${found()}, ${steps} bits on: with ${inflows} inflows in this zone no such step is expected`,
    );
  }
}

/** `0`, `10`, `110`, ... and all ones at the end: what `inflows` inflows share out. Bits above the step are left aside. */
function isPlaceOfComb(v: bigint, steps: number, inflows: number): boolean {
  if (steps > 64) return false;
  const suffix = BigInt.asUintN(steps, v);
  const ones = (1n << BigInt(steps)) - 1n;
  if (suffix === ones) return inflows >= 2 && steps === inflows - 1;
  return suffix === ones - 1n && (steps === 1 || steps < inflows);
}

function checkJoin(x: number, below: number, codes: GivenCodes, notes: NoteBook): void {
  const found = () => `${describeCode(codes, x)} flows into ${describeCode(codes, below)}`;
  if (!isZoneOutlet(codes, x)) {
    notes.add('zone-outlet', x, () => `${found()} and so leaves its zone: expected V 0, L 1`);
  }
  if (codes.basincode[x] !== codes.basincode[below]) {
    notes.add('zone-join', x, () => `${found()}: expected one basin code`);
    return;
  }
  const path = zonePathOf({ basincode: codes.basincode[x]!, subbasincd: codes.subbasincd[x]! });
  if (path !== undefined && path.at(-2) !== codes.subbasincd[below]) {
    notes.add(
      'zone-join',
      x,
      () => `${found()}: expected to flow into zone ${path.at(-2) ?? 'none, as a top-level zone'}`,
    );
  }
}
