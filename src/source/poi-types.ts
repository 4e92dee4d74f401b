/** Reads a table of POI types: their names, descriptions and icons. */
import type { RejectedRow } from './feature.ts';
import { type Headers, readSideTable, requireFields } from './side-table.ts';

export interface PoiTypeRow {
  type: string;
  name: string;
  nameEn: string;
  description: string;
  descriptionEn: string;
  icon: string;
}

type TypeField = keyof PoiTypeRow;

const HEADERS: Headers<TypeField> = {
  type: ['type', 'poi_type', '类型'],
  name: ['name', 'name_zh', 'displayName', '名称'],
  nameEn: ['name_en', 'displayNameEn', '英文名称'],
  description: ['description', 'description_zh', '描述'],
  descriptionEn: ['description_en', '英文描述'],
  icon: ['icon', '图标'],
};

export async function readPoiTypes(path: string): Promise<{ types: PoiTypeRow[]; rejected: RejectedRow[] }> {
  const table = await readSideTable(path, HEADERS, {});
  requireFields(path, table, ['type'], HEADERS);
  const types: PoiTypeRow[] = [];
  const rejected = [...table.rejected];
  for (const { record, fields } of table.rows) {
    if (fields.type === '') rejected.push({ record, reason: 'no type' });
    else types.push({ ...fields, name: fields.name || fields.type, nameEn: fields.nameEn || fields.type });
  }
  return { types, rejected };
}
