/** Reads a table of facts about rivers: descriptions, figures, photos, by the river's name. */
import type { OpenOptions, RejectedRow } from './feature.ts';
import { parsePhotos } from './pois.ts';
import { RowError } from './row.ts';
import { type Headers, readSideTable, requireFields } from './side-table.ts';
import { textOf } from './value.ts';

export interface FactRow {
  record: string;
  /** The names to look for the river by: as the network spells it, in Chinese, in English; none empty. */
  matches: string[];
  /** A point at its mouth, where several rivers have the name. */
  lon: number | undefined;
  lat: number | undefined;
  description: string;
  descriptionEn: string;
  mouth: string;
  mouthEn: string;
  photos: string[];
  /** Every other column, by its heading; none empty. */
  others: { name: string; value: string }[];
}

type FactField = 'match' | 'name' | 'nameEn' | 'description' | 'descriptionEn' | 'mouth' | 'mouthEn' | 'photos';

const HEADERS: Headers<FactField> = {
  match: ['match', 'source_name', 'original_name', '原名'],
  name: ['name', 'name_zh', 'displayName', '名称'],
  nameEn: ['name_en', 'displayNameEn', '英文名称'],
  description: ['description', 'description_zh', '描述', '简介'],
  descriptionEn: ['description_en', 'descriptionEn', '英文描述'],
  mouth: ['mouth', 'mouth_zh', '河口'],
  mouthEn: ['mouth_en', 'mouthEn'],
  photos: ['photos', 'photo', '照片'],
};

const PLACE = /^(lon|longitude|lat|latitude)$/i;

export async function readFacts(
  path: string,
  options: OpenOptions = {},
): Promise<{ facts: FactRow[]; rejected: RejectedRow[] }> {
  const table = await readSideTable(path, HEADERS, options);
  if (!table.present.has('name')) requireFields(path, table, ['match'], HEADERS);
  const facts: FactRow[] = [];
  const rejected = [...table.rejected];
  for (const { record, fields, others, geometry } of table.rows) {
    const { lon, lat } = geometry?.kind === 'point' ? geometry : {};
    const matches = [fields.match, fields.name, fields.nameEn].filter((name) => name !== '');
    if (matches.length === 0) {
      rejected.push({ record, reason: 'no name' });
      continue;
    }
    try {
      facts.push({
        record,
        matches,
        lon,
        lat,
        description: fields.description,
        descriptionEn: fields.descriptionEn,
        mouth: fields.mouth,
        mouthEn: fields.mouthEn,
        photos: parsePhotos(fields.photos),
        others: others
          .map(({ name, value }) => ({ name, value: textOf(value) }))
          .filter(({ name, value }) => value !== '' && !PLACE.test(name)),
      });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      rejected.push({ record, reason: error.message });
    }
  }
  return { facts, rejected };
}
