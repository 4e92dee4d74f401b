/** Resources, prompts and completions over the small network. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mcpApp } from './support/mcp-app.ts';

const mcp = await mcpApp();
after(() => mcp.app.close());

async function result<T>(method: string, params?: object): Promise<T> {
  const message = await mcp.call(method, params);
  assert.ok(message.result !== undefined, JSON.stringify(message));
  return message.result as T;
}

interface Contents {
  contents: { uri: string; mimeType: string; text: string }[];
}

test('every topic of knowledge is a resource, in both languages', async () => {
  const { resources } = await result<{ resources: { uri: string; name: string }[] }>('resources/list');
  assert.deepEqual(
    resources.map(({ name }) => name),
    ['water-resources', 'water-code', 'hydropower', 'remote-sensing', 'tools'],
  );
  for (const { uri } of resources) {
    const { contents } = await result<Contents>('resources/read', { uri });
    assert.equal(contents[0]?.uri, uri);
    assert.equal(contents[0]?.mimeType, 'text/markdown');
    const [zh = '', en = ''] = contents[0]!.text.split('\n\n---\n\n');
    assert.match(zh, /^# .*\p{Script=Han}/u);
    assert.match(en, /^# [A-Z]/);
  }
});

test('a river is a resource by its code or MA string', async () => {
  const { resourceTemplates } = await result<{ resourceTemplates: { uriTemplate: string }[] }>(
    'resources/templates/list',
  );
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['watercode://knowledge/{topic}', 'watercode://rivers/{code}'],
  );
  const { contents } = await result<Contents>('resources/read', { uri: 'watercode://rivers/3261001.0.9' });
  assert.equal(contents[0]?.text, (await mcp.app.inject({ url: '/api/rivers/3261/001/0/9/1' })).body);
  const ma = encodeURIComponent('MA.1002.3261.101201/3261001.0.9');
  const byMa = await result<Contents>('resources/read', { uri: `watercode://rivers/${ma}` });
  assert.equal(byMa.contents[0]?.text, contents[0]?.text);
});

test('what is no resource is an error that names it', async () => {
  for (const uri of [
    'watercode://rivers/9999001.0.1',
    'watercode://rivers/%',
    'watercode://knowledge/no',
    'file:///etc',
  ]) {
    const { error } = await mcp.call('resources/read', { uri });
    assert.match((error as { message: string }).message, /not found/i, uri);
  }
});

test('three prompts say which tools do a common job', async () => {
  const { prompts } = await result<{ prompts: { name: string; arguments: { name: string; required: boolean }[] }[] }>(
    'prompts/list',
  );
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['introduce_river', 'upstream_of', 'explain_code'],
  );
  for (const prompt of prompts) {
    const [argument] = prompt.arguments;
    const given = { [argument!.name]: '渭河 "x"' };
    const { messages } = await result<{ messages: { role: string; content: { text: string } }[] }>('prompts/get', {
      name: prompt.name,
      arguments: given,
    });
    assert.equal(messages.length, 1);
    assert.match(messages[0]!.content.text, /渭河 "x"/);
    assert.match(messages[0]!.content.text, /search_all|resolve_ma/);
  }
});

test('names are completed in the script they are typed in; codes and topics too', async () => {
  async function completed(ref: object, name: string, value: string): Promise<string[]> {
    const params = { ref, argument: { name, value } };
    return (await result<{ completion: { values: string[] } }>('completion/complete', params)).completion.values;
  }
  const river = { type: 'ref/prompt', name: 'introduce_river' };
  assert.deepEqual(await completed(river, 'name', '黄'), ['黄河']);
  assert.deepEqual(await completed(river, 'name', 'Yel'), ['Yellow River']);
  assert.deepEqual(await completed(river, 'name', 'nothing has this name'), []);
  assert.deepEqual(await completed(river, 'name', ''), []);
  assert.deepEqual(await completed(river, 'other', '黄'), []);
  assert.deepEqual(await completed({ type: 'ref/prompt', name: 'constructor' }, 'name', '黄'), []);
  assert.deepEqual(await completed({ type: 'ref/prompt', name: 'upstream_of' }, 'place', '三门'), ['三门峡大坝']);
  const [ma] = await completed({ type: 'ref/prompt', name: 'explain_code' }, 'ma', '黄河');
  assert.match(ma!, /^MA\.1002\.3261\.101201\/3261001\.0\.1\//);
  const template = { type: 'ref/resource', uri: 'watercode://rivers/{code}' };
  assert.deepEqual(await completed(template, 'code', '渭河'), ['3261001001.0.1']);
  const topics = { type: 'ref/resource', uri: 'watercode://knowledge/{topic}' };
  assert.deepEqual(await completed(topics, 'topic', 'water'), ['water-resources', 'water-code']);
});
