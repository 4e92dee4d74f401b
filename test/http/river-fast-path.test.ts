import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exchangeBytes, listenOn, parseResponse, type RawResponse } from './support/raw.ts';
import { type TinyApp, tinyApp, tinyFile, YELLOW_RIVER } from './support/tiny-app.ts';

/** The access log makes every request take the ordinary way. */
let short: TinyApp;
let ordinary: TinyApp;
let shortPort = 0;
let ordinaryPort = 0;

before(async () => {
  short = await tinyApp({ hotReplies: 8 });
  ordinary = await tinyApp({ accessLog: true });
  [shortPort, ordinaryPort] = [await listenOn(short.app), await listenOn(ordinary.app)];
});

after(async () => {
  await short.app.close();
  await ordinary.app.close();
});

async function ask(
  port: number,
  target: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<RawResponse> {
  const lines = Object.entries({ Host: 'x', 'X-Request-Id': 'same', Connection: 'close', ...headers });
  const request = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const response = parseResponse(await exchangeBytes(port, request));
  assert.ok(response);
  return response;
}

const TARGETS = [
  ...Array.from({ length: 14 }, (_, i) => `/api/rivers/3261/001/0/${i + 1}/1`),
  '/api/rivers/3261/001/1/4/1',
  '/api/rivers/5001/001/0/2/1',
  '/api/rivers/3261/001001/0/2/2',
  '/api/rivers/3261/001/0/9/9',
  '/api/rivers/3261/001/00/9/1',
  '/api/rivers/3261/001/256/9/1',
  '/api/rivers/3261/00a/0/9/1',
  '/api/rivers/3261/001/0/9/1/',
  '/api/rivers/3261/001/0/9',
  '/api/rivers/3261/001/0/9/1?f=json',
  '/api/rivers/3261/001/0/9/1?',
  '/api/rivers/3261/%30%301/0/9/1',
  'http://x/api/rivers/3261/001/0/9/1',
];

const HEADERS: Record<string, string>[] = [
  {},
  { Accept: '*/*' },
  { Accept: 'application/json' },
  { Accept: 'application/geo+json' },
  { Accept: 'text/html' },
  { 'Accept-Language': 'en' },
  { 'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.8', Accept: '*/*' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"other"' },
  { Origin: 'https://app.example' },
];

test('the short way gives the same bytes as the ordinary route, for every target and header', async () => {
  for (const target of TARGETS) {
    for (const headers of HEADERS) {
      const [quick, slow] = await Promise.all([ask(shortPort, target, headers), ask(ordinaryPort, target, headers)]);
      const stable = ({ headers: all }: RawResponse) => all.filter(([name]) => name !== 'Date');
      const what = `${target} ${JSON.stringify(headers)}`;
      assert.equal(quick.status, slow.status, what);
      assert.deepEqual(stable(quick), stable(slow), what);
      assert.ok(quick.body.equals(slow.body), what);
    }
  }
  const heads = await Promise.all([shortPort, ordinaryPort].map((port) => ask(port, YELLOW_RIVER, {}, 'HEAD')));
  assert.deepEqual(
    heads[0]!.headers.filter(([name]) => name !== 'Date'),
    heads[1]!.headers.filter(([name]) => name !== 'Date'),
  );
});

test('a reply kept ready is the same the second time, but for the request id', async () => {
  const first = await ask(shortPort, YELLOW_RIVER, { 'X-Request-Id': 'one' });
  const second = await ask(shortPort, YELLOW_RIVER, { 'X-Request-Id': 'two' });
  assert.ok(first.body.equals(second.body));
  const idOf = ({ headers }: RawResponse) => headers.find(([name]) => name === 'x-request-id')?.[1];
  assert.deepEqual([idOf(first), idOf(second)], ['one', 'two']);
});

test('requests on the short way are in the metrics', async () => {
  const { app, get } = await tinyApp();
  const port = await listenOn(app);
  for (let i = 0; i < 3; i++) assert.equal((await ask(port, YELLOW_RIVER, {})).status, 200);
  const { body } = await get('/metrics');
  assert.match(body, /_count\{method="GET",route="\/api\/rivers\/:basincode[^"]*",status="200"\} 3/);
  await app.close();
});

test('a swap of the dataset empties what was kept ready', async () => {
  const { app, holder } = await tinyApp();
  const port = await listenOn(app);
  await ask(port, YELLOW_RIVER, {});
  const old = holder.current();
  assert.deepEqual(await holder.swap(await tinyFile()), { swapped: true, identity: old.dataset.identity });
  assert.notEqual(holder.current(), old);
  assert.equal((await ask(port, YELLOW_RIVER, {})).status, 200);
  await app.close();
});
