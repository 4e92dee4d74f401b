/** Codes of reaches as text: the standard part of an MA string. */
import type { Zone } from '../network/network.ts';
import type { DatasetContent } from './content.ts';

/** With the dot, so that no part is the beginning of another. */
export function zonePart({ basincode, subbasincd }: Pick<Zone, 'basincode' | 'subbasincd'>): string {
  return `${basincode}${subbasincd}.`;
}

export function reachCode(content: DatasetContent, reach: number): string {
  const { zones, zone, binstrlen } = content.coded;
  return `${zonePart(zones[zone[reach]!]!)}${content.binstrvalOf(reach)}.${binstrlen[reach]}`;
}
