import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
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

/** The request stays on a kept connection, as nearly all do; one behind it ends the connection. */
async function ask(
  port: number,
  target: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<RawResponse> {
  const lines = Object.entries({ Host: 'x', 'X-Request-Id': 'same', ...headers });
  const request = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const response = parseResponse(await exchangeBytes(port, `${request}${LAST_REQUEST}`));
  assert.ok(response);
  return response;
}

const LAST_REQUEST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

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
  { Connection: 'close' },
  { Connection: 'keep-alive' },
  { Connection: 'Keep-Alive, x' },
  { 'Content-Length': '0' },
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

test('a plain request takes the short way, past the headers of the ordinary one; others do not', async () => {
  const ordinaryWays: (string | undefined)[] = [];
  const note = (request: IncomingMessage, response: ServerResponse) =>
    response.once('close', () => {
      if (response.headersSent) ordinaryWays.push(request.url);
    });
  short.app.server.on('request', note);
  await ask(shortPort, YELLOW_RIVER, {});
  await ask(shortPort, YELLOW_RIVER, { Connection: 'keep-alive', 'Accept-Language': 'en' });
  assert.deepEqual(ordinaryWays, ['/healthz', '/healthz']);
  await ask(shortPort, `${YELLOW_RIVER}?f=json`, {});
  await ask(shortPort, YELLOW_RIVER, { Connection: 'close' });
  assert.deepEqual(ordinaryWays.slice(2), [`${YELLOW_RIVER}?f=json`, '/healthz', YELLOW_RIVER]);
  short.app.server.off('request', note);
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

test('requests sent at once without waiting are answered in their order', async () => {
  const numbers = Array.from({ length: 50 }, (_, i) => (i % 14) + 1);
  const targets = numbers.map((length, i) => `/api/rivers/3261/001/0/${length}/1${i % 3 === 0 ? '?f=json' : ''}`);
  const requests = targets.map((target, i) => `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${i}\r\n\r\n`);
  const answers = async (port: number) => {
    const text = (await exchangeBytes(port, `${requests.join('')}${LAST_REQUEST}`)).toString();
    return text.replaceAll(/Date: .*/g, '');
  };
  const quick = await answers(shortPort);
  assert.deepEqual(
    [...quick.matchAll(/x-request-id: (n\d+)/g)].map(([, id]) => id),
    targets.map((_, i) => `n${i}`),
  );
  const withoutOwnId = (text: string) => text.replace(/x-request-id: [^n].*/g, '');
  assert.equal(withoutOwnId(quick), withoutOwnId(await answers(ordinaryPort)));
});

test('a client that sends and never reads does not fill the memory', async () => {
  const socket = connect({ host: '127.0.0.1', port: shortPort });
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  const request = `GET ${YELLOW_RIVER} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(request);
  const [{ socket: served }] = (await once(short.app.server, 'request')) as [IncomingMessage];
  const many = request.repeat(1000);
  for (let i = 0; i < 50; i++) socket.write(many);
  await setTimeout(500);
  assert.ok(served.writableLength < 1_000_000, `${served.writableLength} bytes wait`);
  socket.destroy();
});
