import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHolder } from '../../src/http/holder.ts';
import { type TinyApp, tinyApp, YELLOW_RIVER } from './support/tiny-app.ts';

let tiny: TinyApp;
before(async () => {
  tiny = await tinyApp();
});

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

const POI_ITEM_FIELDS = [
  'type',
  'key',
  'displayName',
  'description',
  'displayNameEn',
  'descriptionEn',
  'photos',
  'basincode',
  'subbasincd',
  'binstrval',
  'binstrlen',
];

function assertRefused(response: { statusCode: number; body: string }, status: number, detail: string): void {
  assert.equal(response.statusCode, status);
  assert.equal(response.body, JSON.stringify({ detail }));
}

test('a POI is a point in GeoJSON, with its MA string as id', async () => {
  const response = await tiny.get('/api/pois/dam/Sanmenxia-1', { accept: 'application/geo+json' });
  assert.match(String(response.headers['content-type']), /^application\/geo\+json/);
  const { type, id, geometry, properties } = response.json();
  assert.equal(type, 'Feature');
  assert.equal(geometry.type, 'Point');
  assert.equal(geometry.coordinates.length, 2);
  assert.deepEqual(properties, (await tiny.get('/api/pois/dam/Sanmenxia-1')).json());
  const [lon, lat] = geometry.coordinates;
  const { extensions } = (await tiny.get(`/api/ma/resolve?ma=${encodeURIComponent(id)}`)).json();
  assert.ok(Math.abs(extensions.longitude - lon) < 1e-4 && Math.abs(extensions.latitude - lat) < 1e-4);
});

test('GET one POI gives the record with exactly the fields of the contract', async () => {
  const response = await tiny.get('/api/pois/dam/Sanmenxia-1');
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['content-type']), /^application\/json/);
  const record = response.json();
  assert.deepEqual(Object.keys(record).sort(), [...POI_ITEM_FIELDS, 'properties'].sort());
  assert.equal(record.displayName, '三门峡大坝');
  assert.equal(record.displayNameEn, 'Sanmenxia Dam');
  assert.deepEqual(record.properties, [{ name: '坝高', value: '106 m' }]);
  assert.deepEqual([record.basincode, record.subbasincd, record.binstrval, record.binstrlen], [3261, '001', 0, 4]);
});

test('keys of POIs may hold any character, percent-escaped', async () => {
  assert.equal((await tiny.get('/api/pois/dam/lock%20%26%20dam%2F1')).json().displayNameEn, 'Lock and Dam No. 1');
  assert.equal(
    (await tiny.get(`/api/pois/dam/${encodeURIComponent('小浪底')}`)).json().displayNameEn,
    'Xiaolangdi Dam',
  );
});

test('GET one POI: 404 for an unknown key and an unknown type, 400 for a type that is none', async () => {
  assertRefused(await tiny.get('/api/pois/dam/nowhere'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/pois/dam/nowhere?f=geojson'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/pois/castle/1'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/pois/a%20b/1'), 400, '参数验证失败');
});

test('GET one river gives the record with exactly the fields of the contract', async () => {
  const response = await tiny.get(YELLOW_RIVER);
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['content-type']), /^application\/json/);
  const record = response.json();
  assert.deepEqual(Object.keys(record), RIVER_FIELDS);
  assert.equal(record.displayName, '黄河');
  assert.equal(record.displayNameEn, 'Yellow River');
  assert.equal(record.basincode, 3261);
  assert.equal(record.subbasincd, '001');
  assert.ok(record.properties.length > 0);
  for (const item of record.properties) assert.deepEqual(Object.keys(item), ['name', 'value', 'unit', 'icon']);
});

