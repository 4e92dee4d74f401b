/** GeoPackages: layers, keys, rows that are broken, and folders nobody may write to. */

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SourceError } from '../../src/source/feature.ts';
import { listLayers, openSource } from '../../src/source/open.ts';
import { coordinates, ORIGINAL, ogr2ogr, readAll, temporaryFolder } from './support/reading.ts';
import { geoPackageBlob, lineWkb, multiWkb } from './support/wkb-writer.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** A GeoPackage with only what the standard asks for: no tables of GDAL's own. */
function writePlainGeoPackage(path: string, tables: string, rows: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
      organization_coordsys_id INTEGER, definition TEXT, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS[...]', NULL),
      ('undefined', -1, 'NONE', -1, 'undefined', NULL);
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER,
      z TINYINT, m TINYINT);
    ${tables}`);
  rows(database);
  database.close();
}

const LINE = lineWkb(
  [
    [1, 2],
    [3, 4],
  ],
  {},
);

test('several line layers are listed with type and count, and one must be named', async () => {
  ogr2ogr('-f', 'GPKG', at('many.gpkg'), ORIGINAL, '-nln', 'main');
  ogr2ogr('-f', 'GPKG', '-update', at('many.gpkg'), ORIGINAL, '-nln', 'minor', '-where', 'id > 3');
  ogr2ogr('-f', 'GPKG', '-update', at('many.gpkg'), ORIGINAL, '-nln', 'notes', '-nlt', 'NONE');
  await assert.rejects(openSource(at('many.gpkg')), (error) => {
    assert.ok(error instanceof SourceError);
    assert.match(error.message, /--layer NAME:\n {2}main \(linestring, 5 rows\)\n {2}minor \(linestring, 2 rows\)/);
    return true;
  });
  assert.deepEqual(
    (await listLayers(at('many.gpkg'))).map(({ name, geometryType, count }) => [name, geometryType, count]),
    [
      ['main', 'LINESTRING', 5],
      ['minor', 'LINESTRING', 2],
      ['notes', undefined, 5],
    ],
  );
  assert.equal((await readAll(at('many.gpkg'), { layer: 'minor' })).features.length, 2);
  const table = await readAll(at('many.gpkg'), { layer: 'NOTES' }, ['name']);
  assert.deepEqual(table.features[0], { record: 'id 1', values: ['黄河'], geometry: undefined });
  await assert.rejects(openSource(at('many.gpkg'), { layer: 'mian' }), /no layer "mian".*main/s);
});

test('the only line layer is taken among polygons, points and tables', async () => {
  writePlainGeoPackage(
    at('mixed.gpkg'),
    `CREATE TABLE areas (fid INTEGER PRIMARY KEY, geom BLOB);
     CREATE TABLE rivers (fid INTEGER PRIMARY KEY, geom BLOB);
     CREATE TABLE gauges (fid INTEGER PRIMARY KEY, geom BLOB);
     CREATE TABLE remarks (fid INTEGER PRIMARY KEY, remark TEXT);
     INSERT INTO gpkg_contents VALUES ('areas', 'features', 'a', 4326), ('gauges', 'features', 'g', 4326),
       ('rivers', 'features', 'r', 4326), ('remarks', 'attributes', 'm', NULL);
     INSERT INTO gpkg_geometry_columns VALUES ('areas', 'geom', 'POLYGON', 4326, 0, 0),
       ('gauges', 'geom', 'POINT', 4326, 0, 0), ('rivers', 'geom', 'MULTILINESTRING', 4326, 0, 0);`,
    (database) => database.prepare('INSERT INTO rivers VALUES (7, ?)').run(geoPackageBlob(multiWkb(5, [LINE, LINE]))),
  );
  const { source, features } = await readAll(at('mixed.gpkg'));
  assert.equal(source.layer, 'rivers');
  assert.equal(source.count, 1);
  assert.equal(features[0]?.record, 'fid 7');
  assert.deepEqual(coordinates(features[0]?.geometry), [
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
});

test('broken rows are told with their reason, and the good ones go on', async () => {
  writePlainGeoPackage(
    at('broken.gpkg'),
    `CREATE TABLE "river lines" (no INTEGER PRIMARY KEY, "the shape" BLOB, "a ""name""" TEXT);
     INSERT INTO gpkg_contents VALUES ('river lines', 'features', 'r', -1);
     INSERT INTO gpkg_geometry_columns VALUES ('river lines', 'the shape', 'GEOMETRY', -1, 0, 0);`,
    (database) => {
      const insert = database.prepare('INSERT INTO "river lines" VALUES (?, ?, ?)');
      const good = geoPackageBlob(LINE);
      insert.run(1, good, '黄河');
      insert.run(2, good.subarray(0, good.length - 3), 'cut');
      insert.run(3, Buffer.from('nonsense'), 'no blob');
      insert.run(4, geoPackageBlob(multiWkb(3, [])), 'polygon');
      insert.run(
        5,
        geoPackageBlob(
          lineWkb(
            [
              [1, 2],
              [500, 4],
            ],
            {},
          ),
        ),
        'far',
      );
      insert.run(
        6,
        geoPackageBlob(
          lineWkb(
            [
              [1, 2],
              [Number.NaN, 4],
            ],
            {},
          ),
        ),
        'nan',
      );
      insert.run(7, geoPackageBlob(lineWkb([[1, 2]], {})), 'short');
      insert.run(8, null, 'nowhere');
      insert.run(9, geoPackageBlob(lineWkb([], {})), 'empty');
      insert.run(10, good, null);
    },
  );
  const { source, features, rejected } = await readAll(at('broken.gpkg'), {}, ['a "name"']);
  assert.equal(source.crs, 'assumed WGS 84');
  assert.deepEqual(source.columns, ['no', 'a "name"']);
  assert.deepEqual(
    features.map(({ record, values, geometry }) => [record, values[0], geometry?.kind]),
    [
      ['no 1', '黄河', 'line'],
      ['no 8', 'nowhere', undefined],
      ['no 9', 'empty', undefined],
      ['no 10', null, 'line'],
    ],
  );
  const reasons = [/ends early/, /no GeoPackage blob/, /a Polygon/, /500, 4/, /NaN, 4/, /single point/];
  assert.equal(rejected.length, reasons.length);
  for (const [i, reason] of reasons.entries()) {
    assert.equal(rejected[i]?.record, `no ${i + 2}`);
    assert.match(rejected[i]!.reason, reason);
  }
});

test('integers past 2^53 are exact, whatever the column says it holds', async () => {
  writePlainGeoPackage(
    at('wide.gpkg'),
    `CREATE TABLE wide (fid INTEGER PRIMARY KEY, a INTEGER, b, c NUMERIC, d TEXT, e REAL, f BOOLEAN);
     INSERT INTO gpkg_contents VALUES ('wide', 'attributes', 'w', NULL);
     INSERT INTO wide VALUES (1, 9223372036854775807, -9223372036854775808, 1e300, '9007199254740993', 1e17, 1);
     INSERT INTO wide VALUES (2, 9007199254740991, 9007199254740992, 0.5, 'x', NULL, 0);`,
    () => {},
  );
  const { features } = await readAll(at('wide.gpkg'), {}, ['a', 'b', 'c', 'd', 'e', 'f']);
  assert.deepEqual(features[0]?.values, [
    9223372036854775807n,
    -9223372036854775808n,
    1e300,
    '9007199254740993',
    1e17,
    1,
  ]);
  assert.deepEqual(features[1]?.values, [9007199254740991, 9007199254740992n, 0.5, 'x', null, 0]);
});

test('a table or view without a key is numbered by rows', async () => {
  writePlainGeoPackage(
    at('view.gpkg'),
    `CREATE TABLE base (n INTEGER); INSERT INTO base VALUES (5), (6);
     CREATE VIEW seen AS SELECT n, n * 2 AS twice FROM base;
     INSERT INTO gpkg_contents VALUES ('seen', 'attributes', 's', NULL);`,
    () => {},
  );
  const { features } = await readAll(at('view.gpkg'), {}, ['twice']);
  assert.deepEqual(
    features.map(({ record, values }) => [record, values[0]]),
    [
      ['row 1', 10],
      ['row 2', 12],
    ],
  );
});

test('reading leaves no file behind, even from a database in write-ahead mode', async () => {
  ogr2ogr('-f', 'GPKG', at('wal.gpkg'), ORIGINAL);
  const database = new DatabaseSync(at('wal.gpkg'));
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
  const before = readdirSync(folder);
  assert.equal((await readAll(at('wal.gpkg'))).features.length, 5);
  assert.deepEqual(readdirSync(folder), before);
});

test('rows that are still in the write-ahead log are read too', async () => {
  ogr2ogr('-f', 'GPKG', at('live.gpkg'), ORIGINAL, '-nln', 'rivers');
  const writer = new DatabaseSync(at('live.gpkg'));
  writer.exec('PRAGMA journal_mode = WAL; DROP TRIGGER IF EXISTS rtree_rivers_geom_insert;');
  writer.exec(`INSERT INTO rivers (id, name) VALUES (99, '新河')`);
  for (const suffix of ['', '-wal']) copyFileSync(at(`live.gpkg${suffix}`), at(`copy.gpkg${suffix}`));
  writer.close();
  const { features } = await readAll(at('copy.gpkg'), {}, ['name']);
  assert.equal(features.at(-1)?.values[0], '新河');
});

test('Z, M and ZM are dropped', async () => {
  for (const dimension of ['XYZ', 'XYM', 'XYZM']) {
    ogr2ogr('-f', 'GPKG', at(`${dimension}.gpkg`), ORIGINAL, '-dim', dimension, '-nlt', 'PROMOTE_TO_MULTI');
    const { features, rejected } = await readAll(at(`${dimension}.gpkg`));
    assert.deepEqual(rejected, []);
    assert.deepEqual(coordinates(features[0]?.geometry), [[100.5, 35.25, 100.75, 35.125, 101, 35]]);
  }
});

test('a large layer comes in batches with growing progress', async () => {
  writePlainGeoPackage(
    at('large.gpkg'),
    `CREATE TABLE large (fid INTEGER PRIMARY KEY);
     INSERT INTO gpkg_contents VALUES ('large', 'attributes', 'l', NULL);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) INSERT INTO large SELECT i FROM n;`,
    () => {},
  );
  const { batches } = await readAll(at('large.gpkg'));
  assert.deepEqual(
    batches.map(({ features, progress }) => [features.length, progress]),
    [
      [1000, 0.4],
      [1000, 0.8],
      [500, 1],
    ],
  );
});
