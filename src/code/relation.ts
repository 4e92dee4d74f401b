/** How two codes lie to each other, from codes and the small table of where zones join (spec 3.10 and 3.11). */

import { isReachCode, type TreeCode, type WaterCode, type ZoneCode } from './model.ts';
import { isUpstreamInZone } from './tree.ts';
import { isBasinArea, zonePathOf } from './zone.ts';

/** `a` to `b`: `upstream` says that the water of `a` reaches `b`; `unknown` that the codes and the table do not tell. */
export type Relation = 'same' | 'upstream' | 'downstream' | 'same-basin' | 'different-basins' | 'unknown';

/** The reach, in the zone below, that a zone flows into. */
export interface ZoneJoin extends TreeCode {
  readonly subbasincd: string;
}

/** Where each zone joins; undefined for a zone that joins none, or that the table does not know. */
export interface ZoneTable {
  joinOf(basincode: number, subbasincd: string): ZoneJoin | undefined;
}

/**
 * How `a` lies to `b`. A sub-basin stands for its outlet reach. Across zones it takes the table of joins; without
 * what it needs of it the answer is `unknown`, never a guess.
 *
 * @example relationOf(parseCode('3261001.0.9'), parseCode('3261001.0.5')) // 'upstream'
 * @example relationOf(parseCode('3261001003.0.1'), parseCode('3261001.0.5')) // 'unknown': no table
 * @example relationOf(parseCode('3261001.0.9'), parseCode('3262001.0.5')) // 'different-basins'
 */
export function relationOf(a: WaterCode, b: WaterCode, table?: ZoneTable): Relation {
  if (a.basincode !== b.basincode) return 'different-basins';
  if (a.subbasincd === b.subbasincd) return relationInZone(treeCodeOf(a), treeCodeOf(b));
  const pathA = zonePathOf(a);
  const pathB = zonePathOf(b);
  if (pathA === undefined || pathB === undefined) return relationByTable(a, b, table);
  if (isBasinArea(a.basincode) && pathA[0] !== pathB[0]) return 'different-basins';
  if (pathA.includes(b.subbasincd)) return isInflowUpstream(a, pathA[pathB.length], b, table, 'upstream');
  if (pathB.includes(a.subbasincd)) return isInflowUpstream(b, pathB[pathA.length], a, table, 'downstream');
  return 'same-basin';
}

/** The outlet reach of every zone. */
const OUTLET: TreeCode = { binstrval: 0n, binstrlen: 1 };

function treeCodeOf(code: WaterCode): TreeCode {
  return isReachCode(code) ? code : OUTLET;
}

function relationInZone(a: TreeCode, b: TreeCode): Relation {
  if (a.binstrlen === b.binstrlen) return a.binstrval === b.binstrval ? 'same' : 'same-basin';
  if (isUpstreamInZone(a, b)) return 'upstream';
  return isUpstreamInZone(b, a) ? 'downstream' : 'same-basin';
}

/** All of `inner` leaves through the child zone `inflow` of `below`'s zone: only where that joins decides. */
function isInflowUpstream(
  inner: ZoneCode,
  inflow: string | undefined,
  below: WaterCode,
  table: ZoneTable | undefined,
  yes: 'upstream' | 'downstream',
): Relation {
  const target = treeCodeOf(below);
  if (target.binstrlen === 1) return yes;
  const join = inflow === undefined ? undefined : table?.joinOf(inner.basincode, inflow);
  if (join === undefined || join.subbasincd !== below.subbasincd) return 'unknown';
  return isUpstreamInZone(join, target) ? yes : 'same-basin';
}

/** For sub-basin codes that are no groups: follow the table down from both, and see where the ways meet. */
function relationByTable(a: WaterCode, b: WaterCode, table: ZoneTable | undefined): Relation {
  if (table === undefined) return 'unknown';
  const wayA = wayDown(a, table);
  const inB = wayA.get(b.subbasincd);
  if (inB !== undefined) return isUpstreamInZone(inB, treeCodeOf(b)) ? 'upstream' : 'same-basin';
  const wayB = wayDown(b, table);
  const inA = wayB.get(a.subbasincd);
  if (inA !== undefined) return isUpstreamInZone(inA, treeCodeOf(a)) ? 'downstream' : 'same-basin';
  for (const zone of wayA.keys()) if (wayB.has(zone)) return 'same-basin';
  return 'unknown';
}

/** Each zone that the water of a zone passes, and where it enters. A table that runs in a circle ends the way. */
function wayDown({ basincode, subbasincd }: ZoneCode, table: ZoneTable): Map<string, TreeCode> {
  const way = new Map<string, TreeCode>();
  let join = table.joinOf(basincode, subbasincd);
  while (join !== undefined && !way.has(join.subbasincd) && join.subbasincd !== subbasincd) {
    way.set(join.subbasincd, join);
    join = table.joinOf(basincode, join.subbasincd);
  }
  return way;
}