test('GET one river as GeoJSON by Accept and by f', async () => {
  const byHeader = await tiny.get(YELLOW_RIVER, { accept: 'application/geo+json' });
  assert.match(String(byHeader.headers['content-type']), /^application\/geo\+json/);
  const feature = byHeader.json();
  assert.equal(feature.type, 'Feature');
  assert.match(feature.id, /^MA\.1002\.3261\.101201\/3261001\.0\.9\/HS/);
  assert.equal(feature.geometry.type, 'LineString');
  assert.equal(feature.bbox.length, 4);
  assert.deepEqual(Object.keys(feature.properties).slice(0, RIVER_FIELDS.length), RIVER_FIELDS);
  assert.deepEqual([feature.properties.binstrval, feature.properties.binstrlen, feature.properties.level], [0, 9, 1]);
  assert.equal(typeof feature.properties.strahler, 'number');
  const byQuery = await tiny.get(`${YELLOW_RIVER}?f=geojson`, { accept: 'application/json' });
  assert.equal(byQuery.body, byHeader.body);
  const json = await tiny.get(`${YELLOW_RIVER}?f=json`, { accept: 'application/geo+json' });
  assert.deepEqual(Object.keys(json.json()), RIVER_FIELDS);
});

test('GET one river: quality values are obeyed, and 406 where nothing fits', async () => {
  const typeFor = async (accept: string) => String((await tiny.get(YELLOW_RIVER, { accept })).headers['content-type']);
  assert.match(await typeFor('*/*'), /^application\/json/);
  assert.match(await typeFor('application/*'), /^application\/json/);
  assert.match(await typeFor('application/json;q=0.1, application/geo+json;q=0.2'), /^application\/geo\+json/);
  assert.match(await typeFor('text/html, */*;q=0.1'), /^application\/json/);
  const refused = await tiny.get(YELLOW_RIVER, { accept: 'text/html' });
  assert.equal(refused.statusCode, 406);
  assert.deepEqual(Object.keys(refused.json()), ['detail']);
  assert.match(String(refused.headers['x-error-reason']), /application\/geo\+json/);
  assertRefused(await tiny.get(`${YELLOW_RIVER}?f=xml`), 400, '参数验证失败');
});

test('GET one river: the level must not be above the order of the reach', async () => {
  const { strahler } = (await tiny.get(YELLOW_RIVER, { accept: 'application/geo+json' })).json().properties;
  assert.equal((await tiny.get(`/api/rivers/3261/001/0/9/${strahler}`)).statusCode, 200);
  assertRefused(await tiny.get(`/api/rivers/3261/001/0/9/${strahler + 1}`), 404, 'Resource not found');
});

test('GET one river: 404 for what is not there', async () => {
  for (const path of ['3261/001/0/999/1', '3261/999/0/1/1', '9999/001/0/1/1', '3261/001/3/4/1']) {
    assertRefused(await tiny.get(`/api/rivers/${path}`), 404, 'Resource not found');
  }
});

test('GET one river: 400 for numbers that are not plain decimal or out of bounds, with the reason in a header', async () => {
  const bad: [string, RegExp][] = [
    ['999/001/0/9/1', /basincode/],
    ['10000/001/0/9/1', /basincode/],
    ['03261/001/0/9/1', /basincode/],
    ['+3261/001/0/9/1', /basincode/],
    ['3.261e3/001/0/9/1', /basincode/],
    ['0xCBD/001/0/9/1', /basincode/],
    ['3261/0-1/0/9/1', /subbasincd/],
    [`3261/${'0'.repeat(49)}/0/9/1`, /subbasincd/],
    ['3261/001/-1/9/1', /binstrval/],
    ['3261/001/00/9/1', /binstrval/],
    ['3261/001/256/9/1', /binstrval/],
    ['3261/001/18446744073709551616/99/1', /binstrval/],
    ['3261/001/0/0/1', /binstrlen/],
    ['3261/001/0/100000000/1', /binstrlen/],
    ['3261/001/0/9/0', /level/],
    ['3261/001/0/9/100', /level/],
    ['3261/001/0/9/1.0', /level/],
    ['3261/001/0/9/%31%00', /level/],
  ];
  for (const [path, reason] of bad) {
    const response = await tiny.get(`/api/rivers/${path}`);
    assertRefused(response, 400, '参数验证失败');
    assert.match(String(response.headers['x-error-reason']), reason, path);
  }
});

