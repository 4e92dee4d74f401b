/** Shapefiles: Chinese encodings, odd numbers and dates, broken and deleted rows, shapes out of order. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSource } from '../../src/source/open.ts';
import { coordinates, ORIGINAL, ogr2ogr, readAll, temporaryFolder } from './support/reading.ts';
import {
  type DbfColumn,
  dbfBytes,
  polyline,
  type Shape,
  shpBytes,
  writeShapefile,
} from './support/shapefile-writer.ts';
import { writeZip } from './support/zip-writer.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

const LINE: Shape = [
  [
    [1, 2],
    [3, 4],
  ],
];
const NAME: DbfColumn = { name: 'name', type: 'C', length: 20 };

/** TextEncoder knows only UTF-8: the bytes of these names in the encodings of old. */
const GBK_YELLOW_RIVER = Buffer.from('bbc6bad3', 'hex');
const GBK_SHALLOW = Buffer.from('e48bbad3', 'hex');
const BIG5_YELLOW_RIVER = Buffer.from('b6c0aa65', 'hex');

async function namesOf(stem: string, options = {}): Promise<unknown[]> {
  const { features, rejected } = await readAll(at(`${stem}.shp`), options, ['name']);
  assert.deepEqual(rejected, []);
  return features.map(({ values }) => values[0]);
}

function writeNames(stem: string, names: (string | Buffer)[], languageDriver = 0, cpg?: string): void {
  const { shp, shx } = shpBytes(names.map(() => LINE));
  const dbf = dbfBytes(
    [NAME],
    names.map((name) => ({ cells: [name] })),
    languageDriver,
  );
  writeShapefile(at(stem), { shp, shx, dbf, cpg });
}

test('the .cpg says the encoding, in any of its spellings', async () => {
  for (const cpg of ['936', 'CP936', 'cp936\r\n', 'GBK', 'gb2312', 'GB18030', 'ANSI 936', 'windows-936']) {
    writeNames('gbk', [GBK_YELLOW_RIVER], 0, cpg);
    assert.deepEqual(await namesOf('gbk'), ['黄河'], cpg);
  }
  for (const cpg of ['UTF-8', 'utf8', '65001']) {
    writeNames('utf8', ['黄河'], 0, cpg);
    assert.deepEqual(await namesOf('utf8'), ['黄河'], cpg);
  }
  writeNames('big5', [BIG5_YELLOW_RIVER], 0, 'BIG5');
  assert.deepEqual(await namesOf('big5'), ['黃河']);
  writeNames('latin', [Buffer.from('Ebro ñ', 'latin1')], 0, 'ISO-8859-1');
  assert.deepEqual(await namesOf('latin'), ['Ebro ñ']);
});

test('without .cpg the language driver byte says it', async () => {
  writeNames('driver', [GBK_YELLOW_RIVER], 0x4d);
  assert.deepEqual(await namesOf('driver'), ['黄河']);
  writeNames('driver5', [BIG5_YELLOW_RIVER], 0x4f);
  assert.deepEqual(await namesOf('driver5'), ['黃河']);
  writeNames('western', [Buffer.from('Ebro ñ', 'latin1')], 0x03);
  assert.deepEqual(await namesOf('western'), ['Ebro ñ']);
});

test('without either, UTF-8 is tried first and GB 18030 then, for the file as a whole', async () => {
  writeNames('guess8', ['Red River', '黄河']);
  assert.deepEqual(await namesOf('guess8'), ['Red River', '黄河']);
  writeNames('guess', ['Red River', GBK_YELLOW_RIVER, GBK_SHALLOW]);
  assert.deepEqual(await namesOf('guess'), ['Red River', '黄河', '鋴河']);
});

test('a .cpg with nonsense in it is passed over', async () => {
  writeNames('nonsense', [GBK_YELLOW_RIVER], 0, 'see readme');
  assert.deepEqual(await namesOf('nonsense'), ['黄河']);
});

test('the encoding option wins over all, and an unknown one is refused', async () => {
  writeNames('wrong', [GBK_YELLOW_RIVER], 0x03, 'UTF-8');
  assert.deepEqual(await namesOf('wrong', { encoding: 'gbk' }), ['黄河']);
  await assert.rejects(openSource(at('wrong.shp'), { encoding: 'klingon' }), /"klingon" is not known.*gb18030/);
});

test('a text that is not valid in the declared UTF-8 rejects its row, with what to try', async () => {
  writeNames('invalid', ['黄河', GBK_YELLOW_RIVER, '渭河'], 0, 'UTF-8');
  const { features, rejected } = await readAll(at('invalid.shp'), {}, ['name']);
  assert.deepEqual(
    features.map(({ values }) => values[0]),
    ['黄河', '渭河'],
  );
  assert.equal(rejected[0]?.record, 'row 2');
  assert.match(rejected[0]!.reason, /not valid UTF-8.*--encoding/);
});

