/** A coder for small networks that follows spec/code.md word by word, recursive and slow: what others are held against. */

import { type ReachCode, type ZoneJoin, type ZoneTable, zoneGroupOf } from '../../src/code/index.ts';

export interface NaiveReach {
  id: number;
  down: number | undefined;
  areaKm2: number | undefined;
  lengthKm: number;
  continent: number;
  pin: number | undefined;
}

export interface NaiveNetwork {
  codes: Map<number, ReachCode>;
  strahler: Map<number, number>;
  table: ZoneTable;
}

const LIMIT = 2n ** 53n;

export function codeNetwork(reaches: readonly NaiveReach[], share: number): NaiveNetwork {
  const byId = new Map(reaches.map((reach) => [reach.id, reach]));
  const inflows = Map.groupBy(reaches, (reach) => reach.down);
  const upstream = (id: number) => inflows.get(id) ?? [];
  const strahler = new Map<number, number>();
  const weight = new Map<number, number>();
  const codes = new Map<number, ReachCode>();
  const joins = new Map<string, ZoneJoin>();

  function measure(reach: NaiveReach): void {
    upstream(reach.id).forEach(measure);
    const orders = upstream(reach.id).map(({ id }) => strahler.get(id) as number);
    const top = Math.max(0, ...orders);
    const shared = orders.filter((order) => order === top).length > 1;
    strahler.set(reach.id, orders.length === 0 ? 1 : top + (shared ? 1 : 0));
    const lengths = upstream(reach.id).map(({ id }) => weight.get(id) as number);
    weight.set(reach.id, reach.areaKm2 ?? lengths.reduce((a, b) => a + b, reach.lengthKm));
  }
  function byFallingWeight(list: readonly NaiveReach[]): NaiveReach[] {
    const rank = ({ id, lengthKm }: NaiveReach) => [weight.get(id) ?? 0, strahler.get(id) ?? 0, lengthKm, -id];
    return list.toSorted((a, b) => {
      const [x, y] = [rank(a), rank(b)];
      const at = x.findIndex((value, i) => value !== y[i]);
      return at < 0 ? 0 : (y[at] as number) - (x[at] as number);
    });
  }
  function stemLength(reach: NaiveReach): number {
    const [main] = byFallingWeight(upstream(reach.id));
    return main === undefined ? 1 : 1 + stemLength(main);
  }

  function codeZone(outlet: NaiveReach, basincode: number, subbasincd: string, basinWeight: number): void {
    const children: { outlet: NaiveReach; join: ReachCode }[] = [];
    function place(reach: NaiveReach, binary: string): void {
      const code = { basincode, subbasincd, binstrval: BigInt(`0b${binary}`), binstrlen: binary.length };
      codes.set(reach.id, code);
      const [main, ...tributaries] = byFallingWeight(upstream(reach.id));
      if (main === undefined) return;
      place(main, `${binary}0`);
      const large = tributaries.filter(({ id }) => (weight.get(id) as number) >= share * basinWeight);
      const candidates = tributaries.filter((tributary) => !large.includes(tributary));
      const inPlace: NaiveReach[] = [];
      const forced: NaiveReach[] = [];
      for (const [i, candidate] of candidates.entries()) {
        const bits = '1'.repeat(inPlace.length + 1) + (i === candidates.length - 1 ? '' : '0');
        const top = BigInt(`0b${binary}${bits}`) << BigInt(stemLength(candidate) - 1);
        (top < LIMIT ? inPlace : forced).push(candidate);
      }
      inPlace.forEach((tributary, i) => {
        place(tributary, binary + '1'.repeat(i + 1) + (i === inPlace.length - 1 ? '' : '0'));
      });
      for (const tributary of [...large, ...forced]) children.push({ outlet: tributary, join: code });
    }
    place(outlet, '0');
    const heaviest = byFallingWeight(children.map((child) => child.outlet));
    children.sort(
      (a, b) =>
        a.join.binstrlen - b.join.binstrlen ||
        Number(a.join.binstrval - b.join.binstrval) ||
        heaviest.indexOf(a.outlet) - heaviest.indexOf(b.outlet),
    );
    children.forEach((child, i) => {
      const zone = subbasincd + zoneGroupOf(i + 1);
      joins.set(`${basincode}${zone}`, child.join);
      codeZone(child.outlet, basincode, zone, basinWeight);
    });
  }

  const outlets = reaches.filter(({ down }) => down === undefined || !byId.has(down));
  outlets.forEach(measure);
  for (const continent of new Set(outlets.map((outlet) => outlet.continent))) {
    const here = byFallingWeight(outlets.filter((outlet) => outlet.continent === continent));
    const pinned = new Set(here.map(({ pin }) => pin).filter((pin) => pin !== undefined));
    let rank = 0;
    for (const outlet of here) {
      let { pin: basincode } = outlet;
      let zone = '001';
      if (basincode === undefined) {
        do ({ basincode, subbasincd: zone } = basinOfRank(continent, rank++));
        while (pinned.has(basincode));
      }
      codeZone(outlet, basincode, zone, weight.get(outlet.id) as number);
    }
  }
  return { codes, strahler, table: { joinOf: (basincode, zone) => joins.get(`${basincode}${zone}`) } };
}

/** Clause 3.2: what the basin of this rank gets where nothing is pinned. */
export function basinOfRank(continent: number, rank: number): { basincode: number; subbasincd: string } {
  if (rank >= 899) throw new RangeError('this coder knows no basin areas');
  return { basincode: continent * 1000 + rank + 1, subbasincd: '001' };
}
