/** The common lookup: the river record of a reach by its code, one row and a template, with a bounded cache of templates. */
import type { DatabaseSync } from 'node:sqlite';
import { compileTemplate, englishTemplate, fillTemplate, type RecordTemplate } from '../format/record-template.ts';
import { prepare, prepareTuple } from './sqlite-query.ts';
import type { DatasetInfo, LineCoordinates, ReachRecord, Store } from './store.ts';

/** Each takes some 1.5 KiB. Of a dataset with more, the others are read when needed, which takes 5 microseconds. */
const CACHED_TEMPLATES = 16_384;

export function createSqliteRecords(
  db: DatabaseSync,
  info: DatasetInfo,
  lineOf: (id: number) => LineCoordinates | undefined,
): Pick<Store, 'reachRecord' | 'drawnReach'> {
  const record = prepareTuple<[id: number, strahler: number, template: number, figures: string]>(
    db,
    'SELECT fid, strahler, template, figures FROM reach_record WHERE code = ?',
  );
  const templateBody = prepare<{ body: string }>(db, 'SELECT body FROM record_template WHERE id = ?');
  const cached = { zh: new Map<number, RecordTemplate>(), en: new Map<number, RecordTemplate>() };

  function readTemplate(id: number, language: 'zh' | 'en'): RecordTemplate {
    const { body } = templateBody.get(id)!;
    const compiled = compileTemplate(language === 'zh' ? body : englishTemplate(body, info.propertyNames));
    if (cached[language].size < CACHED_TEMPLATES) cached[language].set(id, compiled);
    return compiled;
  }

  function reachRecord(code: string, propertyNames: 'zh' | 'en'): ReachRecord | undefined {
    const row = record.get(code);
    if (row === undefined) return undefined;
    const [id, strahler, template, figures] = row;
    const compiled = cached[propertyNames].get(template) ?? readTemplate(template, propertyNames);
    return { id, strahler, body: fillTemplate(compiled, { code, strahler, figures }) };
  }

  return {
    reachRecord,
    drawnReach(code, propertyNames) {
      const found = reachRecord(code, propertyNames);
      if (found === undefined) return undefined;
      const line = lineOf(found.id);
      if (line === undefined) throw new Error(`reach ${code} has no geometry`);
      return { ...found, line };
    },
  };
}
