/** The MCP endpoint over HTTP: framing, refusals, browsers, limits. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { endpointPlugin } from '../../src/mcp/plugin.ts';
import { buildServer } from '../../src/mcp/server.ts';
import { createShortWay } from '../../src/mcp/short-way.ts';
import { BOTH, ERA_OF_2026, eventsOf, MCP_PATH, type McpApp, type McpAppOptions, mcpApp } from './support/mcp-app.ts';

const open: FastifyInstance[] = [];

async function opened(options: McpAppOptions = {}): Promise<McpApp> {
  const made = await mcpApp(options);
  open.push(made.app);
  return made;
}

after(async () => {
  for (const app of open) await app.close();
});

const { app, post } = await opened();
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const PONG = '{"result":{},"jsonrpc":"2.0","id":1}';

function assertRefused(response: LightMyRequestResponse, status: number, detail: string): void {
  assert.equal(response.statusCode, status);
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(response.body, JSON.stringify({ detail }));
}

test('the framing follows Accept: events where they are accepted, plain JSON where only that is', async () => {
  const event = `event: message\ndata: ${PONG}\n\n`;
  const accepts: [string, string][] = [
    [BOTH, event],
    ['text/event-stream', event],
    ['*/*', event],
    ['text/*;q=0.5, application/json', event],
    ['application/json', PONG],
    ['APPLICATION/JSON; q=0.9', PONG],
    ['application/*', PONG],
    ['application/json, text/event-stream;q=0', PONG],
    ['*/*, text/event-stream;q=0.0', PONG],
  ];
  for (const [accept, body] of accepts) {
    const response = await post(PING, { accept });
    assert.equal(response.body, body, accept);
    const type = body === PONG ? 'application/json; charset=utf-8' : 'text/event-stream';
    assert.equal(response.headers['content-type'], type, accept);
    assert.equal(response.headers['cache-control'], 'no-store');
  }
  const without = await app.inject({
    method: 'POST',
    url: MCP_PATH,
    headers: { 'content-type': 'application/json' },
    payload: PING,
  });
  assert.equal(without.body, event);
});

test('an Accept header that admits neither is 406', async () => {
  const response = await post(PING, { accept: 'text/html' });
  assertRefused(response, 406, 'None of the formats asked for can be given.');
});

test('GET, DELETE and other methods are 405 and told what is allowed', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const) {
    const response = await app.inject({ method, url: MCP_PATH, headers: { accept: 'text/event-stream' } });
    assertRefused(response, 405, 'Method not allowed.');
    assert.equal(response.headers.allow, 'OPTIONS, POST', method);
  }
  const head = await app.inject({ method: 'HEAD', url: MCP_PATH });
  assert.equal(head.statusCode, 405);
});

test('any other content type than JSON is 415', async () => {
  for (const type of ['text/plain', 'application/json-patch', 'application/x-www-form-urlencoded', '']) {
    const response = await post(PING, { 'content-type': type });
    assertRefused(response, 415, 'The content type is not supported.');
  }
  assert.equal((await post(PING, { 'content-type': 'Application/JSON; charset=utf-8' })).statusCode, 200);
});

test('a body above the limit is 413, with and without its length told', async () => {
  const { app: small, post: postSmall } = await opened({ settings: { bodyLimitBytes: 1024 } });
  assertRefused(await postSmall({ ...PING, params: { x: 'x'.repeat(2000) } }), 413, 'The request body is too large.');
  const chunked = await small.inject({
    method: 'POST',
    url: MCP_PATH,
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: JSON.stringify({ ...PING, params: { x: 'x'.repeat(2000) } }),
  });
  assertRefused(chunked, 413, 'The request body is too large.');
  assert.equal((await postSmall(PING)).statusCode, 200);
});

test('a body that is not JSON is 400', async () => {
  for (const body of ['', '{', 'tools/list', '{"jsonrpc":"2.0",}', '\u0000']) {
    assertRefused(await post(body), 400, 'The request body is not JSON.');
  }
});

test('JSON that is no JSON-RPC message is refused in the words of JSON-RPC', async () => {
  for (const body of ['{}', '[]', 'null', '1', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '[1]']) {
    const response = await post(body);
    assert.equal(response.statusCode, 400, body);
    const { jsonrpc, error } = JSON.parse(response.body) as { jsonrpc: string; error: { code: number } };
    assert.deepEqual([jsonrpc, error.code], ['2.0', -32600], body);
  }
});

