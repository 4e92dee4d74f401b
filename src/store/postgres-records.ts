/** The common lookup in an edition: the river record of a reach by its code, one row and a template that is mostly at hand. */

import { compileTemplate, englishTemplate, fillTemplate, type RecordTemplate } from '../format/record-template.ts';
import { basincodeOf } from './postgres-basins.ts';
import type { EditionReader } from './postgres-query.ts';
import type { RecordRow } from './postgres-reaches.ts';
import { createRecent } from './postgres-recent.ts';
import type { DatasetInfo, Store } from './store.ts';

/** Each takes some 4 KiB. */
const REMEMBERED_TEMPLATES = 2_000;

export function createPostgresRecords(
  reader: EditionReader,
  info: DatasetInfo,
  recentRecord: (code: string) => RecordRow | undefined,
): Pick<Store, 'reachRecord'> {
  const record = reader.prepare<RecordRow>(
    'record',
    `SELECT id, strahler, template, figures FROM ${reader.schema}.reach WHERE basincode = $1 AND code = $2`,
  );
  const templateText = reader.prepare<{ body: string }>(
    'template',
    `SELECT body FROM ${reader.schema}.record_template WHERE basincode = $1 AND id = $2`,
  );
  const recent = {
    zh: createRecent<number, RecordTemplate>(REMEMBERED_TEMPLATES),
    en: createRecent<number, RecordTemplate>(REMEMBERED_TEMPLATES),
  };

  async function readTemplate(basincode: number, id: number, language: 'zh' | 'en'): Promise<RecordTemplate> {
    const { body } = (await templateText.one(basincode, id))!;
    const template = compileTemplate(language === 'zh' ? body : englishTemplate(body, info.propertyNames));
    recent[language].set(id, template);
    return template;
  }

  return {
    async reachRecord(code, language) {
      const basincode = basincodeOf(code);
      const row = recentRecord(code) ?? (await record.one(basincode, code));
      if (row === undefined) return undefined;
      const template = recent[language].get(row.template) ?? (await readTemplate(basincode, row.template, language));
      return { id: row.id, strahler: row.strahler, body: fillTemplate(template, { ...row, code }) };
    },
  };
}
