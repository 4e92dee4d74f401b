/** Presets are found by their columns, flags win over them, and what is missing is named. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError } from '../../src/source/feature.ts';
import { detectPreset, mappedColumns, resolveMapping } from '../../src/source/mapping.ts';
import { PRESET_NAMES, PRESETS } from '../../src/source/preset.ts';
import { continentOf, keyOf, numberOf, textOf } from '../../src/source/value.ts';

const HYDRORIVERS =
  'HYRIV_ID,NEXT_DOWN,MAIN_RIV,LENGTH_KM,DIST_DN_KM,DIST_UP_KM,CATCH_SKM,UPLAND_SKM,ENDORHEIC,DIS_AV_CMS,ORD_STRA,ORD_CLAS,ORD_FLOW,HYBAS_L12';
const PUBLISHED: [preset: string, columns: string, roles: object][] = [
  [
    'hydrorivers',
    HYDRORIVERS,
    {
      id: 'HYRIV_ID',
      down: 'NEXT_DOWN',
      length: 'LENGTH_KM',
      area: 'UPLAND_SKM',
      catchmentArea: 'CATCH_SKM',
      order: 'ORD_STRA',
      continent: 'HYBAS_L12',
    },
  ],
  [
    'merit-basins',
    'COMID,lengthkm,lengthdir,sinuosity,slope,uparea,order,strmDrop_t,slope_taud,NextDownID,maxup,up1,up2,up3,up4',
    { id: 'COMID', down: 'NextDownID', length: 'lengthkm', area: 'uparea', order: 'order', continent: 'COMID' },
  ],
  [
    'geoglows',
    'LINKNO,DSLINKNO,USLINKNO1,USLINKNO2,DSNODEID,strmOrder,Length,Magnitude,DSContArea,strmDrop,Slope,StraightL,USContArea,WSNO,DOUTEND,DOUTSTART,DOUTMID',
    { id: 'LINKNO', down: 'DSLINKNO', length: 'Length', area: 'DSContArea', order: 'strmOrder' },
  ],
  [
    'geoglows',
    'LINKNO,DSLINKNO,strmOrder,USContArea,DSContArea,TDXHydroRegion,VPUCode,TopologicalOrder,LengthGeodesicMeters,TerminalLink,TDXHydroLinkNo',
    {
      id: 'LINKNO',
      down: 'DSLINKNO',
      length: 'LengthGeodesicMeters',
      area: 'DSContArea',
      order: 'strmOrder',
      continent: 'TDXHydroRegion',
    },
  ],
  [
    'nhdplus',
    'fid,COMID,GNIS_NAME,LENGTHKM,StreamOrde,FromNode,ToNode,Hydroseq,Divergence,DnHydroseq,AreaSqKM,TotDASqKM',
    {
      id: 'COMID',
      fromNode: 'FromNode',
      toNode: 'ToNode',
      length: 'LENGTHKM',
      area: 'TotDASqKM',
      catchmentArea: 'AreaSqKM',
      order: 'StreamOrde',
      divergence: 'Divergence',
      nameEn: 'GNIS_NAME',
    },
  ],
  [
    'nhdplus',
    'nhdplusid,gnis_name,lengthkm,fromnode,tonode,totdasqkm,streamorde,divergence',
    {
      id: 'nhdplusid',
      fromNode: 'fromnode',
      toNode: 'tonode',
      length: 'lengthkm',
      area: 'totdasqkm',
      order: 'streamorde',
      divergence: 'divergence',
      nameEn: 'gnis_name',
    },
  ],
  [
    'nhdplus-hydroseq',
    'COMID,Hydroseq,DnHydroseq,LENGTHKM',
    { id: 'Hydroseq', down: 'DnHydroseq', length: 'LENGTHKM' },
  ],
  [
    'routelink',
    'link,to,order,lon,lat,length_m',
    { id: 'link', down: 'to', order: 'order', lon: 'lon', lat: 'lat', length: 'length_m' },
  ],
  [
    '3dhp',
    'id3dhp,gnisidlabel,lengthkm,streamorder',
    { id: 'id3dhp', nameEn: 'gnisidlabel', length: 'lengthkm', order: 'streamorder' },
  ],
  ['natural-earth', 'scalerank,featurecla,name,name_en,name_zh,ne_id', { name: 'name_zh', nameEn: 'name_en' }],
  [
    'coded',
    'BASINCODE,SUBBASINCD,BINSTRVAL,BINSTRLEN,name',
    { basincode: 'BASINCODE', subbasincd: 'SUBBASINCD', binstrval: 'BINSTRVAL', binstrlen: 'BINSTRLEN', name: 'name' },
  ],
  ['generic', 'id,down,名称,Area_km2', { id: 'id', down: 'down', name: '名称', area: 'Area_km2' }],
];

for (const [preset, columns, roles] of PUBLISHED) {
  test(`${preset} is found by the columns ${columns.slice(0, 40)}...`, () => {
    const names = columns.split(',');
    assert.equal(detectPreset(names), preset === 'generic' ? undefined : preset);
    const mapping = resolveMapping(names);
    assert.equal(mapping.preset, preset);
    assert.deepEqual(mapping.columns, roles);
  });
}

test('every preset is named, and its signature is among its roles', () => {
  for (const name of PRESET_NAMES) {
    const { title, signatures, roles } = PRESETS[name];
    assert.ok(title.length > 10);
    const known = Object.values(roles).flat();
    if (name === 'natural-earth') continue;
    for (const column of signatures.flat()) assert.ok(known.includes(column), `${name}: ${column}`);
  }
});

test('units and outlets come with the preset', () => {
  const geoglows = resolveMapping(['LINKNO', 'DSLINKNO', 'Length', 'DSContArea']);
  assert.deepEqual([geoglows.lengthToKm, geoglows.areaToKm2, [...geoglows.outlets]], [0.001, 1e-6, ['-1']]);
  const hydrorivers = resolveMapping(HYDRORIVERS.split(','));
  assert.deepEqual([hydrorivers.lengthToKm, hydrorivers.areaToKm2], [1, 1]);
  assert.ok(hydrorivers.outlets.has('0'));
  assert.equal(resolveMapping(['link', 'to', 'length_m']).lengthToKm, 0.001);
});

test('a flag wins over the preset, without case, and brings its unit along', () => {
  const columns = ['COMID', 'FromNode', 'ToNode', 'subsegid', 'tosubseg', 'len_m', 'LENGTHKM'];
  const mapping = resolveMapping(columns, undefined, { id: 'SUBSEGID', down: 'tosubseg', length: 'len_m' });
  assert.equal(mapping.preset, 'nhdplus');
  assert.deepEqual(mapping.columns, { id: 'subsegid', down: 'tosubseg', length: 'len_m' });
  assert.equal(mapping.lengthToKm, 0.001);
  assert.equal(resolveMapping(columns, undefined, { length: 'len_m', lengthUnit: 'km' }).lengthToKm, 1);
  const nodes = resolveMapping(['id', 'down', 'a', 'b'], undefined, { fromNode: 'a', toNode: 'b' });
  assert.deepEqual(nodes.columns, { id: 'id', fromNode: 'a', toNode: 'b' });
});

test('what is not there is named, with what is', () => {
  const refused = (run: () => unknown, message: RegExp) =>
    assert.throws(run, (error) => error instanceof SourceError && message.test(error.message));
  refused(
    () => resolveMapping(['a', 'b'], undefined, { id: 'c' }),
    /no column "c" to take the id from\. The file has: a, b\./,
  );
  refused(
    () => resolveMapping(['HYRIV_ID', 'b'], 'hydrorivers'),
    /hydrorivers needs a column next_down\. The file has: HYRIV_ID, b\./,
  );
  refused(() => resolveMapping(['comid'], 'nhdplus'), /nhdplus needs the columns fromnode, tonode/);
  refused(() => resolveMapping(['a'], 'hydrosheds'), /no preset "hydrosheds"\. There are: coded, hydrorivers/);
  refused(() => resolveMapping([], 'routelink'), /no columns at all/);
});

test('a preset can be named in any case, also generic', () => {
  assert.equal(resolveMapping(HYDRORIVERS.split(','), 'HydroRIVERS').preset, 'hydrorivers');
  assert.equal(resolveMapping(['LINKNO', 'DSLINKNO'], 'tdx-hydro').preset, 'geoglows');
  assert.equal(resolveMapping(HYDRORIVERS.split(','), 'generic').columns.id, undefined);
});

test('columns with two roles are read once', () => {
  const mapping = resolveMapping(['COMID', 'NextDownID']);
  assert.deepEqual(mappedColumns(mapping), {
    columns: ['COMID', 'NextDownID'],
    index: { id: 0, down: 1, continent: 0 },
  });
});

test('equal ids have equal keys, whatever type the file gives them', () => {
  for (const value of [12, 12n, '12', ' 12 ', '12.0', 12.0]) assert.equal(keyOf(value), '12');
  assert.equal(keyOf(12345678901234567890n), '12345678901234567890');
  assert.equal(keyOf('3_1'), '3_1');
  assert.equal(keyOf('007'), '007');
  for (const value of [null, '', '  ', Number.NaN, true]) assert.equal(keyOf(value), undefined);
});

test('numbers and texts are taken from what a cell holds', () => {
  assert.equal(numberOf('1.5'), 1.5);
  assert.equal(numberOf(5n), 5);
  for (const value of [null, '', 'x', Number.NaN, true]) assert.equal(numberOf(value), undefined);
  assert.equal(textOf(' 黄河 '), '黄河');
  assert.equal(textOf(null), '');
});

test('regions of HydroBASINS become continents of the code', () => {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((region) => continentOf(region * 1e9 + 20000010, 'hydrobasins'));
  assert.deepEqual(digits, [1, 4, 3, 3, 6, 7, 5, 5, 5]);
  assert.equal(continentOf('3', 'digit'), 3);
  assert.equal(continentOf('Asia', 'digit'), 3);
  assert.equal(continentOf('亚洲', 'digit'), 3);
  for (const value of [null, 0, 'nowhere']) assert.equal(continentOf(value, 'digit'), undefined);
});
