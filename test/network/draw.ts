/** Small networks for tests, from rows or by rule, as typed arrays. */
import type { CodedNetwork, Network } from '../../src/network/network.ts';

export interface Row {
  id: number;
  down?: number;
  lengthKm?: number;
  areaKm2?: number;
  lon?: number;
  lat?: number;
  continent?: number;
}

/** Rank is the order of ids; lengths are 1 km and the continent is 9 where not said. */
export function draw(rows: readonly Row[]): Network {
  const index = new Map(rows.map((row, i) => [row.id, i]));
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  const place = new Map(ids.map((id, i) => [id, i]));
  const hasArea = rows.some((row) => row.areaKm2 !== undefined);
  return {
    count: rows.length,
    down: Int32Array.from(rows, (row) => (row.down === undefined ? -1 : index.get(row.down)!)),
    lengthKm: Float64Array.from(rows, (row) => row.lengthKm ?? 1),
    areaKm2: hasArea ? Float64Array.from(rows, (row) => row.areaKm2 ?? Number.NaN) : undefined,
    rank: Int32Array.from(rows, (row) => place.get(row.id)!),
    endLon: Float64Array.from(rows, (row) => row.lon ?? 0),
    endLat: Float64Array.from(rows, (row) => row.lat ?? 0),
    continent: Uint8Array.from(rows, (row) => row.continent ?? 9),
  };
}

/** A network by its `down` alone: the reach's position is its id. */
export function drawDown(down: Int32Array): Network {
  const count = down.length;
  return {
    count,
    down,
    lengthKm: new Float64Array(count).fill(1),
    areaKm2: undefined,
    rank: Int32Array.from({ length: count }, (_, i) => i),
    endLon: new Float64Array(count),
    endLat: new Float64Array(count),
    continent: new Uint8Array(count).fill(9),
  };
}

/** Reach 0 is the outlet, every other flows into the one before it. */
export function chain(count: number): Network {
  return drawDown(Int32Array.from({ length: count }, (_, i) => i - 1));
}

/** Reach 0 is the outlet, all others flow into it. */
export function star(count: number): Network {
  return drawDown(Int32Array.from({ length: count }, (_, i) => (i === 0 ? -1 : 0)));
}

/** A stem of `teeth` reaches, 0 the outlet, with a tributary of `toothReaches` at each of its nodes. */
export function comb(teeth: number, toothReaches: number): Network {
  const down: number[] = [];
  for (let i = 0; i < teeth; i++) down.push(i - 1);
  for (let i = 0; i < teeth - 1; i++) {
    let below = i;
    for (let j = 0; j < toothReaches; j++) {
      down.push(below);
      below = down.length - 1;
    }
  }
  return drawDown(Int32Array.from(down));
}

/** Small, fast and seeded (xorshift32); numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = (seed | 0) === 0 ? 1 : seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * A random forest: every reach flows into an earlier one, mostly a recent one, so that rivers get long. Positions are shuffled;
 * few different lengths, so that ties are common.
 */
export function randomForest(count: number, seed: number, withArea = false): Network {
  const random = seededRandom(seed);
  const basins = 1 + Math.floor(random() * 3);
  const reachBack = 2 + Math.floor(random() * Math.min(40, count));
  const down = new Int32Array(count).fill(-1);
  for (let i = basins; i < count; i++) down[i] = Math.max(0, i - 1 - Math.floor(random() * reachBack));
  const network = drawDown(down);
  for (let i = 0; i < count; i++) {
    network.lengthKm[i] = 0.1 * (1 + Math.floor(random() * 4));
    network.endLon[i] = Math.round(random() * 3600 - 1800) / 10;
    network.endLat[i] = Math.round(random() * 1800 - 900) / 10;
    network.continent[i] = 1 + Math.floor(random() * 3);
  }
  if (withArea) {
    const area = Float64Array.from(down, () => 0.5 + Math.floor(random() * 6) / 2);
    for (let i = count - 1; i >= 0; i--) if (down[i]! >= 0) area[down[i]!]! += area[i]!;
    network.areaKm2 = area.map((value) => (random() < 0.05 ? Number.NaN : value));
  }
  return reorder(network, shuffled(count, random));
}

export function shuffled(count: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** The same network with reach `order[i]` at position i. */
export function reorder(network: Network, order: Int32Array): Network {
  const newPlace = new Int32Array(network.count);
  order.forEach((old, i) => {
    newPlace[old] = i;
  });
  const pick = (array: Float64Array) => Float64Array.from(order, (old) => array[old]!);
  return {
    count: network.count,
    down: Int32Array.from(order, (old) => (network.down[old]! < 0 ? -1 : newPlace[network.down[old]!]!)),
    lengthKm: pick(network.lengthKm),
    areaKm2: network.areaKm2 && pick(network.areaKm2),
    rank: Int32Array.from(order, (old) => network.rank[old]!),
    endLon: pick(network.endLon),
    endLat: pick(network.endLat),
    continent: Uint8Array.from(order, (old) => network.continent[old]!),
  };
}

/** The standard part of a reach's code: `9001001.5.4`. */
export function codeOf(coded: CodedNetwork, reach: number): string {
  const { basincode, subbasincd } = coded.zones[coded.zone[reach]!]!;
  return `${basincode}${subbasincd}.${coded.binstrval[reach]}.${coded.binstrlen[reach]}`;
}

/** The codes by rank: for networks drawn from rows, in the order of ids. */
export function codesByRank(network: Network, coded: CodedNetwork): string[] {
  const codes: string[] = [];
  network.rank.forEach((place, reach) => {
    codes[place] = codeOf(coded, reach);
  });
  return codes;
}
