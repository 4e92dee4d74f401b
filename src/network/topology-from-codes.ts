/** What flows into what, read from codes alone: for coded data that comes without topology. */
import { parentZoneOf } from '../code/zone.ts';
import { breakCycles } from './cycles.ts';
import {
  describeCode,
  dictionaryOrder,
  type GivenCodes,
  type GivenZones,
  groupByZone,
  isAboveByCode,
  isSameCode,
} from './given-codes.ts';
import type { NetworkNote } from './network.ts';
import { type NoteBook, openNoteBook } from './notes.ts';

/** Zone `subbasincd` flows into reach (V, L) of zone `into`. */
export interface GivenJoin {
  basincode: number;
  subbasincd: string;
  /** Default: the zone whose code is one group shorter. */
  into?: string;
  binstrval: bigint;
  binstrlen: number;
}

/**
 * In a zone every reach flows into the nearest one below that exists. Zones are joined by the table; without an entry a zone ends in
 * an outlet, and that is noted.
 */
export function topologyFromCodes(
  codes: GivenCodes,
  joins: readonly GivenJoin[] = [],
): { down: Int32Array; notes: NetworkNote[] } {
  const zones = groupByZone(codes);
  const order = dictionaryOrder(codes, zones);
  const notes = openNoteBook();
  const { down, lowest } = linkInZones(codes, zones, order, notes);
  joinZones(codes, zones, lowest, down, joins, notes);
  return { down, notes: notes.list() };
}

/** In dictionary order the reaches below x that exist are a stack; `lowest` is the first reach of each zone. */
function linkInZones(
  codes: GivenCodes,
  { zone, basincode }: GivenZones,
  order: Int32Array,
  notes: NoteBook,
): { down: Int32Array; lowest: Int32Array } {
  const down = new Int32Array(order.length).fill(-1);
  const lowest = new Int32Array(basincode.length).fill(-1);
  const stack: number[] = [];
  let current = -1;
  for (const x of order) {
    const z = zone[x]!;
    if (z !== current) {
      current = z;
      stack.length = 0;
      lowest[z] = x;
    }
    while (stack.length > 0 && !isAboveByCode(codes, x, stack.at(-1)!)) {
      if (isSameCode(codes, x, stack.at(-1)!)) break;
      stack.pop();
    }
    const below = stack.at(-1);
    if (below !== undefined && isSameCode(codes, x, below)) {
      down[x] = down[below]!;
      notes.add(
        'code-duplicate',
        x,
        () => `${describeCode(codes, x)} is the code of more than one reach; what is above flows into the first`,
      );
      continue;
    }
    if (below !== undefined) down[x] = below;
    else if (lowest[z] !== x)
      notes.add(
        'code-orphan',
        x,
        () => `${describeCode(codes, x)} has no reach below it in its zone; treated as an outlet`,
      );
    stack.push(x);
  }
  return { down, lowest };
}

function joinZones(
  codes: GivenCodes,
  zones: GivenZones,
  lowest: Int32Array,
  down: Int32Array,
  joins: readonly GivenJoin[],
  notes: NoteBook,
): void {
  const table = new Map(joins.map((join) => [`${join.basincode} ${join.subbasincd}`, join]));
  const reaches = findJoined(codes, joins);
  zones.subbasincd.forEach((subbasincd, z) => {
    const outlet = lowest[z]!;
    const text = `${zones.basincode[z]}${subbasincd}`;
    const join = table.get(`${zones.basincode[z]} ${subbasincd}`);
    const into = zoneInto(join ?? { basincode: zones.basincode[z]!, subbasincd });
    if (join === undefined) {
      if (into === undefined) return;
      notes.add(
        'zone-join-unknown',
        outlet,
        () => `Nothing says where zone ${text} flows into ${into}; treated as an outlet`,
      );
      return;
    }
    const below = reaches.get(joinedCode(join));
    if (below !== undefined) {
      down[outlet] = below;
      return;
    }
    notes.add(
      'zone-join-unknown',
      outlet,
      () => `Zone ${text} is said to flow into ${joinedCode(join)}, which is not there; treated as an outlet`,
    );
  });
  const byText = (a: number, b: number) => (describeCode(codes, a) < describeCode(codes, b) ? -1 : 1);
  for (const { reach, length } of breakCycles(down, byText)) {
    notes.add(
      'cycle',
      reach,
      () =>
        `${length} reaches flow in a circle by the table of zones; ${describeCode(codes, reach)} was made an outlet`,
    );
  }
}

function zoneInto(join: Pick<GivenJoin, 'basincode' | 'subbasincd' | 'into'>): string | undefined {
  return join.into ?? parentZoneOf(join)?.subbasincd;
}

function joinedCode(join: GivenJoin): string {
  return `${join.basincode}${zoneInto(join) ?? ''}.${join.binstrval}.${join.binstrlen}`;
}

/** The reaches that zones join, by their codes. */
function findJoined(codes: GivenCodes, joins: readonly GivenJoin[]): Map<string, number> {
  const wanted = new Set(joins.map(joinedCode));
  const found = new Map<string, number>();
  if (wanted.size === 0) return found;
  for (let x = 0; x < codes.basincode.length; x++) {
    const code = describeCode(codes, x);
    if (wanted.has(code) && !found.has(code)) found.set(code, x);
  }
  return found;
}
