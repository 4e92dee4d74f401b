/** Rivers, sub-basins, POIs and MA strings: records, features, errors, and codes that lead back to what they name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../src/format/byte-string.ts';
import { InvalidInputError, InvalidMaError, NotFoundError } from '../../src/service/errors.ts';
import { createService } from '../../src/service/service.ts';
import type { ReachCodeInput, RiverFeature } from '../../src/service/types.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { codeTinyNetwork } from '../support/tiny-coding.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const store = openSqliteStore(await tinyDatasetFile());
const service = createService(store);
const { reaches, zones } = codeTinyNetwork();
const byName = (id: string) => reaches.find((reach) => reach.id === id)!;
const code = (basincode: number, subbasincd: string, binstrval: bigint, binstrlen: number): ReachCodeInput => {
  return { basincode, subbasincd, binstrval, binstrlen };
};
const OUTLET = code(3261, '001', 0n, 1);
const RIVER_FIELDS = [
  'displayName',
  'description',
  'displayNameEn',
  'descriptionEn',
  'properties',
  'photos',
  'basincode',
  'subbasincd',
];

test('a river record has exactly the fields of the contract, in its order', async () => {
  const record = await service.getRiver(OUTLET, 1, 'zh');
  assert.deepEqual(Object.keys(record), RIVER_FIELDS);
  assert.deepEqual([record.displayName, record.displayNameEn], ['黄河', 'Yellow River']);
  for (const item of record.properties) assert.deepEqual(Object.keys(item), ['name', 'value', 'unit', 'icon']);
});

test('the ready-made bytes of a river are its record, at once, by parts and by key', async () => {
  for (const language of ['zh', 'en'] as const) {
    const bytes = service.riverBody('3261001.0.1', 1, language);
    assert.ok(typeof bytes === 'string');
    assert.deepEqual(JSON.parse(textOf(bytes)), await service.getRiver(OUTLET, 1, language));
    assert.deepEqual(service.riverBody(OUTLET, 1, language), bytes);
  }
});

test('the language switches the names of properties and nothing else', async () => {
  const zh = await service.getRiver(OUTLET, 1, 'zh');
  const en = await service.getRiver(OUTLET, 1, 'en');
  assert.deepEqual(
    en.properties.map((item) => item.name),
    ['Reach length', 'Strahler order'],
  );
  assert.deepEqual({ ...en, properties: [] }, { ...zh, properties: [] });
});

test('a river is found at every level up to its order, and at none above', async () => {
  for (const reach of reaches) {
    assert.notEqual(service.riverBody(reach.code, reach.strahler, 'zh'), undefined);
    assert.equal(service.riverBody(reach.code, reach.strahler + 1, 'zh'), undefined);
  }
  await assert.rejects(async () => service.getRiver(OUTLET, 9, 'zh'), NotFoundError);
});

test('a river that is not there is not found, and says how to find one', async () => {
  assert.equal(service.riverBody('3261001.0.99', 1, 'zh'), undefined);
  await assert.rejects(
    async () => service.getRiver(code(3261, '001', 0n, 99), 1, 'zh'),
    (error) => {
      assert.ok(error instanceof NotFoundError);
      assert.match(error.reason.en, /no reach 3261001\.0\.99/);
      assert.match(error.reason.zh, /没有河段/);
      return true;
    },
  );
});

test('a value that does not fit its length is invalid, not merely absent', async () => {
  await assert.rejects(async () => service.getRiver(code(3261, '001', 4n, 2), 1, 'zh'), InvalidInputError);
});

test('a river as GeoJSON has its MA string, its line drawn downstream, its box and more properties', async () => {
  const body = service.riverFeatureBody(code(3261, '001', 0n, 9), 2, 'en');
  assert.ok(typeof body === 'string');
  const feature: RiverFeature = JSON.parse(textOf(body));
  const reach = byName('y9');
  assert.equal(feature.type, 'Feature');
  assert.deepEqual(feature.geometry.coordinates.at(0), reach.from);
  assert.deepEqual(feature.geometry.coordinates.at(-1), byName('y8').from);
  const { binstrval, binstrlen, level, strahler, ...record } = feature.properties;
  assert.deepEqual([binstrval, binstrlen, level, strahler], [0, 9, 2, reach.strahler]);
  assert.deepEqual(record, await service.getRiver(code(3261, '001', 0n, 9), 2, 'en'));
  assert.equal(feature.id, 'MA.1002.3261.101201/3261001.0.9/HS0202.OPE1080000N0408000.RV');
  const [west, south, east, north] = feature.bbox;
  assert.ok(feature.geometry.coordinates.every(([x, y]) => x >= west && x <= east && y >= south && y <= north));
  assert.equal(service.riverFeatureBody(OUTLET, 9, 'zh'), undefined);
});

test('a sub-basin record has the fields decided for it, and those around it', async () => {
  const record = await service.getSubbasin({ basincode: 3261, subbasincd: '001001', level: 1 }, 'zh');
  assert.deepEqual(Object.keys(record), [
    'basincode',
    'subbasincd',
    'displayName',
    'description',
    'displayNameEn',
    'descriptionEn',
    'properties',
    'photos',
    'level',
    'strahler',
    'reachCount',
    'lengthKm',
    'areaKm2',
    'bbox',
    'outlet',
    'downstream',
    'upstream',
    'ma',
  ]);
  assert.equal(record.downstream, '001');
  assert.deepEqual(record.upstream, ['001001001']);
  assert.equal(record.reachCount, 5);
  const below = byName('y5');
  assert.deepEqual(record.outlet, { lon: below.from[0], lat: below.from[1], binstrval: 0, binstrlen: below.binstrlen });
  assert.match(record.ma, /^MA\.1002\.3261\.101201\/3261001001\/HS0301\.OPE1103000N0346000\.SB$/);
});

test('a sub-basin at the sea has its own lowest reach as outlet and nothing downstream', async () => {
  const record = await service.getSubbasin({ basincode: 5001, subbasincd: '001', level: 1 }, 'en');
  assert.equal(record.downstream, '');
  assert.deepEqual(record.upstream, []);
  assert.deepEqual(record.outlet, { lon: -89.4, lat: 29.1, binstrval: 0, binstrlen: 1 });
  assert.equal(record.areaKm2, 0);
  assert.ok(record.properties.some((item) => item.name === 'Reaches'));
  assert.ok(record.properties.every((item) => !/\p{Script=Han}/u.test(item.name)));
});

test('a sub-basin as GeoJSON has the lines of its network', async () => {
  const feature = await service.getSubbasinFeature({ basincode: 3901, subbasincd: '001', level: 1 }, 'zh');
  assert.equal(feature.geometry.type, 'MultiLineString');
  assert.equal(feature.geometry.coordinates.length, 2);
  assert.equal(feature.id, feature.properties.ma);
});

test('a sub-basin that is not there, or not at that level, is not found; its code is read in any case', async () => {
  const find = async (subbasincd: string, level: number) =>
    service.getSubbasin({ basincode: 3261, subbasincd, level }, 'zh');
  await assert.rejects(find('009', 1), NotFoundError);
  await assert.rejects(find('001', 9), NotFoundError);
  await assert.rejects(find('00a', 1), NotFoundError);
});

const POI_FIELDS = [
  'type',
  'key',
  'displayName',
  'description',
  'displayNameEn',
  'descriptionEn',
  'properties',
  'photos',
  'basincode',
  'subbasincd',
  'binstrval',
  'binstrlen',
];

test('a POI is found by type and key without case, with the fields of the contract', async () => {
  const record = await service.getPoi({ type: 'dam', key: 'sanMENxia-1' }, 'zh');
  assert.deepEqual(Object.keys(record), POI_FIELDS);
  assert.equal(record.key, 'Sanmenxia-1');
  assert.deepEqual(record.properties, [{ name: '坝高', value: '106 m' }]);
  assert.deepEqual(record.photos, ['https://example.org/106.jpg']);
  const english = await service.getPoi({ type: 'DAM', key: 'SANMENXIA-1' }, 'en');
  assert.deepEqual(english.properties, [{ name: 'Dam height', value: '106 m' }]);
});

test('the texts of a junction are made from the rivers that meet there', async () => {
  const wei = await service.getPoi({ type: 'junction', key: '3261001-0-5' }, 'zh');
  assert.equal(wei.displayName, '渭河汇入黄河处');
  assert.equal(wei.displayNameEn, 'Confluence of the Wei River and the Yellow River');
  assert.match(wei.description, /2 条河段在此汇合.*斯特拉勒 \d 级.*距河口/);
  assert.deepEqual(
    wei.properties.map((item) => item.name),
    ['汇入河段数', '斯特拉勒级别', '距河口', '汇合河流'],
  );
  const english = await service.getPoi({ type: 'junction', key: '3261001-0-5' }, 'en');
  assert.deepEqual(
    english.properties.map((item) => item.name),
    ['Inflows', 'Strahler order', 'Distance to outlet', 'Rivers that meet'],
  );
  const unnamed = await service.getPoi({ type: 'junction', key: byName('w3').code.replaceAll('.', '-') }, 'zh');
  assert.equal(unnamed.displayName, '渭河汇流点');
  assert.equal(service.dataset.propertyNames.get('汇合河流'), 'Rivers that meet');
});

test('a POI that is not there is not found, and an unknown type names the known ones', async () => {
  await assert.rejects(async () => service.getPoi({ type: 'dam', key: 'none' }, 'zh'), NotFoundError);
  await assert.rejects(
    async () => service.getPoi({ type: 'volcano', key: 'x' }, 'zh'),
    (error) => {
      assert.ok(error instanceof NotFoundError);
      assert.match(error.reason.en, /dam, gauge, junction, lake/);
      return true;
    },
  );
});

test('resolving parses only, keeps the text as it was given, and is exact past 2^53', () => {
  const given = ' ma.1002.3261.101201/3261001.0.1715/hs0701.ope1062035n0380739.rv ';
  assert.deepEqual(service.resolveMa(given), {
    original: given,
    proprietary: { root: 'MA', special: 1002, register: 3261, schema: 10, resolution: 12, version: 1 },
    standard: { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1715 },
    extensions: { type: 'rivers', strahler: 7, level: 1, outletLongitude: 106.2035, outletLatitude: 38.0739 },
  });
  const large = service.resolveMa('MA.1002.3261.101201/3261001.18446744073709551615.65');
  assert.equal(large.standard.binstrval, 18446744073709551615n);
  assert.deepEqual(large.extensions, {});
});

test('a bad MA string is refused with the reason in both languages, and what may have been meant', () => {
  for (const bad of ['', 'x', 'MA.1002.123.101201/123AB.456.789/HS0102.OPE12345N6789', '3261001.0.1', '\u0000']) {
    assert.throws(
      () => service.resolveMa(bad),
      (error) => {
        assert.ok(error instanceof InvalidMaError, bad);
        assert.match(error.reason.en, /^[\x20-\x7e]+$/);
        assert.match(error.reason.zh, /\p{Script=Han}/u);
        return true;
      },
    );
  }
  assert.throws(
    () => service.resolveMa('MA.1OO2.3261.101201/3261001'),
    /did you mean MA\.1002\.3261\.101201\/3261001 \?/,
  );
});

test('what is generated for every reach, sub-basin and POI resolves, and looks up the same record', async () => {
  for (const reach of reaches) {
    const { basincode, subbasincd, binstrval, binstrlen, strahler } = reach;
    const { ma } = await service.generateMa({
      type: 'rivers',
      basincode,
      subbasincd,
      binstrval,
      binstrlen,
      level: strahler,
    });
    const { standard, extensions } = service.resolveMa(ma);
    assert.deepEqual(standard, { basincode, subbasincd, binstrval: Number(binstrval), binstrlen });
    assert.deepEqual([extensions.type, extensions.strahler, extensions.level], ['rivers', strahler, strahler]);
    const [found] = await service.lookup([ma]);
    assert.ok(found?.status === 200 && found.kind === 'river');
    assert.equal(found.ma, ma);
    assert.deepEqual(found.record, await service.getRiver(reach, strahler, 'zh'));
  }
  for (const zone of zones) {
    const [basincode, subbasincd] = [Number(zone.code.slice(0, 4)), zone.code.slice(4)];
    const { ma } = await service.generateMa({ type: 'subbasins', basincode, subbasincd, level: 1 });
    assert.equal(service.resolveMa(ma).extensions.type, 'subbasins');
    const [found] = await service.lookup([ma]);
    assert.ok(found?.status === 200 && found.kind === 'subbasin' && found.ma === ma);
    assert.deepEqual(found.record, await service.getSubbasin({ basincode, subbasincd, level: 1 }, 'zh'));
  }
  for (let id = 1; id <= service.dataset.counts.pois; id++) {
    const { type, key } = (await store.poiById(id))!;
    const { ma } = await service.generateMa({ type, key });
    const { extensions } = service.resolveMa(ma);
    assert.equal(extensions.type, type);
    assert.equal(extensions.key?.toUpperCase(), key.toUpperCase());
    const [found] = await service.lookup([ma]);
    assert.ok(found?.status === 200 && found.kind === 'poi' && found.ma === ma);
    assert.deepEqual(found.record, await service.getPoi({ type, key }, 'zh'));
  }
});

test('generating needs what its type needs, and what is there', async () => {
  await assert.rejects(async () => service.generateMa({ type: 'rivers', basincode: 3261 }), InvalidInputError);
  await assert.rejects(async () => service.generateMa({ type: 'junction' }), InvalidInputError);
  await assert.rejects(async () => service.generateMa({ type: 'dam', key: 'none' }), NotFoundError);
  await assert.rejects(
    async () =>
      service.generateMa({ type: 'rivers', basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 77, level: 1 }),
    NotFoundError,
  );
  await assert.rejects(
    async () => service.generateMa({ type: 'subbasins', basincode: 3261, subbasincd: '001', level: 9 }),
    NotFoundError,
  );
});

test('a lookup answers for each code in order: found, absent or broken', async () => {
  const results = await service.lookup(
    ['3261001.0.1', '3261001', '3261001.0.77', 'nonsense', 'MA.1002.3261.101201/3261001.0.1/PI'],
    'en',
  );
  assert.deepEqual(
    results.map((result) => result.status),
    [200, 200, 404, 400, 404],
  );
  assert.deepEqual(results.map((result) => result.input)[3], 'nonsense');
  const [river, , absent, broken] = results;
  assert.ok(river?.status === 200 && river.ma.endsWith('.RV'));
  assert.ok(absent?.status === 404 && absent.detail === 'Resource not found' && absent.reason !== '');
  assert.ok(broken?.status === 400 && broken.detail === 'Invalid MA format');
  await assert.rejects(async () => service.lookup(Array(1001).fill('3261001')), InvalidInputError);
});