test('notifications and responses of a client are accepted without a word', async () => {
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 3, result: {} },
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
  ]) {
    const response = await post(message);
    assert.equal(response.statusCode, 202);
    assert.equal(response.body, '');
  }
});

test('a batch is answered message by message, as events or as a list, and has a limit', async () => {
  const batch = [PING, { jsonrpc: '2.0', method: 'notifications/initialized' }, { ...PING, id: 'two' }];
  const events = eventsOf((await post(batch)).body);
  assert.deepEqual(
    events.map((event) => event.id),
    [1, 'two'],
  );
  const list = await post(batch, { accept: 'application/json' });
  assert.equal(list.body, `[${PONG},${PONG.replace('"id":1', '"id":"two"')}]`);
  assertRefused(await post(Array.from({ length: 21 }, () => PING)), 400, 'The batch is too large.');
});

test('unknown methods, tools and prompts are errors of JSON-RPC under the id of the request', async () => {
  const cases: [object, number][] = [
    [{ method: 'no/such' }, -32601],
    [{ method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } }, -32602],
    [{ method: 'tools/call', params: {} }, -32602],
    [{ method: 'tools/call', params: { name: 'get_river', arguments: 5 } }, -32602],
    [{ method: 'prompts/get', params: { name: 'no_such' } }, -32602],
    [{ method: 'prompts/get', params: { name: 'introduce_river' } }, -32602],
  ];
  for (const [request, code] of cases) {
    const [message] = eventsOf((await post({ jsonrpc: '2.0', id: 'mine', ...request })).body);
    assert.equal(message?.id, 'mine');
    assert.equal((message!.error as { code: number }).code, code, JSON.stringify(request));
  }
});

test('a protocol version that nobody knows is refused, except where versions are agreed on', async () => {
  const headers = { 'mcp-protocol-version': '1999-01-01' };
  assertRefused(await post(PING, headers), 400, 'The protocol version is not supported.');
  const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const [hello] = eventsOf((await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).body);
  assert.equal((hello!.result as { protocolVersion: string }).protocolVersion, '2025-11-25');
});

test('initialize tells name, version, capabilities and instructions that fit what clients read', async () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const [hello] = eventsOf((await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).body);
  const result = hello?.result as Record<string, never>;
  assert.equal(result.protocolVersion, '2025-06-18');
  assert.partialDeepStrictEqual(result.serverInfo, { name: 'watercode', version: '1.2.3' });
  assert.deepEqual(result.capabilities, {
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
    prompts: { listChanged: false },
    completions: {},
  });
  assert.ok(String(result.instructions).length < 2048);
});

test('a page of a foreign origin is 403; our own, the public address, this machine and listed ones may call', async () => {
  const { post: postTo } = await opened({
    settings: { publicUrl: 'https://rivers.example.org/base', mcpOrigins: ['https://app.example.org'] },
  });
  const allowed = [
    'https://rivers.example.org',
    'https://app.example.org',
    'http://localhost:6274',
    'http://127.0.0.1',
  ];
  for (const origin of [...allowed, 'http://[::1]:3000', 'https://localhost']) {
    assert.equal((await postTo(PING, { origin, host: 'localhost:8080' })).statusCode, 200, origin);
  }
  const foreign = ['https://evil.example', 'null', 'https://app.example.org.evil.example', 'file://', 'http://'];
  for (const origin of [
    ...foreign,
    'http://rivers.example.org',
    'https://localhost.evil.example',
    'http://127.0.0.1.nip.io',
  ]) {
    assertRefused(await postTo(PING, { origin, host: 'localhost:8080' }), 403, 'Forbidden.');
  }
});

test('bound to this machine alone, a foreign Host is 403', async () => {
  for (const host of ['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:8080', '127.8.8.8']) {
    assert.equal((await post(PING, { host })).statusCode, 200, host);
  }
  for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1', 'localhost@evil.example', 'a b']) {
    assertRefused(await post(PING, { host }), 403, 'Forbidden.');
  }
});

