/** The properties that records carry: their names in both languages, units and icons, said once. */

export interface PropertyKind {
  name: string;
  nameEn: string;
  unit: string;
  icon: string;
}

export const REACH_PROPERTIES = {
  length: { name: '河段长度', nameEn: 'Reach length', unit: 'km', icon: 'ruler' },
  strahler: { name: '斯特拉勒级别', nameEn: 'Strahler order', unit: '', icon: 'order' },
  area: { name: '集水面积', nameEn: 'Upstream area', unit: 'km²', icon: 'area' },
  outletDistance: { name: '距河口', nameEn: 'Distance to outlet', unit: 'km', icon: 'distance' },
  upstreamReaches: { name: '上游河段数', nameEn: 'Upstream reaches', unit: '', icon: 'network' },
  upstreamLength: { name: '上游河网长度', nameEn: 'Upstream network length', unit: 'km', icon: 'network' },
  flowsInto: { name: '流入', nameEn: 'Flows into', unit: '', icon: 'flow' },
  sourceId: { name: '源数据编号', nameEn: 'Source id', unit: '', icon: 'id' },
} as const satisfies Record<string, PropertyKind>;

/** Columns of a facts table that have a name of their own; any other column keeps its heading in both languages. */
export const FACT_PROPERTIES: Readonly<Record<string, PropertyKind>> = {
  length_km: { name: '河流全长', nameEn: 'River length', unit: 'km', icon: 'ruler' },
  basin_area_km2: { name: '流域面积', nameEn: 'Basin area', unit: 'km²', icon: 'area' },
  mean_discharge_m3s: { name: '多年平均流量', nameEn: 'Mean discharge', unit: 'm³/s', icon: 'discharge' },
  countries: { name: '流经国家', nameEn: 'Countries', unit: '', icon: 'flag' },
  mouth: { name: '河口', nameEn: 'Mouth', unit: '', icon: 'mouth' },
};

/** The same for columns of a POI table. A POI's property has no unit of its own, so the unit is part of the value. */
export const POI_PROPERTIES: Readonly<Record<string, PropertyKind>> = {
  river: { name: '所在河流', nameEn: 'River', unit: '', icon: 'flow' },
  capacity_mw: { name: '装机容量', nameEn: 'Installed capacity', unit: 'MW', icon: 'power' },
  height_m: { name: '坝高', nameEn: 'Dam height', unit: 'm', icon: 'ruler' },
  reservoir_km3: { name: '库容', nameEn: 'Reservoir volume', unit: 'km³', icon: 'area' },
  year: { name: '建成年份', nameEn: 'Year of completion', unit: '', icon: 'year' },
  country: { name: '国家', nameEn: 'Country', unit: '', icon: 'flag' },
  drainage_area_km2: { name: '集水面积', nameEn: 'Upstream area', unit: 'km²', icon: 'area' },
  mean_flow_m3s: { name: '多年平均流量', nameEn: 'Mean discharge', unit: 'm³/s', icon: 'discharge' },
  population: { name: '人口', nameEn: 'Population', unit: '', icon: 'people' },
  population_year: { name: '人口统计年份', nameEn: 'Year of population figure', unit: '', icon: 'year' },
};

/** Every property name used in a dataset, Chinese to English. */
export function propertyNames(extra: Iterable<PropertyKind>): Map<string, string> {
  const names = new Map<string, string>();
  const known = [REACH_PROPERTIES, FACT_PROPERTIES, POI_PROPERTIES].flatMap((table) => Object.values(table));
  for (const kind of [...known, ...extra]) names.set(kind.name, kind.nameEn);
  return names;
}

/** A figure for people: three or four digits that matter, no exponent, no separators. */
export function figure(value: number): string {
  if (value >= 1000) return String(Math.round(value));
  const text = value.toFixed(value >= 100 ? 1 : 2);
  return text.replace(/\.?0+$/, '');
}
