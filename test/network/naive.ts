/**
 * A second way to the same codes, to compare with: objects, recursion and binary strings, straight from the words of the
 * specification. For small networks only.
 */
import type { CodingOptions, Network } from '../../src/network/network.ts';

interface Reach {
  rank: number;
  lengthMm: bigint;
  inflows: Reach[];
  down: Reach | undefined;
  weight: bigint;
  upstreamMm: bigint;
  strahler: number;
  lon: number;
  lat: number;
  continent: number;
  basincode: number;
  zone: string;
  bits: string;
  id: number;
  last: number;
}

export interface NaiveReach {
  code: string;
  strahler: number;
  id: number;
  last: number;
}

/** By rank. Without pins, and for at most 899 basins a continent. */
export function naiveCodes(network: Network, options: CodingOptions = {}): NaiveReach[] {
  const share = BigInt(Math.round((options.zoneShare ?? 0.01) * 10_000));
  const reaches = read(network);
  const outlets = reaches.filter((reach) => reach.down === undefined);
  const useArea = network.areaKm2?.some((area) => area > 0) ?? false;
  outlets.forEach((outlet) => {
    weigh(outlet, useArea);
    sortInflows(outlet);
  });

  const largestFirst = outlets.sort((a, b) => Number(b.weight - a.weight) || a.rank - b.rank);
  const counts = new Map<number, number>();
  for (const outlet of largestFirst) {
    const number = (counts.get(outlet.continent) ?? 0) + 1;
    counts.set(outlet.continent, number);
    outlet.basincode = outlet.continent * 1000 + number;
    codeZone(outlet, outlet.basincode, '001', outlet.weight, share);
  }
  let next = 1;
  for (const outlet of largestFirst.sort((a, b) => a.basincode - b.basincode)) next = numberFrom(outlet, next);
  return reaches
    .sort((a, b) => a.rank - b.rank)
    .map((reach) => ({
      code: `${reach.basincode}${reach.zone}.${BigInt(`0b${reach.bits}`)}.${reach.bits.length}`,
      strahler: reach.strahler,
      id: reach.id,
      last: reach.last,
    }));
}

function read(network: Network): Reach[] {
  const reaches: Reach[] = Array.from(network.rank, (rank, i) => ({
    rank,
    lengthMm: BigInt(Math.round(network.lengthKm[i]! * 1e6)),
    inflows: [],
    down: undefined,
    weight: BigInt(Math.round((network.areaKm2?.[i] || 0) * 1e6)),
    upstreamMm: 0n,
    strahler: 0,
    lon: network.endLon[i]!,
    lat: network.endLat[i]!,
    continent: network.continent[i]!,
    basincode: 0,
    zone: '',
    bits: '',
    id: 0,
    last: 0,
  }));
  network.down.forEach((below, i) => {
    if (below < 0) return;
    reaches[i]!.down = reaches[below]!;
    reaches[below]!.inflows.push(reaches[i]!);
  });
  return reaches;
}

function weigh(reach: Reach, useArea: boolean): void {
  for (const inflow of reach.inflows) weigh(inflow, useArea);
  const sum = (of: (inflow: Reach) => bigint) => reach.inflows.reduce((total, inflow) => total + of(inflow), 0n);
  reach.upstreamMm = reach.lengthMm + sum((inflow) => inflow.upstreamMm);
  if (!useArea) reach.weight = reach.upstreamMm;
  else if (reach.weight === 0n) reach.weight = sum((inflow) => inflow.weight);
  const orders = reach.inflows.map((inflow) => inflow.strahler).sort((a, b) => b - a);
  reach.strahler = orders.length === 0 ? 1 : orders[0] === orders[1] ? orders[0]! + 1 : orders[0]!;
}

function byImportance(a: Reach, b: Reach): number {
  if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1;
  if (a.strahler !== b.strahler) return a.strahler > b.strahler ? -1 : 1;
  if (a.lengthMm !== b.lengthMm) return a.lengthMm > b.lengthMm ? -1 : 1;
  return a.rank - b.rank;
}

function sortInflows(reach: Reach): void {
  reach.inflows.sort(byImportance);
  reach.inflows.forEach(sortInflows);
}

/** Whether the tributary's whole main stem keeps V < 2^53 when its mouth has these bits. */
function fits(mouth: string, tributary: Reach): boolean {
  let bits = mouth;
  for (let reach: Reach | undefined = tributary; reach !== undefined; reach = reach.inflows[0]) {
    if (BigInt(`0b${bits}`) >= 2n ** 53n) return false;
    bits += '0';
  }
  return true;
}

function codeZone(outlet: Reach, basincode: number, zone: string, basinWeight: bigint, share: bigint): void {
  const children: Reach[] = [];
  const code = (reach: Reach, bits: string) => {
    reach.basincode = basincode;
    reach.zone = zone;
    reach.bits = bits;
    const [main, ...tributaries] = reach.inflows;
    if (main === undefined) return;
    code(main, `${bits}0`);
    const isLarge = (tributary: Reach) => tributary.weight * 10_000n >= share * basinWeight && basinWeight > 0n;
    children.push(...tributaries.filter(isLarge));
    const candidates = tributaries.filter((tributary) => !isLarge(tributary));
    const accepted: Reach[] = [];
    candidates.forEach((candidate, i) => {
      const ones = '1'.repeat(accepted.length + 1);
      if (fits(i === candidates.length - 1 ? bits + ones : `${bits}${ones}0`, candidate)) accepted.push(candidate);
      else children.push(candidate);
    });
    accepted.forEach((tributary, i) => {
      const ones = '1'.repeat(i + 1);
      code(tributary, i === accepted.length - 1 ? bits + ones : `${bits}${ones}0`);
    });
  };
  code(outlet, '0');
  children.sort((a, b) => {
    const [p, q] = [a.down!.bits, b.down!.bits];
    return p.length - q.length || Number(BigInt(`0b${p}`) - BigInt(`0b${q}`)) || byImportance(a, b);
  });
  children.forEach((child, i) => {
    codeZone(child, basincode, zone + String(i + 1).padStart(3, '0'), basinWeight, share);
  });
}

function numberFrom(reach: Reach, first: number): number {
  reach.id = first;
  let next = first + 1;
  for (const inflow of reach.inflows) next = numberFrom(inflow, next);
  reach.last = next - 1;
  return next;
}
