import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openDataset, SWAP_STEPS } from '../../src/cli/serve/dataset.ts';
import { defaultSettings } from '../../src/config.ts';
import { buildApp } from '../../src/http/app.ts';
import { createHolder } from '../../src/http/holder.ts';
import { tilesPlugin } from '../../src/http/tiles.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { build, folder } from '../dataset/support.ts';
import { decodeTile, tileOf } from './support/decoded.ts';

const { path } = await build([
  {
    id: 1,
    line: [
      [100, 30],
      [110, 31],
      [120, 32],
    ],
    name: '大江',
    nameEn: 'Great River',
  },
]);
const store = openSqliteStore(path);
const settings = defaultSettings();
const holder = createHolder(openDataset(path), SWAP_STEPS);
const app = buildApp({
  holder,
  settings,
  version: '1.2.3',
  plugins: [
    tilesPlugin({
      holder: { use: (work) => work({ dataset: store.info, tile: store.tile }) },
      settings,
      version: '1.2.3',
    }),
  ],
});
await app.ready();
after(async () => {
  await app.close();
  holder.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const [z, x, y] = tileOf(5, 110, 31);
const STORED = `/tiles/${z}/${x}/${y}.mvt`;
const MADE = `/tiles/${tileOf(8, 110, 31).join('/')}.mvt`;
const EMPTY = '/tiles/8/0/0.mvt';
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('a tile comes in gzip to those who accept it, and plain to others, with the same content', async () => {
  for (const url of [STORED, MADE]) {
    const zipped = await get(url, { 'accept-encoding': 'deflate, gzip;q=0.5' });
    assert.equal(zipped.statusCode, 200);
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.equal(zipped.headers['content-type'], 'application/vnd.mapbox-vector-tile');
    assert.equal(zipped.headers.vary, 'Accept-Encoding');
    for (const encoding of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': '*, gzip;q=0' }]) {
      const plain = await get(url, encoding as Record<string, string>);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.deepEqual(plain.rawPayload, gunzipSync(zipped.rawPayload));
      assert.notEqual(plain.headers.etag, zipped.headers.etag);
    }
    assert.equal(decodeTile(gunzipSync(zipped.rawPayload)).river[0]!.properties.name, '大江');
  }
});

test('a tile is open to every origin, can be kept, and is not sent again to those who have it', async () => {
  for (const url of [STORED, MADE, EMPTY]) {
    const first = await get(url, { 'accept-encoding': 'gzip' });
    assert.equal(first.headers['access-control-allow-origin'], '*');
    assert.equal(first.headers['cache-control'], `public, max-age=${settings.cacheSeconds}`);
    assert.match(String(first.headers.etag), /^"[^"]+"$/);
    assert.ok(String(first.headers.etag).includes(store.info.identity.slice(0, 16)));
    const again = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': String(first.headers.etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.rawPayload.length, 0);
    assert.equal(again.headers.etag, first.headers.etag);
  }
});

test('every tile has an entity tag of its own', async () => {
  const tags = await Promise.all([STORED, MADE, EMPTY].map(async (url) => (await get(url)).headers.etag));
  assert.equal(new Set(tags).size, 3);
});

test('an empty tile is 204 without a body', async () => {
  for (const url of [EMPTY, '/tiles/6/0/0.mvt']) {
    const reply = await get(url, { 'accept-encoding': 'gzip' });
    assert.equal(reply.statusCode, 204);
    assert.equal(reply.rawPayload.length, 0);
    assert.equal(reply.headers['content-encoding'], undefined);
  }
});

test('HEAD tells what GET would, without the body', async () => {
  for (const url of [STORED, MADE]) {
    const head = await app.inject({ method: 'HEAD', url });
    const { headers, rawPayload } = await get(url);
    assert.equal(head.statusCode, 200);
    assert.equal(head.rawPayload.length, 0);
    assert.equal(Number(head.headers['content-length']), rawPayload.length);
    assert.equal(head.headers.etag, headers.etag);
  }
});

test('numbers that no tile has are refused with the words of the contract and a reason', async () => {
  const addresses = [
    '15/0/0',
    '1/2/0',
    '1/0/2',
    '0/0/1',
    '-1/0/0',
    '01/0/0',
    '1e0/0/0',
    '3/1.5/2',
    '3/x/2',
    '3/2/',
    '3/2/%20',
  ];
  for (const address of [...addresses, '99999999999/0/0', '5/0x1/0']) {
    const reply = await get(`/tiles/${address}.mvt`);
    assert.deepEqual([reply.statusCode, reply.json()], [400, { detail: '参数验证失败' }], address);
    assert.match(String(reply.headers['x-error-reason']), /must be a whole number from 0 to \d+/);
    assert.equal(reply.headers['cache-control'], 'no-store');
  }
});

test('other endings are not found, other methods not allowed', async () => {
  for (const url of ['/tiles/0/0/0', '/tiles/0/0/0.png', '/tiles/0/0.mvt', '/tiles/0/0/0.mvt/x']) {
    const reply = await get(url);
    assert.deepEqual([reply.statusCode, reply.json()], [404, { detail: 'Resource not found' }], url);
  }
  const posted = await app.inject({ method: 'POST', url: STORED });
  assert.equal(posted.statusCode, 405);
  assert.equal(posted.headers.allow, 'GET, HEAD, OPTIONS');
});
