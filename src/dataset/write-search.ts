/** Writes the search index: names of rivers, sub-basins, basins and POIs, the most important first. */
import type { DatabaseSync } from 'node:sqlite';
import { indexTextEn, indexTextPinyin, indexTextZh } from '../format/search-text.ts';
import { splitTexts } from '../format/search-whole.ts';
import { reachCode } from './codes.ts';
import type { DatasetContent, PoiContent } from './content.ts';
import type { Naming } from './naming.ts';
import { pinyinSyllables } from './pinyin.ts';
import { createCommonWords } from './write-common-words.ts';
import { JUNCTION } from './write-pois.ts';

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
  /** Where it ends, or lies. */
  reach: number;
  /** Of a POI that is no junction. */
  poi?: PoiContent;
}

export function writeSearch(
  db: DatabaseSync,
  content: DatasetContent,
  naming: Naming,
  progress: (done: number) => void,
): void {
  const entries = collect(db, content, naming);
  entries.sort((a, b) => b.importance - a.importance || a.kind.localeCompare(b.kind) || a.ref - b.ref);
  const putEntry = db.prepare(`INSERT INTO search_entry VALUES (${Array(11).fill('?').join(', ')})`);
  const putText = db.prepare('INSERT INTO search (rowid, zh, en, pinyin) VALUES (?, ?, ?, ?)');
  const putWhole = db.prepare('INSERT INTO search_whole (rowid, text) VALUES (?, ?)');
  const common = createCommonWords(entries.length);
  entries.forEach((entry, i) => {
    const rank = i + 1;
    const { code, strahler, lon, lat, type, key } = placeOf(content, entry);
    putEntry.run(rank, entry.kind, entry.ref, entry.name, entry.nameEn, code, strahler, lon, lat, type, key);
    const { zh, en, pinyin, whole } = splitTexts({
      zh: indexTextZh(entry.name),
      en: indexTextEn(entry.nameEn),
      pinyin: indexTextPinyin(pinyinSyllables(entry.name)),
    });
    putText.run(rank, zh, en, pinyin);
    putWhole.run(rank, whole);
    common.sample(rank, zh, en, pinyin);
    if (i % 4096 === 0) progress(i / entries.length);
  });
  db.exec(
    `INSERT INTO search (search) VALUES ('optimize'); INSERT INTO search_whole (search_whole) VALUES ('optimize')`,
  );
  common.write(db);
}

interface EntryPlace {
  code: string;
  strahler: number;
  lon: number;
  lat: number;
  type: string | null;
  key: string | null;
}

function placeOf(content: DatasetContent, { kind, reach, poi }: Entry): EntryPlace {
  const { coded } = content;
  if (kind === 'poi') {
    const code = reachCode(content, reach);
    const line = content.lineOf(reach);
    const junction = { type: JUNCTION, key: code.replaceAll('.', '-'), lon: line[0]!, lat: line[1]! };
    const { type, key, lon, lat } = poi ?? junction;
    return { code, strahler: coded.strahler[reach]!, lon, lat, type, key };
  }
  const zone = coded.zones[coded.zone[reach]!]!;
  const end = kind === 'river' ? reach : zone.outlet;
  const line = content.lineOf(end);
  return {
    code: kind === 'river' ? reachCode(content, reach) : `${zone.basincode}${zone.subbasincd}`,
    strahler: coded.strahler[end]!,
    lon: line.at(-2)!,
    lat: line.at(-1)!,
    type: null,
    key: null,
  };
}

function collect(db: DatabaseSync, content: DatasetContent, naming: Naming): Entry[] {
  const { coded } = content;
  const entries: Entry[] = content.rivers.map((river, i) => ({
    kind: 'river',
    ref: i + 1,
    name: river.name.zh,
    nameEn: river.name.en,
    importance: coded.weight[river.mouth]! * SHARES.river,
    reach: river.mouth,
  }));
  const rows = (sql: string) =>
    db.prepare(sql).iterate() as Iterable<{ ref: number; name: string; en: string; at: number }>;
  for (const row of rows('SELECT basincode AS ref, name, name_en AS en, first AS at FROM basin')) {
    const reach = coded.byId[row.at - 1]!;
    const importance = coded.weight[reach]! * SHARES.basin;
    entries.push({ kind: 'basin', ref: row.ref, name: row.name, nameEn: row.en, importance, reach });
  }
  for (const row of rows(SUBBASINS)) {
    const reach = coded.byId[row.at - 1]!;
    if (!naming.hasRiverName(reach)) continue;
    const importance = coded.weight[reach]! * SHARES.subbasin;
    entries.push({ kind: 'subbasin', ref: row.ref, name: row.name, nameEn: row.en, importance, reach });
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
      reach,
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
      reach: poi.reach,
      poi,
    });
  });
  return entries;
}
