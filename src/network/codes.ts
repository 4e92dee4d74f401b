/** The binary-tree code of every reach in its zone, and where a zone of its own begins (spec: binary-tree code, zones). */
import { ASSIGNED_BINSTRVAL_END } from '../code/limits.ts';
import type { Inflows } from './inflows.ts';
import { toMillionths } from './sums.ts';

/** Zones in the order they were met, each after the one it flows into. */
export interface RawZones {
  outlet: number[];
  /** Position of the zone below, or -1 for the zone of a basin's outlet. */
  parent: number[];
  /** Zones that began only because V would have grown past 2^53. */
  forced: number[];
}

export interface Placement {
  binstrval: Float64Array;
  binstrlen: Int32Array;
  zone: Int32Array;
  zones: RawZones;
}

/**
 * Inflows must be sorted, main stem first. The main stem takes bit 0. Of the tributaries those with a share of the basin's weight
 * take a zone; the others take `10`, `110`, ... and the last one drops the closing 0. A tributary whose own main stem would
 * leave V < 2^53 takes a zone too, and no place in this comb. Each is tried with the code it has if the next is placed as well.
 */
export function placeCodes(
  down: Int32Array,
  inflows: Inflows,
  weight: Float64Array,
  stemReaches: Int32Array,
  zoneShare: number,
): Placement {
  const { start, list, downstreamFirst } = inflows;
  const binstrval = new Float64Array(down.length);
  const binstrlen = new Int32Array(down.length);
  const zone = new Int32Array(down.length);
  const zones: RawZones = { outlet: [], parent: [], forced: [] };
  let basinWeight = 0;

  const openZone = (outlet: number, parent: number) => {
    zone[outlet] = zones.outlet.length;
    binstrlen[outlet] = 1;
    zones.outlet.push(outlet);
    zones.parent.push(parent);
  };
  const place = (x: number, v: number, l: number, z: number) => {
    binstrval[x] = v;
    binstrlen[x] = l;
    zone[x] = z;
  };

  // A basin's reaches follow its outlet in this order, so one basin weight at a time is enough.
  for (const x of downstreamFirst) {
    if (down[x]! < 0) {
      openZone(x, -1);
      basinWeight = toMillionths(weight[x]!);
    }
    const from = start[x]!;
    const to = start[x + 1]!;
    if (from === to) continue;
    const v = binstrval[x]!;
    const l = binstrlen[x]!;
    const z = zone[x]!;
    place(list[from]!, v * 2, l + 1, z);

    let placed = 0;
    let lastPlaced = -1;
    let closed = false;
    for (let i = from + 1; i < to; i++) {
      const tributary = list[i]!;
      if (toMillionths(weight[tributary]!) / basinWeight >= zoneShare) {
        openZone(tributary, z);
        continue;
      }
      const isLast = i === to - 1;
      const bits = isLast ? placed + 1 : placed + 2;
      const comb = isLast ? 2 ** bits - 1 : 2 ** bits - 2;
      const mouthV = v * 2 ** bits + comb;
      if (mouthV * 2 ** (stemReaches[tributary]! - 1) >= ASSIGNED_BINSTRVAL_END) {
        zones.forced.push(zones.outlet.length);
        openZone(tributary, z);
        continue;
      }
      place(tributary, mouthV, l + bits, z);
      placed++;
      lastPlaced = tributary;
      closed = isLast;
    }
    if (placed > 0 && !closed) place(lastPlaced, v * 2 ** placed + 2 ** placed - 1, l + placed, z);
  }
  return { binstrval, binstrlen, zone, zones };
}
