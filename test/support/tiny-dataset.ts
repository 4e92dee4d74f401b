/** Writes the small network as a real dataset file, for the tests of store, service and HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pinyin } from 'pinyin-pro';
import { IDENTITY_PLACEHOLDER, stampIdentity } from '../../src/dataset/identity.ts';
import {
  DATASET_INDEXES,
  DATASET_TABLES,
  GEOPACKAGE_APPLICATION_ID,
  GEOPACKAGE_TABLES,
  GEOPACKAGE_VERSION,
  SCHEMA_VERSION,
} from '../../src/dataset/schema.ts';
import { figuresLine, SLOTS } from '../../src/format/record-template.ts';
import { indexTextEn, indexTextPinyin, indexTextZh } from '../../src/format/search-text.ts';
import { splitTexts } from '../../src/format/search-whole.ts';
import { type CodedReach, codeTinyNetwork, type TinyZone } from './tiny-coding.ts';
import { lineBlob, multiLineBlob, pointBlob } from './tiny-geometry.ts';
import { BASIN_NAMES, RIVER_NAMES } from './tiny-network.ts';

export interface TinyOptions {
  /** How many gauges to spread over the network; default 25. */
  gauges?: number;
}

/** A fresh file in a directory of its own, removed when the process ends. */
export async function tinyDatasetFile(options: TinyOptions = {}): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'watercode-test-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'tiny.gpkg');
  await writeTinyDataset(path, options);
  return path;
}

