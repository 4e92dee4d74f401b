/** The number of every zone among those that flow into the same zone, and where codes would grow too long and have to begin anew. */
import type { RawZones } from './codes.ts';
import type { Compare } from './stems.ts';
import { groupsOf, MAX_GROUPS_DEEP } from './zone-text.ts';

const AREAS_OF_A_CONTINENT = 100;

export interface ZoneNumbers {
  /** From 1; 0 for a zone that flows into none, or that was cut off. */
  number: Int32Array;
  /** 1 where a zone's text would have been longer than 48 characters: it is coded as a basin of its own. */
  cutOff: Uint8Array;
}

/**
 * Zones flowing into one zone are numbered going upstream: by L, then V of the reach they flow into, then main stem first.
 * `joins` is the reach below each zone.
 */
export function numberZones(
  zones: RawZones,
  joins: Int32Array,
  binstrval: Float64Array,
  binstrlen: Int32Array,
  compare: Compare,
): ZoneNumbers {
  const { outlet, parent } = zones;
  const count = outlet.length;
  const goingUpstream: Compare = (a, b) => {
    const p = joins[a]!;
    const q = joins[b]!;
    return binstrlen[p]! - binstrlen[q]! || binstrval[p]! - binstrval[q]! || compare(outlet[a]!, outlet[b]!);
  };
  const number = new Int32Array(count);
  for (const siblings of siblingsOf(parent)) {
    siblings.sort(goingUpstream);
    for (let i = 0; i < siblings.length; i++) number[siblings[i]!] = i + 1;
  }

  // The top-level zone of a basin has one group; more only where an area holds more basins than there are groups.
  const topGroups = groupsOf(Math.ceil(count / AREAS_OF_A_CONTINENT));
  const deep = new Int32Array(count);
  const cutOff = new Uint8Array(count);
  for (let z = 0; z < count; z++) {
    deep[z] = parent[z]! < 0 ? topGroups : deep[parent[z]!]! + groupsOf(number[z]!);
    if (deep[z]! <= MAX_GROUPS_DEEP) continue;
    cutOff[z] = 1;
    deep[z] = topGroups;
  }
  return { number, cutOff };
}

/** One array for each zone that others flow into. */
function* siblingsOf(parent: readonly number[]): Generator<Int32Array> {
  const start = new Int32Array(parent.length + 2);
  for (const p of parent) if (p >= 0) start[p + 2]!++;
  for (let z = 2; z <= parent.length; z++) start[z]! += start[z - 1]!;
  const list = new Int32Array(parent.length);
  parent.forEach((p, z) => {
    if (p >= 0) list[start[p + 1]!++] = z;
  });
  for (let z = 0; z < parent.length; z++) {
    if (start[z + 1]! > start[z]!) yield list.subarray(start[z]!, start[z + 1]!);
  }
}
