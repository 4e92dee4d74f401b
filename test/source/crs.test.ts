/** Coordinates of every system come out as GDAL transforms them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ASSUMED_WGS84, type Crs, crsOfEpsg, crsOfWkt, parseCrs } from '../../src/source/crs.ts';
import { SourceError } from '../../src/source/feature.ts';
import { RowError } from '../../src/source/row.ts';
import { coordinates, ORIGINAL, ogr2ogr, readAll, temporaryFolder } from './support/reading.ts';

const folder = temporaryFolder();

/** Projected systems with a point, in degrees, that lies in them. */
const SYSTEMS: [code: number, lon: number, lat: number][] = [
  [3857, 100.25, 35.5],
  [3395, 100.25, 35.5],
  [32648, 105.5, 35.25],
  [32718, -75.25, -12.5],
  [26917, -80.5, 35.75],
  [25832, 9.5, 47.25],
  [28355, 147.5, -36.25],
  [5070, -95.5, 38.75],
  [3577, 133.5, -25.25],
  [3035, 11.5, 48.5],
  [2154, 2.5, 47.5],
  [4491, 75.5, 38.5],
  [4498, 117.25, 36.5],
  [4502, 75.5, 38.5],
  [4509, 117.25, 36.5],
  [4513, 75.5, 38.5],
  [4525, 111.25, 34.5],
  [4533, 134.5, 47.5],
  [4534, 75.5, 38.5],
  [4547, 114.25, 30.5],
  [4554, 134.5, 47.5],
];

const WRITTEN_AS_WKT: [code: number, x: number, y: number][] = [
  [3857, 11159779, 4234000],
  [32648, 545500, 3901000],
  [28355, 545000, 5988000],
  [5070, 43000, 1746000],
  [3035, 4430000, 2820000],
  [2154, 662000, 6711000],
  [4525, 37523000, 3819000],
  [4547, 524000, 3375000],
  [2437, 524000, 3375000],
  [2385, 524000, 3375000],
];

function gdalTransform(from: string, to: string, x: number, y: number): [number, number] {
  const output = execFileSync('gdaltransform', ['-s_srs', from, '-t_srs', to, '-output_xy'], { input: `${x} ${y}\n` });
  const [a, b] = output.toString().trim().split(' ').map(Number);
  return [a!, b!];
}

/** The system in every dialect of WKT that GDAL writes. */
function dialectsOf(system: string): [dialect: string, wkt: string][] {
  const output = execFileSync('gdalsrsinfo', ['-o', 'wkt_all', '--single-line', system]).toString();
  const dialects = [...output.matchAll(/^(.*) :\n(.*)$/gm)].map(([, dialect, wkt]): [string, string] => [
    dialect!,
    wkt!,
  ]);
  assert.ok(dialects.length >= 4, output);
  return dialects;
}

function placed(crs: Crs, x: number, y: number): number[] {
  const line = Float64Array.of(x, y);
  crs.place(line);
  return Array.from(line);
}

function assertNear(actual: readonly number[], expected: readonly number[], what: string): void {
  for (const [i, value] of expected.entries()) {
    assert.ok(Math.abs(actual[i]! - value) < 1e-6, `${what}: ${actual} is not ${expected}`);
  }
}

for (const [code, lon, lat] of SYSTEMS) {
  test(`EPSG:${code} agrees with GDAL`, () => {
    const [x, y] = gdalTransform('OGC:CRS84', `EPSG:${code}`, lon, lat);
    assertNear(placed(crsOfEpsg(code), x, y), [lon, lat], 'code');
  });
}

test('every kind of WKT that GDAL writes agrees with the code', () => {
  for (const [code, x, y] of WRITTEN_AS_WKT) {
    const expected = placed(crsOfEpsg(code), x, y);
    for (const [dialect, wkt] of dialectsOf(`EPSG:${code}`)) {
      assertNear(placed(crsOfWkt(wkt), x, y), expected, `EPSG:${code} ${dialect}`);
    }
  }
});

test('the way ArcGIS writes Gauss-Krueger is read', () => {
  const wkt =
    'PROJCS["CGCS2000_3_Degree_GK_CM_114E",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",' +
    'SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],' +
    'PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],' +
    'PARAMETER["Central_Meridian",114.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const [x, y] = gdalTransform('OGC:CRS84', 'EPSG:4547', 114.25, 30.5);
  const crs = crsOfWkt(wkt);
  assert.equal(crs.name, 'CGCS2000_3_Degree_GK_CM_114E');
  assertNear(placed(crs, x, y), [114.25, 30.5], 'ArcGIS');
});

test('a compound system is read by its horizontal part', () => {
  const [x, y] = gdalTransform('OGC:CRS84', 'EPSG:32648', 105.5, 35.25);
  for (const [dialect, wkt] of dialectsOf('EPSG:32648+5773')) {
    assertNear(placed(crsOfWkt(wkt), x, y), [105.5, 35.25], dialect);
  }
});

