/** The tables of a dataset file: a GeoPackage with three feature layers, and the service's tables beside them. */

/** Raised when a reader of an older file could no longer understand a newer one, or the other way round. */
export const SCHEMA_VERSION = 2;

/** `GPKG` as an SQLite application id. */
export const GEOPACKAGE_APPLICATION_ID = 0x47504b47;
export const GEOPACKAGE_VERSION = 10300;

export const GEOPACKAGE_TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  PRIMARY KEY (table_name, column_name), UNIQUE (table_name),
  FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  UNIQUE (table_name, column_name, extension_name)
);
CREATE TABLE gpkg_metadata (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset', md_standard_uri TEXT NOT NULL,
  mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT ''
);
CREATE TABLE gpkg_metadata_reference (
  reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER, timestamp DATETIME NOT NULL,
  md_file_id INTEGER NOT NULL REFERENCES gpkg_metadata(id), md_parent_id INTEGER REFERENCES gpkg_metadata(id)
);
`;

/**
 * A reach's `fid` is its number in a pre-order walk of the network, main stem first, so that everything upstream of it
 * is `fid BETWEEN fid AND last`. Its main-stem inflow, if it has any, is `fid + 1`, and the next inflow after one that
 * ends at `last` is `last + 1`: neither inflows nor the reaches of a sub-basin need an index of their own.
 */
export const DATASET_TABLES = `
CREATE TABLE reach (
  fid INTEGER PRIMARY KEY,
  code TEXT NOT NULL,              -- the standard part of the MA string: 3261001.0.1715
  last INTEGER NOT NULL,           -- end of the upstream range
  down INTEGER,                    -- fid of the reach below; NULL at an outlet
  inflows INTEGER NOT NULL,
  strahler INTEGER NOT NULL,
  length_km REAL NOT NULL,
  area_km2 REAL,                   -- total upstream area, where the source has it
  upstream_km REAL NOT NULL,       -- length of the reach and all upstream of it
  outlet_km REAL NOT NULL,         -- along the river from its lower end to the outlet
  depth INTEGER NOT NULL,          -- number of reaches from it down to the outlet, both counted: 1 at an outlet
  subbasin INTEGER NOT NULL,       -- fid in subbasin
  river INTEGER,                   -- id in river, where it belongs to a named river
  name TEXT, name_en TEXT,         -- of that river
  source_id TEXT,
  geom LINESTRING NOT NULL         -- last: a long line does not stand in the way of the other columns
);
CREATE TABLE record_template (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE reach_record (        -- the way from a code to everything else: one tree, short rows
  code TEXT PRIMARY KEY, fid INTEGER NOT NULL, strahler INTEGER NOT NULL,
  template INTEGER NOT NULL,       -- id in record_template: all of the record but its names and figures
  figures TEXT NOT NULL            -- what differs from reach to reach
) WITHOUT ROWID;
CREATE TABLE subbasin (
  fid INTEGER PRIMARY KEY,
  code TEXT NOT NULL,              -- basincode and subbasincd together: 3261001
  basincode INTEGER NOT NULL, subbasincd TEXT NOT NULL,
  parent INTEGER,                  -- fid of the sub-basin it flows into
  joins INTEGER,                   -- fid of the reach it flows into
  outlet INTEGER NOT NULL,         -- fid of its lowest reach
  strahler INTEGER NOT NULL,       -- of the outlet reach
  reaches INTEGER NOT NULL, length_km REAL NOT NULL,    -- of the sub-basin itself, without those that flow into it
  area_km2 REAL,                   -- total upstream area at its outlet, where the source has it
  name TEXT NOT NULL, name_en TEXT NOT NULL,
  geom MULTILINESTRING NOT NULL
);
CREATE TABLE basin (
  basincode INTEGER PRIMARY KEY, name TEXT NOT NULL, name_en TEXT NOT NULL,
  outlets INTEGER NOT NULL,        -- 1, or how many small basins a basin area holds
  reaches INTEGER NOT NULL, subbasins INTEGER NOT NULL, length_km REAL NOT NULL, area_km2 REAL,
  first INTEGER NOT NULL, last INTEGER NOT NULL         -- fids of its reaches
);
CREATE TABLE river (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_en TEXT NOT NULL,
  mouth INTEGER NOT NULL,          -- fid of its lowest reach
  reaches INTEGER NOT NULL, length_km REAL NOT NULL, strahler INTEGER NOT NULL,
  weight REAL NOT NULL             -- upstream area, or length where no area is known, at its mouth
);
CREATE TABLE poi (
  fid INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  key TEXT NOT NULL,               -- as given; compared without case
  key_upper TEXT NOT NULL,
  reach INTEGER NOT NULL,          -- fid of the reach it lies on
  name TEXT NOT NULL, name_en TEXT NOT NULL,
  description TEXT NOT NULL, description_en TEXT NOT NULL,
  properties TEXT NOT NULL,        -- JSON array of {name, value}
  photos TEXT NOT NULL,            -- JSON array of addresses
  geom POINT NOT NULL
);
CREATE TABLE poi_type (
  type TEXT PRIMARY KEY, name TEXT NOT NULL, name_en TEXT NOT NULL, description TEXT NOT NULL, description_en TEXT NOT NULL,
  icon TEXT NOT NULL, count INTEGER NOT NULL
);
CREATE TABLE property_name (name TEXT PRIMARY KEY, name_en TEXT NOT NULL);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE tile (                -- of the first zooms, where one that is not here is empty; of the others crowded ones
  z INTEGER, x INTEGER, y INTEGER,
  data BLOB NOT NULL,              -- Mapbox Vector Tile in gzip; of a crowded one the fids that it shows (format/tile-list.ts)
  PRIMARY KEY (z, x, y)
) WITHOUT ROWID;
CREATE TABLE search_entry (
  rank INTEGER PRIMARY KEY,        -- rowid in search, 1 = most important
  kind TEXT NOT NULL,              -- river, subbasin, basin, poi
  ref INTEGER NOT NULL,            -- id, fid or basincode in the kind's table
  name TEXT NOT NULL, name_en TEXT NOT NULL,
  -- The rest is copied here so that a hit is one row: code and order of a river's mouth, of a sub-basin, of the reach under
  -- a POI; the lower end of rivers and sub-basins, the place of a POI.
  code TEXT NOT NULL, strahler INTEGER NOT NULL, lon REAL NOT NULL, lat REAL NOT NULL,
  type TEXT, key TEXT              -- of POIs
);
CREATE TABLE search_common (       -- words, and beginnings of words, that many names have
  term TEXT PRIMARY KEY,           -- as in a question to search: "river" or "riv" *
  count INTEGER NOT NULL,          -- names that have it
  list INTEGER                     -- in search_ranks, where very many have it; terms of the same names share one
) WITHOUT ROWID;
CREATE TABLE search_ranks (        -- which names have them, as bits: see format/rank-bits.ts
  list INTEGER, part INTEGER, bits BLOB NOT NULL,
  PRIMARY KEY (list, part)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE search USING fts5 (
  zh, en, pinyin, content='', detail=column, columnsize=0, prefix='1 2 3 4 5 6', tokenize='unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE search_whole USING fts5 (      -- whole names, and characters in threes: see format/search-whole.ts
  text, content='', detail=none, columnsize=0, tokenize='unicode61 remove_diacritics 2'
);
`;

/** Made after the rows, in one pass each: several times quicker than keeping them up to date row by row. */
export const DATASET_INDEXES = `
CREATE INDEX reach_river ON reach (river) WHERE river IS NOT NULL;
CREATE UNIQUE INDEX subbasin_code ON subbasin (code);
CREATE INDEX subbasin_parent ON subbasin (parent);
CREATE INDEX river_mouth ON river (mouth);
CREATE UNIQUE INDEX poi_type_key ON poi (type, key_upper);
CREATE INDEX poi_type_reach ON poi (type, reach);
`;
