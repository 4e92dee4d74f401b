import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildDataset } from '../../src/dataset/build.ts';
import { verifyDataset } from '../../src/dataset/verify.ts';
import { SourceError } from '../../src/source/feature.ts';
import { build, fileWith, folder, geojsonOf, TWO_CONFLUENCES } from './support.ts';

/** Tributaries of 1/100 of the basin start zones of their own; with a share of 2 none does. */
const ONE_ZONE = { zoneShare: 2 };

test('a small network gets the codes that the rules say', async () => {
  const { codes, report } = await build(TWO_CONFLUENCES, ONE_ZONE);
  assert.deepEqual(codes(), {
    1: '9001001.0.1',
    2: '9001001.0.2',
    3: '9001001.1.2',
    4: '9001001.0.3',
    5: '9001001.1.3',
  });
  assert.equal(report.counts.reaches, 5);
  assert.equal(report.counts.junctions, 2);
  assert.deepEqual(report.orders, [3, 2]);
});

test('large tributaries start sub-basins of their own, which know where they join', async () => {
  const { rows } = await build(TWO_CONFLUENCES);
  assert.deepEqual(
    rows(`SELECT s.code, r.source_id AS joins FROM subbasin s LEFT JOIN reach r ON r.fid = s.joins ORDER BY s.code`),
    [
      { code: '9001001', joins: null },
      { code: '9001001001', joins: '1' },
      { code: '9001001002', joins: '2' },
    ],
  );
});

test('the same input in any order gives the same file', async () => {
  process.env.SOURCE_DATE_EPOCH = '1700000000';
  try {
    const one = await build(TWO_CONFLUENCES, { labels: { title: 't', source: 's' } });
    const other = await build([...TWO_CONFLUENCES].reverse(), { labels: { title: 't', source: 's' } });
    assert.equal(one.report.identity, other.report.identity);
  } finally {
    delete process.env.SOURCE_DATE_EPOCH;
  }
});

test('upstream of a reach is one range of numbers, and sums agree', async () => {
  const { rows } = await build(TWO_CONFLUENCES, ONE_ZONE);
  const reaches = rows(
    'SELECT source_id, fid, last, down, depth, upstream_km, length_km, outlet_km FROM reach ORDER BY fid',
  );
  assert.deepEqual(
    reaches.map((row) => [row.source_id, row.fid, row.last, row.down, row.depth]),
    [
      ['1', 1, 5, null, 1],
      ['2', 2, 4, 1, 2],
      ['4', 3, 3, 2, 3],
      ['5', 4, 4, 2, 3],
      ['3', 5, 5, 1, 2],
    ],
  );
  const sum = reaches.reduce((total, row) => total + Number(row.length_km), 0);
  assert.ok(Math.abs(Number(reaches[0]!.upstream_km) - sum) < 0.01);
  assert.equal(
    reaches[2]!.outlet_km,
    Math.round((Number(reaches[0]!.length_km) + Number(reaches[1]!.length_km)) * 1000) / 1000,
  );
});

test('lines come out drawn downstream, however they were drawn', async () => {
  const turned = TWO_CONFLUENCES.map((reach) =>
    reach.id === 1 || reach.id === 4 ? { ...reach, line: reach.line.toReversed() } : reach,
  );
  const straight = await build(TWO_CONFLUENCES);
  const mended = await build(turned);
  const lines = 'SELECT source_id, hex(geom) AS geom FROM reach ORDER BY fid';
  assert.deepEqual(mended.rows(lines), straight.rows(lines));
  assert.equal(mended.report.mended.find(({ kind }) => kind === 'lines drawn upstream')?.count, 2);
});

test('names are by river, and a reach without one says what it flows to', async () => {
  const { rows } = await build(TWO_CONFLUENCES);
  assert.deepEqual(rows('SELECT name, name_en, reaches FROM river ORDER BY id'), [
    { name: '黄河', name_en: 'Yellow River', reaches: 2 },
    { name: '渭河', name_en: 'Wei River', reaches: 1 },
  ]);
  assert.deepEqual(rows(`SELECT name, name_en, key FROM poi WHERE type = 'junction' ORDER BY fid`), [
    { name: '渭河汇入黄河处', name_en: 'Confluence of Wei River and Yellow River', key: '9001001-0-1' },
    { name: '黄河汇流点', name_en: 'Confluence on Yellow River', key: '9001001-0-2' },
  ]);
  assert.deepEqual(rows('SELECT name, name_en FROM basin'), [{ name: '黄河流域', name_en: 'Yellow River basin' }]);
});

test('a table of names gives names by id and by the name in the source', async () => {
  const source = TWO_CONFLUENCES.map(({ name: _zh, ...reach }) => reach);
  const byName = fileWith('match,name_zh,name_en\nWei River,渭水,Wei He\n');
  const byId = fileWith('id,name_zh,name_en\n4,洮河,Tao River\n77,无,None\n');
  const { rows, report } = await build(source, { names: [byName, byId] });
  assert.deepEqual(
    rows('SELECT source_id, name, name_en FROM reach ORDER BY source_id').map((row) => [
      row.source_id,
      row.name,
      row.name_en,
    ]),
    [
      ['1', 'Yellow River', 'Yellow River'],
      ['2', 'Yellow River', 'Yellow River'],
      ['3', '渭水', 'Wei He'],
      ['4', '洮河', 'Tao River'],
      ['5', null, null],
    ],
  );
  assert.deepEqual(
    report.rejected.map(({ kind, count }) => [kind, count]),
    [['names for ids that are not there', 1]],
  );
});

