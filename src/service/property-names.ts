/** Names of properties in both languages: those of the dataset, and those of records that the service makes itself. */
import type { Language, PropertyItem } from './types.ts';

export const MADE_NAMES = {
  inflows: { zh: '汇入河段数', en: 'Inflows' },
  rivers: { zh: '汇合河流', en: 'Rivers that meet' },
  strahler: { zh: '斯特拉勒级别', en: 'Strahler order' },
  outletDistance: { zh: '距河口', en: 'Distance to outlet' },
  reaches: { zh: '河段数', en: 'Reaches' },
  length: { zh: '河网长度', en: 'Network length' },
  area: { zh: '集水面积', en: 'Upstream area' },
  inflowingSubbasins: { zh: '汇入子流域数', en: 'Sub-basins that flow into it' },
} as const;

/** The dataset's own names win. */
export function withMadeNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...Object.values(MADE_NAMES).map(({ zh, en }) => [zh, en] as const), ...names]);
}

export function inLanguage<Item extends PropertyItem>(
  items: readonly Item[],
  names: ReadonlyMap<string, string>,
  language: Language,
): Item[] {
  if (language === 'zh') return [...items];
  return items.map((item) => ({ ...item, name: names.get(item.name) ?? item.name }));
}