test('GET one river: a code with a value past 2^53 is read exactly', async () => {
  assertRefused(await tiny.get('/api/rivers/3261/001/18446744073709551615/65/1'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/rivers/3261/001/18446744073709551615/64/1'), 400, '参数验证失败');
});

test('sub-basin codes are read in any case', async () => {
  assert.equal((await tiny.get('/api/rivers/3261/00a/0/9/1')).statusCode, 404);
  assert.equal((await tiny.get('/api/subbasins/3261/001/1')).statusCode, 200);
});

test('search for POIs gives an array of items with exactly the fields of the contract', async () => {
  const response = await tiny.get('/api/pois?basincode=3261&type=dam');
  assert.equal(response.statusCode, 200);
  const items = response.json();
  assert.ok(Array.isArray(items) && items.length === 3);
  for (const item of items) assert.deepEqual(Object.keys(item).sort(), [...POI_ITEM_FIELDS].sort());
  assert.deepEqual(items.map(({ key }: { key: string }) => key).sort(), ['LIUJIAXIA', 'Sanmenxia-1', '小浪底'].sort());
});

test('search for POIs: combinations that make no sense are 400', async () => {
  const bad = [
    '',
    'limit=5',
    'subbasincd=001',
    'basincode=3261&binstrval=0',
    'basincode=3261&subbasincd=001&binstrval=0',
    'basincode=3261&subbasincd=001&binstrlen=4',
    'basincode=3261&binstrval=0&binstrlen=4',
    'key=1',
    'basincode=abc',
    'basincode=3261&limit=0',
    'basincode=3261&limit=1001',
    'basincode=3261&cursor=!!',
    'basincode=3261&bbox=1,2,3',
    'type=dam&type=dam',
    'basincode=3261&basincode=5001',
  ];
  for (const query of bad) assertRefused(await tiny.get(`/api/pois?${query}`), 400, '参数验证失败');
});

test('search for POIs: a place that does not exist is 404, one without such a POI gives []', async () => {
  for (const query of [
    'basincode=9999',
    'basincode=3261&subbasincd=999',
    'basincode=3261&subbasincd=001&binstrval=0&binstrlen=99',
    'type=castle',
  ]) {
    assertRefused(await tiny.get(`/api/pois?${query}`), 404, 'Resource not found');
  }
  for (const query of ['basincode=3261&type=lake', 'basincode=3261&subbasincd=001&binstrval=0&binstrlen=1&type=dam']) {
    const response = await tiny.get(`/api/pois?${query}`);
    assert.equal(response.statusCode, 200, query);
    assert.equal(response.body, '[]', query);
  }
});

test('search for POIs by type and key, upstream of a segment, in a box and around a point', async () => {
  const keysOf = async (query: string) => {
    const response = await tiny.get(`/api/pois?${query}`);
    assert.equal(response.statusCode, 200, query);
    return response.json().map(({ key }: { key: string }) => key);
  };
  assert.deepEqual(await keysOf('type=dam&key=liujiaxia'), ['LIUJIAXIA']);
  const upstream = await keysOf('basincode=3261&subbasincd=001&binstrval=0&binstrlen=1&type=dam&scope=upstream');
  assert.equal(upstream.length, 3);
  assert.deepEqual(await keysOf('type=dam&bbox=-180,20,0,60'), ['lock & dam/1']);
  assert.deepEqual(await keysOf('type=dam&near=-93.2,44.9&radius=5000'), ['lock & dam/1']);
});

test('search for POIs pages with limit and Link, and the pages together are the whole', async () => {
  const whole = (await tiny.get('/api/pois?type=gauge&limit=1000')).json();
  assert.equal(whole.length, 25);
  const pages: unknown[] = [];
  let url: string | undefined = '/api/pois?type=gauge&limit=7';
  while (url !== undefined) {
    const response = await tiny.get(url);
    assert.equal(response.statusCode, 200);
    assert.ok(response.json().length <= 7);
    pages.push(...response.json());
    const link = response.headers.link;
    if (link !== undefined) assert.match(String(link), /^<\/api\/pois\?type=gauge&limit=7&cursor=[\w-]+>; rel="next"$/);
    url = /^<([^>]+)>/.exec(String(link))?.[1];
  }
  assert.deepEqual(pages, whole);
});

const PUBLISHED = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';

test('resolve parses an MA string, whether or not the dataset has it', async () => {
  const response = await tiny.get(`/api/ma/resolve?ma=${encodeURIComponent(PUBLISHED)}`);
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), {
    original: PUBLISHED,
    proprietary: { root: 'MA', special: 1002, register: 3261, schema: 10, resolution: 12, version: 1 },
    standard: { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1715 },
    extensions: { type: 'rivers', strahler: 7, level: 1, outletLongitude: 106.2035, outletLatitude: 38.0739 },
  });
});