export async function writeTinyDataset(path: string, options: TinyOptions = {}): Promise<void> {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA application_id = ${GEOPACKAGE_APPLICATION_ID}; PRAGMA user_version = ${GEOPACKAGE_VERSION}; BEGIN`);
  db.exec(GEOPACKAGE_TABLES + DATASET_TABLES);
  const { reaches, zones } = codeTinyNetwork();
  const rivers = writeRivers(db, reaches);
  writeReaches(db, reaches, zones, rivers);
  writeZones(db, reaches, zones);
  writeBasins(db, reaches, zones);
  writePois(db, reaches, options.gauges ?? 25);
  writeSearch(db, reaches);
  writeMeta(db);
  db.exec(DATASET_INDEXES);
  db.exec('COMMIT');
  db.close();
  await stampIdentity(path);
}

type Values = Record<string, string | number | null | Uint8Array>;

function insert(db: DatabaseSync, table: string, rows: readonly Values[]): void {
  for (const row of rows) {
    const columns = Object.keys(row);
    db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(
      ...Object.values(row),
    );
  }
}

/** Ids by falling size, as in a real dataset. */
function writeRivers(db: DatabaseSync, reaches: readonly CodedReach[]): Map<string, number> {
  const named = Object.keys(RIVER_NAMES)
    .map((name) => ({ name, own: reaches.filter((reach) => reach.river === name) }))
    .sort((a, b) => b.own[0]!.upstreamKm - a.own[0]!.upstreamKm);
  const ids = new Map<string, number>();
  for (const { name, own } of named) {
    const mouth = own[0]!;
    ids.set(name, ids.size + 1);
    insert(db, 'river', [
      {
        id: ids.size,
        name,
        name_en: RIVER_NAMES[name]!,
        mouth: mouth.fid,
        reaches: own.length,
        length_km: own.reduce((sum, reach) => sum + reach.lengthKm, 0),
        strahler: mouth.strahler,
        weight: mouth.upstreamKm,
      },
    ]);
  }
  return ids;
}

/** One basin's source has no areas. */
function areaOf(reach: CodedReach): number | null {
  return reach.basincode === 5001 ? null : Math.round(reach.upstreamKm * 12);
}

function writeReaches(
  db: DatabaseSync,
  reaches: readonly CodedReach[],
  zones: readonly TinyZone[],
  rivers: Map<string, number>,
) {
  db.exec('CREATE VIRTUAL TABLE rtree_reach_geom USING rtree(id, minx, maxx, miny, maxy)');
  const templates: string[] = [];
  for (const reach of reaches) {
    insert(db, 'reach', [
      {
        fid: reach.fid,
        geom: lineBlob(reach.line),
        code: reach.code,
        last: reach.last,
        down: reach.downFid || null,
        inflows: reach.inflows.length,
        strahler: reach.strahler,
        length_km: reach.lengthKm,
        area_km2: areaOf(reach),
        upstream_km: reach.upstreamKm,
        outlet_km: reach.outletKm,
        depth: reach.depth,
        subbasin: zones.findIndex((zone) => zone.code === reach.zoneCode) + 1,
        river: reach.river === undefined ? null : rivers.get(reach.river)!,
        name: reach.river ?? null,
        name_en: reach.river === undefined ? null : RIVER_NAMES[reach.river]!,
        source_id: reach.id,
      },
    ]);
    const template = `${reach.river}`;
    if (!templates.includes(template)) {
      templates.push(template);
      insert(db, 'record_template', [{ id: templates.length, body: riverTemplate(reach) }]);
    }
    insert(db, 'reach_record', [
      {
        code: reach.code,
        fid: reach.fid,
        strahler: reach.strahler,
        template: templates.indexOf(template) + 1,
        figures: figuresLine({
          river: '',
          riverEn: '',
          into: '',
          intoEn: '',
          lengthKm: reach.lengthKm.toFixed(1),
          areaKm2: String(areaOf(reach) ?? ''),
          outletKm: reach.outletKm.toFixed(1),
          upstreamReaches: String(reach.last - reach.fid),
          upstreamKm: reach.upstreamKm.toFixed(1),
          sourceId: reach.id,
        }),
      },
    ]);
    insert(db, 'rtree_reach_geom', [boxRow(reach.fid, [reach.line])]);
  }
}

function riverTemplate(reach: CodedReach): string {
  const name = reach.river ?? '无名河流';
  const nameEn = reach.river === undefined ? 'Unnamed river' : RIVER_NAMES[reach.river]!;
  const record = {
    displayName: name,
    description: `${name}的一个河段，长 ${SLOTS.lengthKm} km。`,
    displayNameEn: nameEn,
    descriptionEn: `A reach of ${nameEn}, ${SLOTS.lengthKm} km long.`,
    properties: [
      { name: '河段长度', value: SLOTS.lengthKm, unit: 'km', icon: 'ruler' },
      { name: '斯特拉勒级别', value: SLOTS.strahler, unit: '', icon: 'order' },
    ],
    photos: [],
    basincode: SLOTS.basincode,
    subbasincd: SLOTS.subbasincd,
  };
  return JSON.stringify(record).replace(`"${SLOTS.basincode}"`, SLOTS.basincode);
}

function writeZones(db: DatabaseSync, reaches: readonly CodedReach[], zones: readonly TinyZone[]): void {
  zones.forEach((zone, i) => {
    const own = reaches.filter((reach) => reach.zoneCode === zone.code);
    const outlet = own[0]!;
    const name = outlet.river ?? '无名河流';
    insert(db, 'subbasin', [
      {
        fid: i + 1,
        geom: multiLineBlob(own.map((reach) => reach.line)),
        code: zone.code,
        basincode: outlet.basincode,
        subbasincd: outlet.subbasincd,
        parent: zone.parent === undefined ? null : zones.indexOf(zone.parent) + 1,
        joins: outlet.downFid || null,
        outlet: outlet.fid,
        strahler: outlet.strahler,
        reaches: own.length,
        length_km: own.reduce((sum, reach) => sum + reach.lengthKm, 0),
        area_km2: areaOf(outlet),
        name: `${name}子流域`,
        name_en: `${RIVER_NAMES[name] ?? 'Unnamed river'} sub-basin`,
      },
    ]);
  });
}

function writeBasins(db: DatabaseSync, reaches: readonly CodedReach[], zones: readonly TinyZone[]): void {
  for (const [code, [name, nameEn]] of Object.entries(BASIN_NAMES)) {
    const basincode = Number(code);
    const own = reaches.filter((reach) => reach.basincode === basincode);
    const outlets = own.filter((reach) => reach.downFid === 0);
    const areas = outlets.map(areaOf);
    insert(db, 'basin', [
      {
        basincode,
        name,
        name_en: nameEn,
        outlets: outlets.length,
        reaches: own.length,
        subbasins: zones.filter((zone) => zone.code.startsWith(code)).length,
        length_km: own.reduce((sum, reach) => sum + reach.lengthKm, 0),
        area_km2: areas.includes(null) ? null : areas.reduce<number>((sum, area) => sum + area!, 0),
        first: own[0]!.fid,
        last: own.at(-1)!.fid,
      },
    ]);
  }
}

const DAMS: readonly { key: string; reach: string; name: string; nameEn: string; heightM: number }[] = [
  { key: 'Sanmenxia-1', reach: 'y4', name: '三门峡大坝', nameEn: 'Sanmenxia Dam', heightM: 106 },
  { key: '小浪底', reach: 'y4', name: '小浪底大坝', nameEn: 'Xiaolangdi Dam', heightM: 160 },
  { key: 'LIUJIAXIA', reach: 'y10', name: '刘家峡大坝', nameEn: 'Liujiaxia Dam', heightM: 147 },
  { key: 'lock & dam/1', reach: 'm4', name: '一号船闸', nameEn: 'Lock and Dam No. 1', heightM: 11 },
];

/** Numbered by type and then along the network. */
function writePois(db: DatabaseSync, reaches: readonly CodedReach[], gaugeCount: number): void {
  db.exec('CREATE VIRTUAL TABLE rtree_poi_geom USING rtree(id, minx, maxx, miny, maxy)');
  const dams = DAMS.map((dam) => ({
    reach: reaches.find((reach) => reach.id === dam.reach)!,
    type: 'dam',
    key: dam.key,
    name: dam.name,
    name_en: dam.nameEn,
    description: `${dam.name}，坝高 ${dam.heightM} 米。`,
    description_en: `${dam.nameEn}, ${dam.heightM} m high.`,
    properties: JSON.stringify([{ name: '坝高', value: `${dam.heightM} m` }]),
    photos: JSON.stringify([`https://example.org/${dam.heightM}.jpg`]),
  }));
  const gauges = Array.from({ length: gaugeCount }, (_, i) => ({
    reach: reaches[(i * 7) % reaches.length]!,
    type: 'gauge',
    key: `G${(i * 37) % 1000}-${i}`,
    name: `第${i}号水文站`,
    name_en: `Gauge ${i}`,
    description: '',
    description_en: '',
    properties: '[]',
    photos: '[]',
  }));
  const junctions = reaches
    .filter((reach) => reach.inflows.length > 1)
    .map((reach) => ({
      reach,
      type: 'junction',
      key: reach.code.replaceAll('.', '-'),
      name: '',
      name_en: '',
      description: '',
      description_en: '',
      properties: '[]',
      photos: '[]',
    }));
  const all = [dams, gauges, junctions].flatMap((list) => list.toSorted((a, b) => a.reach.fid - b.reach.fid));
  all.forEach(({ reach, ...poi }, i) => {
    const [lon, lat] = [reach.line[0]!, reach.line[1]!];
    insert(db, 'poi', [
      { fid: i + 1, geom: pointBlob(lon, lat), key_upper: poi.key.toUpperCase(), reach: reach.fid, ...poi },
    ]);
    insert(db, 'rtree_poi_geom', [boxRow(i + 1, [Float64Array.of(lon, lat)])]);
  });
  const types: [string, string, string, number][] = [
    ['dam', '大坝', 'Dam', dams.length],
    ['gauge', '水文站', 'Gauge', gauges.length],
    ['junction', '汇流点', 'Junction', junctions.length],
    ['lake', '湖泊', 'Lake', 0],
  ];
  insert(
    db,
    'poi_type',
    types.map(([type, name, nameEn, count]) => {
      return { type, name, name_en: nameEn, description: `${name}。`, description_en: `${nameEn}.`, icon: type, count };
    }),
  );
}

