/** Codes that come with the data: kept exactly, grouped by zone and put into the order of the binary tree. */

/** One entry a reach. */
export interface GivenCodes {
  basincode: Int32Array;
  subbasincd: readonly string[];
  /** Exact to 2^64 - 1. */
  binstrval: BigUint64Array;
  binstrlen: Int32Array;
}

export interface GivenZones {
  /** Zone of each reach. */
  zone: Int32Array;
  basincode: number[];
  subbasincd: string[];
}

export function groupByZone({ basincode, subbasincd }: GivenCodes): GivenZones {
  const positions = new Map<string, number>();
  const zones: GivenZones = { zone: new Int32Array(basincode.length), basincode: [], subbasincd: [] };
  for (let x = 0; x < basincode.length; x++) {
    const key = `${basincode[x]} ${subbasincd[x]}`;
    let z = positions.get(key);
    if (z === undefined) {
      z = positions.size;
      positions.set(key, z);
      zones.basincode.push(basincode[x]!);
      zones.subbasincd.push(subbasincd[x]!);
    }
    zones.zone[x] = z;
  }
  return zones;
}

/** V fits L: the first bit is 0. */
export function isTreeCodeAt({ binstrval, binstrlen }: GivenCodes, x: number): boolean {
  const l = binstrlen[x]!;
  return l >= 1 && (l > 64 || binstrval[x]! < 1n << BigInt(l - 1));
}

/** Is `above` strictly upstream of `below` by their binary strings, both in one zone? */
export function isAboveByCode({ binstrval, binstrlen }: GivenCodes, above: number, below: number): boolean {
  const steps = binstrlen[above]! - binstrlen[below]!;
  return steps > 0 && shiftRight(binstrval[above]!, steps) === binstrval[below]!;
}

export function isSameCode({ binstrval, binstrlen }: GivenCodes, a: number, b: number): boolean {
  return binstrlen[a] === binstrlen[b] && binstrval[a] === binstrval[b];
}

/** Reaches by zone, and in a zone like words in a dictionary of binary strings: each directly before all that is above it. */
export function dictionaryOrder(codes: GivenCodes, { zone }: GivenZones): Int32Array {
  const { binstrval, binstrlen } = codes;
  const order = Int32Array.from(zone, (_, x) => x);
  if (binstrval.every((v) => v <= BigInt(Number.MAX_SAFE_INTEGER))) {
    // Numbers sort several times faster than bigints; halving them is exact.
    const v = Float64Array.from(binstrval, Number);
    return order.sort((a, b) => {
      if (zone[a] !== zone[b]) return zone[a]! - zone[b]!;
      const longer = binstrlen[a]! - binstrlen[b]!;
      const va = longer > 0 ? Math.floor(v[a]! / 2 ** longer) : v[a]!;
      const vb = longer < 0 ? Math.floor(v[b]! / 2 ** -longer) : v[b]!;
      return va - vb || longer || a - b;
    });
  }
  return order.sort((a, b) => {
    if (zone[a] !== zone[b]) return zone[a]! - zone[b]!;
    const longer = binstrlen[a]! - binstrlen[b]!;
    const va = shiftRight(binstrval[a]!, Math.max(0, longer));
    const vb = shiftRight(binstrval[b]!, Math.max(0, -longer));
    return va < vb ? -1 : va > vb ? 1 : longer || a - b;
  });
}

/** V has at most 64 bits, so a longer way leaves nothing of it. */
function shiftRight(value: bigint, steps: number): bigint {
  return steps >= 64 ? 0n : value >> BigInt(steps);
}

/** For messages: `3261001.0.1715`. */
export function describeCode({ basincode, subbasincd, binstrval, binstrlen }: GivenCodes, x: number): string {
  return `${basincode[x]}${subbasincd[x]}.${binstrval[x]}.${binstrlen[x]}`;
}