test('resolve writes values past 2^53 with all their digits, and reads a plus sign that was not escaped', async () => {
  const big = await tiny.get(
    `/api/ma/resolve?ma=${encodeURIComponent('MA.1002.3261.101201/3261001.18446744073709551615.99')}`,
  );
  assert.match(big.body, /"binstrval":18446744073709551615[,}]/);
  const plus = await tiny.get('/api/ma/resolve?ma=MA.1002.3261.101201/3261001.0.4/IDA+2FB.PI');
  assert.equal(plus.statusCode, 200);
  assert.equal(plus.json().extensions.key, 'A/B');
});

test('resolve: a missing, repeated or bad ma is 400 with the text of the contract, and says where it went wrong', async () => {
  for (const query of [
    '',
    '?ma=',
    '?ma=nonsense',
    '?ma=MA.1002.123.101201/123AB.456.789/HS0102.OPE12345N6789',
    '?ma=a&ma=b',
    '?ma=%ff',
  ]) {
    const response = await tiny.get(`/api/ma/resolve${query}`);
    assertRefused(response, 400, 'Invalid MA format');
    assert.notEqual(response.headers['x-error-reason'] ?? '', '', query);
  }
});

test('generate makes an MA string that resolves to the same parts', async () => {
  const made = await tiny.get(
    '/api/ma/generate?type=rivers&basincode=3261&subbasincd=001&binstrval=0&binstrlen=9&level=1',
  );
  assert.equal(made.statusCode, 200);
  const { ma } = made.json();
  assert.deepEqual(Object.keys(made.json()), ['ma']);
  const { standard } = (await tiny.get(`/api/ma/resolve?ma=${encodeURIComponent(ma)}`)).json();
  assert.deepEqual(standard, { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 9 });
  const dam = await tiny.get('/api/ma/generate?type=dam&key=LIUJIAXIA');
  assert.match(dam.json().ma, /\/3261001\.0\.10\/.*IDLIUJIAXIA/);
  assertRefused(await tiny.get('/api/ma/generate'), 400, '参数验证失败');
  assertRefused(await tiny.get('/api/ma/generate?type=rivers'), 400, '参数验证失败');
  assertRefused(await tiny.get('/api/ma/generate?type=dam&key=nowhere'), 404, 'Resource not found');
});

test('relation says what one code is to another', async () => {
  const relation = async (a: string, b: string) => (await tiny.get(`/api/ma/relation?a=${a}&b=${b}`)).json().relation;
  assert.equal(await relation('3261001.0.9', '3261001.0.1'), 'upstream');
  assert.equal(await relation('3261001.0.1', '3261001.0.9'), 'downstream');
  assert.equal(await relation('3261001.0.9', '5001001.0.1'), 'different-basins');
  assert.equal((await tiny.get('/api/ma/relation?a=3261001.0.9')).statusCode, 400);
  assertRefused(await tiny.get('/api/ma/relation?a=nonsense&b=3261001.0.1'), 400, 'Invalid MA format');
});

