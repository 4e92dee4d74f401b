/** Points of interest: the record of one, and the item it makes in a list. */
import type { PoiRow } from '../store/store.ts';
import { partsOf } from './code-parts.ts';
import { type Context, findPoi } from './context.ts';
import { junctionTexts } from './junction.ts';
import { JUNCTION } from './ma.ts';
import { inLanguage } from './property-names.ts';
import type { Service } from './service.ts';
import type { Language, PoiItem, PoiRecord, PropertyItem } from './types.ts';

export function createPois(context: Context): Pick<Service, 'getPoi' | 'getPoiFeature'> {
  async function recordIn(poi: PoiRow, language: Language): Promise<PoiRecord> {
    const record = await recordOf(context, poi);
    return { ...record, properties: inLanguage(record.properties, context.dataset.propertyNames, language) };
  }
  return {
    getPoi: async ({ type, key }, language) => recordIn(await findPoi(context, type, key), language),
    async getPoiFeature({ type, key }, language) {
      const poi = await findPoi(context, type, key);
      const { lon, lat } = poi;
      return {
        type: 'Feature',
        id: context.ma.poi(poi),
        bbox: [lon, lat, lon, lat],
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: await recordIn(poi, language),
      };
    },
  };
}

export async function itemOf(context: Context, poi: PoiRow): Promise<PoiItem> {
  const { properties: _, ...item } = await recordOf(context, poi);
  return item;
}

async function recordOf(context: Context, poi: PoiRow): Promise<PoiRecord> {
  const made = poi.type === JUNCTION && poi.description === '' ? await junctionTexts(context, poi) : undefined;
  return {
    type: poi.type,
    key: poi.key,
    displayName: made?.displayName ?? poi.name,
    description: made?.description ?? poi.description,
    displayNameEn: made?.displayNameEn ?? poi.nameEn,
    descriptionEn: made?.descriptionEn ?? poi.descriptionEn,
    properties: made?.properties ?? (JSON.parse(poi.properties) as PropertyItem[]),
    photos: JSON.parse(poi.photos) as string[],
    ...partsOf(poi.code),
  };
}
