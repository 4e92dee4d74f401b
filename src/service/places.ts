/** Where something is, for people: the basin it lies in, the continent a basin lies on. */
import type { BasinRow, Later, Store } from '../store/store.ts';

const CONTINENTS: readonly string[] = [
  '',
  '非洲 · Africa',
  '南极洲 · Antarctica',
  '亚洲 · Asia',
  '欧洲 · Europe',
  '北美洲 · North America',
  '大洋洲 · Oceania',
  '南美洲 · South America',
  '',
  '本地河网 · Local network',
];

export function whereIsBasin(basincode: number): string {
  return CONTINENTS[Math.floor(basincode / 1000)] ?? '';
}

/** Each basin is read once: there are some thousands at most, as their codes have four digits. */
export function createWhereIsIn(store: Store): (basincode: number) => Later<string> {
  const known = new Map<number, string>();

  function remember(basincode: number, basin: BasinRow | undefined): string {
    const where = basin === undefined ? '' : bothNames(basin);
    known.set(basincode, where);
    return where;
  }

  return (basincode) => {
    const where = known.get(basincode);
    if (where !== undefined) return where;
    const basin = store.basin(basincode);
    if (basin instanceof Promise) return basin.then((later) => remember(basincode, later));
    return remember(basincode, basin);
  };
}

function bothNames({ name, nameEn }: BasinRow): string {
  return name === nameEn ? name : `${name} · ${nameEn}`;
}
