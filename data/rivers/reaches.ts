/** From the pieces of the network to the reaches of `reaches.csv`: named, joined where nothing happens between them, with ids. */

import type { NetworkFromLines } from '../../src/network/from-lines.ts';
import { lineLengthKm } from '../../src/network/measure.ts';

export interface Reach {
  id: string;
  /** Index of the reach below, or -1. */
  down: number;
  name: string;
  line: Float64Array;
}

/** Shorter trees are bits of tidal channels and the like. */
const SHORTEST_TREE_KM = 12;
const SHORTEST_UNNAMED_TREE_KM = 50;

export function makeReaches({ pieces, down }: NetworkFromLines, names: string[]): Reach[] {
  fillNames(names, down);
  const kept = withoutBits(
    pieces.map(({ line }) => lineLengthKm(line)),
    down,
    names,
  );
  const inflows = new Int32Array(pieces.length);
  for (const [p, below] of down.entries()) if (kept[p] && below !== -1) inflows[below]!++;

  const goesOn = (p: number) => down[p] !== -1 && inflows[down[p]!] === 1 && names[p] === names[down[p]!];
  const isHead = new Uint8Array(pieces.length).fill(1);
  for (let p = 0; p < pieces.length; p++) if (kept[p] && goesOn(p)) isHead[down[p]!] = 0;

  const reaches: Reach[] = [];
  const reachOf = new Int32Array(pieces.length).fill(-1);
  const lastPiece: number[] = [];
  for (let head = 0; head < pieces.length; head++) {
    if (!kept[head] || !isHead[head]) continue;
    const points: number[] = [...pieces[head]!.line];
    let p = head;
    reachOf[p] = reaches.length;
    while (goesOn(p)) {
      p = down[p]!;
      reachOf[p] = reaches.length;
      for (let k = 2; k < pieces[p]!.line.length; k++) points.push(pieces[p]!.line[k]!);
    }
    reaches.push({ id: '', down: -1, name: names[p]!, line: Float64Array.from(points) });
    lastPiece.push(p);
  }
  for (const [r, p] of lastPiece.entries()) reaches[r]!.down = down[p] === -1 ? -1 : reachOf[down[p]!]!;
  nameById(reaches);
  return reaches;
}

/** What has no name between two parts of one river is that river. */
function fillNames(names: string[], down: Int32Array): void {
  const above = names.map((): number[] => []);
  for (const [p, below] of down.entries()) if (below !== -1) above[below]!.push(p);
  for (let changed = true; changed; ) {
    changed = false;
    for (let p = 0; p < names.length; p++) {
      const below = down[p] === -1 ? '' : names[down[p]!]!;
      if (names[p] !== '' || below === '' || !above[p]!.some((q) => names[q] === below)) continue;
      names[p] = below;
      changed = true;
    }
  }
}

function withoutBits(lengthKm: number[], down: Int32Array, names: string[]): Uint8Array {
  const outletOf = names.map((_, p) => {
    let outlet = p;
    while (down[outlet] !== -1) outlet = down[outlet]!;
    return outlet;
  });
  const treeKm = new Float64Array(names.length);
  const named = new Uint8Array(names.length);
  for (const [p, outlet] of outletOf.entries()) {
    treeKm[outlet]! += lengthKm[p]!;
    if (names[p] !== '') named[outlet] = 1;
  }
  return Uint8Array.from(outletOf, (outlet) =>
    treeKm[outlet]! >= (named[outlet] ? SHORTEST_TREE_KM : SHORTEST_UNNAMED_TREE_KM) ? 1 : 0,
  );
}

/** An id says where the middle of its reach is, so that it stays when others change; it begins with a letter, so as not to pass for a number. */
function nameById(reaches: Reach[]): void {
  const taken = new Set<string>();
  for (const reach of reaches) {
    const middle = 2 * Math.floor(reach.line.length / 4);
    const lon = reach.line.length > 4 ? reach.line[middle]! : (reach.line[0]! + reach.line[2]!) / 2;
    const lat = reach.line.length > 4 ? reach.line[middle + 1]! : (reach.line[1]! + reach.line[3]!) / 2;
    let characters = 6;
    do reach.id = `r${geohash(lon, lat, characters++)}`;
    while (taken.has(reach.id));
    taken.add(reach.id);
  }
}

function geohash(lon: number, lat: number, characters: number): string {
  const digits = '0123456789bcdefghjkmnpqrstuvwxyz';
  const [east, north] = [[-180, 180] as [number, number], [-90, 90] as [number, number]];
  let hash = '';
  for (let bit = 0, value = 0; hash.length < characters; bit++) {
    const range = bit % 2 === 0 ? east : north;
    const middle = (range[0] + range[1]) / 2;
    const upper = (bit % 2 === 0 ? lon : lat) >= middle;
    range[upper ? 0 : 1] = middle;
    value = value * 2 + (upper ? 1 : 0);
    if (bit % 5 !== 4) continue;
    hash += digits[value];
    value = 0;
  }
  return hash;
}
