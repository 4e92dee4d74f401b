/** No answer is longer than a language model can read, whatever is asked; what is left out is said. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { ensureDefaultDataset } from '../../src/dataset/default.ts';
import { fittingJson, parseExactly } from '../../src/mcp/answer-size.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { mcpApp } from './support/mcp-app.ts';

const MOST_TOKENS = 20_000;
const CHARACTERS_PER_TOKEN = 2;

const mcp = await mcpApp({ dataset: await ensureDefaultDataset() });
after(() => mcp.app.close());

async function assertShort(name: string, given: object): Promise<string> {
  const { body } = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
  assert.ok(body.length / CHARACTERS_PER_TOKEN < MOST_TOKENS, `${name} ${JSON.stringify(given)}: ${body.length}`);
  return body;
}

const ANYWHERE = { basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, type: '', key: '' };

test('the largest answers of every tool stay below 20,000 tokens', async () => {
  await assertShort('watershed_knowledge', {});
  for (const type of ['junction', 'dam', 'hydropower', 'gauge', 'city']) {
    await assertShort('search_pois', { ...ANYWHERE, type });
  }
  for (const basincode of [3261, 3002, 7001, 5001, 1001]) {
    const segment = { basincode, subbasincd: '001', binstrval: 0, binstrlen: 1 };
    await assertShort('trace', { ...segment, direction: 'upstream', limit: 1000 });
    await assertShort('trace', { ...segment, direction: 'downstream', limit: 1000 });
    await assertShort('search_pois', { ...ANYWHERE, basincode });
    await assertShort('get_subbasin', { basincode, subbasincd: '001', level: 1 });
    await assertShort('get_river', segment);
  }
  for (const q of ['河', '江', 'r', 'river', 'a', '水', 'basin']) await assertShort('search_all', { q });
  for (const maxDistanceM of [50_000, 500_000]) {
    await assertShort('locate', { lon: 10, lat: 48, limit: 1000, maxDistanceM });
  }
});

test('a cut list says that it is cut, and how many there are', async () => {
  const body = await assertShort('search_pois', { ...ANYWHERE, type: 'junction' });
  const { structuredContent } = (JSON.parse(body.slice(body.indexOf('{'))) as { result: never }).result as {
    structuredContent: { items: unknown[]; truncated: boolean; total: number };
  };
  assert.equal(structuredContent.truncated, true);
  assert.ok(structuredContent.total > structuredContent.items.length);
});

test('errors do not repeat what they were sent at length', async () => {
  const long = 'x'.repeat(100_000);
  for (const { name, inputSchema } of TOOLS) {
    const parameters = Object.keys(inputSchema.properties ?? {});
    const body = await assertShort(name, Object.fromEntries(parameters.map((parameter) => [parameter, long])));
    assert.ok(body.length < 5000 || name === 'watershed_knowledge', `${name}: ${body.length}`);
    await assertShort(name, { [long]: 1 });
  }
});

test('the list of tools is short enough to be read at the start of every conversation', async () => {
  const { body } = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  assert.ok(body.length / CHARACTERS_PER_TOKEN < MOST_TOKENS, String(body.length));
});

/** As the answer stands in a reply: once as it is, once quoted. */
function lengthInReply(json: string): number {
  return json.length + JSON.stringify(json).length;
}

test('any answer is cut to size, and what is left of it are whole items from the front', () => {
  const long = fc.constantFrom('"'.repeat(2000), '\u0001'.repeat(500), '河'.repeat(3000));
  const texts = fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 200 }) }, long);
  const items = fc.array(fc.record({ name: texts, value: fc.integer() }, { noNullPrototype: true }), { maxLength: 20 });
  const lists = fc
    .tuple(items, fc.constantFrom(1, 5, 30))
    .map(([some, times]) => Array.from({ length: times }, () => some).flat());
  const notes = fc.oneof(texts, fc.constant('"河"'.repeat(20_000)));
  const answers = fc.record({ items: lists, others: lists, note: notes, total: fc.integer() });
  fc.assert(
    fc.property(answers, (answer) => {
      const json = fittingJson(answer);
      assert.ok(json !== undefined && lengthInReply(json) / CHARACTERS_PER_TOKEN < MOST_TOKENS);
      const cut = JSON.parse(json) as typeof answer & { truncated?: boolean };
      assert.deepEqual(cut.items, answer.items.slice(0, cut.items.length));
      assert.deepEqual(cut.others, answer.others.slice(0, cut.others.length));
      assert.equal(cut.total, answer.total);
      const isWhole = JSON.stringify(answer) === JSON.stringify({ ...cut, truncated: undefined });
      assert.equal(cut.truncated === true, !isWhole);
    }),
    { numRuns: 60 },
  );
});

test('what cannot be cut is not given at all', () => {
  assert.equal(fittingJson({ tree: { leaves: Array.from({ length: 50_000 }, (_, i) => i) } }), undefined);
});

test('parsing keeps every digit of whole numbers', () => {
  const json = '{"a":18446744073709551615,"b":[9007199254740993],"c":1.5,"d":"18446744073709551615"}';
  assert.equal(JSON.stringify(parseExactly(json)), json);
});
