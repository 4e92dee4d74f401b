/** From a network to its codes: weights, orders, main stems, zones, basins, binary-tree codes and pre-order numbers. */
import { assignBasins, type Basins } from './basins.ts';
import { type Placement, placeCodes } from './codes.ts';
import { inflowsOf } from './inflows.ts';
import type { CodedNetwork, CodingOptions, Network, Zone } from './network.ts';
import { type NoteBook, openNoteBook } from './notes.ts';
import { numberReaches } from './preorder.ts';
import { mainStemFirst, sortInflows, stemsOf } from './stems.ts';
import { strahlerOrders } from './strahler.ts';
import { type Sums, sumUpstream } from './sums.ts';
import { zoneText } from './zone-text.ts';
import { numberZones, type ZoneNumbers } from './zones.ts';

const ZONE_SHARE = 0.01;

/**
 * Zones come in the order of their outlets' numbers, so each stands after the one it flows into. A zone whose text would not fit 48
 * characters is coded like a small basin, in an area of its continent; `parent` and `joins` still say where its water goes.
 */
export function codeNetwork(network: Network, options: CodingOptions = {}): CodedNetwork {
  checkShape(network);
  const { count, down, rank } = network;
  const notes = openNoteBook();
  const inflows = inflowsOf(down);
  const sums = sumUpstream(network, inflows);
  noteMissingAreas(network, sums, notes);
  const { weight, lengthMm } = sums;
  const strahler = strahlerOrders(down, inflows.downstreamFirst);
  const compare = mainStemFirst(weight, strahler, lengthMm, rank);
  sortInflows(inflows, compare);
  const stems = stemsOf(inflows);
  const placement = placeCodes(down, inflows, weight, stems.stemReaches, options.zoneShare ?? ZONE_SHARE);
  const { binstrval, binstrlen, zones: raw } = placement;
  const joins = Int32Array.from(raw.outlet, (outlet) => down[outlet]!);
  const numbers = numberZones(raw, joins, binstrval, binstrlen, compare);
  const pieces = raw.outlet.filter((_, z) => numbers.cutOff[z] === 1);
  const basins = assignBasins(network, weight, pieces, options, notes);
  const preOrder = numberReaches(down, inflows, basins.outlets);
  const { zones, position } = listZones(placement, numbers, joins, basins, preOrder.byId);
  const zone = placement.zone;
  for (let x = 0; x < count; x++) zone[x] = position[zone[x]!]!;
  noteZones(zones, placement, numbers, position, notes);
  return {
    weight,
    upstreamLengthKm: sums.upstreamLengthKm,
    distanceToOutletKm: sums.distanceToOutletKm,
    strahler,
    mainUp: stems.mainUp,
    inflows: stems.inflows,
    zone,
    zones,
    binstrval,
    binstrlen,
    ...preOrder,
    notes: notes.list(),
  };
}

function checkShape(network: Network): void {
  const { count, areaKm2, ...arrays } = network;
  for (const [name, array] of Object.entries({ ...arrays, ...(areaKm2 && { areaKm2 }) })) {
    if (array.length !== count) throw new RangeError(`${name} has ${array.length} entries for ${count} reaches`);
  }
  const seen = new Uint8Array(count);
  for (const place of network.rank) {
    if (seen[place] !== 0)
      throw new RangeError(`rank must hold every number from 0 to ${count - 1} once; ${place} breaks that`);
    seen[place] = 1;
  }
}

function noteMissingAreas(network: Network, sums: Sums, notes: NoteBook): void {
  if (network.areaKm2 !== undefined && sums.weighedBy === 'length' && network.count > 0) {
    notes.add(
      'area-missing',
      -1,
      () => 'No reach has an upstream area; total upstream length decides what the main stem is',
    );
  } else if (sums.areasMissing > 0) {
    notes.add(
      'area-missing',
      -1,
      () =>
        `${sums.areasMissing} of ${network.count} reaches have no upstream area; the sum of their inflows' stands in (0 at a headwater)`,
    );
  }
}

/** Texts are made in the order zones were met, which names every zone after the one below it. */
function listZones(
  { zone, zones: raw }: Placement,
  { number, cutOff }: ZoneNumbers,
  joins: Int32Array,
  basins: Basins,
  byId: Int32Array,
): { zones: Zone[]; position: Int32Array } {
  const made: Zone[] = [];
  const position = new Int32Array(raw.outlet.length);
  for (let z = 0; z < raw.outlet.length; z++) {
    const outlet = raw.outlet[z]!;
    const parent = raw.parent[z]!;
    const below = made[parent];
    const isTop = below === undefined || cutOff[z] === 1;
    made.push({
      basincode: isTop ? basins.basincode[outlet]! : below.basincode,
      subbasincd: isTop ? zoneText(basins.topZone[outlet]!) : below.subbasincd + zoneText(number[z]!),
      parent,
      joins: joins[z]!,
      outlet,
    });
  }
  const zones: Zone[] = [];
  for (const x of byId) {
    const z = zone[x]!;
    if (raw.outlet[z] !== x) continue;
    position[z] = zones.length;
    zones.push(made[z]!);
  }
  for (const entry of zones) if (entry.parent >= 0) entry.parent = position[entry.parent]!;
  return { zones, position };
}

function noteZones(
  zones: readonly Zone[],
  placement: Placement,
  numbers: ZoneNumbers,
  position: Int32Array,
  notes: NoteBook,
): void {
  const forced = Int32Array.from(placement.zones.forced, (z) => position[z]!).sort();
  for (const z of forced) {
    const { basincode, subbasincd, outlet } = zones[z]!;
    notes.add('zone-forced', outlet, () => `Zone ${basincode}${subbasincd} began because V would have reached 2^53`);
  }
  const cut = position.filter((_, z) => numbers.cutOff[z] === 1).sort();
  for (const z of cut) {
    const { basincode, subbasincd, outlet } = zones[z]!;
    notes.add(
      'zone-cut-off',
      outlet,
      () => `Zones nest too deep for 48 characters here; what lies upstream is coded as ${basincode}${subbasincd}`,
    );
  }
}
