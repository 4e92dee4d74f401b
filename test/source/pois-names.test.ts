/** Points of interest and names are read from any table, and bad rows are told. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SourceError } from '../../src/source/feature.ts';
import { readNames } from '../../src/source/names.ts';
import { readPois } from '../../src/source/pois.ts';
import { ogr2ogr, temporaryFolder } from './support/reading.ts';

const folder = temporaryFolder();

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const POIS = `type,key,name_zh,name_en,description,description_en,lon,lat,photos,properties,height_m
dam,sanmenxia,三门峡大坝,Sanmenxia Dam,黄河上第一座大型水利枢纽,"First, and large",111.35,34.83,https://a.example/1.jpg; https://a.example/2.jpg,"{""库容"": 162}",106
gauge,G1,兰州,,,,103.8,36.07,"[""https://a.example/3.jpg""]","[{""name"": ""since"", ""value"": 1934}]",
`;
const EXPECTED = [
  {
    type: 'dam',
    key: 'sanmenxia',
    displayName: '三门峡大坝',
    displayNameEn: 'Sanmenxia Dam',
    description: '黄河上第一座大型水利枢纽',
    descriptionEn: 'First, and large',
    lon: 111.35,
    lat: 34.83,
    properties: [
      { name: '库容', value: '162' },
      { name: 'height_m', value: '106' },
    ],
    photos: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
  },
  {
    type: 'gauge',
    key: 'G1',
    displayName: '兰州',
    displayNameEn: '',
    description: '',
    descriptionEn: '',
    lon: 103.8,
    lat: 36.07,
    properties: [{ name: 'since', value: '1934' }],
    photos: ['https://a.example/3.jpg'],
  },
];

test('points are read from CSV, and the same from GeoJSON and GeoPackage', async () => {
  const csv = write('pois.csv', POIS);
  const { pois, rejected } = await readPois(csv);
  assert.deepEqual(rejected, []);
  assert.deepEqual(
    pois.map(({ record, ...poi }) => poi),
    EXPECTED,
  );
  assert.equal(pois[0]?.record, 'line 2');
  const open = ['-oo', 'X_POSSIBLE_NAMES=lon', '-oo', 'Y_POSSIBLE_NAMES=lat', '-a_srs', 'EPSG:4326'];
  for (const name of ['pois.geojson', 'pois.gpkg']) {
    const path = join(folder, name);
    ogr2ogr(path, csv, ...open);
    const other = await readPois(path);
    assert.deepEqual(other.rejected, []);
    assert.deepEqual(
      other.pois.map(({ record, ...poi }) => poi),
      EXPECTED,
      name,
    );
  }
});

test('Chinese headers are understood', async () => {
  const path = write(
    '中文.csv',
    '类型,编号,名称,英文名,描述,经度,纬度,照片\n水文站,1,兰州,Lanzhou,站,103.8,36.07,a.jpg；b.jpg\n',
  );
  const { pois } = await readPois(path);
  assert.equal(pois[0]?.type, '水文站');
  assert.equal(pois[0]?.displayNameEn, 'Lanzhou');
  assert.deepEqual(pois[0]?.photos, ['a.jpg', 'b.jpg']);
  assert.deepEqual(pois[0]?.properties, []);
});

test('rows that are no point of interest are told with their reason', async () => {
  const path = write(
    'bad-pois.csv',
    [
      'type,key,lon,lat,properties,photos',
      'dam,ok,1,2,,',
      ',nokey,1,2,,',
      'dam,,1,2,,',
      'dam,noplace,,,,',
      'dam,far,1,99,,',
      'dam,json,1,2,{broken,',
      'dam,list,1,2,"[1]",',
      'dam,photos,1,2,,[1]',
      'DAM,OK,3,4,,',
      'dam,last,3,4,,',
    ].join('\n'),
  );
  const { pois, rejected } = await readPois(path);
  assert.deepEqual(
    pois.map(({ key }) => key),
    ['ok', 'last'],
  );
  const reasons: [record: string, reason: RegExp][] = [
    ['line 3', /no type/],
    ['line 4', /no key/],
    ['line 5', /no place/],
    ['line 6', /1, 99/],
    ['line 7', /properties are no valid JSON/],
    ['line 8', /a name and a value/],
    ['line 9', /photos are no list/],
    ['line 10', /seen before, in line 2/],
  ];
  const sorted = rejected.toSorted((a, b) => Number(a.record.slice(5)) - Number(b.record.slice(5)));
  assert.deepEqual(
    sorted.map(({ record }) => record),
    reasons.map(([record]) => record),
  );
  for (const [i, [, reason]] of reasons.entries()) assert.match(sorted[i]!.reason, reason);
});

test('a file without type or key is refused with the headers that would do', async () => {
  await assert.rejects(readPois(write('no-type.csv', 'key,lon,lat\na,1,2')), (error) => {
    assert.ok(error instanceof SourceError);
    assert.match(error.message, /no column for the type: name it type, poi_type, 类型\. It has: key, lon, lat\./);
    return true;
  });
});

test('names are read by id', async () => {
  const { names, rejected } = await readNames(
    write('by-id.csv', 'HYRIV_ID,名称,English\n41,黄河,Yellow River\n42,,Wei\n,无,None\n43,,\n'),
  );
  assert.deepEqual(names, [
    { record: 'line 2', by: 'id', match: '41', name: '黄河', nameEn: 'Yellow River', lon: undefined, lat: undefined },
    { record: 'line 3', by: 'id', match: '42', name: '', nameEn: 'Wei', lon: undefined, lat: undefined },
  ]);
  assert.deepEqual(rejected, [
    { record: 'line 4', reason: 'no id' },
    { record: 'line 5', reason: 'no name' },
  ]);
});

test('names are read by the name the network has', async () => {
  const { names } = await readNames(
    write('by-name.csv', 'source_name,name_zh,name_en\nHuang He,黄河,Yellow River\n,长江,Yangtze\n'),
  );
  assert.deepEqual(
    names.map(({ by, match, name }) => [by, match, name]),
    [
      ['name', 'Huang He', '黄河'],
      ['name', 'Yangtze', '长江'],
    ],
  );
  const placed = await readNames(write('placed.csv', 'match,name,lon,lat\nRed River,红河,103.5,22.5\n'));
  assert.deepEqual([placed.names[0]?.lon, placed.names[0]?.lat], [103.5, 22.5]);
  await assert.rejects(readNames(write('no-names.csv', 'id,label\n1,x')), /no column with names.*id, label/);
});
