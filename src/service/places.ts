/** Where something is, for people: the basin it lies in, the continent a basin lies on. */
import type { BasinRow } from '../store/store.ts';
import type { Context } from './context.ts';

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

export async function whereIsIn({ store }: Context, basincode: number): Promise<string> {
  const basin: BasinRow | undefined = await store.basin(basincode);
  if (basin === undefined) return '';
  return basin.name === basin.nameEn ? basin.name : `${basin.name} · ${basin.nameEn}`;
}
