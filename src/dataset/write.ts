/** Writes a dataset file: into a temporary one beside it, renamed at the end, so that a broken run spoils nothing. */
import { renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { DatasetContent, DatasetLabels } from './content.ts';
import { createGeoPackage, extent, registerAttributes, registerLayer } from './geopackage.ts';
import { IDENTITY_PLACEHOLDER, stampIdentity } from './identity.ts';
import { createNaming } from './naming.ts';
import { propertyNames } from './properties.ts';
import { DATASET_INDEXES, DATASET_TABLES, SCHEMA_VERSION } from './schema.ts';
import { writePois, writePoiTypes } from './write-pois.ts';
import { writeReaches } from './write-reaches.ts';
import { writeRecords } from './write-records.ts';
import { writeSearch } from './write-search.ts';
import { writeTiles } from './write-tiles.ts';
import { writeBasins, writeRivers, writeSubbasins, zoneFids } from './write-zones.ts';

/** Told how far a stage of the work has come, from 0 to 1. */
export type Progress = (stage: string, part: number) => void;

export interface WrittenDataset {
  identity: string;
  basins: number;
}

export async function writeDataset(path: string, content: DatasetContent, progress: Progress): Promise<WrittenDataset> {
  const temporary = `${path}.${process.pid}.partial`;
  rmSync(temporary, { force: true });
  try {
    const db = createGeoPackage(temporary);
    let basins: number;
    try {
      basins = fill(db, content, progress);
      db.exec('COMMIT');
    } finally {
      db.close();
    }
    progress('Hashing', 0);
    const identity = await stampIdentity(temporary);
    progress('Hashing', 1);
    renameSync(temporary, path);
    return { identity, basins };
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function fill(db: DatabaseSync, content: DatasetContent, progress: Progress): number {
  const { network, labels, coded } = content;
  const changed = labels.builtAt;
  db.exec(DATASET_TABLES);
  const naming = createNaming(content);
  const fids = zoneFids(content);
  writeRecords(db, content, naming, (done) => progress('Writing records', done / network.count));
  progress('Writing records', 1);
  const reachBoxes = writeReaches(db, content, fids, (done) => progress('Writing reaches', done / network.count));
  const subbasinBoxes = writeSubbasins(db, content, naming, fids);
  const basins = writeBasins(db, content, naming);
  writeRivers(db, content);
  progress('Writing points', 0);
  const poiBoxes = writePois(db, content, naming);
  writePoiTypes(db, content);
  progress('Writing points', 1);
  writeSearch(db, content, naming, (part) => progress('Writing names', part));
  progress('Writing names', 1);
  progress('Drawing tiles', 0);
  writeTiles(db, content, { reaches: reachBoxes, pois: poiBoxes });
  progress('Drawing tiles', 1);

  progress('Indexing', 0);
  registerLayer(
    db,
    {
      table: 'reach',
      geometryType: 'LINESTRING',
      description: 'River reaches, drawn in the direction of flow, with their water codes',
      boxes: reachBoxes,
    },
    changed,
  );
  registerLayer(
    db,
    {
      table: 'subbasin',
      geometryType: 'MULTILINESTRING',
      description: 'Sub-basins, drawn by the lines of their networks',
      boxes: subbasinBoxes,
    },
    changed,
  );
  registerLayer(
    db,
    {
      table: 'poi',
      geometryType: 'POINT',
      description: 'Junctions, dams, stations and other points on rivers',
      boxes: poiBoxes,
    },
    changed,
  );
  registerAttributes(db, 'basin', 'Basins and areas of small basins', changed);
  registerAttributes(db, 'river', 'Named rivers', changed);
  progress('Indexing', 0.5);
  db.exec(DATASET_INDEXES);
  writeMeta(db, content, {
    count_basins: basins,
    count_subbasins: coded.zones.length,
    count_reaches: network.count,
    count_rivers: content.rivers.length,
    count_pois: content.junctions.length + content.pois.length,
    bbox: (extent(reachBoxes) ?? [0, 0, 0, 0]).join(','),
  });
  progress('Indexing', 1);
  return basins;
}

const LABEL_KEYS: readonly [string, keyof DatasetLabels][] = [
  ['title', 'title'],
  ['title_en', 'titleEn'],
  ['edition', 'edition'],
  ['source', 'source'],
  ['licence', 'licence'],
  ['built_at', 'builtAt'],
  ['ma_register', 'maRegister'],
  ['ma_schema', 'maSchema'],
  ['ma_resolution', 'maResolution'],
  ['ma_version', 'maVersion'],
];

function writeMeta(db: DatabaseSync, content: DatasetContent, counts: Record<string, number | string>): void {
  const { labels } = content;
  const put = db.prepare('INSERT INTO meta VALUES (?, ?)');
  put.run('schema_version', String(SCHEMA_VERSION));
  put.run('identity', IDENTITY_PLACEHOLDER);
  for (const [key, label] of LABEL_KEYS) put.run(key, labels[label]);
  for (const [key, value] of Object.entries(counts)) put.run(key, String(value));
  const putName = db.prepare('INSERT INTO property_name VALUES (?, ?)');
  for (const [name, english] of propertyNames(content.extraProperties)) putName.run(name, english);
  const note = `${labels.titleEn}, edition ${labels.edition}. Source: ${labels.source}. Licence: ${labels.licence}.`;
  db.prepare(`INSERT INTO gpkg_metadata VALUES (1, 'dataset', 'http://www.w3.org/TR/html4/', 'text/plain', ?)`).run(
    note,
  );
  db.prepare(`INSERT INTO gpkg_metadata_reference VALUES ('geopackage', NULL, NULL, NULL, ?, 1, NULL)`).run(
    labels.builtAt,
  );
  const extension = db.prepare(`INSERT INTO gpkg_extensions VALUES (?, NULL, 'gpkg_metadata', ?, 'read-write')`);
  for (const table of ['gpkg_metadata', 'gpkg_metadata_reference']) extension.run(table, 'GeoPackage 1.3 Annex F.8');
}
