/** Many clients at once, and clients that send anything. */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { BOTH, ERA_OF_2026, eventsOf, MCP_PATH, mcpApp } from './support/mcp-app.ts';

const mcp = await mcpApp();
const url = await mcp.listen();
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
after(async () => {
  agent.destroy();
  await mcp.app.close();
});

function postOverTheNetwork(body: string, eraHeaders: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { 'content-type': 'application/json', accept: BOTH, ...eraHeaders };
  const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

test('2,000 calls at once under the same id: every client gets its own answer', async () => {
  const calls = Array.from({ length: 2000 }, (_, i) => {
    // A third each goes the short way, through the shared server, and through the one of the new era.
    const metas = [undefined, {}, ERA_OF_2026.meta];
    const meta = metas[i % 3];
    const ma = `MA.1002.3261.101201/3261001.0.${i + 1}`;
    const params = { name: 'resolve_ma', arguments: { ma }, ...(meta && { _meta: meta }) };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return postOverTheNetwork(
      body,
      meta === ERA_OF_2026.meta ? { ...ERA_OF_2026.headers, 'mcp-name': 'resolve_ma' } : {},
    );
  });
  const answers = await Promise.all(calls);
  answers.forEach((answer, i) => {
    const [message] = eventsOf(answer);
    assert.equal(message?.id, 1);
    const { structuredContent } = message.result as { structuredContent: { standard: { binstrlen: number } } };
    assert.equal(structuredContent.standard.binstrlen, i + 1);
  });
});

/** Statuses that a client can cause; everything else would be a fault of ours. */
const EXPECTED: ReadonlySet<number> = new Set([200, 202, 400, 404, 413]);

async function assertAnswered(body: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await mcp.app.inject({
    method: 'POST',
    url: MCP_PATH,
    headers: { 'content-type': 'application/json', accept: BOTH, ...headers },
    payload: body,
  });
  assert.ok(EXPECTED.has(response.statusCode), `${response.statusCode} for ${body.slice(0, 300)}`);
  assert.doesNotMatch(response.body, /\.ts:\d+|node_modules|SQLITE|TypeError|RangeError/);
}

const methods = fc.constantFrom(
  'tools/call',
  'tools/list',
  'initialize',
  'server/discover',
  'subscriptions/listen',
  'resources/read',
  'resources/subscribe',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'sampling/createMessage',
  'notifications/cancelled',
  'tasks/get',
);
const names = fc.constantFrom('get_river', 'search_pois', 'generate_ma', 'trace', 'locate', 'constructor', '__proto__');
const parameters = fc.constantFrom(
  'basincode',
  'subbasincd',
  'binstrval',
  'binstrlen',
  'level',
  'type',
  'key',
  'q',
  'ma',
);
const values = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.bigInt().map(String));
const given = fc.dictionary(fc.oneof(parameters, fc.string()), values);
const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { name: fc.oneof(names, fc.string()), arguments: fc.oneof(given, fc.jsonValue()), _meta: fc.jsonValue() },
    { requiredKeys: ['name'] },
  ),
  fc.record({ name: names, arguments: given, _meta: fc.constant(ERA_OF_2026.meta) }),
  fc.record({
    uri: fc.oneof(
      fc.webUrl(),
      fc.string().map((text) => `watercode://rivers/${text}`),
    ),
  }),
);
const requests = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: methods }, fc.string()),
    params,
  },
  { requiredKeys: [] },
);

test('whatever JSON is sent, there is an answer, and never a failure of the server', async () => {
  const bodies = fc.oneof(requests, fc.array(requests, { maxLength: 5 }), fc.jsonValue());
  const versions = fc.constantFrom(undefined, '2025-06-18', '2026-07-28', 'x');
  await fc.assert(
    fc.asyncProperty(bodies, versions, async (body, version) => {
      await assertAnswered(JSON.stringify(body), version === undefined ? {} : { 'mcp-protocol-version': version });
    }),
    { numRuns: 600 },
  );
});

test('whatever bytes are sent, there is an answer', async () => {
  const good = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_all', arguments: { q: '黄河' } },
  });
  const broken = fc
    .tuple(fc.nat(good.length), fc.nat(8), fc.string())
    .map(([at, cut, text]) => good.slice(0, at) + text + good.slice(at + cut));
  await fc.assert(
    fc.asyncProperty(fc.oneof(broken, fc.string({ unit: 'binary' })), (body) => assertAnswered(body)),
    {
      numRuns: 300,
    },
  );
});

test('JSON that is nested without end is answered', async () => {
  const depth = 200_000;
  const nested = '['.repeat(depth) + ']'.repeat(depth);
  const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  for (const deep of [nested, objects.slice(0, 1_000_000)]) {
    await assertAnswered(deep);
    await assertAnswered(`{"jsonrpc":"2.0","id":${deep},"method":"ping"}`);
    for (const member of ['"arguments":', '"_meta":', '"name":']) {
      const inner = member === '"name":' ? `${member}${deep}` : `"name":"get_river",${member}{"x":${deep}}`;
      await assertAnswered(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${inner}}}`);
    }
    await assertAnswered(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"x":${deep}}}}`);
  }
});
