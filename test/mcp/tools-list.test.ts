/** The list of tools: the bytes of the contract's framing, and the contract's schemas for its eight tools. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Tool } from '@modelcontextprotocol/server';
import { mcpApp } from './support/mcp-app.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/** The contract's table: parameters with their types, in its order. */
const CONTRACT: readonly { name: string; properties: Record<string, object>; required: string[] }[] = [
  { name: 'watershed_knowledge', properties: {}, required: [] },
  {
    name: 'generate_ma',
    properties: {
      type: { type: 'string' },
      key: { type: 'string' },
      basincode: { type: 'number' },
      subbasincd: { type: 'string' },
      binstrval: { type: 'number' },
      binstrlen: { type: 'number' },
      level: { type: 'number' },
    },
    required: ['type', 'key', 'basincode', 'subbasincd', 'binstrval', 'binstrlen', 'level'],
  },
  { name: 'resolve_ma', properties: { ma: { type: 'string' } }, required: ['ma'] },
  {
    name: 'get_subbasin',
    properties: { basincode: { type: 'number' }, subbasincd: { type: 'string' }, level: { type: 'number' } },
    required: ['basincode', 'subbasincd', 'level'],
  },
  {
    name: 'get_river',
    properties: {
      basincode: { type: 'number' },
      subbasincd: { type: 'string' },
      binstrval: { type: 'number' },
      binstrlen: { type: 'number' },
      level: { type: 'number', default: 1 },
    },
    required: ['basincode', 'subbasincd', 'binstrval', 'binstrlen'],
  },
  { name: 'get_poi', properties: { type: { type: 'string' }, key: { type: 'string' } }, required: ['type', 'key'] },
  {
    name: 'search_pois',
    properties: {
      basincode: { type: 'number' },
      subbasincd: { type: 'string' },
      binstrval: { type: 'number' },
      binstrlen: { type: 'number' },
      type: { type: 'string' },
      key: { type: 'string' },
    },
    required: ['basincode', 'subbasincd', 'binstrval', 'binstrlen', 'type', 'key'],
  },
  { name: 'search_all', properties: { q: { type: 'string' } }, required: ['q'] },
];

const { app, post, call } = await mcpApp();
let tools: Tool[];

before(async () => {
  tools = ((await call('tools/list')).result as { tools: Tool[] }).tools;
});
after(() => app.close());

test('tools/list is one event: a line that names it, a line of data with result, jsonrpc and id, an empty line', async () => {
  const response = await post({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} });
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['content-type'], 'text/event-stream');
  const expected = `event: message\ndata: {"result":{"tools":${JSON.stringify(tools)}},"jsonrpc":"2.0","id":7}\n\n`;
  assert.equal(response.body, expected);
  const data = JSON.parse(expected.slice('event: message\ndata: '.length)) as object;
  assert.deepEqual(Object.keys(data), ['result', 'jsonrpc', 'id']);
});

test('no initialize is needed before it, and params may be left out', async () => {
  const bare = await post('{"jsonrpc":"2.0","id":7,"method":"tools/list"}');
  const withParams = await post('{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}');
  assert.equal(bare.body, withParams.body);
});

test('the eight tools of the contract come first, in its order, and three further ones after them', () => {
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(
    names.slice(0, 8),
    CONTRACT.map((tool) => tool.name),
  );
  assert.deepEqual(names.slice(8), ['locate', 'trace', 'relate']);
});

for (const { name, properties, required } of CONTRACT) {
  test(`the input schema of ${name} is exactly the contract's`, () => {
    const tool = tools.find((one) => one.name === name);
    const expected = { type: 'object', properties, required, additionalProperties: false, $schema: DRAFT_07 };
    assert.deepEqual(tool?.inputSchema, expected);
    assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), Object.keys(properties));
  });
}

test('every description is Chinese, lists every parameter and says when to use the tool', () => {
  for (const { name, description = '', inputSchema } of tools) {
    assert.match(description, /^[\p{Script=Han}]/u, name);
    assert.match(description, /何时使用：.{10}/, name);
    for (const parameter of Object.keys(inputSchema.properties ?? {})) {
      assert.match(description, new RegExp(`^- ${parameter}（.+）：.`, 'm'), `${name}: ${parameter}`);
    }
  }
});

test('every tool only reads, and says so; its output schema has no $schema, which some clients refuse', () => {
  for (const { name, annotations, outputSchema, inputSchema } of tools) {
    assert.deepEqual(
      { ...annotations, title: '' },
      { title: '', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      name,
    );
    assert.ok(annotations?.title, name);
    assert.equal(outputSchema?.type, 'object', name);
    assert.ok(!JSON.stringify(outputSchema).includes('$schema'), name);
    assert.equal(inputSchema.additionalProperties, false, name);
  }
});