function writeSearch(db: DatabaseSync, reaches: readonly CodedReach[]): void {
  const entries = db
    .prepare(
      `SELECT 'basin' AS kind, basincode AS ref, name, name_en, reaches * 1000 AS weight, first AS reach, NULL AS type,
         NULL AS key FROM basin
       UNION ALL SELECT 'river', id, name, name_en, weight, mouth, NULL, NULL FROM river
       UNION ALL SELECT 'subbasin', fid, name, name_en, reaches, outlet, NULL, NULL FROM subbasin
       UNION ALL SELECT 'poi', fid, name, name_en, 0, reach, type, key FROM poi WHERE name <> ''
       ORDER BY weight DESC, kind, ref`,
    )
    .all() as { kind: string; ref: number; name: string; name_en: string; reach: number; type: string; key: string }[];
  entries.forEach(({ kind, ref, name, name_en, reach: fid, type, key }, i) => {
    const reach = reaches[fid - 1]!;
    const { strahler, line } = reach;
    const code = kind === 'river' || kind === 'poi' ? reach.code : reach.zoneCode;
    const [lon, lat] = kind === 'poi' ? [line[0]!, line[1]!] : [line.at(-2)!, line.at(-1)!];
    insert(db, 'search_entry', [{ rank: i + 1, kind, ref, name, name_en, code, strahler, lon, lat, type, key }]);
    const syllables = pinyin(name, { type: 'array', toneType: 'none' });
    const { whole, ...texts } = splitTexts({
      zh: indexTextZh(name),
      en: indexTextEn(name_en),
      pinyin: indexTextPinyin(syllables),
    });
    insert(db, 'search', [{ rowid: i + 1, ...texts }]);
    insert(db, 'search_whole', [{ rowid: i + 1, text: whole }]);
  });
}

function writeMeta(db: DatabaseSync): void {
  const count = (table: string) => String(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()!.count);
  const values: Record<string, string> = {
    schema_version: String(SCHEMA_VERSION),
    identity: IDENTITY_PLACEHOLDER,
    title: '测试河网',
    title_en: 'Test network',
    edition: '2026.1',
    source: 'Made up for tests',
    licence: 'CC0-1.0',
    built_at: '2026-01-01T00:00:00Z',
    ma_register: '3261',
    ma_schema: '10',
    ma_resolution: '12',
    ma_version: '01',
    count_basins: count('basin'),
    count_subbasins: count('subbasin'),
    count_reaches: count('reach'),
    count_rivers: count('river'),
    count_pois: count('poi'),
    bbox: '-179.98,29.1,177.5,65.9',
  };
  insert(
    db,
    'meta',
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );
  insert(db, 'property_name', [
    { name: '河段长度', name_en: 'Reach length' },
    { name: '斯特拉勒级别', name_en: 'Strahler order' },
    { name: '坝高', name_en: 'Dam height' },
  ]);
}

function boxRow(id: number, lines: readonly Float64Array[]): Values {
  const lons = lines.flatMap((line) => [...line].filter((_, i) => i % 2 === 0));
  const lats = lines.flatMap((line) => [...line].filter((_, i) => i % 2 === 1));
  return { id, minx: Math.min(...lons), maxx: Math.max(...lons), miny: Math.min(...lats), maxy: Math.max(...lats) };
}
