/** Named rivers: runs of reaches of one name along the flow. */
import type { CodedNetwork, Network } from './network.ts';

/** One entry a river, in pre-order of mouths; `riverOf` has one a reach. */
export interface Rivers {
  count: number;
  /** Number of the river's name, as given. */
  name: Int32Array;
  /** The lowest reach of the river. */
  mouth: Int32Array;
  /** The highest. */
  source: Int32Array;
  reaches: Int32Array;
  lengthKm: Float64Array;
  /** River of each reach, or -1. Unnamed reaches that were bridged have one. */
  riverOf: Int32Array;
}

export interface RiverOptions {
  /** The longest unnamed gap on a main stem that is bridged when the name goes on above it. Default 3. */
  gapReaches?: number;
}

const GAP_REACHES = 3;

/**
 * `name` holds the number of each reach's name, or -1. Where two inflows carry the name on, the river follows the one that is nearer
 * the main stem (greater weight); the other is a river of its own with the same name.
 */
export function riversOf(
  { down, lengthKm }: Pick<Network, 'down' | 'lengthKm'>,
  { byId, mainUp }: Pick<CodedNetwork, 'byId' | 'mainUp'>,
  name: Int32Array,
  options: RiverOptions = {},
): Rivers {
  const names = name.slice();
  const goesOn = continueNames(down, byId, names);
  bridgeGaps(down, mainUp, byId, names, goesOn, options.gapReaches ?? GAP_REACHES);

  const riverOf = new Int32Array(down.length).fill(-1);
  const mouths: number[] = [];
  for (const x of byId) {
    if (names[x]! < 0) continue;
    const below = down[x]!;
    if (below >= 0 && goesOn[below] === x) riverOf[x] = riverOf[below]!;
    else riverOf[x] = mouths.push(x) - 1;
  }
  const rivers: Rivers = {
    count: mouths.length,
    name: Int32Array.from(mouths, (mouth) => names[mouth]!),
    mouth: Int32Array.from(mouths),
    source: Int32Array.from(mouths),
    reaches: new Int32Array(mouths.length),
    lengthKm: new Float64Array(mouths.length),
    riverOf,
  };
  for (const x of byId) {
    const river = riverOf[x]!;
    if (river < 0) continue;
    rivers.source[river] = x;
    rivers.reaches[river]!++;
    rivers.lengthKm[river]! += lengthKm[x]! || 0;
  }
  return rivers;
}

/** By reach: the inflow that goes on with its name, or -1. Pre-order meets the heavier inflow first. */
function continueNames(down: Int32Array, byId: Int32Array, names: Int32Array): Int32Array {
  const goesOn = new Int32Array(down.length).fill(-1);
  for (const x of byId) {
    const below = down[x]!;
    if (below >= 0 && names[x]! >= 0 && names[below] === names[x] && goesOn[below] === -1) goesOn[below] = x;
  }
  return goesOn;
}

/** Looks down from the lowest reach of each run; the unnamed reaches in between get the name. */
function bridgeGaps(
  down: Int32Array,
  mainUp: Int32Array,
  byId: Int32Array,
  names: Int32Array,
  goesOn: Int32Array,
  gapReaches: number,
): void {
  for (const mouth of byId) {
    const name = names[mouth]!;
    if (name < 0) continue;
    let x = mouth;
    let below = down[x]!;
    for (let gap = 0; gap < gapReaches && below >= 0 && names[below]! < 0 && mainUp[below] === x; gap++) {
      x = below;
      below = down[x]!;
    }
    if (x === mouth || below < 0 || names[below] !== name || mainUp[below] !== x || goesOn[below] !== -1) continue;
    for (let y = mouth; y !== below; y = down[y]!) {
      names[y] = name;
      goesOn[down[y]!] = y;
    }
  }
}
