/** The common lookup in an edition: the river record of a reach by its code, one row and a template that is mostly at hand. */

import { compileTemplate, englishTemplate, fillTemplate, type RecordTemplate } from '../format/record-template.ts';
import { basincodeOf } from './postgres-basins.ts';
import { createReachBatch } from './postgres-batch.ts';
import { lineOfWkb } from './postgres-geometry.ts';
import type { EditionReader } from './postgres-query.ts';
import type { RecordRow } from './postgres-reaches.ts';
import { createRecent, type Recent } from './postgres-recent.ts';
import type { DatasetInfo, ReachRecord, Store } from './store.ts';

/** Each takes some 4 KiB. */
const REMEMBERED_TEMPLATES = 2_000;

const RECORD_COLUMNS = 'id, strahler, template, figures';

export function createPostgresRecords(
  reader: EditionReader,
  info: DatasetInfo,
  recentRecords: Recent<string, RecordRow>,
): Pick<Store, 'reachRecord' | 'drawnReach'> {
  const recordOf = createReachBatch<RecordRow>(reader, 'record', RECORD_COLUMNS);
  const drawnOf = createReachBatch<RecordRow & { line: Buffer }>(
    reader,
    'drawn-reach',
    `${RECORD_COLUMNS}, ST_AsBinary(geom, 'NDR') AS line`,
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

  async function readRecord(code: string): Promise<RecordRow | undefined> {
    const row = await recordOf(code);
    if (row !== undefined) recentRecords.set(code, row);
    return row;
  }

  async function filled(row: RecordRow, code: string, language: 'zh' | 'en'): Promise<ReachRecord> {
    const template =
      recent[language].get(row.template) ?? (await readTemplate(basincodeOf(code), row.template, language));
    return { id: row.id, strahler: row.strahler, body: fillTemplate(template, { ...row, code }) };
  }

  return {
    async reachRecord(code, language) {
      const row = recentRecords.get(code) ?? (await readRecord(code));
      return row && (await filled(row, code, language));
    },
    async drawnReach(code, language) {
      const row = await drawnOf(code);
      return row && { ...(await filled(row, code, language)), line: lineOfWkb(row.line) };
    },
  };
}
