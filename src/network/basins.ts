/** The basin code of every basin: pinned ones, single ones largest first, and the small ones gathered into compact areas. */
import { hilbertKey } from './hilbert.ts';
import type { CodingOptions, Network } from './network.ts';
import type { NoteBook } from './notes.ts';
import { isPinnable, LAST_SINGLE_BASIN, matchPins } from './pins.ts';
import type { Compare } from './stems.ts';

const FIRST_AREA = 900;
const AREAS = 100;
const BASINS_OF_AN_AREA = 999;
const LOCAL_NETWORK = 9;
const PIN_LIMIT_KM = 25;

export interface Basins {
  /** Outlets of basins (cut-off pieces are none), in the order of basin code and top-level zone. */
  outlets: Int32Array;
  /** By reach; 0 where the reach is neither an outlet nor a piece. */
  basincode: Int32Array;
  /** By reach: number of the top-level zone, which is 1, or in an area 1, 2, ... */
  topZone: Int32Array;
}

/** `pieces` are reaches where a zone had to be cut off from its basin: they are coded like small basins. */
export function assignBasins(
  network: Network,
  weight: Float64Array,
  pieces: readonly number[],
  options: CodingOptions,
  notes: NoteBook,
): Basins {
  const { count, down, endLon, endLat, rank } = network;
  const largestFirst: Compare = (a, b) => weight[b]! - weight[a]! || rank[a]! - rank[b]!;
  const outlets = outletsOf(down).sort(largestFirst);
  const pins = options.pins ?? [];
  const points = { outlets, endLon, endLat, compare: largestFirst };
  const pinned = matchPins(pins, points, options.pinLimitKm ?? PIN_LIMIT_KM, notes);
  const taken = new Set<number>(pins.map((pin) => pin.basincode).filter(isPinnable));

  const basincode = new Int32Array(count);
  const topZone = new Int32Array(count);
  const small: number[][] = Array.from({ length: 10 }, () => []);
  const nextNumber = new Int32Array(10).fill(1);
  for (const outlet of outlets) {
    const continent = continentOf(network, outlet);
    const code = pinned.get(outlet) ?? nextSingle(continent, nextNumber, taken);
    if (code === undefined) {
      small[continent]!.push(outlet);
    } else {
      basincode[outlet] = code;
      topZone[outlet] = 1;
    }
  }
  for (const piece of pieces) small[continentOf(network, piece)]!.push(piece);
  small.forEach((list, continent) => {
    areasOf(list, network).forEach((area, i) => {
      area.sort(largestFirst).forEach((outlet, j) => {
        basincode[outlet] = continent * 1000 + FIRST_AREA + i;
        topZone[outlet] = j + 1;
      });
    });
  });
  outlets.sort((a, b) => basincode[a]! - basincode[b]! || topZone[a]! - topZone[b]!);
  return { outlets, basincode, topZone };
}

function outletsOf(down: Int32Array): Int32Array {
  let count = 0;
  for (const below of down) if (below < 0) count++;
  const outlets = new Int32Array(count);
  let i = 0;
  for (let x = 0; x < down.length; x++) if (down[x]! < 0) outlets[i++] = x;
  return outlets;
}

function continentOf(network: Network, reach: number): number {
  const digit = network.continent[reach]!;
  return digit >= 1 && digit <= 9 ? digit : LOCAL_NETWORK;
}

function nextSingle(continent: number, nextNumber: Int32Array, taken: ReadonlySet<number>): number | undefined {
  while (taken.has(continent * 1000 + nextNumber[continent]!)) nextNumber[continent]!++;
  const number = nextNumber[continent]!;
  if (number > LAST_SINGLE_BASIN) return undefined;
  nextNumber[continent] = number + 1;
  return continent * 1000 + number;
}

/** Cuts a walk along a Hilbert curve into as few even pieces as hold 999 basins each; past 100 pieces they hold more. */
function areasOf(basins: readonly number[], { endLon, endLat, rank }: Network): Int32Array[] {
  const keys = Float64Array.from(basins, (x) => hilbertKey(endLon[x]!, endLat[x]!));
  const walk = Int32Array.from(basins, (_, i) => i)
    .sort((i, j) => keys[i]! - keys[j]! || rank[basins[i]!]! - rank[basins[j]!]!)
    .map((i) => basins[i]!);
  const areas = Math.min(AREAS, Math.ceil(walk.length / BASINS_OF_AN_AREA));
  const cut = (area: number) => Math.floor((area * walk.length) / areas);
  return Array.from({ length: areas }, (_, area) => walk.subarray(cut(area), cut(area + 1)));
}
