import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, before, test } from 'node:test';
import { exchangeBytes, listenOn, parseResponse } from './support/raw.ts';
import { type TinyApp, tinyApp } from './support/tiny-app.ts';

const INJECTED = Number(process.env.FUZZ_REQUESTS ?? 97_000);
const RAW = 3_000;
/** Of processor time, so that a busy machine does not count. */
const SLOWEST_MS = 1000;

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { result, ms: (user + system) / 1000 };
}
const SEED = Number(process.env.FUZZ_SEED ?? 20260101);

/** Mulberry32: small, and the same on every machine for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomOf(SEED);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

let tiny: TinyApp;
let port = 0;

before(async () => {
  tiny = await tinyApp();
  port = await listenOn(tiny.app);
});

after(() => tiny.app.close());

const PIECES = [
  ...[
    'api',
    'rivers',
    'pois',
    'ma',
    'resolve',
    'generate',
    'relation',
    'qr',
    'search',
    'locate',
    'lookup',
    'subbasins',
  ],
  ...[
    'upstream',
    'downstream',
    'openapi.json',
    'docs',
    'healthz',
    'readyz',
    'metrics',
    '3261',
    '001',
    '0',
    '9',
    '1',
    'dam',
  ],
  ...[
    '',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    '%00',
    '%',
    '%zz',
    '%ff%fe',
    '%E9%BB%84',
    '*',
    ':type',
    '-1',
    '1e9',
    '0x10',
    '99999999999999999999',
  ],
  ...[
    'NaN',
    'null',
    '__proto__',
    'constructor',
    'a'.repeat(300),
    "'",
    '"',
    '<script>',
    '{}',
    '[]',
    ';',
    '~',
    '黄河',
    '\u007f',
  ],
];
const STARTS = [
  '/api/rivers/3261/001/0/9/1',
  '/api/pois',
  '/api/ma/resolve',
  '/api/ma/qr',
  '/api/search',
  '/api/locate',
  '/api/pois/dam/1',
];
const NAMES = [
  ...[
    'ma',
    'q',
    'f',
    'as',
    'limit',
    'cursor',
    'type',
    'key',
    'basincode',
    'subbasincd',
    'binstrval',
    'binstrlen',
    'level',
  ],
  ...[
    'lon',
    'lat',
    'bbox',
    'near',
    'radius',
    'scope',
    'kinds',
    'size',
    'margin',
    'correction',
    'format',
    'a',
    'b',
    '',
    '__proto__',
    '%ff',
  ],
];
const VALUES = [
  ...PIECES,
  ...[
    'MA.1002.3261.101201/3261001.0.9',
    '3261001.0.1',
    '106.2',
    '-91',
    '1,2,3,4',
    'W10',
    'bm9uc2Vuc2U',
    'eyJhIjoxfQ',
    'json',
    'geojson',
    'ids',
  ],
  ...[
    'rivers',
    'junction',
    'upstream',
    '18446744073709551616',
    '1e400',
    '%F0%9F%8C%8A',
    '+',
    '%2B',
    ' ',
    '\t',
    '(((',
    '"*"',
    'NEAR(a b)',
    'a*',
    '^a',
    '-a',
  ],
];
const HEADER_NAMES = [
  'accept',
  'accept-language',
  'if-none-match',
  'x-request-id',
  'x-forwarded-for',
  'range',
  'origin',
  'content-type',
  'expect',
  'host',
];
const HEADER_VALUES = [
  '',
  '*',
  '*/*;q=0',
  'application/geo+json',
  ';;;,,,',
  'q=1',
  'en;q=9',
  '"',
  'W/"',
  'a'.repeat(2000),
  '\u00e9',
  'bytes=0-',
  'zh,en',
  'application/json',
];

function garbageTarget(): string {
  const path = random() < 0.5 ? pick(STARTS) : `/${Array.from({ length: below(8) }, () => pick(PIECES)).join('/')}`;
  if (random() < 0.3) return path;
  const query = Array.from(
    { length: 1 + below(5) },
    () => `${pick(NAMES)}=${random() < 0.8 ? pick(VALUES) : garbageText(12)}`,
  );
  return `${path}?${query.join('&')}`;
}

function garbageText(length: number): string {
  return String.fromCharCode(...Array.from({ length: below(length) }, () => 33 + below(94)));
}

function garbageHeaders(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: below(4) }, () => [
      pick(HEADER_NAMES),
      random() < 0.8 ? pick(HEADER_VALUES) : garbageText(40),
    ]),
  );
}

const ERROR_BODY = /^\{"detail":"[^"]+"\}$/;

/** CONNECT never becomes a request; it is among the raw ones. */
const SENT_METHODS = METHODS.filter((method) => method !== 'CONNECT');

