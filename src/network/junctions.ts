/** Junctions: nodes where two or more reaches meet and flow on as one, each named by the reach directly below it. */
import type { CodedNetwork } from './network.ts';

/** Those reaches, in pre-order. Where reaches end together at an outlet nothing flows on, and there is no junction. */
export function junctionsOf(coded: Pick<CodedNetwork, 'inflows' | 'byId'>): Int32Array {
  return coded.byId.filter((x) => coded.inflows[x]! >= 2);
}
