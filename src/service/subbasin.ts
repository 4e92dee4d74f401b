/** Sub-basins: the record of one, and the same as a GeoJSON feature. */
import type { SubbasinRow } from '../store/store.ts';
import { partsOf } from './code-parts.ts';
import { type Context, checkLevel, endOf, findSubbasin } from './context.ts';
import { figure } from './figure.ts';
import { toMultiLineString } from './geojson.ts';
import { inLanguage, MADE_NAMES } from './property-names.ts';
import type { Service } from './service.ts';
import type { RiverPropertyItem, SubbasinInput, SubbasinRecord } from './types.ts';

export function createSubbasins(context: Context): Pick<Service, 'getSubbasin' | 'getSubbasinFeature'> {
  const { store, dataset, ma } = context;

  async function find({ basincode, subbasincd, level }: SubbasinInput): Promise<SubbasinRow> {
    const code = `${basincode}${subbasincd.toUpperCase()}`;
    const subbasin = await findSubbasin(context, code);
    checkLevel(code, subbasin.strahler, level);
    return subbasin;
  }

  async function recordOf(subbasin: SubbasinRow, level: number): Promise<SubbasinRecord> {
    const end = await endOf(context, subbasin.outlet);
    const below = await store.reach(subbasin.joins === 0 ? subbasin.outlet : subbasin.joins);
    const parent = subbasin.parent === 0 ? undefined : await store.subbasin(subbasin.parent);
    const inflowing = await store.subbasinsInto(subbasin.id);
    const box = await store.subbasinBox(subbasin.id);
    if (below === undefined || box === undefined) throw new Error(`sub-basin ${subbasin.id} has no outlet or no lines`);
    const { binstrval, binstrlen } = partsOf(below.code);
    const { basincode, subbasincd, name, nameEn, strahler, reaches, lengthKm, areaKm2 } = subbasin;
    return {
      basincode,
      subbasincd,
      displayName: name,
      description: descriptionZh(subbasin, parent, inflowing.length),
      displayNameEn: nameEn,
      descriptionEn: descriptionEn(subbasin, parent, inflowing.length),
      properties: propertiesOf(subbasin, inflowing.length),
      photos: [],
      level,
      strahler,
      reachCount: reaches,
      lengthKm,
      areaKm2: areaKm2 ?? 0,
      bbox: [...box],
      outlet: { ...end, binstrval, binstrlen },
      downstream: parent?.subbasincd ?? '',
      upstream: inflowing.map((inflow) => inflow.subbasincd),
      ma: ma.subbasin(subbasin, end, level),
    };
  }

  const service: Pick<Service, 'getSubbasin' | 'getSubbasinFeature'> = {
    async getSubbasin(input, language) {
      const record = await recordOf(await find(input), input.level);
      return { ...record, properties: inLanguage(record.properties, dataset.propertyNames, language) };
    },
    async getSubbasinFeature(input, language) {
      const subbasin = await find(input);
      const lines = await store.subbasinLines(subbasin.id);
      const record = await service.getSubbasin(input, language);
      return {
        type: 'Feature',
        id: record.ma,
        bbox: record.bbox,
        geometry: toMultiLineString(lines ?? []),
        properties: record,
      };
    },
  };
  return service;
}

function descriptionZh(subbasin: SubbasinRow, parent: SubbasinRow | undefined, inflowing: number): string {
  const { basincode, subbasincd, reaches, lengthKm, strahler } = subbasin;
  const where = parent === undefined ? '直接流出流域' : `流入 ${parent.name}（${parent.subbasincd}）`;
  return (
    `流域 ${basincode} 的子流域 ${subbasincd}：${reaches} 个河段，河网长 ${figure(lengthKm)} km，` +
    `出口河段斯特拉勒 ${strahler} 级，${where}，有 ${inflowing} 个子流域汇入。`
  );
}

function descriptionEn(subbasin: SubbasinRow, parent: SubbasinRow | undefined, inflowing: number): string {
  const { basincode, subbasincd, reaches, lengthKm, strahler } = subbasin;
  const where = parent === undefined ? 'leaves the basin' : `flows into ${parent.nameEn} (${parent.subbasincd})`;
  return (
    `Sub-basin ${subbasincd} of basin ${basincode}: ${reaches} ${reaches === 1 ? 'reach' : 'reaches'}, ` +
    `${figure(lengthKm)} km of network, Strahler order ${strahler} at its outlet; it ${where}, and ` +
    `${inflowing} ${inflowing === 1 ? 'sub-basin flows' : 'sub-basins flow'} into it.`
  );
}

function propertiesOf(subbasin: SubbasinRow, inflowing: number): RiverPropertyItem[] {
  const { reaches, lengthKm, areaKm2, strahler } = subbasin;
  const items: RiverPropertyItem[] = [
    { name: MADE_NAMES.reaches.zh, value: String(reaches), unit: '', icon: 'network' },
    { name: MADE_NAMES.length.zh, value: figure(lengthKm), unit: 'km', icon: 'ruler' },
    { name: MADE_NAMES.strahler.zh, value: String(strahler), unit: '', icon: 'order' },
    { name: MADE_NAMES.inflowingSubbasins.zh, value: String(inflowing), unit: '', icon: 'network' },
  ];
  if (areaKm2 !== undefined) {
    items.push({ name: MADE_NAMES.area.zh, value: figure(areaKm2), unit: 'km²', icon: 'area' });
  }
  return items;
}
