/**
 * The tables of one edition. Every primary and unique key starts with the basin code and every lookup gives it, so that
 * a database of many machines can keep each basin in one place. `name` is the exception that finds the basin for
 * whoever does not know it, and `tile` is about no basin: both are small and meant to be everywhere.
 *
 * Texts compare by bytes (collation C), as in a dataset file. Ids are those of the dataset file.
 */

export const EDITION_TABLES = `
CREATE TABLE basin (
  basincode integer NOT NULL, name text NOT NULL, name_en text NOT NULL, outlets integer NOT NULL,
  reaches integer NOT NULL, subbasins integer NOT NULL, length_km float8 NOT NULL, area_km2 float8,
  first integer NOT NULL, last integer NOT NULL,
  first_subbasin integer NOT NULL, last_subbasin integer NOT NULL
);
CREATE TABLE reach (
  basincode integer NOT NULL, id integer NOT NULL, last integer NOT NULL, down integer NOT NULL,
  inflows integer NOT NULL, depth integer NOT NULL, subbasin integer NOT NULL, river integer, template integer NOT NULL,
  strahler smallint NOT NULL,
  length_km float8 NOT NULL, area_km2 float8, upstream_km float8 NOT NULL, outlet_km float8 NOT NULL,
  code text COLLATE "C" NOT NULL, name text, name_en text, source_id text, figures text NOT NULL,
  geom geometry(LineString, 4326) NOT NULL
);
CREATE TABLE record_template (basincode integer NOT NULL, id integer NOT NULL, body text NOT NULL);
CREATE TABLE subbasin (
  basincode integer NOT NULL, id integer NOT NULL, parent integer NOT NULL, joins integer NOT NULL,
  outlet integer NOT NULL, reaches integer NOT NULL, strahler smallint NOT NULL,
  length_km float8 NOT NULL, area_km2 float8, code text COLLATE "C" NOT NULL, subbasincd text NOT NULL,
  name text NOT NULL, name_en text NOT NULL, geom geometry(MultiLineString, 4326) NOT NULL
);
CREATE TABLE river (
  basincode integer NOT NULL, id integer NOT NULL, mouth integer NOT NULL, reaches integer NOT NULL,
  strahler smallint NOT NULL, length_km float8 NOT NULL, weight float8 NOT NULL,
  name text NOT NULL, name_en text NOT NULL
);
CREATE TABLE poi (
  basincode integer NOT NULL, id integer NOT NULL, reach integer NOT NULL,
  type text COLLATE "C" NOT NULL, key text NOT NULL, key_upper text COLLATE "C" NOT NULL,
  code text NOT NULL,              -- of the reach
  name text NOT NULL, name_en text NOT NULL, description text NOT NULL, description_en text NOT NULL,
  properties text NOT NULL, photos text NOT NULL, geom geometry(Point, 4326) NOT NULL
);
CREATE TABLE name (
  basincode integer NOT NULL, rank integer NOT NULL, kind text COLLATE "C" NOT NULL, ref integer NOT NULL,
  name text NOT NULL, name_en text NOT NULL,
  type text COLLATE "C", key_upper text COLLATE "C",    -- of POIs
  words tsvector NOT NULL          -- weights: A Chinese, B English, C pinyin
);
CREATE TABLE tile (z smallint NOT NULL, x integer NOT NULL, y integer NOT NULL, data bytea NOT NULL);
-- Coordinates hardly shrink, and trying costs more than copying them.
ALTER TABLE reach ALTER geom SET STORAGE EXTERNAL;
ALTER TABLE subbasin ALTER geom SET STORAGE EXTERNAL;
ALTER TABLE tile ALTER data SET STORAGE EXTERNAL;
`;

export interface EditionIndex {
  /** Unique in its schema. */
  name: string;
  table: string;
  on: string;
  unique?: boolean;
}

/** Of each table the slowest to make first. */
export const EDITION_INDEXES: readonly EditionIndex[] = [
  { name: 'reach_geom', table: 'reach', on: 'USING gist (geom)' },
  { name: 'reach_code', table: 'reach', on: '(basincode, code)', unique: true },
  { name: 'reach_id', table: 'reach', on: '(basincode, id)', unique: true },
  { name: 'template_id', table: 'record_template', on: '(basincode, id)', unique: true },
  { name: 'poi_geom', table: 'poi', on: 'USING gist (geom)' },
  { name: 'poi_key', table: 'poi', on: '(basincode, type, key_upper)', unique: true },
  { name: 'poi_by_key', table: 'poi', on: '(type, key_upper)' },
  { name: 'poi_reach', table: 'poi', on: '(basincode, type, reach, id)' },
  { name: 'poi_id', table: 'poi', on: '(basincode, id)', unique: true },
  { name: 'name_words', table: 'name', on: 'USING gin (words)' },
  { name: 'name_place', table: 'name', on: '(basincode, rank)', unique: true },
  { name: 'name_rank', table: 'name', on: '(rank)' },
  { name: 'name_ref', table: 'name', on: '(kind, ref)' },
  { name: 'name_key', table: 'name', on: '(type, key_upper) WHERE key_upper IS NOT NULL' },
  { name: 'subbasin_geom', table: 'subbasin', on: 'USING gist (geom)' },
  { name: 'subbasin_code', table: 'subbasin', on: '(basincode, code)', unique: true },
  { name: 'subbasin_parent', table: 'subbasin', on: '(basincode, parent)' },
  { name: 'subbasin_id', table: 'subbasin', on: '(basincode, id)', unique: true },
  { name: 'river_mouth', table: 'river', on: '(basincode, mouth)' },
  { name: 'river_id', table: 'river', on: '(basincode, id)', unique: true },
  { name: 'tile_place', table: 'tile', on: '(z, x, y)' },
  { name: 'basin_code', table: 'basin', on: '(basincode)', unique: true },
];

/** Unique indexes that become primary keys, by table; tiles have none, as no basin is theirs. */
export const PRIMARY_KEYS: Readonly<Record<string, string>> = {
  basin: 'basin_code',
  reach: 'reach_id',
  record_template: 'template_id',
  subbasin: 'subbasin_id',
  river: 'river_id',
  poi: 'poi_id',
  name: 'name_place',
};