test('a UTF-8 text cut by the width of its column loses only the cut character', async () => {
  const { shp, shx } = shpBytes([LINE]);
  const dbf = dbfBytes([{ name: 'name', type: 'C', length: 8 }], [{ cells: ['雅鲁藏布江'] }]);
  writeShapefile(at('cut'), { shp, shx, dbf, cpg: 'UTF-8' });
  assert.deepEqual(await namesOf('cut'), ['雅鲁']);
});

test('column names are in the encoding of the table', async () => {
  const { shp, shx } = shpBytes([LINE]);
  const dbf = dbfBytes([{ name: GBK_YELLOW_RIVER, type: 'C', length: 4 }], [{ cells: ['x'] }], 0x4d);
  writeShapefile(at('header'), { shp, shx, dbf });
  assert.deepEqual((await openSource(at('header.shp'))).columns, ['黄河']);
});

test('numbers, dates and truth values are read, and what is no value is null', async () => {
  const columns: DbfColumn[] = [
    { name: 'n', type: 'N', length: 20 },
    { name: 'f', type: 'F', length: 12 },
    { name: 'd', type: 'D', length: 8 },
    { name: 'l', type: 'L', length: 1 },
    { name: 'c', type: 'C', length: 4 },
  ];
  const cells = [
    ['                  42', '      -1.5e3', '20240229', 'T', 'ab'],
    ['-7', '0.25', '00000000', 'F', '    '],
    ['********************', '', '        ', '?', '\0\0\0\0'],
    ['9007199254740993', '.5', '20240101', 'y', ' x '],
    ['123456789012345', '1e400', '2024-1-1', ' ', 'é'],
  ];
  const { shp, shx } = shpBytes(cells.map(() => LINE));
  writeShapefile(at('values'), {
    shp,
    shx,
    dbf: dbfBytes(
      columns,
      cells.map((each) => ({ cells: each })),
    ),
    cpg: 'UTF-8',
  });
  const { features, rejected } = await readAll(at('values.shp'));
  assert.deepEqual(rejected, []);
  assert.deepEqual(
    features.map(({ values }) => values),
    [
      [42, -1500, '2024-02-29', true, 'ab'],
      [-7, 0.25, null, false, null],
      [null, null, null, null, null],
      [9007199254740993n, 0.5, '2024-01-01', true, 'x'],
      [123456789012345, null, null, null, 'é'],
    ],
  );
});

test('a number that is none rejects its row', async () => {
  const { shp, shx } = shpBytes([LINE, LINE]);
  const dbf = dbfBytes([{ name: 'n', type: 'N', length: 5 }], [{ cells: ['12x'] }, { cells: ['12'] }]);
  writeShapefile(at('letters'), { shp, shx, dbf });
  const { features, rejected } = await readAll(at('letters.shp'));
  assert.deepEqual(rejected, [{ record: 'row 1', reason: '"12x" stands where a number should' }]);
  assert.deepEqual(features[0]?.values, [12]);
});

test('deleted rows are passed over, null shapes have no geometry, parts stay apart', async () => {
  const parts = [
    [
      [1, 2],
      [3, 4],
    ],
    [
      [5, 6],
      [7, 8],
      [9, 10],
    ],
  ];
  const { shp, shx } = shpBytes([LINE, LINE, null, parts]);
  const dbf = dbfBytes([NAME], [{ cells: ['a'] }, { cells: ['b'], deleted: true }, { cells: ['c'] }, { cells: ['d'] }]);
  writeShapefile(at('rows'), { shp, shx, dbf });
  const { features, rejected } = await readAll(at('rows.shp'));
  assert.deepEqual(rejected, []);
  assert.deepEqual(
    features.map(({ record, values, geometry }) => [record, values[0], coordinates(geometry)]),
    [
      ['row 1', 'a', [[1, 2, 3, 4]]],
      ['row 3', 'c', undefined],
      [
        'row 4',
        'd',
        [
          [1, 2, 3, 4],
          [5, 6, 7, 8, 9, 10],
        ],
      ],
    ],
  );
});

test('broken shapes are told with their reason, and the good ones go on', async () => {
  const lying = polyline(LINE as number[][][]);
  lying.writeInt32LE(1000, 40);
  const overlapping = polyline([...(LINE as number[][][]), ...(LINE as number[][][])]);
  overlapping.writeInt32LE(9, 48);
  const polygon = polyline(LINE as number[][][]);
  polygon.writeInt32LE(5, 0);
  const far: Shape = [
    [
      [1, 2],
      [3, 95],
    ],
  ];
  const shapes = [LINE, lying, overlapping, polygon, far, LINE];
  const { shp, shx } = shpBytes(shapes);
  const dbf = dbfBytes(
    [NAME],
    shapes.map((_, i) => ({ cells: [`${i + 1}`] })),
  );
  writeShapefile(at('damaged'), { shp, shx, dbf });
  const { features, rejected } = await readAll(at('damaged.shp'));
  assert.deepEqual(
    features.map(({ values }) => values[0]),
    ['1', '6'],
  );
  const reasons = [/ends early/, /parts of the shape overlap/, /a polygon/, /3, 95/];
  assert.equal(rejected.length, reasons.length);
  for (const [i, reason] of reasons.entries()) assert.match(rejected[i]!.reason, reason);
});

