/** A coded network from codes that come with the data: they are used as they are, everything else is computed. */
import { checkCodes } from './check-codes.ts';
import { type GivenCodes, type GivenZones, groupByZone } from './given-codes.ts';
import { type Inflows, inflowsOf } from './inflows.ts';
import type { CodedNetwork, Network, Zone } from './network.ts';
import { numberReaches } from './preorder.ts';
import { type Compare, mainStemFirst, sortInflows, stemsOf } from './stems.ts';
import { strahlerOrders } from './strahler.ts';
import { sumUpstream } from './sums.ts';

export interface AdoptedNetwork extends CodedNetwork {
  /** V as given; `binstrval` is the nearest number, exact below 2^53 only. */
  exactBinstrval: BigUint64Array;
  /** How often code and topology contradict each other; `notes` has examples. */
  contradictions: number;
}

/** The main stem is the inflow that the code says it is; where it says nothing, the heaviest. */
export function adoptCodes(network: Network, codes: GivenCodes): AdoptedNetwork {
  const { down, rank } = network;
  const inflows = inflowsOf(down);
  const sums = sumUpstream(network, inflows);
  const strahler = strahlerOrders(down, inflows.downstreamFirst);
  const given = groupByZone(codes);
  const isMain = mainStemsByCode(down, codes, given.zone);
  const heaviest = mainStemFirst(sums.weight, strahler, sums.lengthMm, rank);
  sortInflows(inflows, (a, b) => isMain[b]! - isMain[a]! || heaviest(a, b));
  const { mainUp, inflows: inflowCount } = stemsOf(inflows);
  const preOrder = numberReaches(down, inflows, outletsInOrder(inflows, down, codes, heaviest));
  const { zones, zone } = listZones(down, codes, given, preOrder.byId);
  const { notes, contradictions } = checkCodes(down, codes);
  return {
    weight: sums.weight,
    upstreamLengthKm: sums.upstreamLengthKm,
    distanceToOutletKm: sums.distanceToOutletKm,
    strahler,
    mainUp,
    inflows: inflowCount,
    zone,
    zones,
    binstrval: Float64Array.from(codes.binstrval, Number),
    exactBinstrval: codes.binstrval,
    binstrlen: codes.binstrlen,
    ...preOrder,
    notes,
    contradictions,
  };
}

function mainStemsByCode(down: Int32Array, { binstrval, binstrlen }: GivenCodes, zone: Int32Array): Uint8Array {
  const isMain = new Uint8Array(down.length);
  for (let x = 0; x < down.length; x++) {
    const below = down[x]!;
    if (below < 0 || zone[x] !== zone[below] || binstrlen[x] !== binstrlen[below]! + 1) continue;
    if (binstrval[x] === 2n * binstrval[below]!) isMain[x] = 1;
  }
  return isMain;
}

function outletsInOrder(inflows: Inflows, down: Int32Array, codes: GivenCodes, heaviest: Compare): Int32Array {
  const { basincode, subbasincd } = codes;
  return inflows.downstreamFirst
    .filter((x) => down[x]! < 0)
    .sort((a, b) => {
      if (basincode[a] !== basincode[b]) return basincode[a]! - basincode[b]!;
      if (subbasincd[a] !== subbasincd[b]) return subbasincd[a]! < subbasincd[b]! ? -1 : 1;
      return heaviest(a, b);
    });
}

/** A zone's outlet is its reach of the shortest code; zones come in the order of their outlets' numbers. */
function listZones(
  down: Int32Array,
  { binstrval, binstrlen }: GivenCodes,
  given: GivenZones,
  byId: Int32Array,
): { zones: Zone[]; zone: Int32Array } {
  const outlet = new Int32Array(given.basincode.length).fill(-1);
  for (const x of byId) {
    const z = given.zone[x]!;
    const best = outlet[z]!;
    const shorter = best < 0 ? -1 : binstrlen[x]! - binstrlen[best]!;
    if (shorter < 0 || (shorter === 0 && binstrval[x]! < binstrval[best]!)) outlet[z] = x;
  }
  const position = new Int32Array(outlet.length);
  const zones: Zone[] = [];
  for (const x of byId) {
    const z = given.zone[x]!;
    if (outlet[z] !== x) continue;
    position[z] = zones.length;
    zones.push({
      basincode: given.basincode[z]!,
      subbasincd: given.subbasincd[z]!,
      parent: -1,
      joins: down[x]!,
      outlet: x,
    });
  }
  const zone = given.zone.map((z) => position[z]!);
  for (const [z, entry] of zones.entries()) {
    const below = entry.joins < 0 ? -1 : zone[entry.joins]!;
    // A reach in a zone's middle that lost what it flowed through can join its own zone again: that is no parent.
    entry.parent = below === z ? -1 : below;
  }
  return { zones, zone };
}
