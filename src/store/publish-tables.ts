/** What goes from each table of a dataset file into which table of an edition. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { WHOLE } from '../format/search-whole.ts';
import { LEAST_ORDERS_KEY } from '../format/tile-plan.ts';
import type { ColumnKind, CopyValue } from './publish-encode.ts';
import { createWordsEncoder } from './publish-words.ts';

export interface CopiedTable {
  name: string;
  /** For people: what is being copied. */
  title: string;
  columns: readonly (readonly [name: string, kind: ColumnKind])[];
  /** How many rows there are; ids run from 1 to it. */
  count(db: DatabaseSync): number;
  /** Rows behind an id, in order of ids: the id first, then a value for each column. */
  rows(db: DatabaseSync, after: number, limit: number): Iterable<readonly CopyValue[]>;
}

const BASINCODE = (code: string): string => `CAST(substr(${code}, 1, 4) AS INTEGER)`;

export const COPIED_TABLES: readonly CopiedTable[] = [
  {
    name: 'reach',
    title: 'reaches',
    columns: [
      ['basincode', 'int4'],
      ['id', 'int4'],
      ['last', 'int4'],
      ['down', 'int4'],
      ['inflows', 'int4'],
      ['depth', 'int4'],
      ['subbasin', 'int4'],
      ['river', 'int4'],
      ['template', 'int4'],
      ['strahler', 'int2'],
      ['length_km', 'float8'],
      ['area_km2', 'float8'],
      ['upstream_km', 'float8'],
      ['outlet_km', 'float8'],
      ['code', 'text'],
      ['name', 'text'],
      ['name_en', 'text'],
      ['source_id', 'text'],
      ['figures', 'text'],
      ['geom', 'geometry'],
    ],
    count: (db) => lastId(db, 'reach', 'fid'),
    rows: selected(`SELECT reach.fid, ${BASINCODE('reach.code')}, reach.fid, last, coalesce(down, 0), inflows, depth, subbasin,
        river, template, reach.strahler, length_km, area_km2, upstream_km, outlet_km, reach.code, name, name_en, source_id,
        figures, geom
      FROM reach JOIN reach_record ON reach_record.code = reach.code WHERE reach.fid > ? ORDER BY reach.fid LIMIT ?`),
  },
  {
    name: 'poi',
    title: 'points',
    columns: [
      ['basincode', 'int4'],
      ['id', 'int4'],
      ['reach', 'int4'],
      ['type', 'text'],
      ['key', 'text'],
      ['key_upper', 'text'],
      ['code', 'text'],
      ['name', 'text'],
      ['name_en', 'text'],
      ['description', 'text'],
      ['description_en', 'text'],
      ['properties', 'text'],
      ['photos', 'text'],
      ['geom', 'geometry'],
    ],
    count: (db) => lastId(db, 'poi', 'fid'),
    rows: selected(`SELECT poi.fid, ${BASINCODE('reach.code')}, poi.fid, poi.reach, poi.type, poi.key, poi.key_upper,
        reach.code, poi.name, poi.name_en, poi.description, poi.description_en, poi.properties, poi.photos, poi.geom
      FROM poi JOIN reach ON reach.fid = poi.reach WHERE poi.fid > ? ORDER BY poi.fid LIMIT ?`),
  },
  {
    name: 'name',
    title: 'names',
    columns: [
      ['basincode', 'int4'],
      ['rank', 'int4'],
      ['kind', 'text'],
      ['ref', 'int4'],
      ['name', 'text'],
      ['name_en', 'text'],
      ['type', 'text'],
      ['key_upper', 'text'],
      ['words', 'bytes'],
    ],
    count: (db) => lastId(db, 'search_entry', 'rank'),
    rows: names,
  },
  {
    name: 'subbasin',
    title: 'sub-basins',
    columns: [
      ['basincode', 'int4'],
      ['id', 'int4'],
      ['parent', 'int4'],
      ['joins', 'int4'],
      ['outlet', 'int4'],
      ['reaches', 'int4'],
      ['strahler', 'int2'],
      ['length_km', 'float8'],
      ['area_km2', 'float8'],
      ['code', 'text'],
      ['subbasincd', 'text'],
      ['name', 'text'],
      ['name_en', 'text'],
      ['geom', 'geometry'],
    ],
    count: (db) => lastId(db, 'subbasin', 'fid'),
    rows: selected(`SELECT fid, basincode, fid, coalesce(parent, 0), coalesce(joins, 0), outlet, reaches, strahler,
        length_km, area_km2, code, subbasincd, name, name_en, geom
      FROM subbasin WHERE fid > ? ORDER BY fid LIMIT ?`),
  },
  {
    name: 'river',
    title: 'rivers',
    columns: [
      ['basincode', 'int4'],
      ['id', 'int4'],
      ['mouth', 'int4'],
      ['reaches', 'int4'],
      ['strahler', 'int2'],
      ['length_km', 'float8'],
      ['weight', 'float8'],
      ['name', 'text'],
      ['name_en', 'text'],
    ],
    count: (db) => lastId(db, 'river', 'id'),
    rows: selected(`SELECT river.id, ${BASINCODE('reach.code')}, river.id, mouth, reaches, river.strahler,
        river.length_km, weight, river.name, river.name_en
      FROM river JOIN reach ON reach.fid = river.mouth WHERE river.id > ? ORDER BY river.id LIMIT ?`),
  },
  {
    name: 'basin',
    title: 'basins',
    columns: [
      ['basincode', 'int4'],
      ['name', 'text'],
      ['name_en', 'text'],
      ['outlets', 'int4'],
      ['reaches', 'int4'],
      ['subbasins', 'int4'],
      ['length_km', 'float8'],
      ['area_km2', 'float8'],
      ['first', 'int4'],
      ['last', 'int4'],
      ['first_subbasin', 'int4'],
      ['last_subbasin', 'int4'],
    ],
    count: (db) => lastId(db, 'basin', 'basincode'),
    rows: selected(`SELECT basin.basincode, basin.basincode, basin.name, basin.name_en, outlets, basin.reaches, subbasins,
        basin.length_km, basin.area_km2, basin.first, basin.last, min(subbasin.fid), max(subbasin.fid)
      FROM basin JOIN subbasin ON subbasin.basincode = basin.basincode WHERE basin.basincode > ?
      GROUP BY basin.basincode ORDER BY basin.basincode LIMIT ?`),
  },
  {
    name: 'tile',
    title: 'tiles',
    columns: [
      ['z', 'int2'],
      ['x', 'int4'],
      ['y', 'int4'],
      ['data', 'bytes'],
    ],
    count: (db) => (db.prepare('SELECT count(*) AS count FROM tile').get() as { count: number }).count,
    rows: selected(`SELECT * FROM (
        SELECT row_number() OVER (ORDER BY z, x, y) AS at, z, x, y, data FROM tile
      ) WHERE at > ? ORDER BY at LIMIT ?`),
  },
];

