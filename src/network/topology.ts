/** From source ids to positions: which reach flows into which, with every fault of the source found, mended and told. */
import { breakCycles } from './cycles.ts';
import { type Ids, type IdTable, isMissing, openIdTable } from './id-table.ts';
import type { NetworkNote } from './network.ts';
import { type NoteBook, openNoteBook } from './notes.ts';
import { idOrder, ranksOf } from './ranks.ts';

/** Either `downIds` (and `furtherDown`), or `fromNode` and `toNode`, say what flows where. */
export interface TopologyInput {
  ids: Ids;
  /** Id of the reach below; NaN, undefined or '' at an outlet. 0 and -1 too, unless a reach has that id. */
  downIds?: Ids;
  /** More ways down: reach `from[i]` also flows into `to[i]`. */
  furtherDown?: { from: Ids; to: Ids };
  fromNode?: Ids;
  toNode?: Ids;
  /** 2 marks a minor path of a divergence. */
  divergence?: Uint8Array;
  areaKm2?: Float64Array;
  lengthKm?: Float64Array;
  /** Tells two reaches of the same id apart where nothing else does (such as a hash of the line): the smaller is kept. */
  distinguisher?: Float64Array;
}

/** Arrays run parallel to the input. */
export interface Topology {
  /** Free of cycles; rejected reaches flow nowhere and nothing flows into them. */
  down: Int32Array;
  rank: Int32Array;
  /** Reaches to leave out, ascending: without an id, or with the id of another. */
  rejected: Int32Array;
  /** How often each kind of note came up, in full. */
  counts: Record<TopologyNoteKind, number>;
  notes: NetworkNote[];
}

const KINDS = ['id-missing', 'duplicate', 'self-loop', 'dangling', 'bifurcation', 'cycle'] as const;
export type TopologyNoteKind = (typeof KINDS)[number];

type Compare = (a: number, b: number) => number;

/** The result is the same whatever the order of the input, but for reaches that nothing tells apart. */
export function resolveTopology(input: TopologyInput): Topology {
  const count = input.ids.length;
  const notes = openNoteBook();
  const order = idOrder(input.ids);
  const rank = ranksOf(order);
  const { table, isRejected } = indexIds(input, order, notes);
  const mainFirst = mainPathFirst(input, rank);
  const down = new Int32Array(count).fill(-1);
  const way: Way = { input, order, isRejected, mainFirst, down, notes };
  if (input.fromNode !== undefined && input.toNode !== undefined) followNodes(way, input.fromNode, input.toNode);
  else followIds(way, table);

  const area = input.areaKm2;
  const largest: Compare = (a, b) => (area?.[b] || 0) - (area?.[a] || 0) || rank[a]! - rank[b]!;
  const cuts = breakCycles(down, largest).sort((a, b) => rank[a.reach]! - rank[b.reach]!);
  for (const { reach, length } of cuts) {
    notes.add(
      'cycle',
      reach,
      () => `${length} reaches flow in a circle; ${input.ids[reach]} was made an outlet to break it`,
    );
  }
  const rejected = Int32Array.from(order.filter((x) => isRejected[x] === 1)).sort();
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, notes.count(kind)])) as Topology['counts'];
  return { down, rank, rejected, counts, notes: notes.list() };
}

/** The topology of the reaches that are left when the rejected ones are dropped; `kept` are their positions in the input. */
export function withoutRejected({ down, rank, rejected }: Pick<Topology, 'down' | 'rank' | 'rejected'>): {
  kept: Int32Array;
  down: Int32Array;
  rank: Int32Array;
} {
  const newPlace = new Int32Array(down.length);
  for (const x of rejected) newPlace[x] = -1;
  const kept = new Int32Array(down.length - rejected.length);
  let next = 0;
  for (let x = 0; x < down.length; x++) {
    if (newPlace[x]! < 0) continue;
    newPlace[x] = next;
    kept[next++] = x;
  }
  const order = ranksOf(rank).filter((x) => newPlace[x]! >= 0);
  return {
    kept,
    down: kept.map((x) => (down[x]! < 0 ? -1 : newPlace[down[x]!]!)),
    rank: ranksOf(order.map((x) => newPlace[x]!)),
  };
}

interface Way {
  input: TopologyInput;
  order: Int32Array;
  isRejected: Uint8Array;
  mainFirst: Compare;
  down: Int32Array;
  notes: NoteBook;
}

/** Where water may go two ways: not the minor path, then the greater area, the longer reach, the smaller id. */
function mainPathFirst({ divergence, areaKm2, lengthKm }: TopologyInput, rank: Int32Array): Compare {
  const minor = (x: number) => (divergence?.[x] === 2 ? 1 : 0);
  return (a, b) =>
    minor(a) - minor(b) ||
    (areaKm2?.[b] || 0) - (areaKm2?.[a] || 0) ||
    (lengthKm?.[b] || 0) - (lengthKm?.[a] || 0) ||
    rank[a]! - rank[b]!;
}