test('geographic systems near WGS 84 pass untouched, to the last bit', () => {
  for (const code of [4326, 4269, 4490, 4258, 4283]) {
    const point = [113.123456789012, 34.987654321098];
    assert.deepEqual(placed(crsOfEpsg(code), point[0]!, point[1]!), point);
    for (const [dialect, wkt] of dialectsOf(`EPSG:${code}`)) {
      assert.deepEqual(placed(crsOfWkt(wkt), point[0]!, point[1]!), point, `${code} ${dialect}`);
    }
  }
});

test('Beijing 1954 is shifted by some hundred metres at most, the same by code and by WKT', () => {
  const byCode = placed(crsOfEpsg(4214), 113, 34);
  for (const [dialect, wkt] of dialectsOf('EPSG:4214')) assertNear(placed(crsOfWkt(wkt), 113, 34), byCode, dialect);
  const shift = Math.hypot(byCode[0]! - 113, byCode[1]! - 34);
  assert.ok(shift > 1e-5 && shift < 3e-3, `${shift} degrees`);
});

test('a system can be named in all the usual ways', () => {
  for (const name of [
    'EPSG:4547',
    'epsg:4547',
    '4547',
    'urn:ogc:def:crs:EPSG::4547',
    'urn:ogc:def:crs:EPSG:9.1:4547',
    'http://www.opengis.net/def/crs/EPSG/0/4547',
  ]) {
    assert.equal(parseCrs(name).name, 'EPSG:4547', name);
  }
  assert.equal(parseCrs('urn:ogc:def:crs:OGC:1.3:CRS84').name, 'CRS84');
  assert.equal(parseCrs('WGS84').name, 'WGS 84');
  const merc = parseCrs('+proj=merc +a=6378137 +b=6378137 +units=m +nadgrids=@null');
  assertNear(placed(merc, 11131949.079327, 0), [100, 0], 'proj string');
});

test('a system that is not known is refused with what to do', () => {
  for (const name of ['EPSG:99999', 'nonsense', 'PROJCS["x",PROJECTION["Nonsense"]]']) {
    assert.throws(
      () => parseCrs(name),
      (error) => error instanceof SourceError && /--crs/.test(error.message),
      name,
    );
  }
});

test('coordinates that are no place on Earth are refused', () => {
  const bad: [number, number][] = [
    [0, 90.5],
    [181, 0],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ];
  for (const [x, y] of bad) {
    assert.throws(() => placed(ASSUMED_WGS84, x, y), RowError);
    assert.throws(() => placed(crsOfEpsg(4490), x, y), RowError);
  }
  assert.throws(() => placed(ASSUMED_WGS84, 500000, 3400000), /names no coordinate system.*--crs/);
  assert.throws(() => placed(crsOfEpsg(4547), Number.NaN, 1), RowError);
  assert.throws(() => placed(crsOfEpsg(32648), 1e30, 1e30), /outside what EPSG:32648 covers/);
});

test('every format is read in a projected system, and the option wins over the file', async () => {
  const expected = (await readAll(ORIGINAL)).features.map(({ geometry }) => coordinates(geometry) as number[][]);
  const files: [name: string, ...args: string[]][] = [
    ['gk.gpkg', '-f', 'GPKG'],
    ['gk.shp', '-f', 'ESRI Shapefile'],
    ['gk.fgb', '-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO'],
    ['gk.geojson', '-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9'],
  ];
  for (const [name, ...args] of files) {
    const path = join(folder, name);
    ogr2ogr(...args, '-t_srs', 'EPSG:4543', path, ORIGINAL);
    const { features, rejected } = await readAll(path);
    assert.deepEqual(rejected, [], name);
    for (const [i, { geometry }] of features.entries()) {
      assertNear((coordinates(geometry) as number[][])[0]!, expected[i]![0]!, name);
    }
  }
  const shifted = await readAll(join(folder, 'gk.shp'), { crs: 'EPSG:4544' });
  const lon = (coordinates(shifted.features[0]?.geometry) as number[][])[0]![0]!;
  assert.ok(Math.abs(lon - (expected[0]![0]![0]! + 3)) < 1e-6, 'three degrees further east');
});

test('a Shapefile without .prj is taken for degrees, or refused row by row', async () => {
  ogr2ogr('-f', 'ESRI Shapefile', join(folder, 'bare.shp'), ORIGINAL, '-a_srs', 'NONE');
  const degrees = await readAll(join(folder, 'bare.shp'));
  assert.equal(degrees.source.crs, 'assumed WGS 84');
  assert.equal(degrees.features.length, 5);
  writeFileSync(join(folder, 'metres.shp'), readFileSync(join(folder, 'gk.shp')));
  const metres = await readAll(join(folder, 'metres.shp'));
  assert.equal(metres.features.length, 0);
  assert.equal(metres.rejected.length, 5);
  assert.match(metres.rejected[0]!.reason, /--crs/);
});

test('a GeoJSON that names its system only at its end is refused with a hint', async () => {
  const path = join(folder, 'late.geojson');
  const feature = '{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}';
  const crs = '{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}';
  const features = Array.from({ length: 1500 }, () => feature).join(',');
  writeFileSync(path, `{"type":"FeatureCollection","features":[${features}],"crs":${crs}}`);
  await assert.rejects(readAll(path), /after its features.*--crs/);
  assert.equal((await readAll(path, { crs: 'EPSG:3857' })).features.length, 1500);
});
