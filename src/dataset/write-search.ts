/** Writes the search index: names of rivers, sub-basins, basins and POIs, the most important first. */
import type { DatabaseSync } from 'node:sqlite';
import { indexTextEn, indexTextPinyin, indexTextZh } from '../format/search-text.ts';
import type { DatasetContent } from './content.ts';
import type { Naming } from './naming.ts';
import { pinyinSyllables } from './pinyin.ts';

/** How much a kind counts beside a river of the same size. */
const SHARES = { river: 1, basin: 0.4, subbasin: 0.3, poi: 0.2, junction: 0.05 };

/** Without the top one of each basin, which is the basin itself. */
const SUBBASINS = `SELECT fid AS ref, name, name_en AS en, outlet AS at FROM subbasin
  WHERE parent IS NOT NULL OR basincode % 1000 >= 900`;

interface Entry {
  kind: 'river' | 'subbasin' | 'basin' | 'poi';
  ref: number;
  name: string;
  nameEn: string;
  importance: number;
}

export function writeSearch(
  db: DatabaseSync,
  content: DatasetContent,
  naming: Naming,
  progress: (done: number) => void,
): void {
  const entries = collect(db, content, naming);
  entries.sort((a, b) => b.importance - a.importance || a.kind.localeCompare(b.kind) || a.ref - b.ref);
  const putEntry = db.prepare('INSERT INTO search_entry VALUES (?, ?, ?, ?, ?)');
  const putText = db.prepare('INSERT INTO search (rowid, zh, en, pinyin) VALUES (?, ?, ?, ?)');
  entries.forEach((entry, i) => {
    putEntry.run(i + 1, entry.kind, entry.ref, entry.name, entry.nameEn);
    putText.run(
      i + 1,
      indexTextZh(entry.name),
      indexTextEn(entry.nameEn),
      indexTextPinyin(pinyinSyllables(entry.name)),
    );
    if (i % 4096 === 0) progress(i / entries.length);
  });
  db.exec(`INSERT INTO search (search) VALUES ('optimize')`);
}

function collect(db: DatabaseSync, content: DatasetContent, naming: Naming): Entry[] {
  const { coded } = content;
  const weightOf = (fid: number) => coded.weight[coded.byId[fid - 1]!]!;
  const entries: Entry[] = content.rivers.map((river, i) => ({
    kind: 'river',
    ref: i + 1,
    name: river.name.zh,
    nameEn: river.name.en,
    importance: coded.weight[river.mouth]! * SHARES.river,
  }));
  const rows = (sql: string) =>
    db.prepare(sql).iterate() as Iterable<{ ref: number; name: string; en: string; at: number }>;
  for (const row of rows('SELECT basincode AS ref, name, name_en AS en, first AS at FROM basin')) {
    entries.push({
      kind: 'basin',
      ref: row.ref,
      name: row.name,
      nameEn: row.en,
      importance: weightOf(row.at) * SHARES.basin,
    });
  }
  for (const row of rows(SUBBASINS)) {
    if (!naming.hasRiverName(coded.byId[row.at - 1]!)) continue;
    const importance = weightOf(row.at) * SHARES.subbasin;
    entries.push({ kind: 'subbasin', ref: row.ref, name: row.name, nameEn: row.en, importance });
  }
  content.junctions.forEach((reach, i) => {
    if (!naming.isMeetingOfNamedRivers(reach)) return;
    const name = naming.junctionName(reach);
    entries.push({
      kind: 'poi',
      ref: i + 1,
      name: name.zh,
      nameEn: name.en,
      importance: coded.weight[reach]! * SHARES.junction,
    });
  });
  content.pois.forEach((poi, i) => {
    const importance = coded.weight[poi.reach]! * SHARES.poi;
    entries.push({
      kind: 'poi',
      ref: content.junctions.length + i + 1,
      name: poi.name.zh,
      nameEn: poi.name.en,
      importance,
    });
  });
  return entries;
}