/** Of several reaches with one id the longest is kept, then the one of greater area, then by where it flows. */
function indexIds(
  input: TopologyInput,
  order: Int32Array,
  notes: NoteBook,
): { table: IdTable; isRejected: Uint8Array } {
  const { ids, lengthKm, areaKm2, distinguisher } = input;
  const downIds = input.downIds ?? input.toNode;
  const better = (a: number, b: number) =>
    (lengthKm?.[b] || 0) - (lengthKm?.[a] || 0) ||
    (areaKm2?.[b] || 0) - (areaKm2?.[a] || 0) ||
    compareIds(downIds?.[a], downIds?.[b]) ||
    (distinguisher?.[a] || 0) - (distinguisher?.[b] || 0);
  const table = openIdTable(ids);
  const isRejected = new Uint8Array(ids.length);
  for (const x of order) {
    if (isMissing(ids[x])) {
      isRejected[x] = 1;
      notes.add('id-missing', x, () => 'A reach has no id and is left out');
      continue;
    }
    const other = table.add(x);
    if (other < 0) continue;
    const loser = better(x, other) < 0 ? other : x;
    if (loser === other) table.replace(x);
    isRejected[loser] = 1;
    notes.add(
      'duplicate',
      loser,
      () => `${ids[x]} is the id of more than one reach; the longest is kept, this one left out`,
    );
  }
  return { table, isRejected };
}

function compareIds(a: number | string | undefined, b: number | string | undefined): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a)) return missing;
  return a! < b! ? -1 : a! > b! ? 1 : 0;
}

function meansOutlet(id: number | string | undefined): boolean {
  return isMissing(id) || id === 0 || id === -1 || id === '0' || id === '-1';
}

function followIds(way: Way, table: IdTable): void {
  const { input, order, isRejected, notes } = way;
  const { downIds, furtherDown } = input;
  if (downIds !== undefined) {
    for (const x of order) if (isRejected[x] === 0) addWayDown(way, x, downIds[x], table);
  }
  if (furtherDown === undefined) return;
  const { from, to } = furtherDown;
  for (let i = 0; i < from.length; i++) {
    const x = table.find(from[i]);
    if (x >= 0) addWayDown(way, x, to[i], table);
    else notes.add('dangling', -1, () => `${from[i]} is said to flow into ${to[i]} but is not in the file`);
  }
}

function addWayDown(way: Way, x: number, downId: number | string | undefined, table: IdTable): void {
  const { down, mainFirst, notes } = way;
  const { ids } = way.input;
  const below = table.find(downId);
  const before = down[x]!;
  if (below === x) {
    notes.add('self-loop', x, () => `${ids[x]} flows into itself; that way is ignored`);
  } else if (below < 0) {
    if (meansOutlet(downId)) return;
    notes.add('dangling', x, () => `${ids[x]} flows into ${downId}, which is not in the file; that way is ignored`);
  } else if (before < 0) {
    down[x] = below;
  } else if (before !== below) {
    const main = mainFirst(before, below) < 0 ? before : below;
    const minor = main === before ? below : before;
    down[x] = main;
    notes.add(
      'bifurcation',
      minor,
      () => `${ids[x]} flows into ${ids[main]} and ${ids[minor]}; only the first, the main one, is followed`,
    );
  }
}

/** Every reach flows into the main one of those that leave the node where it ends. */
function followNodes(way: Way, fromNode: Ids, toNode: Ids): void {
  const { input, order, isRejected, mainFirst, down, notes } = way;
  const mainLeaving = openIdTable(fromNode);
  const others: number[] = [];
  for (const x of order) {
    // A reach that comes back to its own node must not catch what flows through there.
    if (isRejected[x] === 1 || isMissing(fromNode[x]) || fromNode[x] === toNode[x]) continue;
    const before = mainLeaving.add(x);
    if (before < 0) continue;
    if (mainFirst(x, before) < 0) mainLeaving.replace(x);
    others.push(mainFirst(x, before) < 0 ? before : x);
  }
  const hasInflow = new Uint8Array(down.length);
  for (const x of order) {
    if (isRejected[x] === 1) continue;
    if (fromNode[x] === toNode[x] && !isMissing(toNode[x])) {
      notes.add('self-loop', x, () => `${input.ids[x]} ends where it begins; treated as an outlet`);
      continue;
    }
    down[x] = mainLeaving.find(toNode[x]);
    if (down[x]! >= 0) hasInflow[down[x]!] = 1;
  }
  for (const x of others) {
    const main = mainLeaving.find(fromNode[x]);
    if (hasInflow[main] === 0) continue;
    notes.add(
      'bifurcation',
      x,
      () =>
        `${input.ids[x]} and ${input.ids[main]} leave the same node; what arrives there flows into ${input.ids[main]}`,
    );
  }
}
