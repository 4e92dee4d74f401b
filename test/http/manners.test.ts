import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type TinyApp, tinyApp, YELLOW_RIVER } from './support/tiny-app.ts';

let tiny: TinyApp;
before(async () => {
  tiny = await tinyApp();
});

/** One address of every kind of resource. */
const READABLE = [
  '/api',
  '/api/pois/dam/LIUJIAXIA',
  '/api/pois?type=dam',
  YELLOW_RIVER,
  `${YELLOW_RIVER}?f=geojson`,
  `${YELLOW_RIVER}/upstream`,
  `${YELLOW_RIVER}/downstream?as=ids`,
  '/api/subbasins/3261/001/1',
  '/api/search?q=Wei',
  '/api/locate?lon=106.2&lat=38.1',
  '/api/ma/resolve?ma=MA.1002.3261.101201/3261001.0.9',
  '/api/ma/generate?type=dam&key=LIUJIAXIA',
  '/api/ma/relation?a=3261001.0.9&b=3261001.0.1',
  '/api/ma/qr?ma=MA.1002.3261.101201/3261001.0.9',
  '/api/openapi.json',
  '/api/docs',
];

test('every resource has a strong entity tag and may be cached', async () => {
  for (const url of READABLE) {
    const { statusCode, headers } = await tiny.get(url);
    assert.equal(statusCode, 200, url);
    assert.match(String(headers.etag), /^"[^"]+"$/, url);
    assert.equal(headers['cache-control'], 'public, max-age=300', url);
  }
  const { get } = await tinyApp({ cacheSeconds: 0 });
  assert.equal((await get(YELLOW_RIVER)).headers['cache-control'], 'public, no-cache');
});

test('If-None-Match with the tag of a reply gives 304 without a body', async () => {
  for (const url of READABLE) {
    const tag = String((await tiny.get(url)).headers.etag);
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await tiny.get(url, { 'if-none-match': header });
      assert.equal(response.statusCode, 304, `${url} ${header}`);
      assert.equal(response.body, '');
      assert.equal(response.headers.etag, tag);
      assert.equal(response.headers['content-type'], undefined);
    }
    assert.equal((await tiny.get(url, { 'if-none-match': '"other"' })).statusCode, 200, url);
  }
});

test('what is not there stays 404 whatever If-None-Match says', async () => {
  assert.equal((await tiny.get('/api/pois/dam/nowhere', { 'if-none-match': '*' })).statusCode, 404);
});

test('HEAD gives the headers of GET without the body', async () => {
  for (const url of [...READABLE, '/healthz', '/readyz']) {
    const get = await tiny.get(url);
    const head = await tiny.app.inject({ method: 'HEAD', url });
    assert.equal(head.statusCode, get.statusCode, url);
    assert.equal(head.body, '', url);
    for (const name of ['etag', 'content-type', 'content-length', 'vary', 'cache-control']) {
      assert.equal(head.headers[name], get.headers[name], `${url} ${name}`);
    }
  }
  assert.equal((await tiny.app.inject({ method: 'HEAD', url: '/api/pois/dam/nowhere' })).statusCode, 404);
});

test('property names follow Accept-Language, and the reply says so', async () => {
  const chinese = await tiny.get(YELLOW_RIVER);
  const english = await tiny.get(YELLOW_RIVER, { 'accept-language': 'en-GB,en;q=0.8,zh;q=0.5' });
  assert.equal(chinese.headers['content-language'], 'zh');
  assert.equal(english.headers['content-language'], 'en');
  assert.equal(chinese.headers.vary, 'Accept, Accept-Language');
  assert.match(chinese.json().properties[0].name, /[\u4e00-\u9fff]/);
  assert.match(english.json().properties[0].name, /^[ -~]+$/);
  assert.equal(chinese.json().displayName, english.json().displayName);
  assert.notEqual(chinese.headers.etag, english.headers.etag);
  assert.equal(
    (await tiny.get('/api/pois/dam/LIUJIAXIA', { 'accept-language': 'en' })).headers['content-language'],
    'en',
  );
});

test('the tag differs between representations of one address', async () => {
  const tags = await Promise.all(
    ['application/json', 'application/geo+json'].map(
      async (accept) => (await tiny.get(YELLOW_RIVER, { accept })).headers.etag,
    ),
  );
  assert.notEqual(tags[0], tags[1]);
});