test('of a truncated file what is there is read, and the end is told', async () => {
  const { shp, shx } = shpBytes([LINE, LINE, LINE]);
  const dbf = dbfBytes([NAME], [{ cells: ['a'] }, { cells: ['b'] }, { cells: ['c'] }]);
  const cases: [stem: string, files: Record<string, Buffer>, read: number, reason: RegExp][] = [
    ['shp-mid', { shp: shp.subarray(0, shp.length - 20), shx, dbf }, 2, /\.shp ends early: 2 of 3/],
    ['shp-mid-no-shx', { shp: shp.subarray(0, shp.length - 20), dbf }, 2, /\.shp ends early: 2 of 3/],
    ['shp-between', { shp: shp.subarray(0, 100 + (shp.length - 100) / 3), dbf }, 1, /\.shp ends early: 1 of 3/],
    ['dbf-mid', { shp, shx, dbf: dbf.subarray(0, dbf.length - 30) }, 1, /\.dbf ends early: 1 of 3/],
  ];
  for (const [stem, files, read, reason] of cases) {
    writeShapefile(at(stem), files);
    const { features, rejected } = await readAll(at(`${stem}.shp`));
    assert.equal(features.length, read, stem);
    assert.equal(rejected.length, 1, stem);
    assert.equal(rejected[0]?.record, `row ${read + 1}`);
    assert.match(rejected[0]!.reason, reason);
  }
  writeShapefile(at('header-only'), { shp: shp.subarray(0, 50), dbf });
  await assert.rejects(openSource(at('header-only.shp')), /does not begin as a Shapefile/);
});

test('shapes that were moved in the .shp are found by the .shx', async () => {
  const shapes: Shape[] = [1, 2, 3].map((x) => [
    [
      [x, 0],
      [x, 1],
    ],
  ]);
  const { shp, shx } = shpBytes(shapes, [1, 2, 0]);
  const dbf = dbfBytes([NAME], [{ cells: ['1'] }, { cells: ['2'] }, { cells: ['3'] }]);
  writeShapefile(at('moved'), { shp, shx, dbf });
  const { features } = await readAll(at('moved.shp'));
  assert.deepEqual(
    features.map(({ values, geometry }) => [values[0], (coordinates(geometry) as number[][])[0]![0]]),
    [
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ],
  );
});

test('Z and M types are read without them, written by GDAL', async () => {
  for (const dimension of ['XYZ', 'XYM', 'XYZM']) {
    ogr2ogr('-f', 'ESRI Shapefile', at(`${dimension}.shp`), ORIGINAL, '-dim', dimension, '-lco', 'ENCODING=GBK');
    const { features, rejected } = await readAll(at(`${dimension}.shp`), {}, ['name']);
    assert.deepEqual(rejected, []);
    assert.deepEqual(features[0]?.values, ['黄河']);
    assert.deepEqual(coordinates(features[0]?.geometry), [[100.5, 35.25, 100.75, 35.125, 101, 35]]);
  }
});

test('points are read, and a .shp without table gives shapes without columns', async () => {
  execFileSync(
    'ogr2ogr',
    [
      '-f',
      'ESRI Shapefile',
      at('points.shp'),
      'CSV:/vsistdin/',
      '-oo',
      'X_POSSIBLE_NAMES=x',
      '-oo',
      'Y_POSSIBLE_NAMES=y',
      '-nlt',
      'POINT',
    ],
    {
      input: 'x,y,n\n5,6,a\n7,8,b\n',
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  const { features } = await readAll(at('points.shp'), {}, ['n']);
  assert.deepEqual(
    features.map(({ values, geometry }) => [values[0], coordinates(geometry)]),
    [
      ['a', [5, 6]],
      ['b', [7, 8]],
    ],
  );
  writeFileSync(at('alone.shp'), readFileSync(at('points.shp')));
  const alone = await readAll(at('alone.shp'));
  assert.deepEqual(alone.source.columns, []);
  assert.equal(alone.features.length, 2);
});

test('a zip from Chinese Windows, with file names in GBK, is opened', async () => {
  const { shp, shx } = shpBytes([LINE]);
  const dbf = dbfBytes([NAME], [{ cells: [GBK_YELLOW_RIVER] }], 0x4d);
  const member = (extension: string, bytes: Buffer) => ({
    name: Buffer.concat([GBK_YELLOW_RIVER, Buffer.from(`.${extension}`)]),
    bytes,
  });
  writeZip(at('chinese.zip'), [member('SHP', shp), member('shx', shx), member('Dbf', dbf)]);
  const { source, features } = await readAll(at('chinese.zip'));
  assert.equal(source.layer, '黄河');
  assert.deepEqual(features[0]?.values, ['黄河']);
});
