/** The GeoPackage side of a dataset file: its fixed tables, the registration of layers, spatial indexes. */
import { DatabaseSync } from 'node:sqlite';
import type { Box } from '../format/geometry-blob.ts';
import { writeSpatialIndex } from './rtree.ts';
import { GEOPACKAGE_APPLICATION_ID, GEOPACKAGE_TABLES, GEOPACKAGE_VERSION } from './schema.ts';

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

export interface Layer {
  table: string;
  geometryType: 'LINESTRING' | 'MULTILINESTRING' | 'POINT';
  description: string;
  /** West, south, east, north of each feature; fids are 1, 2, 3, ... */
  boxes: Float64Array;
}

/** A new, empty GeoPackage, in one transaction that is still open: nothing needs to survive a crash but the finished file. */
export function createGeoPackage(path: string): DatabaseSync {
  // The tables behind a spatial index are written directly, which a defensive connection refuses.
  const db = new DatabaseSync(path, { defensive: false });
  db.exec(`
    PRAGMA application_id = ${GEOPACKAGE_APPLICATION_ID};
    PRAGMA user_version = ${GEOPACKAGE_VERSION};
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -262144;
    BEGIN;
  `);
  db.exec(GEOPACKAGE_TABLES);
  const put = db.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)');
  put.run('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system');
  put.run('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system');
  put.run('WGS 84', 4326, 'EPSG', 4326, WGS84, 'longitude and latitude on the WGS 84 ellipsoid');
  return db;
}

/** Makes a filled table a feature layer, with its spatial index. */
export function registerLayer(db: DatabaseSync, layer: Layer, changed: string): void {
  const box = extent(layer.boxes);
  db.prepare(`INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, ?, ?, ?, ?, ?, 4326)`).run(
    layer.table,
    layer.table,
    layer.description,
    changed,
    ...(box ?? [null, null, null, null]),
  );
  db.prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, 0, 0)`).run(
    layer.table,
    layer.geometryType,
  );
  writeSpatialIndex(db, layer.table, 'geom', layer.boxes);
  db.prepare(`INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')`).run(
    layer.table,
    'GeoPackage 1.3 Annex F.3',
  );
  db.exec(indexTriggers(layer.table));
}

/** Registers a table without geometry, so that GIS programs list it. */
export function registerAttributes(db: DatabaseSync, table: string, description: string, changed: string): void {
  db.prepare(`INSERT INTO gpkg_contents VALUES (?, 'attributes', ?, ?, ?, NULL, NULL, NULL, NULL, NULL)`).run(
    table,
    table,
    description,
    changed,
  );
}

export function extent(boxes: Float64Array): Box | undefined {
  if (boxes.length === 0) return undefined;
  let [west, south, east, north] = boxes as unknown as [number, number, number, number];
  for (let i = 4; i < boxes.length; i += 4) {
    west = Math.min(west, boxes[i]!);
    south = Math.min(south, boxes[i + 1]!);
    east = Math.max(east, boxes[i + 2]!);
    north = Math.max(north, boxes[i + 3]!);
  }
  return [west, south, east, north];
}

/** The triggers that the extension asks for; they act only in programs that edit the file and have the ST_ functions. */
function indexTriggers(table: string): string {
  const index = `rtree_${table}_geom`;
  const row = `NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)`;
  const put = `INSERT OR REPLACE INTO ${index} VALUES (${row});`;
  const drop = `DELETE FROM ${index} WHERE id = OLD.fid;`;
  const filled = 'NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)';
  const empty = '(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))';
  return `
    CREATE TRIGGER ${index}_insert AFTER INSERT ON ${table} WHEN ${filled} BEGIN ${put} END;
    CREATE TRIGGER ${index}_update1 AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${filled} BEGIN ${put} END;
    CREATE TRIGGER ${index}_update2 AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${empty} BEGIN ${drop} END;
    CREATE TRIGGER ${index}_update3 AFTER UPDATE ON ${table} WHEN OLD.fid <> NEW.fid AND ${filled} BEGIN ${drop} ${put} END;
    CREATE TRIGGER ${index}_update4 AFTER UPDATE ON ${table} WHEN OLD.fid <> NEW.fid AND ${empty} BEGIN
      DELETE FROM ${index} WHERE id IN (OLD.fid, NEW.fid); END;
    CREATE TRIGGER ${index}_delete AFTER DELETE ON ${table} WHEN OLD.geom NOT NULL BEGIN ${drop} END;
  `;
}