test('bound to all addresses, any Host will do until some are configured', async () => {
  const { post: anyHost } = await opened({ settings: { host: '0.0.0.0' } });
  assert.equal((await anyHost(PING, { host: 'whatever.example' })).statusCode, 200);
  assertRefused(await anyHost(PING, { host: 'evil.example', origin: 'http://evil.example' }), 403, 'Forbidden.');
  const own = { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' };
  assert.equal((await anyHost(PING, own)).statusCode, 200);
  const { post: oneHost } = await opened({ settings: { host: '0.0.0.0', mcpHosts: ['rivers.example.org'] } });
  assert.equal((await oneHost(PING, { host: 'Rivers.example.org:8443' })).statusCode, 200);
  assert.equal(
    (await oneHost(PING, { host: 'rivers.example.org', origin: 'https://rivers.example.org' })).statusCode,
    200,
  );
  assertRefused(await oneHost(PING, { host: 'localhost' }), 403, 'Forbidden.');
});

test('a browser may ask before it calls', async () => {
  const headers = { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' };
  const response = await app.inject({ method: 'OPTIONS', url: MCP_PATH, headers });
  assert.equal(response.statusCode, 204);
  assert.equal(response.headers['access-control-allow-origin'], '*');
  assert.match(String(response.headers['access-control-allow-methods']), /POST/);
  assert.match(String(response.headers['access-control-allow-headers']), /Mcp-Protocol-Version/);
  assert.equal((await post(PING, { origin: 'http://localhost:6274' })).headers['access-control-allow-origin'], '*');
});

test('turned off it is 503 and says so, whatever the method', async () => {
  const { app: off } = await opened({ settings: { mcp: false } });
  for (const method of ['POST', 'GET', 'DELETE', 'PUT', 'OPTIONS'] as const) {
    const response = await off.inject({
      method,
      url: MCP_PATH,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    assertRefused(response, 503, 'MCP disabled');
  }
  const head = await off.inject({ method: 'HEAD', url: MCP_PATH });
  assert.equal(head.statusCode, 503);
});

test('a request that takes longer than the time limit is 503, on every way', async () => {
  const never = { use: () => new Promise<never>(() => undefined) };
  const parts = { holder: never, version: '1', onFault: () => undefined };
  const { post: postSlow } = await opened({
    plugin: ({ settings }) =>
      endpointPlugin(
        { ...settings, requestTimeLimitS: 0.05 },
        { buildServer: () => buildServer(parts), shortWay: createShortWay(parts) },
      ),
  });
  const call = (params: object) => ({
    ...PING,
    method: 'tools/call',
    params: { name: 'search_all', arguments: { q: 'x' }, ...params },
  });
  const detail = 'The service is not available at the moment.';
  assertRefused(await postSlow(call({})), 503, detail);
  assertRefused(await postSlow(call({ _meta: {} })), 503, detail);
  assertRefused(await postSlow([call({ _meta: {} }), PING]), 503, detail);
  const { headers, meta } = ERA_OF_2026;
  for (const accept of [BOTH, 'application/json']) {
    const given = { ...headers, 'mcp-name': 'search_all', accept };
    assertRefused(await postSlow(call({ _meta: meta }), given), 503, detail);
  }
  assert.equal((await postSlow(PING)).statusCode, 200);
});

test('requests of the era without initialize are framed the same way, and subscriptions refused', async () => {
  const { headers, meta } = ERA_OF_2026;
  const list = { jsonrpc: '2.0', id: 5, method: 'tools/list', params: { _meta: meta } };
  const given = { ...headers, 'mcp-method': 'tools/list' };
  const events = await post(list, given);
  assert.equal(events.headers['content-type'], 'text/event-stream');
  const plain = await post(list, { ...given, accept: 'application/json' });
  assert.match(String(plain.headers['content-type']), /^application\/json/);
  assert.equal(events.body, `event: message\ndata: ${plain.body}\n\n`);
  const listen = { ...list, method: 'subscriptions/listen', params: { _meta: meta, notifications: {} } };
  const refused = await post(listen, { ...headers, 'mcp-method': 'subscriptions/listen' });
  assert.match(refused.body, /"error":/);
});

test('calls are counted like every other request', async () => {
  await post(PING);
  const { body } = await app.inject({ url: '/metrics' });
  assert.match(body, /_count\{method="POST",route="\/api\/mcp",status="200"\} [1-9]/);
});

test('every reply carries the headers of the whole service', async () => {
  const response = await post(PING, { 'x-request-id': 'abc' });
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  assert.equal(response.headers['x-request-id'], 'abc');
  assert.equal(Number(response.headers['content-length']), Buffer.byteLength(response.body));
});
