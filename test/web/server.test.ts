import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { openDataset, SWAP_STEPS } from '../../src/cli/serve/dataset.ts';
import { defaultSettings } from '../../src/config.ts';
import { buildApp } from '../../src/http/app.ts';
import { createHolder, type SwappingHolder } from '../../src/http/holder.ts';
import { webPlugin } from '../../src/http/web.ts';
import { tinyFile } from '../http/support/tiny-app.ts';

const YELLOW_RIVER = 'MA.1002.3261.101201/3261001.0.9';

let holder: SwappingHolder;
let app: FastifyInstance;
let behindProxy: FastifyInstance;

function appAt(publicUrl: string): FastifyInstance {
  const settings = { ...defaultSettings(), publicUrl };
  return buildApp({ holder, settings, version: '1.2.3', plugins: [webPlugin({ holder, publicUrl })] });
}

before(async () => {
  holder = createHolder(openDataset(await tinyFile()), SWAP_STEPS);
  app = appAt('');
  behindProxy = appAt('https://rivers.example.org/water');
  await Promise.all([app.ready(), behindProxy.ready()]);
});

after(async () => {
  await Promise.all([app.close(), behindProxy.close()]);
  holder.close();
});

const ENGLISH = { 'accept-language': 'en' };

test('the page of an MA string has its own title and preview, in the language asked for', async () => {
  const english = await app.inject({ url: `/ma/${YELLOW_RIVER}`, headers: ENGLISH });
  assert.equal(english.statusCode, 200);
  assert.equal(english.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(english.body, /<title>Yellow River \(黄河\) · watercode<\/title>/);
  assert.match(english.body, /<meta property="og:title" content="Yellow River \(黄河\) · watercode">/);
  assert.match(english.body, /<html lang="en"/);
  const chinese = await app.inject({ url: `/ma/${YELLOW_RIVER.toLowerCase()}/?lang=zh`, headers: ENGLISH });
  assert.match(chinese.body, /<title>黄河 \(Yellow River\) · watercode 水码<\/title>/);
  assert.equal(chinese.headers['content-language'], 'zh');
  assert.equal(chinese.headers.vary, 'Accept-Language');
});

test('a code that names nothing, and one that is none, are pages too that say so', async () => {
  const unknown = await app.inject({ url: '/ma/MA.1002.3261.101201/3261001.0.999', headers: ENGLISH });
  assert.equal(unknown.statusCode, 404);
  assert.match(unknown.body, /<title>No such code here · watercode<\/title>/);
  const wrong = await app.inject({ url: '/ma/MA.1OO2.3261.101201/3261001', headers: ENGLISH });
  assert.equal(wrong.statusCode, 400);
  assert.match(wrong.body, /Character 5 is &quot;O&quot;/);
  assert.match(wrong.body, /<meta name="robots" content="noindex">/);
});

test('nothing in an address can become markup', async () => {
  const { body } = await app.inject({ url: `/ma/${encodeURIComponent('<script>alert(1)</script>"\'&{{title}}')}` });
  assert.ok(!body.includes('<script>alert'));
  const broken = await app.inject({ url: '/ma/%E4%' });
  assert.ok([400, 404].includes(broken.statusCode));
});

test('the policy lets in the files of the service and the one script written into the page, and nothing else', async () => {
  const { body, headers } = await app.inject({ url: '/' });
  const policy = String(headers['content-security-policy']);
  const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text!);
  assert.equal(inline.length, 1);
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(inline[0]!).digest('base64')}'`));
  assert.ok(!/unsafe|https?:|\*/.test(policy), policy);
  assert.ok(!/<style|\sstyle=|\son\w+=/.test(body));
});

test('the page asks for no host but its own', async () => {
  const { body } = await app.inject({ url: '/' });
  for (const [, address] of body.matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(address!, /^\/(?!\/)/);
});

test('behind a proxy every link starts with the public path, and the preview has whole addresses', async () => {
  const { body } = await behindProxy.inject({ url: `/ma/${YELLOW_RIVER}` });
  assert.match(body, /data-base="\/water"/);
  assert.match(
    body,
    /<link rel="canonical" href="https:\/\/rivers\.example\.org\/water\/ma\/MA\.1002\.3261\.101201\/3261001\.0\.9\//,
  );
  for (const [, address] of body.matchAll(/<(?:script|link)[^>]*(?:href|src)="(\/[^"]*)"/g)) {
    assert.match(address!, /^\/water\/app\//);
  }
});

test('every file that the page names is there, with its type, and scripts have lost their types', async () => {
  const { body } = await app.inject({ url: '/' });
  const addresses = [...body.matchAll(/"(\/app\/[^"]+)"/g)].map(([, address]) => address!);
  assert.ok(addresses.length > 40);
  for (const url of addresses) {
    const { statusCode, headers, body: text } = await app.inject({ url });
    assert.equal(statusCode, 200, url);
    const type = /\.(?:ts|m?js)$/.test(url) ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'image/svg+xml';
    assert.equal(headers['content-type'], `${type}; charset=utf-8`);
    if (url.endsWith('.ts')) assert.ok(!/^(?:import type|export interface|export type)\b/m.test(text), url);
  }
});

test('files are packed for those who take it, and not sent again to those who have them', async () => {
  const url = '/app/web/main.ts';
  const plain = await app.inject({ url });
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
  const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
  assert.equal(again.statusCode, 304);
});

test('only the files of the page can be had', async () => {
  const addresses = [
    '/app/package.json',
    '/app/web/../package.json',
    '/app/web/%2e%2e/package.json',
    '/app/web/..%2f..%2fpackage.json',
    '/app/src/http/app.ts',
    '/app/src/code/../http/app.ts',
    '/app/lib/maplibre-gl/package.json',
    '/app/web/nothing.ts',
    '/app/',
  ];
  for (const url of addresses) {
    const { statusCode, body } = await app.inject({ url });
    assert.equal(statusCode, 404, url);
    assert.deepEqual(JSON.parse(body), { detail: 'Resource not found' });
  }
});
