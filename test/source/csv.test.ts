/** CSV: delimiters, quotes, encodings, columns that tell the place, and rows that are broken. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { CsvRows } from '../../src/source/csv-rows.ts';
import { openSource } from '../../src/source/open.ts';
import { coordinates, readAll, temporaryFolder } from './support/reading.ts';
import { lineWkb } from './support/wkb-writer.ts';

const folder = temporaryFolder();

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function valuesOf(name: string, content: string | Buffer, options = {}): Promise<unknown[][]> {
  const { features, rejected } = await readAll(write(name, content), options);
  assert.deepEqual(rejected, []);
  return features.map(({ values }) => values);
}

test('comma, semicolon, tab and bar are told apart by the header', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const text = [
      ['id', 'a name', 'x,y;z'],
      ['1', '黄河', '"q"'],
    ].map((row) => row.map((cell) => (/[,;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter));
    const path = write('delimited.csv', text.join('\n'));
    assert.deepEqual((await openSource(path)).columns, ['id', 'a name', 'x,y;z'], delimiter);
    assert.deepEqual((await readAll(path)).features[0]?.values, [1, '黄河', '"q"']);
  }
});

test('quotes hold delimiters, line ends and doubled quotes', async () => {
  const text = 'id,note\r\n1,"a, ""b""\nc"\r\n\r\n2, plain "quoted" inside \r\n"3",""\r\n';
  const { features } = await readAll(write('quotes.csv', text));
  assert.deepEqual(
    features.map(({ record, values }) => [record, values]),
    [
      ['line 2', [1, 'a, "b"\nc']],
      ['line 5', [2, 'plain "quoted" inside']],
      ['line 6', [3, null]],
    ],
  );
});

test('numbers are numbers, codes stay text, and wide integers are exact', async () => {
  const text = 'a,b,c,d,e,f,g\n12,-0.50,001,1E5,12345678901234567890,1.5e-7,2288.0\n0,-3,,-,9007199254740991,.5,x';
  assert.deepEqual(await valuesOf('numbers.csv', text), [
    [12, -0.5, '001', '1E5', 12345678901234567890n, 1.5e-7, 2288],
    [0, -3, null, '-', 9007199254740991, '.5', 'x'],
  ]);
});

test('a byte order mark, UTF-16 and GBK are read; an option wins', async () => {
  const expected = [[1, '黄河']];
  const gbk = Buffer.concat([Buffer.from('id,name\n1,'), Buffer.from('bbc6bad3', 'hex')]);
  assert.deepEqual(await valuesOf('bom.csv', '\ufeffid,name\n1,黄河'), expected);
  assert.deepEqual(await valuesOf('utf16.txt', Buffer.from('\ufeffid\tname\r\n1\t黄河\r\n', 'utf16le')), expected);
  assert.deepEqual(await valuesOf('gbk.csv', gbk), expected);
  assert.deepEqual(await valuesOf('gbk.csv', gbk, { encoding: 'GB2312' }), expected);
  assert.deepEqual((await openSource(write('bom.csv', '\ufeffid,name\n1,x'))).columns, ['id', 'name']);
});

test('the place is found in the usual columns, in those named, or nowhere', async () => {
  const cases: [header: string, row: string, options: object, expected: unknown][] = [
    ['id,lon,lat', '1,5.5,6.5', {}, [5.5, 6.5]],
    ['id,Latitude,LONGITUDE', '1,6.5,5.5', {}, [5.5, 6.5]],
    ['名称,经度,纬度', '黄河,5.5,6.5', {}, [5.5, 6.5]],
    ['id,east,north', '1,5.5,6.5', {}, undefined],
    ['id,east,north', '1,5.5,6.5', { lon: 'East', lat: 'north' }, [5.5, 6.5]],
    ['id,WKT', '1,"LINESTRING Z (1 2 0,3 4 0)"', {}, [[1, 2, 3, 4]]],
    ['id,path', '1,"LINESTRING (1 2,3 4)"', { wkt: 'path' }, [[1, 2, 3, 4]]],
    ['id,geometry,lon,lat', '1,square,5.5,6.5', {}, [5.5, 6.5]],
    ['id,lon,lat', '1,,', {}, undefined],
    ['id,lat', '1,6.5', {}, undefined],
    [
      'id,geom',
      `1,${lineWkb(
        [
          [1, 2],
          [3, 4],
        ],
        { flavour: 'ewkb' },
      ).toString('hex')}`,
      {},
      [[1, 2, 3, 4]],
    ],
  ];
  for (const [header, row, options, expected] of cases) {
    const { features, rejected } = await readAll(write('place.csv', `${header}\n${row}\n`), options);
    assert.deepEqual(rejected, []);
    assert.deepEqual(coordinates(features[0]?.geometry), expected, header);
  }
  await assert.rejects(openSource(write('place.csv', 'id,x\n1,2'), { lon: 'east' }), /no column "east".*id, x/);
});

test('a projected CSV is placed with the crs option', async () => {
  const { features } = await readAll(write('metres.csv', 'id,x,y\n1,11131949.079327,0\n'), { crs: 'EPSG:3857' });
  const [lon] = coordinates(features[0]?.geometry) as number[];
  assert.ok(Math.abs(lon! - 100) < 1e-6);
});

test('broken rows are told with their line, and the good ones go on', async () => {
  const rows: [text: string | Buffer, reason: RegExp | undefined][] = [
    ['1,5,6,河', undefined],
    ['2,5,6', /3 columns where the first line has 4/],
    ['3,5,6,a,b', /5 columns/],
    ['4,5,6,a,', undefined],
    ['5,east,6,a', /"east" stands where a coordinate should/],
    ['6,,6,a', /"" stands where a coordinate should/],
    ['7,181,6,a', /181, 6 is no longitude/],
    [Buffer.concat([Buffer.from('8,5,6,'), Buffer.from('bbc6', 'hex')]), /not valid in the encoding.*--encoding/],
    ['9,5,6,"open', /a quote is opened and not closed/],
    ['10,5,6,z', undefined],
  ];
  const text = Buffer.concat([
    Buffer.from('id,lon,lat,name\n'),
    ...rows.flatMap(([row]) => [Buffer.from(row), Buffer.from('\n')]),
  ]);
  const { features, rejected } = await readAll(write('broken.csv', text), { encoding: 'utf-8' }, ['id']);
  assert.deepEqual(
    features.map(({ values }) => values[0]),
    [1, 4, 10],
  );
  const bad = rows.flatMap(([, reason], i) => (reason ? [{ reason, record: `line ${i + 2}` }] : []));
  assert.deepEqual(
    rejected.map(({ record }) => record),
    bad.map(({ record }) => record),
  );
  for (const [i, { reason }] of bad.entries()) assert.match(rejected[i]!.reason, reason);
});

test('a header with empty and repeated names gets distinct ones', async () => {
  assert.deepEqual((await openSource(write('header.csv', 'id,,id,\n1,2,3,4'))).columns, [
    'id',
    'column 2',
    'id_2',
    'column 4',
  ]);
});

const cell = fc.string({ unit: fc.constantFrom('a', '河', ',', ';', '"', '\n', ' ', '1', '\t'), maxLength: 6 });
const table = fc
  .integer({ min: 2, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));

test('random tables split the same wherever the chunks end', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n');
      for (let at = 0; at <= text.length; at++) {
        const splitter = new CsvRows(',');
        const found: string[][] = [];
        const drain = () => {
          for (let row = splitter.next(); row; row = splitter.next()) found.push(row.cells);
        };
        for (const piece of [text.slice(0, at), text.slice(at)]) {
          splitter.push(piece);
          drain();
        }
        splitter.finish();
        drain();
        assert.deepEqual(found, rows, `cut at ${at}`);
      }
    }),
    { numRuns: 60 },
  );
});

test('random rows written as CSV read back equal', async () => {
  const value = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((each) => Number(each.toFixed(6)) + 0),
    fc
      .string({ unit: fc.constantFrom('河', 'b', ',', '"', '\n', '-', 'é'), minLength: 1, maxLength: 5 })
      .filter((text) => text.trim() === text && text !== ''),
    fc.constant(null),
  );
  const point = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -90, max: 90 }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value, point), { minLength: 1, maxLength: 20 }), async (rows) => {
      const quote = (each: unknown) => (each === null ? '' : `"${String(each).replaceAll('"', '""')}"`);
      const text = rows.map(([a, b, [x, y]]) => [a, b, x, y].map(quote).join(',')).join('\n');
      const { features, rejected } = await readAll(write('random.csv', `a,b,lon,lat\n${text}\n`), {}, ['a', 'b']);
      assert.deepEqual(rejected, []);
      assert.deepEqual(
        features.map(({ values, geometry }) => [values, coordinates(geometry)]),
        rows.map(([a, b, at]) => [[a, b], at]),
      );
    }),
    { numRuns: 40 },
  );
});
