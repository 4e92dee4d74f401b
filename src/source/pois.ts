/** Reads a file of points of interest, in any format with columns, into rows ready to be put on the network. */

import type { OpenOptions, RejectedRow } from './feature.ts';
import { RowError } from './row.ts';
import { type Headers, readSideTable, requireFields, type SideRow } from './side-table.ts';
import { textOf } from './value.ts';

export interface PoiRow {
  record: string;
  type: string;
  key: string;
  displayName: string;
  displayNameEn: string;
  description: string;
  descriptionEn: string;
  lon: number;
  lat: number;
  properties: { name: string; value: string }[];
  photos: string[];
}

type PoiField =
  | 'type'
  | 'key'
  | 'displayName'
  | 'displayNameEn'
  | 'description'
  | 'descriptionEn'
  | 'properties'
  | 'photos';

const HEADERS: Headers<PoiField> = {
  type: ['type', 'poi_type', '类型'],
  key: ['key', 'poi_key', '编号', '编码'],
  displayName: ['displayName', 'name_zh', 'name_cn', 'name', '名称', '中文名'],
  displayNameEn: ['displayNameEn', 'name_en', 'name_eng', '英文名称', '英文名'],
  description: ['description', 'description_zh', 'desc', '描述', '简介'],
  descriptionEn: ['descriptionEn', 'description_en', 'desc_en', '英文描述', '英文简介'],
  properties: ['properties', '属性'],
  photos: ['photos', 'photo', '照片'],
};

/** Columns that place or number a row and say nothing about the point itself. */
const NO_PROPERTY =
  /^(fid|ogc_fid|lon|longitude|lng|long|x|经度|lat|latitude|y|纬度|wkt|wkt_geom|geom|geometry|the_geom|shape)$/i;

/** Throws SourceError when the file as a whole is no list of points; single bad rows are in `rejected`. */
export async function readPois(
  path: string,
  options: OpenOptions = {},
): Promise<{ pois: PoiRow[]; rejected: RejectedRow[] }> {
  const table = await readSideTable(path, HEADERS, options);
  requireFields(path, table, ['type', 'key'], HEADERS);
  const pois: PoiRow[] = [];
  const rejected = [...table.rejected];
  const firstWith = new Map<string, string>();
  const placeColumns = new Set([options.lon, options.lat, options.wkt].map((name) => name?.toLowerCase()));
  for (const row of table.rows) {
    try {
      const poi = poiOf(row, placeColumns);
      const identity = `${poi.type.toLowerCase()} ${poi.key.toLowerCase()}`;
      const first = firstWith.get(identity);
      if (first !== undefined) throw new RowError(`the ${poi.type} "${poi.key}" has been seen before, in ${first}`);
      firstWith.set(identity, row.record);
      pois.push(poi);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      rejected.push({ record: row.record, reason: error.message });
    }
  }
  return { pois, rejected };
}

function poiOf(
  { record, fields, others, geometry }: SideRow<PoiField>,
  placeColumns: ReadonlySet<string | undefined>,
): PoiRow {
  if (fields.type === '') throw new RowError('no type');
  if (fields.key === '') throw new RowError('no key');
  if (geometry === undefined) throw new RowError('no place: neither coordinates nor a geometry');
  if (geometry.kind !== 'point') throw new RowError('a line, not a point');
  const further = others
    .filter(({ name }) => !NO_PROPERTY.test(name) && !placeColumns.has(name.toLowerCase()))
    .map(({ name, value }) => ({ name, value: textOf(value) }))
    .filter(({ value }) => value !== '');
  const { type, key, displayName, displayNameEn, description, descriptionEn } = fields;
  return {
    record,
    type,
    key,
    displayName,
    displayNameEn,
    description,
    descriptionEn,
    lon: geometry.lon,
    lat: geometry.lat,
    properties: [...parseProperties(fields.properties), ...further],
    photos: parsePhotos(fields.photos),
  };
}

/** Either `{"name": "value"}` or `[{"name": ..., "value": ...}]`. */
function parseProperties(text: string): PoiRow['properties'] {
  if (text === '') return [];
  const value = parseJson(text, 'properties');
  if (Array.isArray(value)) return value.map(propertyItem);
  if (typeof value !== 'object' || value === null) throw new RowError('the properties are no JSON object');
  return Object.entries(value).map(([name, each]) => ({ name, value: plainText(each) }));
}

function propertyItem(item: unknown): { name: string; value: string } {
  if (typeof item !== 'object' || item === null || !('name' in item) || !('value' in item)) {
    throw new RowError('each of the properties must have a name and a value');
  }
  return { name: plainText(item.name), value: plainText(item.value) };
}

/** Either a JSON list, or addresses with semicolons between. */
export function parsePhotos(text: string): string[] {
  if (!text.startsWith('['))
    return text
      .split(/[;；]/)
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const value = parseJson(text, 'photos');
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw new RowError('the photos are no list of addresses');
  }
  return value;
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RowError(`the ${what} are no valid JSON: ${(error as Error).message}`);
  }
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
