/** Makes a river network of any size from a seed and writes it as a GeoPackage: `node bench/generate.ts --reaches 1000000 --seed 1 -o FILE`. */
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { cutReaches, LINE_ROOM, lengthKm, type Reaches } from './generate-reaches.ts';
import { drainIsland, scramble } from './generate-terrain.ts';

export interface Generated {
  reaches: number;
  basins: number;
  vertices: number;
  named: number;
}

const CELLS_A_REACH = 12;
const FIRST_ID = 10_000_001;

/** Writes layer `rivers`: id, down (0 at the sea), length_km, area_km2 (total upstream), name. The same seed gives the same file. */
export function generate(path: string, reaches: number, seed = 1): Generated {
  return writeGeoPackage(path, growReaches(reaches, seed));
}

export function growReaches(count: number, seed: number): Reaches {
  for (let side = Math.ceil(Math.sqrt(count * CELLS_A_REACH)) + 20; ; side = Math.ceil(side * 1.1)) {
    const reaches = cutReaches(drainIsland(side, seed), count, seed);
    if (reaches !== undefined) return reaches;
  }
}

/** The same from `cache/`, made when it is not there yet; gives the file's path. */
export function cachedNetwork(reaches: number, seed = 1): string {
  const path = join(import.meta.dirname, '..', 'cache', `rivers-${reaches}-${seed}.gpkg`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  try {
    generate(unfinished, reaches, seed);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return path;
}

const SCHEMA = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA application_id = 0x47504B47;
  PRAGMA user_version = 10300;
  CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL),
    ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL),
    ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]', NULL);
  CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name));
  INSERT INTO gpkg_geometry_columns VALUES ('rivers', 'geom', 'LINESTRING', 4326, 0, 0);
  CREATE TABLE rivers (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom LINESTRING, id INTEGER, down INTEGER, length_km DOUBLE, area_km2 DOUBLE, name TEXT);
`;

function writeGeoPackage(path: string, reaches: Reaches): Generated {
  rmSync(path, { force: true });
  const db = new DatabaseSync(path);
  db.exec(SCHEMA);
  const insert = db.prepare('INSERT INTO rivers VALUES (?, ?, ?, ?, ?, ?, ?)');
  const line = new Float64Array(LINE_ROOM);
  const blob = new Uint8Array(LINE_ROOM * 8 + 64);
  const bounds = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  const made: Generated = { reaches: reaches.count, basins: 0, vertices: 0, named: 0 };
  db.exec('BEGIN');
  for (let i = 0; i < reaches.count; i++) {
    const vertices = reaches.drawLine(i, line);
    const below = reaches.down[i]!;
    const name = reaches.name[i]! < 0 ? null : riverName(reaches.name[i]!);
    const bytes = encodeLine(line, vertices, blob, bounds);
    const downId = below < 0 ? 0 : FIRST_ID + below;
    insert.run(
      i + 1,
      blob.subarray(0, bytes),
      FIRST_ID + i,
      downId,
      lengthKm(line, vertices),
      reaches.areaKm2[i]!,
      name,
    );
    made.vertices += vertices;
    if (below < 0) made.basins++;
    if (name !== null) made.named++;
  }
  const contents = db.prepare(
    "INSERT INTO gpkg_contents VALUES ('rivers', 'features', 'rivers', '', ?, ?, ?, ?, ?, 4326)",
  );
  contents.run('2026-01-01T00:00:00.000Z', ...bounds);
  db.exec('COMMIT');
  db.close();
  return made;
}

/** GeoPackage header with envelope, then WKB, all little-endian. Widens `bounds` (w, s, e, n). */
function encodeLine(line: Float64Array, vertices: number, blob: Uint8Array, bounds: number[]): number {
  const view = new DataView(blob.buffer);
  let [west, south, east, north] = [180, 90, -180, -90];
  view.setUint32(0, 0x03005047, true);
  view.setInt32(4, 4326, true);
  view.setUint8(40, 1);
  view.setUint32(41, 2, true);
  view.setUint32(45, vertices, true);
  for (let i = 0; i < vertices; i++) {
    const x = line[2 * i]!;
    const y = line[2 * i + 1]!;
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
    view.setFloat64(49 + 16 * i, x, true);
    view.setFloat64(57 + 16 * i, y, true);
  }
  [west, east, south, north].forEach((value, i) => {
    view.setFloat64(8 + 8 * i, value, true);
  });
  bounds[0] = Math.min(bounds[0]!, west);
  bounds[1] = Math.min(bounds[1]!, south);
  bounds[2] = Math.max(bounds[2]!, east);
  bounds[3] = Math.max(bounds[3]!, north);
  return 49 + 16 * vertices;
}

const SYLLABLES = [
  'ka',
  'lo',
  'ner',
  'mi',
  'sha',
  'tor',
  'va',
  'wen',
  'qui',
  'dal',
  'ru',
  'hem',
  'bo',
  'zin',
  'ya',
  'per',
];

/** Different for different numbers: the number is spelt in syllables, after one that varies. */
function riverName(number: number): string {
  let name = SYLLABLES[scramble(7, number, 1) % SYLLABLES.length]!;
  for (let rest = number; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    name += SYLLABLES[rest % SYLLABLES.length];
  return `${name[0]!.toUpperCase()}${name.slice(1)} River`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      reaches: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      output: { type: 'string', short: 'o' },
    },
  });
  const cached = cachedNetwork(Number(values.reaches), Number(values.seed));
  if (values.output !== undefined) copyFileSync(cached, values.output, constants.COPYFILE_FICLONE);
  console.log(values.output ?? cached);
}