test('a sub-basin as JSON and as GeoJSON', async () => {
  const record = (await tiny.get('/api/subbasins/3261/001001/1')).json();
  assert.equal(record.displayName, '渭河子流域');
  assert.equal(record.downstream, '001');
  assert.deepEqual(record.upstream, ['001001001']);
  const feature = (await tiny.get('/api/subbasins/3261/001001/1?f=geojson')).json();
  assert.equal(feature.geometry.type, 'MultiLineString');
  assertRefused(await tiny.get('/api/subbasins/3261/009/1'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/subbasins/3261/001/0'), 400, '参数验证失败');
});

test('search finds by name in both languages, locate by place', async () => {
  const byName = (await tiny.get(`/api/search?q=${encodeURIComponent('黄河')}`)).json();
  assert.ok(byName.items.some(({ displayNameEn }: { displayNameEn: string }) => displayNameEn === 'Yellow River'));
  assert.ok((await tiny.get('/api/search?q=Yellow+River')).json().total > 0);
  assertRefused(await tiny.get('/api/search'), 400, '参数验证失败');
  const { items } = (await tiny.get('/api/locate?lon=106.2&lat=38.1')).json();
  assert.equal(items[0].displayName, '黄河');
  assertRefused(await tiny.get('/api/locate?lon=106.2'), 400, '参数验证失败');
  assertRefused(await tiny.get('/api/locate?lon=181&lat=0'), 400, '参数验证失败');
});

test('upstream and downstream: sums, ids, codes, features and pages', async () => {
  const whole = (await tiny.get('/api/rivers/3261/001/0/1/1/upstream?limit=1000')).json();
  assert.equal(whole.direction, 'upstream');
  assert.equal(whole.sums.reachCount, whole.reaches.length);
  const ids = (await tiny.get('/api/rivers/3261/001/0/1/1/upstream?as=ids&limit=1000')).json();
  assert.deepEqual(
    ids.ids,
    whole.reaches.map(({ id }: { id: number }) => id),
  );
  assert.deepEqual(ids.sums, whole.sums);
  const codes = (await tiny.get('/api/rivers/3261/001/0/1/1/upstream?as=codes&limit=3')).json();
  assert.deepEqual(
    codes.codes,
    whole.reaches.slice(0, 3).map(({ code }: { code: string }) => code),
  );
  const summary = (await tiny.get('/api/rivers/3261/001/0/1/1/upstream?as=summary')).json();
  assert.equal(summary.reaches, undefined);
  assert.deepEqual(summary.sums, whole.sums);
  for (const query of ['as=geojson', 'f=geojson']) {
    const response = await tiny.get(`/api/rivers/3261/001/0/1/1/upstream?${query}`);
    assert.match(String(response.headers['content-type']), /^application\/geo\+json/);
    assert.equal(response.json().type, 'FeatureCollection');
  }
  const page = await tiny.get('/api/rivers/3261/001/0/1/1/upstream?limit=4');
  const next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link))![1]!;
  assert.match(next, /limit=4/);
  assert.deepEqual((await tiny.get(next)).json().reaches, whole.reaches.slice(4, 8));
  const down = (await tiny.get('/api/rivers/3261/001/0/9/1/downstream')).json();
  assert.equal(down.direction, 'downstream');
  assert.equal(down.reaches.length, down.sums.reachCount);
  assertRefused(await tiny.get('/api/rivers/3261/001/0/99/1/upstream'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/rivers/3261/001/0/9/99/upstream'), 404, 'Resource not found');
  assertRefused(await tiny.get('/api/rivers/3261/001/0/9/1/upstream?as=poem'), 400, '参数验证失败');
});

test('many codes at once: a result for each, in order, whatever the others are', async () => {
  const codes = ['3261001.0.9', PUBLISHED, 'nonsense', '3261001001'];
  const response = await tiny.app.inject({ method: 'POST', url: '/api/lookup', payload: { codes } });
  assert.equal(response.statusCode, 200);
  const { results } = response.json();
  assert.deepEqual(
    results.map(({ input }: { input: string }) => input),
    codes,
  );
  assert.deepEqual(
    results.map(({ status }: { status: number }) => status),
    [200, 404, 400, 200],
  );
  assert.equal(results[0].record.displayName, '黄河');
});

test('many codes at once: bodies that are not a list of codes are refused', async () => {
  const post = (payload: string, type = 'application/json') =>
    tiny.app.inject({ method: 'POST', url: '/api/lookup', payload, headers: { 'content-type': type } });
  const tooMany = JSON.stringify({ codes: Array(1001).fill('3261001.0.9') });
  for (const body of ['', '{', '[]', '{}', '{"codes":[]}', '{"codes":[1]}', '{"codes":"x"}', 'null', tooMany]) {
    assertRefused(await post(body), 400, '参数验证失败');
  }
  const long = 'x'.repeat(4097);
  for (const [codes, index] of [
    [['3261001.0.9', 1, null], 1],
    [['3261001.0.9', '', ['3261001.0.9']], 2],
    [[long], 0],
  ] as const) {
    const refused = await post(JSON.stringify({ codes }));
    assertRefused(refused, 400, '参数验证失败');
    assert.match(String(refused.headers['x-error-reason']), new RegExp(`^codes\\[${index}\\] must be a text`));
  }
  assert.equal((await post('codes=1', 'application/x-www-form-urlencoded')).statusCode, 415);
  assert.equal((await post('x', 'nonsense')).statusCode, 415);
  assert.equal((await post(JSON.stringify({ codes: ['x'.repeat(2_000_000)] }))).statusCode, 413);
});

/** As many and as long as the limits allow. */
const GREATEST_LOOKUP = { codes: Array<string>(1000).fill(`3261001${' '.repeat(1000)}`) };

/** The same holder, which tells of each lookup how many codes it asks for before it is done. */
function tellingLookups(onLookup: (codes: number) => Promise<void> | void): ServiceHolder {
  return {
    current: () => tiny.holder.current(),
    use: (work) =>
      tiny.holder.use((service) =>
        work({
          ...service,
          async lookup(codes, language) {
            await onLookup(codes.length);
            return await service.lookup(codes, language);
          },
        }),
      ),
  };
}

test('many codes at once: other requests are answered before the last code is looked up', async () => {
  let asked = 0;
  let other: Promise<number> | undefined;
  const holder = tellingLookups((codes) => {
    asked += codes;
    other ??= app.inject('/healthz').then(() => asked);
  });
  const { app } = await tinyApp({}, { holder });
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/lookup', payload: GREATEST_LOOKUP });
  assert.equal(statusCode, 200);
  assert.equal(asked, 1000);
  const askedBefore = await other!;
  assert.ok(askedBefore < 1000, `${askedBefore} of 1000 codes were looked up first`);
});

test('many codes at once: the time limit holds once the body has been read, and ends the work', async () => {
  let asked = 0;
  let last = Promise.resolve();
  const holder = tellingLookups((codes) => {
    asked += codes;
    last = sleep(50);
    return last;
  });
  const { app } = await tinyApp({ requestTimeLimitS: 0.5 }, { holder });
  const response = await app.inject({ method: 'POST', url: '/api/lookup', payload: GREATEST_LOOKUP });
  assertRefused(response, 503, 'The service is not available at the moment.');
  assert.equal(response.headers['x-error-reason'], 'the answer took longer than the time limit');
  const askedInTime = asked;
  await last;
  await sleep(100);
  assert.equal(asked, askedInTime);
});

test('a QR code as SVG and PNG, by Accept, f and format', async () => {
  const url = `/api/ma/qr?ma=${encodeURIComponent(PUBLISHED.toLowerCase())}`;
  const typeOf = async (suffix: string, accept = '*/*') =>
    String((await tiny.get(url + suffix, { accept })).headers['content-type']);
  assert.match(await typeOf(''), /^image\/svg\+xml/);
  assert.match(await typeOf('', 'image/png'), /^image\/png/);
  assert.match(await typeOf('&f=png'), /^image\/png/);
  assert.match(await typeOf('&format=png', 'image/svg+xml'), /^image\/png/);
  assert.ok((await tiny.get(url)).body.includes(`<title>${PUBLISHED}</title>`), 'canonical');
  assert.equal((await tiny.get(`${url}&f=png&size=300`)).rawPayload.readUInt32BE(16), 300);
  for (const query of ['size=10', 'size=5000', 'margin=17', 'margin=-1', 'correction=Z', 'f=gif']) {
    assertRefused(await tiny.get(`${url}&${query}`), 400, '参数验证失败');
  }
  assertRefused(await tiny.get('/api/ma/qr'), 400, 'Invalid MA format');
  assertRefused(await tiny.get('/api/ma/qr?ma=x'), 400, 'Invalid MA format');
});

test('GET /api says what is served and where to go on', async () => {
  const about = (await tiny.get('/api')).json();
  assert.equal(about.version, '1.2.3');
  assert.equal(about.dataset.edition, '2026.1');
  assert.ok(about.dataset.counts.reaches > 30);
  for (const { rel, href } of about.links)
    if (!href.includes('{')) assert.ok([200, 400, 405].includes((await tiny.get(href)).statusCode), rel);
});
