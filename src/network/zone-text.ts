/** Numbers of zones as text that never runs out. */
import { MAX_ZONE_NUMBER, zoneGroupOf } from '../code/zone.ts';

export const MAX_GROUPS_DEEP = 16;

/** The last group, `ZZZ`, is kept back to say "count on in the next group". */
const COUNT_ON = zoneGroupOf(MAX_ZONE_NUMBER);
const OWN_GROUPS = MAX_ZONE_NUMBER - 1;

/**
 * The text of the n-th zone beside others: one group as a rule; the 34695th is `ZZZ001`. So there is a code for every zone, even
 * when a broken file gives millions of them.
 */
export function zoneText(n: number): string {
  const continued = groupsOf(n) - 1;
  return COUNT_ON.repeat(continued) + zoneGroupOf(n - continued * OWN_GROUPS);
}

/** How many groups `zoneText(n)` has. */
export function groupsOf(n: number): number {
  return Math.ceil(n / OWN_GROUPS);
}