test('links use the public address and never the Host header', async () => {
  const { get } = await tinyApp({ publicUrl: 'https://rivers.example.org/water' });
  const { headers } = await get('/api/pois?type=gauge&limit=2', { host: 'evil.example' });
  assert.match(String(headers.link), /^<https:\/\/rivers\.example\.org\/water\/api\/pois\?type=gauge&limit=2&cursor=/);
  const about = await get('/api', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  assert.ok(!about.body.includes('evil'));
  assert.ok(
    about.json().links.every(({ href }: { href: string }) => href.startsWith('https://rivers.example.org/water/')),
  );
  const page = await tiny.get('/api/pois?type=gauge&limit=2', { host: 'evil.example' });
  assert.match(String(page.headers.link), /^<\/api\/pois\?/);
});

test('any origin may read, and preflights say which methods there are', async () => {
  const response = await tiny.get(YELLOW_RIVER, { origin: 'https://app.example' });
  assert.equal(response.headers['access-control-allow-origin'], '*');
  assert.match(String(response.headers['access-control-expose-headers']), /ETag.*Link.*X-Error-Reason/);
  const preflight = await tiny.app.inject({
    method: 'OPTIONS',
    url: '/api/lookup',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers['access-control-allow-methods'], 'OPTIONS, POST');
  assert.match(String(preflight.headers['access-control-allow-headers']), /Content-Type/);
  assert.equal((await tiny.app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode, 404);
});

test('every reply, good or bad, carries the security headers and the request id', async () => {
  for (const url of [...READABLE, '/healthz', '/metrics', '/nowhere', '/api/pois', '/%ff']) {
    const { headers } = await tiny.get(url, { 'x-request-id': 'abc-123' });
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/, url);
    assert.equal(headers['referrer-policy'], 'no-referrer', url);
    assert.equal(headers['access-control-allow-origin'], '*', url);
    assert.equal(headers['x-request-id'], 'abc-123', url);
  }
});

test('a request id that is not sane is replaced, and made ids differ', async () => {
  const ids = new Set<string>();
  for (const given of ['', 'with space', 'x'.repeat(65), 'ü', undefined, undefined]) {
    const { headers } = await tiny.get('/healthz', given === undefined ? {} : { 'x-request-id': given });
    assert.match(String(headers['x-request-id']), /^[\w-]{5,64}$/);
    assert.notEqual(headers['x-request-id'], given);
    ids.add(String(headers['x-request-id']));
  }
  assert.equal(ids.size, 6);
});

test('a wrong method is 405 with Allow, an unknown path 404', async () => {
  const cases: [string, string, string][] = [
    ['POST', YELLOW_RIVER, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/pois/dam/1', 'GET, HEAD, OPTIONS'],
    ['PUT', '/healthz', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/lookup', 'OPTIONS, POST'],
    ['PATCH', '/api/lookup', 'OPTIONS, POST'],
  ];
  for (const [method, url, allow] of cases) {
    const response = await tiny.app.inject({
      method: method as 'GET',
      url,
      payload: method === 'GET' ? undefined : 'not { json',
    } as never);
    assert.equal(response.statusCode, 405, `${method} ${url}`);
    assert.equal(response.headers.allow, allow);
    assert.deepEqual(response.json(), { detail: 'Method not allowed.' });
  }
  for (const url of ['/', '/nowhere', '/api/', '/api/rivers', `${YELLOW_RIVER}/`, '/API', '//api']) {
    const response = await tiny.get(url);
    assert.equal(response.statusCode, 404, url);
    assert.deepEqual(response.json(), { detail: 'Resource not found' });
  }
});

test('a target that is too long is 414, on every path, and the limit is a setting', async () => {
  const long = 'x'.repeat(9000);
  for (const url of [`/api/pois/dam/${long}`, `/nowhere/${long}`, `/api/pois?type=dam&x=${long}`, `/%ff${long}`]) {
    assert.equal((await tiny.get(url)).statusCode, 414, url.slice(0, 30));
  }
  const { get } = await tinyApp({ targetLimitBytes: 300 });
  assert.equal((await get(`/api?x=${'y'.repeat(300)}`)).statusCode, 414);
  assert.equal((await get(`/api?x=${'y'.repeat(290)}`)).statusCode, 200);
});

test('broken percent-escapes are 400 in the path and in the query', async () => {
  for (const url of [
    '/api/pois/dam/%',
    '/api/pois/dam/%zz',
    '/api/pois/dam/%ff',
    '/api/pois?type=%',
    '/api/pois?type=dam&x=%e4%b8',
  ]) {
    const response = await tiny.get(url);
    assert.equal(response.statusCode, 400, url);
    assert.deepEqual(response.json(), { detail: '参数验证失败' });
  }
});

test('unknown query parameters are ignored, even broken in number; known ones may come once', async () => {
  assert.equal((await tiny.get(`${YELLOW_RIVER}?utm_source=x&utm_source=y&level=99`)).statusCode, 200);
  assert.equal((await tiny.get(`${YELLOW_RIVER}?f=json&f=json`)).statusCode, 400);
});

test('the setting for the greatest page is kept to', async () => {
  const { get } = await tinyApp({ limitMax: 10 });
  assert.equal((await get('/api/pois?type=gauge&limit=10')).statusCode, 200);
  const refused = await get('/api/pois?type=gauge&limit=11');
  assert.equal(refused.statusCode, 400);
  assert.match(String(refused.headers['x-error-reason']), /at most 10/);
});

test('too many requests from one client are 429 with Retry-After, probes excepted', async () => {
  const { app } = await tinyApp({ rateLimit: 1, rateBurst: 3 });
  const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
  for (let i = 0; i < 3; i++) assert.equal((await ask('/api', '192.0.2.7')).statusCode, 200);
  const refused = await ask('/api', '192.0.2.7');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], '1');
  assert.deepEqual(refused.json(), { detail: 'Too many requests.' });
  assert.equal((await ask('/healthz', '192.0.2.7')).statusCode, 200);
  assert.equal((await ask('/api', '192.0.2.8')).statusCode, 200);
  for (let i = 0; i < 20; i++) assert.equal((await ask('/api', '127.0.0.1')).statusCode, 200);
});

test('health and readiness follow the phase; while closing everything else is 503', async () => {
  const phase = { phase: 'serving' as 'serving' | 'leaving' | 'closing' };
  const { get } = await tinyApp({}, { phase });
  assert.equal((await get('/readyz')).statusCode, 200);
  phase.phase = 'leaving';
  assert.equal((await get('/healthz')).statusCode, 200);
  assert.equal((await get('/readyz')).statusCode, 503);
  assert.deepEqual(Object.keys((await get('/readyz')).json()), ['detail']);
  assert.equal((await get(YELLOW_RIVER)).statusCode, 200);
  phase.phase = 'closing';
  const refused = await get(YELLOW_RIVER);
  assert.equal(refused.statusCode, 503);
  assert.equal(refused.headers['retry-after'], '1');
});

test('metrics count requests by route and status, and name the dataset', async () => {
  const { get, holder } = await tinyApp();
  await get(YELLOW_RIVER);
  await get(YELLOW_RIVER);
  await get('/nowhere');
  const response = await get('/metrics');
  assert.match(String(response.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  const route = '/api/rivers/:basincode/:subbasincd/:binstrval/:binstrlen/:level';
  assert.ok(
    response.body.includes(
      `watercode_http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 2`,
    ),
  );
  assert.match(response.body, /_count\{method="GET",route="unmatched",status="404"\} 1/);
  assert.match(response.body, /_bucket\{method="GET",route="unmatched",status="404",le="\+Inf"\} 1/);
  assert.ok(response.body.includes(`identity="${holder.current().dataset.identity}"`));
});

test('a failure inside is 500 with the text of the contract for its path, and nothing of the cause leaks', async () => {
  const broken = tiny.holder.current();
  const failing = new Proxy(broken, {
    get(target, name) {
      if (name === 'dataset') return target.dataset;
      return () => {
        throw new Error('secret path /etc/passwd');
      };
    },
  });
  const lines: string[] = [];
  const holder = { current: () => failing, use: <T>(work: (service: typeof failing) => T) => work(failing) };
  const { get } = await tinyApp(
    {},
    { holder, logger: { level: 'error', stream: { write: (line) => lines.push(line) } } },
  );
  const texts: [string, string][] = [
    [YELLOW_RIVER, '服务器内部错误'],
    ['/api/pois/dam/1', '服务器内部错误'],
    ['/api/pois?type=dam', '服务器内部错误'],
    ['/api/ma/resolve?ma=x', 'Server error'],
    ['/api/search?q=x', '服务器内部错误'],
  ];
  for (const [url, detail] of texts) {
    const response = await get(url);
    assert.equal(response.statusCode, 500, url);
    assert.equal(response.body, JSON.stringify({ detail }));
    assert.ok(!JSON.stringify(response.headers).includes('secret'));
  }
  assert.equal(lines.length, texts.length);
  assert.ok(
    lines.every((line) => line.includes('secret') && JSON.parse(line).reqId !== undefined),
    'but it is in the log',
  );
});

test('an answer that takes longer than the time limit is 503', async () => {
  const never = { ...tiny.holder.current(), getPoi: () => new Promise<never>(() => undefined) };
  const holder = { current: () => never, use: <T>(work: (service: typeof never) => T) => work(never) };
  const { get } = await tinyApp({ requestTimeLimitS: 1 }, { holder });
  const response = await get('/api/pois/dam/1');
  assert.equal(response.statusCode, 503);
  assert.deepEqual(Object.keys(response.json()), ['detail']);
});

test('with the access log on there is one structured line for each request', async () => {
  const lines: string[] = [];
  const { get } = await tinyApp(
    { accessLog: true },
    { logger: { level: 'info', stream: { write: (line) => lines.push(line) } } },
  );
  await get(YELLOW_RIVER, { 'x-request-id': 'log-me' });
  assert.equal(lines.length, 1);
  const { id, method, url, status, ms } = JSON.parse(lines[0]!);
  assert.deepEqual([id, method, url, status, typeof ms], ['log-me', 'GET', YELLOW_RIVER, 200, 'number']);
});