test('of two rivers with one name each gets the row whose point lies on it', async () => {
  const source = [
    {
      id: 1,
      line: [
        [0, 0],
        [1, 0],
      ] as [number, number][],
      nameEn: 'Negro',
    },
    {
      id: 2,
      line: [
        [40, 0],
        [41, 0],
      ] as [number, number][],
      nameEn: 'Negro',
    },
  ];
  const names = fileWith(
    'match,lon,lat,name_zh,name_en\nNegro,40.5,0,内格罗河,Negro East\nNegro,0.5,0,黑河,Negro West\n',
  );
  const { rows } = await build(source, { names: [names] });
  assert.deepEqual(rows('SELECT source_id, name_en FROM reach ORDER BY source_id'), [
    { source_id: '1', name_en: 'Negro West' },
    { source_id: '2', name_en: 'Negro East' },
  ]);
});

test('facts become part of the records of their river', async () => {
  const facts = fileWith(
    'match,length_km,mean_discharge_m3s,mouth_zh,mouth_en,description_zh,description_en,flood season\nYellow River,5464,1839,渤海,Bohai Sea,中国第二长河,Second longest river of China,summer\nNile,6650,2830,地中海,Mediterranean Sea,,,\n',
  );
  const { rows, report } = await build(TWO_CONFLUENCES, { facts: [facts] });
  const template = String(rows(`SELECT body FROM record_template WHERE id = 1`)[0]!.body);
  const figures = String(rows(`SELECT figures FROM reach_record WHERE fid = 1`)[0]!.figures);
  assert.match(template, /"description":"中国第二长河。.河段/);
  assert.match(template, /"name":"河流全长","value":"5464","unit":"km"/);
  assert.match(figures, /^黄河\tYellow River\t渤海\tBohai Sea\t91\.09\t/);
  assert.match(template, /"name":"flood season","value":"summer"/);
  assert.equal(report.rejected[0]?.kind, 'facts about rivers that are not there');
});

test('points lie on the nearest reach, or on the river they are said to lie on; those too far away are told', async () => {
  const pois = fileWith(
    [
      'type,key,name_zh,name_en,lon,lat,river,capacity_mw,photos',
      'dam,SANMENXIA,三门峡,Sanmenxia,110.5,35.01,Yellow River,450,https://example.org/a.jpg;https://example.org/b.jpg',
      'dam,WEI-1,渭河坝,Wei dam,109.99,35.0,Wei River,,',
      'dam,FAR,远方,Far away,0,0,,,',
      'gauge,,无,No key,110,35,,,',
      'junction,X,无,Not allowed,110,35,,,',
    ].join('\n'),
  );
  const { rows, report } = await build(TWO_CONFLUENCES, { pois: [pois], poiLimitKm: 5 });
  assert.deepEqual(
    rows(
      `SELECT p.key, r.source_id AS reach, p.properties, p.photos FROM poi p JOIN reach r ON r.fid = p.reach WHERE p.type = 'dam' ORDER BY p.key`,
    ),
    [
      {
        key: 'SANMENXIA',
        reach: '1',
        properties: '[{"name":"所在河流","value":"Yellow River"},{"name":"装机容量","value":"450 MW"}]',
        photos: '["https://example.org/a.jpg","https://example.org/b.jpg"]',
      },
      { key: 'WEI-1', reach: '3', properties: '[{"name":"所在河流","value":"Wei River"}]', photos: '[]' },
    ],
  );
  const told = Object.fromEntries(
    report.rejected.map(({ kind, examples }) => [kind, examples.map(({ text }) => text)]),
  );
  assert.deepEqual(told, {
    'rows of pois': ['no key'],
    points: ['junctions are made from the network and cannot be given'],
    'points too far from any reach': ['dam FAR: none within 5 km'],
  });
});

test('bad rows are told with their reason, and the good ones go on', async () => {
  const source = fileWith(
    [
      'id,down,length_km,wkt',
      '1,,1,"LINESTRING(0 0,1 0)"',
      '2,1,1,"LINESTRING(0 1,0 0)"',
      '3,99,1,"LINESTRING(5 5,6 5)"',
      '4,4,1,"LINESTRING(7 5,8 5)"',
      '2,1,0.5,"LINESTRING(0 2,0 0)"',
      '6,7,1,"LINESTRING(10 0,11 0)"',
      '7,6,1,"LINESTRING(11 0,10 0)"',
      '8,1,1,',
      '9,1,1,"LINESTRING(0 0,200 100)"',
      '10,1,1,"POLYGON((0 0,1 0,1 1,0 0))"',
      ',1,1,"LINESTRING(0 -1,0 0)"',
    ].join('\n'),
  );
  const { report, rows } = await build(source);
  assert.deepEqual(
    rows('SELECT source_id FROM reach ORDER BY CAST(source_id AS INTEGER)').map((row) => row.source_id),
    ['1', '2', '3', '4', '6', '7'],
  );
  const counts = (kinds: typeof report.rejected) => Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]));
  assert.deepEqual(counts(report.rejected), { rows: 3, 'rows without an id': 1, 'rows with the id of another': 1 });
  assert.deepEqual(counts(report.mended), {
    'reaches that flow into themselves': 1,
    'reaches that flow into an id that is not there': 1,
    'circles of reaches': 1,
  });
  for (const { examples } of report.rejected) for (const { text } of examples) assert.notEqual(text, '');
});