test(`no garbage makes it fail, crash or hang, and every error is well-formed (FUZZ_SEED=${SEED})`, async (t) => {
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  for (let done = 0; done < INJECTED; done++) {
    const method = random() < 0.85 ? 'GET' : pick(SENT_METHODS);
    const url = encodeURI(garbageTarget()).replaceAll('%25', '%');
    const headers = garbageHeaders();
    const payload = method === 'POST' ? pick(['', '{', '{"codes":["x"]}', 'null', garbageText(50)]) : undefined;
    const ask = () =>
      tiny.app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) });
    const { result: response, ms } = await timed(ask);
    // The collector may have run in between: what is slow is slow again.
    const againMs = ms > SLOWEST_MS ? (await timed(ask)).ms : ms;
    slowestMs = Math.max(slowestMs, againMs);
    const { statusCode, body } = response;
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    const { 'content-type': type, 'x-error-reason': reason = '' } = response.headers;
    const isErrorBody = method === 'HEAD' || (ERROR_BODY.test(body) && String(type).startsWith('application/json'));
    const isGood = statusCode < 400 || (statusCode < 500 && isErrorBody && /^[ -~]*$/.test(String(reason)));
    if (!isGood) assert.fail(`${statusCode} ${body} for ${method} ${url} ${JSON.stringify(headers)}`);
    if (againMs > SLOWEST_MS) assert.fail(`${againMs} ms for ${method} ${url} ${JSON.stringify(headers)}`);
  }
  t.diagnostic(
    `${INJECTED} requests: ${[...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}; slowest ${slowestMs.toFixed(0)} ms`,
  );
  assert.ok([200, 400, 404].every((status) => (statuses.get(status) ?? 0) > 1000));
});

const RAW_METHODS = [...METHODS, 'get', 'FOO', 'G\u0000T', '', 'GET GET'];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''];
const RAW_LINES = [
  'Host: x',
  'Host: x',
  'Host: x',
  'Host',
  ': x',
  'Host : x',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, nonsense',
  'Expect: 100-continue',
  'Expect: miracles',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'X: \u0000',
  `X: ${'y'.repeat(40_000)}`,
  ' folded: line',
  'Connection: close',
];

function rawRequest(): Buffer {
  if (random() < 0.1) return Buffer.from(Array.from({ length: 1 + below(300) }, () => below(256)));
  const lines = Array.from({ length: below(5) }, () => pick(RAW_LINES));
  const first = `${pick(RAW_METHODS)} ${random() < 0.9 ? garbageTarget() : garbageText(30)} ${pick(VERSIONS)}`;
  const end = random() < 0.9 ? '\r\n\r\n' : pick(['', '\r\n', '\n\n', '\r\r']);
  return Buffer.from(`${[first, ...lines].join('\r\n')}${end}${random() < 0.2 ? garbageText(40) : ''}`, 'latin1');
}

test(`malformed HTTP on a socket gets an error in the same shape, or nothing, and the server goes on (FUZZ_SEED=${SEED})`, async (t) => {
  const statuses = new Map<number, number>();
  const PARALLEL = 100;
  for (let done = 0; done < RAW; done += PARALLEL) {
    const requests = Array.from({ length: PARALLEL }, rawRequest);
    const replies = await Promise.all(requests.map((request) => exchangeBytes(port, request, 60)));
    for (const [i, reply] of replies.entries()) {
      const response = parseResponse(reply.subarray(reply.toString('latin1').startsWith('HTTP/1.1 100') ? 25 : 0));
      const status = response?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (response === undefined || status < 400 || response.body.length === 0) continue;
      const what = requests[i]!.toString('latin1').slice(0, 300);
      assert.ok(status < 500, what);
      assert.deepEqual(Object.keys(JSON.parse(response.body.toString())), ['detail'], what);
    }
  }
  t.diagnostic(
    `${RAW} raw requests: ${[...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  assert.ok((statuses.get(400) ?? 0) > 100);
  assert.equal((await tiny.get('/healthz')).statusCode, 200);
});

test('malformed HTTP, CONNECT, a missing Host and strange expectations are answered as JSON', async () => {
  const cases: [string, number][] = [
    ['NONSENSE\r\n\r\n', 400],
    ['FOO /api HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET /api HTTP/1.1\r\n\r\n', 400],
    ['GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['GET /api HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 417],
    [`GET /api HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    [`GET /api?${'y'.repeat(9_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 414],
    ['GET /api HTTP/1.0\r\n\r\n', 200],
    ['GET http://elsewhere.example/api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
    ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 204],
  ];
  for (const [request, status] of cases) {
    const response = parseResponse(await exchangeBytes(port, request, 500));
    assert.equal(response?.status, status, request.slice(0, 60));
    if (status >= 400) {
      assert.deepEqual(Object.keys(JSON.parse(response!.body.toString())), ['detail']);
      assert.ok(response!.headers.some(([name, value]) => name === 'x-content-type-options' && value === 'nosniff'));
    }
  }
});
