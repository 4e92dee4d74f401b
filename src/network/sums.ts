/**
 * What a reach gathers from upstream: length, weight and the way to its outlet. Lengths and areas are counted in whole millionths
 * (millimetres, square metres): such sums are exact, so the order of the input cannot change a code.
 */
import type { Inflows } from './inflows.ts';
import type { Network } from './network.ts';

const MILLION = 1e6;

/** A missing, negative or infinite value counts as nothing. */
export function toMillionths(value: number): number {
  const millionths = Math.round(value * MILLION);
  return millionths > 0 && millionths < Number.POSITIVE_INFINITY ? millionths : 0;
}

export interface Sums {
  lengthMm: Float64Array;
  upstreamLengthKm: Float64Array;
  distanceToOutletKm: Float64Array;
  weight: Float64Array;
  /** Whether areas or lengths made the weight. */
  weighedBy: 'area' | 'length';
  /** Reaches without an area in a network that has areas. */
  areasMissing: number;
}

export function sumUpstream(network: Network, inflows: Inflows): Sums {
  const { count, down } = network;
  const lengthMm = network.lengthKm.map(toMillionths);
  const upstreamMm = lengthMm.slice();
  addUpstream(upstreamMm, down, inflows.downstreamFirst);
  const distanceMm = new Float64Array(count);
  for (const x of inflows.downstreamFirst) {
    const below = down[x]!;
    if (below >= 0) distanceMm[x] = distanceMm[below]! + lengthMm[below]!;
  }
  const upstreamLengthKm = inUnits(upstreamMm);
  const distanceToOutletKm = inUnits(distanceMm);
  const areas = areaWeights(network, inflows.downstreamFirst);
  return {
    lengthMm,
    upstreamLengthKm,
    distanceToOutletKm,
    weight: areas?.weight ?? upstreamLengthKm.slice(),
    weighedBy: areas === undefined ? 'length' : 'area',
    areasMissing: areas?.missing ?? 0,
  };
}

function addUpstream(sum: Float64Array, down: Int32Array, downstreamFirst: Int32Array): void {
  for (let i = downstreamFirst.length - 1; i >= 0; i--) {
    const x = downstreamFirst[i]!;
    const below = down[x]!;
    if (below >= 0) sum[below]! += sum[x]!;
  }
}

/**
 * Areas are totals already. Where one is missing the sum of the inflows' stands in, nothing at a headwater: never more than the
 * true area, so a gap in the data cannot make a small stream the main one. Without a single area there is nothing to go by.
 */
function areaWeights(
  network: Network,
  downstreamFirst: Int32Array,
): { weight: Float64Array; missing: number } | undefined {
  if (network.areaKm2 === undefined) return undefined;
  const { count, down } = network;
  const squareMetres = network.areaKm2.map(toMillionths);
  let missing = 0;
  for (const area of squareMetres) if (area === 0) missing++;
  if (missing === count) return undefined;
  if (missing > 0) {
    const fromInflows = new Float64Array(count);
    for (let i = count - 1; i >= 0; i--) {
      const x = downstreamFirst[i]!;
      if (squareMetres[x] === 0) squareMetres[x] = fromInflows[x]!;
      const below = down[x]!;
      if (below >= 0) fromInflows[below]! += squareMetres[x]!;
    }
  }
  return { weight: inUnits(squareMetres), missing };
}

function inUnits(millionths: Float64Array): Float64Array {
  for (let x = 0; x < millionths.length; x++) millionths[x]! /= MILLION;
  return millionths;
}