test('rows that are points are drawn to the point below', async () => {
  const source = fileWith('link,to,length_m,lon,lat\n1,0,1000,0,0\n2,1,2000,0,1\n3,1,2500,1,1\n');
  const { rows, report } = await build(source);
  assert.equal(report.sources[0]?.preset, 'routelink');
  assert.deepEqual(rows('SELECT source_id, length_km, inflows FROM reach ORDER BY source_id'), [
    { source_id: '1', length_km: 1, inflows: 2 },
    { source_id: '2', length_km: 2, inflows: 0 },
    { source_id: '3', length_km: 2.5, inflows: 0 },
  ]);
});

test('points without a length are measured to the point below', async () => {
  const { rows } = await build(fileWith('id,down,lon,lat\n1,0,0,0\n2,1,0,1\n'));
  const [outlet, above] = rows('SELECT length_km AS km, upstream_km AS all_km FROM reach ORDER BY fid');
  assert.deepEqual(outlet, { km: 0, all_km: above!.km });
  assert.ok(Math.abs(Number(above!.km) - 111.195) < 0.01);
});

test('lines without any topology are connected by their ends', async () => {
  const source = fileWith(
    'name,wkt\nMain,"LINESTRING(0 0,2 0)"\nMain,"LINESTRING(2 0,4 0)"\nSide,"LINESTRING(1 1,2 0)"\nSplit,"LINESTRING(3 1,3 0)"\nApart,"MULTILINESTRING((9 9,9 8),(9 7,9 6))"\n',
  );
  const { report } = await build(source, { connect: { drawnDownstream: 'trust' } });
  assert.equal(report.counts.reaches, 7, 'the line that Split touches is cut in two, and parts stand on their own');
  assert.equal(report.counts.junctions, 2);
  assert.equal(report.counts['trees (outlets)'], 3);
});

test('data that already carries codes keeps them, exact past 2^53', async () => {
  const source = fileWith(
    [
      'basincode,subbasincd,binstrval,binstrlen,wkt',
      '3261,001,0,1,"LINESTRING(0 0,1 0)"',
      '3261,001,0,2,"LINESTRING(-1 0,0 0)"',
      '3261,001,18446744073709551614,70,"LINESTRING(-2 0,-1 0)"',
      '3261,001002,0,1,"LINESTRING(0 1,0 0)"',
      '3261,001,9,2,"LINESTRING(5 5,6 6)"',
      '3261,001,0,1,"LINESTRING(5 5,6 6)"',
    ].join('\n'),
  );
  const { rows, report } = await build(source);
  assert.equal(report.sources[0]?.preset, 'coded');
  assert.deepEqual(
    rows('SELECT code, down FROM reach ORDER BY fid')
      .map((row) => row.code)
      .sort(),
    ['3261001.0.1', '3261001.0.2', '3261001.18446744073709551614.70', '3261001002.0.1'],
  );
  const joined = rows(`SELECT r.code FROM subbasin s JOIN reach r ON r.fid = s.joins WHERE s.code = '3261001002'`);
  assert.deepEqual(joined, [{ code: '3261001.0.1' }]);
  assert.equal(report.rejected[0]?.count, 2);
});

test('a dry run writes nothing and reports the same', async () => {
  const source = fileWith(geojsonOf(TWO_CONFLUENCES), 'geojson');
  const before = readdirSync(folder).length;
  const report = await buildDataset({ sources: [source] });
  assert.equal(readdirSync(folder).length, before);
  assert.equal(report.counts.reaches, 5);
  assert.equal(report.output, '');
});

test('a run that fails leaves nothing behind and the old file as it was', async () => {
  const good = await build(TWO_CONFLUENCES);
  const empty = fileWith('id,down,wkt\n');
  await assert.rejects(buildDataset({ sources: [empty], output: good.path }), SourceError);
  await assert.rejects(buildDataset({ sources: [join(folder, 'missing.gpkg')], output: good.path }));
  const noFolder = join(folder, 'no-such-folder', 'x.gpkg');
  await assert.rejects(buildDataset({ sources: [fileWith(geojsonOf(TWO_CONFLUENCES), 'geojson')], output: noFolder }));
  assert.ok((await verifyDataset(good.path, () => {})).every(({ ok }) => ok));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('partial')),
    [],
  );
  assert.ok(!existsSync(noFolder));
});
