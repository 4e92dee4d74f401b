/** The store over one dataset file (GeoPackage, read with SQLite): its parts, put together. */
import { createSqliteAreas } from './sqlite-areas.ts';
import { createSqliteNames } from './sqlite-names.ts';
import { createSqliteNearest } from './sqlite-nearest.ts';
import { openDatasetFile } from './sqlite-open.ts';
import { createSqlitePoiCounts } from './sqlite-poi-counts.ts';
import { createSqlitePois } from './sqlite-pois.ts';
import { createSqliteReaches } from './sqlite-reaches.ts';
import { createSqliteRecords } from './sqlite-records.ts';
import { createSqliteTiles } from './sqlite-tiles.ts';
import { createSqliteWay } from './sqlite-way.ts';
import type { Store } from './store.ts';

/**
 * Opens a dataset file, read only. Memory does not grow with the file: nothing is kept of single reaches.
 * Throws a DatasetError that says what is wrong and what to do.
 */
export function openSqliteStore(path: string): Store {
  const { db, info } = openDatasetFile(path);
  const reaches = createSqliteReaches(db);
  const counts = createSqlitePoiCounts(db, info.poiTypes);
  return {
    info,
    close: () => db.close(),
    ...createSqliteRecords(db, info, reaches.line),
    ...reaches.store,
    ...createSqliteAreas(db),
    ...createSqlitePois(db, counts),
    ...createSqliteWay(db, counts),
    ...createSqliteNames(db),
    ...createSqliteTiles(db, info),
    nearestReaches: createSqliteNearest(db, reaches.row),
  };
}
