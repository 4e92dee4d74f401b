/** Reads a table of river names: by the reach's id, or by the name the network has for the river. */

import { type OpenOptions, type RejectedRow, SourceError } from './feature.ts';
import { type Headers, readSideTable } from './side-table.ts';
import { keyOf } from './value.ts';

export interface NameRow {
  record: string;
  /** What the row is for: the id of a reach, or a name as the network spells it. */
  by: 'id' | 'name';
  match: string;
  /** Chinese; `''` where the table has none. */
  name: string;
  nameEn: string;
  /** A point on the river meant, where several rivers have the name. */
  lon: number | undefined;
  lat: number | undefined;
}

type NameField = 'id' | 'match' | 'name' | 'nameEn';

const HEADERS: Headers<NameField> = {
  id: ['id', 'reach_id', 'river_id', 'comid', 'hyriv_id', 'linkno', 'link', 'nhdplusid', '编号'],
  match: ['match', 'source_name', 'original', 'original_name', 'gnis_name', '原名'],
  name: ['name', 'name_zh', 'name_cn', 'displayName', 'chinese', '名称', '中文名', '河流名称', '河名'],
  nameEn: ['name_en', 'nameEn', 'name_eng', 'displayNameEn', 'english', '英文名', '英文名称'],
};

/** A row with an id is for that reach. One without is for every river of the name in `match`, else of its English name. */
export async function readNames(
  path: string,
  options: OpenOptions = {},
): Promise<{ names: NameRow[]; rejected: RejectedRow[] }> {
  const table = await readSideTable(path, HEADERS, options);
  if (!table.present.has('name') && !table.present.has('nameEn')) {
    throw new SourceError(
      `${path} has no column with names: call it name (Chinese) or name_en. It has: ${table.columns.join(', ')}.`,
    );
  }
  const names: NameRow[] = [];
  const rejected = [...table.rejected];
  for (const { record, fields, geometry } of table.rows) {
    const { name, nameEn } = fields;
    const { lon, lat } = geometry?.kind === 'point' ? geometry : {};
    const id = keyOf(fields.id);
    const match = fields.match || nameEn || name;
    if (name === '' && nameEn === '') rejected.push({ record, reason: 'no name' });
    else if (table.present.has('id') && !table.present.has('match') && id === undefined)
      rejected.push({ record, reason: 'no id' });
    else
      names.push(
        id === undefined
          ? { record, by: 'name', match, name, nameEn, lon, lat }
          : { record, by: 'id', match: id, name, nameEn, lon, lat },
      );
  }
  return { names, rejected };
}
