/** The same small network in every format reads back the same. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SourceError } from '../../src/source/feature.ts';
import { listLayers, openSource } from '../../src/source/open.ts';
import { COLUMNS, coordinates, ORIGINAL, ogr2ogr, readAll, temporaryFolder } from './support/reading.ts';
import { writeZip } from './support/zip-writer.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

const VALUES = [
  [1, 3, '黄河', 12.5, 9007199254740993n, '主干, "上游"'],
  [2, 3, '湟水', 0.25, -9007199254740993n, null],
  [3, 5, '黄河', 100, 5, 'a;b'],
  [4, 5, null, 0.001, 6, 'Río Ñandú'],
  [5, 0, '渭河', 7.75, null, 'last'],
];
const LINES = [
  [[100.5, 35.25, 100.75, 35.125, 101, 35]],
  [[101.125, 36.5, 101, 35]],
  [[101, 35, 102.123456789, 35.987654321]],
  [[103, 37, 102.5, 36.5, 102.123456789, 35.987654321]],
  [[102.123456789, 35.987654321, 104, 34.5]],
];

before(() => {
  ogr2ogr('-f', 'GPKG', at('rivers.gpkg'), ORIGINAL, '-nln', 'rivers');
  ogr2ogr('-f', 'ESRI Shapefile', at('shape'), ORIGINAL, '-nln', 'rivers', '-lco', 'ENCODING=UTF-8');
  ogr2ogr('-f', 'GeoJSON', at('rivers.geojson'), ORIGINAL, '-nln', 'rivers', '-lco', 'COORDINATE_PRECISION=15');
  ogr2ogr('-f', 'GeoJSONSeq', at('sequence.json'), ORIGINAL, '-lco', 'RS=YES', '-lco', 'COORDINATE_PRECISION=15');
  ogr2ogr('-f', 'FlatGeobuf', at('rivers.fgb'), ORIGINAL, '-nln', 'rivers', '-lco', 'SPATIAL_INDEX=NO');
  ogr2ogr('-f', 'FlatGeobuf', at('indexed.fgb'), ORIGINAL, '-nln', 'rivers');
  ogr2ogr('-f', 'CSV', at('rivers.csv'), ORIGINAL, '-lco', 'GEOMETRY=AS_WKT');
  ogr2ogr('-f', 'CSV', at('tab.csv'), ORIGINAL, '-lco', 'GEOMETRY=AS_WKT', '-lco', 'SEPARATOR=TAB');
  renameSync(at('tab.csv'), at('rivers.tsv'));
  for (const name of ['rivers.csv', 'rivers.geojson', 'sequence.json']) {
    writeFileSync(at(`${name}.gz`), gzipSync(readFileSync(at(name))));
  }
  const members = readdirSync(at('shape')).map((name) => ({ name, bytes: readFileSync(join(at('shape'), name)) }));
  writeZip(at('flat.zip'), members);
  writeZip(
    at('folder.shz'),
    members.map(({ name, bytes }) => ({ name: `data/inner/${name}`, bytes })),
    { store: true },
  );
  writeZip(at('geojson.zip'), [{ name: 'x/rivers.geojson', bytes: readFileSync(at('rivers.geojson')) }]);
});

const FILES: [path: string, format: string, crs: string][] = [
  [ORIGINAL, 'GeoJSONSeq', 'EPSG:4326'],
  ['rivers.gpkg', 'GeoPackage', 'EPSG:4326'],
  ['shape', 'Shapefile', 'GCS_WGS_1984'],
  ['shape/rivers.shp', 'Shapefile', 'GCS_WGS_1984'],
  ['flat.zip', 'Shapefile', 'GCS_WGS_1984'],
  ['folder.shz', 'Shapefile', 'GCS_WGS_1984'],
  ['rivers.geojson', 'GeoJSON', 'CRS84'],
  ['rivers.geojson.gz', 'GeoJSON', 'CRS84'],
  ['geojson.zip', 'GeoJSON', 'CRS84'],
  ['sequence.json', 'GeoJSONSeq', 'EPSG:4326'],
  ['sequence.json.gz', 'GeoJSONSeq', 'EPSG:4326'],
  ['rivers.fgb', 'FlatGeobuf', 'EPSG:4326'],
  ['rivers.csv', 'CSV', 'assumed WGS 84'],
  ['rivers.csv.gz', 'CSV', 'assumed WGS 84'],
  ['rivers.tsv', 'CSV', 'assumed WGS 84'],
];

for (const [name, format, crs] of FILES) {
  const shown = name === ORIGINAL ? 'newline-delimited GeoJSON' : name;
  test(`${shown} gives every value and every vertex`, async () => {
    const { source, features, rejected, batches } = await readAll(name === ORIGINAL ? name : at(name), {}, COLUMNS);
    assert.equal(source.format, format);
    assert.equal(source.crs, crs);
    assert.deepEqual(rejected, []);
    assert.deepEqual(
      features.map(({ values }) => values),
      VALUES,
    );
    assert.deepEqual(
      features.map(({ geometry }) => coordinates(geometry)),
      LINES,
    );
    assert.equal(batches.at(-1)?.progress, 1);
    for (const column of COLUMNS) assert.ok(source.columns.includes(column), `column ${column}`);
    if (source.count !== undefined) assert.equal(source.count, VALUES.length);
  });
}

test('a FlatGeobuf with a spatial index has the same features in the order of the index', async () => {
  const { features, rejected } = await readAll(at('indexed.fgb'), {}, COLUMNS);
  assert.deepEqual(rejected, []);
  const byId = features.toSorted((a, b) => Number(a.values[0]) - Number(b.values[0]));
  assert.deepEqual(
    byId.map(({ values }) => values),
    VALUES,
  );
  assert.deepEqual(
    byId.map(({ geometry }) => coordinates(geometry)),
    LINES,
  );
});

test('only the columns asked for are given, in the order asked, also twice', async () => {
  for (const name of ['rivers.gpkg', 'shape', 'rivers.geojson', 'rivers.fgb', 'rivers.csv']) {
    const { features } = await readAll(at(name), {}, ['name', 'id', 'name']);
    assert.deepEqual(features[0]?.values, ['黄河', 1, '黄河'], name);
  }
});

test('a column that is not there is named, with those that are', async () => {
  for (const name of ['rivers.gpkg', 'shape', 'rivers.fgb', 'rivers.csv']) {
    await assert.rejects(readAll(at(name), {}, ['id', 'nmae']), (error) => {
      assert.ok(error instanceof SourceError, name);
      assert.match(error.message, /"nmae".*id, next, name, len, wide, note/s);
      return true;
    });
  }
});

test('a source can be read twice', async () => {
  for (const name of ['rivers.gpkg', 'flat.zip', 'rivers.geojson', 'rivers.fgb', 'rivers.csv.gz']) {
    const source = await openSource(at(name));
    for (let round = 0; round < 2; round++) {
      let count = 0;
      for await (const batch of source.read(['id'])) count += batch.features.length;
      assert.equal(count, 5, `${name}, round ${round + 1}`);
    }
    source.close();
  }
});

test('records say where a feature stands in its file', async () => {
  const third = async (name: string) => (await readAll(at(name), {}, [])).features[2]?.record;
  assert.equal(await third('rivers.gpkg'), 'id 3');
  assert.equal(await third('shape'), 'row 3');
  assert.equal(await third('rivers.geojson'), 'feature 3');
  assert.equal(await third('rivers.csv'), 'line 4');
  assert.equal((await readAll(ORIGINAL, {}, [])).features[2]?.record, 'line 3');
});

test('the format is told by content where the name lies', async () => {
  const lying = at('rivers.csv.backup');
  renameSync(at('indexed.fgb'), lying);
  assert.equal((await openSource(lying)).format, 'FlatGeobuf');
});

test('the layers of a zip and a folder are listed with type and count', async () => {
  const expected = [{ name: 'rivers', geometryType: 'LINESTRING', count: 5 }];
  assert.deepEqual(await listLayers(at('flat.zip')), expected);
  assert.deepEqual(await listLayers(at('shape')), expected);
  assert.deepEqual(await listLayers(at('rivers.gpkg')), expected);
});

test('what cannot be opened is refused with a hint', async () => {
  const cases: [name: string, content: string | Buffer, hint: RegExp][] = [
    ['empty.geojson', '', /is empty/],
    ['rivers.kml', '<?xml version="1.0"?><kml/>', /XML.*ogr2ogr/],
    ['rivers.parquet', 'PAR1....', /Parquet.*ogr2ogr/],
    ['noise.bin', Buffer.from([1, 2, 0, 4, 5]), /no format that can be read.*GeoPackage/],
    ['topology.json', '{"type":"Topology","objects":{},"arcs":[]}', /TopoJSON/],
    ['object.json', '{"hello":1}', /no GeoJSON/],
    ['broken.gpkg', 'SQLite format 3\0 and then nothing', /could not be opened as a GeoPackage/],
    ['broken.zip', 'PK\x03\x04 and then nothing', /could not be read as a zip/],
    ['broken.fgb', 'fgb\x03fgb\x00\xff\xff\xff\xff', /header/],
    ['rivers.dbf', 'whatever', /give the \.shp/],
  ];
  for (const [name, content, hint] of cases) {
    writeFileSync(at(name), content, typeof content === 'string' ? 'latin1' : undefined);
    await assert.rejects(openSource(at(name)), (error) => {
      assert.ok(error instanceof SourceError, `${name}: ${error}`);
      assert.match(error.message, hint);
      return true;
    });
  }
  await assert.rejects(openSource(at('nowhere.gpkg')), /There is no file/);
});

test('a zip without anything readable says what it has', async () => {
  writeZip(at('other.zip'), [{ name: 'rivers.gpkg', bytes: Buffer.from('x') }]);
  await assert.rejects(openSource(at('other.zip')), /it has: rivers\.gpkg.*Unpack it first/);
});

test('a zip with two line layers wants to know which', async () => {
  const shape = readdirSync(at('shape')).map((name) => ({ name, bytes: readFileSync(join(at('shape'), name)) }));
  const twice = shape.flatMap(({ name, bytes }) => [
    { name: `old/${name}`, bytes },
    { name: `new/${name}`, bytes },
  ]);
  writeZip(at('two.zip'), twice);
  await assert.rejects(openSource(at('two.zip')), /--layer NAME:\n {2}old\/rivers \(linestring, 5 rows\)/);
  const { features } = await readAll(at('two.zip'), { layer: 'new/rivers' });
  assert.equal(features.length, 5);
});

test('a layer that a file of one layer does not have is refused', async () => {
  for (const name of ['rivers.geojson', 'rivers.csv', 'rivers.fgb', 'shape/rivers.shp']) {
    await assert.rejects(openSource(at(name), { layer: 'lakes' }), /no layer "lakes". It has:\n {2}rivers/, name);
    assert.equal((await readAll(at(name), { layer: 'Rivers' })).features.length, 5);
  }
});

test('a truncated gzip is told as such', async () => {
  const whole = readFileSync(at('rivers.geojson.gz'));
  writeFileSync(at('cut.geojson.gz'), whole.subarray(0, whole.length - 30));
  await assert.rejects(readAll(at('cut.geojson.gz')), /could not be unpacked.*complete/s);
});