/** Templates of records are copied beside the edition first; which basins use one, only the reaches tell. */
export const TEMPLATES = {
  columns: [
    ['id', 'int4'],
    ['body', 'text'],
  ],
  rows: selected('SELECT id, id, body FROM record_template WHERE id > ? ORDER BY id LIMIT ?'),
  /** Basins that share a template have a copy each. */
  spread: `INSERT INTO record_template (basincode, id, body)
    SELECT used.basincode, given.id, given.body
    FROM (SELECT DISTINCT basincode, template FROM reach) AS used JOIN given_template AS given ON given.id = used.template`,
} as const;

/** Which reaches tiles show that are made when asked for. */
export function leastOrdersOf(db: DatabaseSync): number[] {
  const row = db.prepare('SELECT value FROM meta WHERE key = ?').get(LEAST_ORDERS_KEY) as { value: string } | undefined;
  return row === undefined || row.value === '' ? [] : row.value.split(',').map(Number);
}

function lastId(db: DatabaseSync, table: string, column: string): number {
  return (db.prepare(`SELECT coalesce(max(${column}), 0) AS last FROM ${table}`).get() as { last: number }).last;
}

function selected(sql: string): CopiedTable['rows'] {
  return (db, after, limit) => iterate(db.prepare(sql), after, limit);
}

function iterate(statement: StatementSync, ...values: number[]): Iterable<readonly CopyValue[]> {
  statement.setReturnArrays(true);
  return statement.iterate(...values) as unknown as Iterable<readonly CopyValue[]>;
}

const NAMES = `SELECT rank, ${BASINCODE('search_entry.code')}, rank, kind, ref, search_entry.name, search_entry.name_en,
    poi.type, poi.key_upper
  FROM search_entry LEFT JOIN poi ON kind = 'poi' AND poi.fid = ref WHERE rank > ? ORDER BY rank LIMIT ?`;

/** Behind the tokens of whole names. */
const AFTER_WHOLE = String.fromCharCode(WHOLE.charCodeAt(0) + 1);

/** Words are taken from the file's own search index, so that the same texts find the same names. */
function* names(db: DatabaseSync, after: number, limit: number): Iterable<readonly CopyValue[]> {
  // A table in memory beside the file, which itself is open for reading only.
  db.exec(`PRAGMA query_only = OFF; DROP TABLE IF EXISTS temp.word; DROP TABLE IF EXISTS temp.whole;
    CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, search, 'instance');
    CREATE VIRTUAL TABLE temp.whole USING fts5vocab(main, search_whole, 'instance')`);
  const words = iterate(
    db.prepare(
      `SELECT doc, group_concat(word, ' ') FROM (
         SELECT doc, substr(col, 1, 1) || term AS word FROM temp.word
         UNION ALL SELECT doc, 'z' || term FROM temp.whole WHERE term >= '${WHOLE}' AND term < '${AFTER_WHOLE}'
       ) WHERE doc > ? AND doc <= ? GROUP BY doc ORDER BY doc`,
    ),
    after,
    after + limit,
  )[Symbol.iterator]();
  const encode = createWordsEncoder();
  let next = words.next();
  for (const row of iterate(db.prepare(NAMES), after, limit)) {
    const hasWords = !next.done && next.value[0] === row[0];
    yield [...row, encode(hasWords ? (next.value[1] as string) : '')];
    if (hasWords) next = words.next();
  }
}
