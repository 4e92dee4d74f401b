/** What the tools answer, over the small network: records, lists, errors with words that help. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PARAMETERS } from '../../src/service/parameters.ts';
import type { RelationResult, RiverRecord, Trace } from '../../src/service/types.ts';
import { ask, askWrongly } from './support/dialogue.ts';
import { eventsOf, mcpApp } from './support/mcp-app.ts';

const mcp = await mcpApp();
after(() => mcp.app.close());

const SEGMENT = { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 9 };
const ANYWHERE = { basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, type: '', key: '' };
const MA = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';

test('watershed_knowledge tells all five topics, Chinese before English, with examples of this dataset', async () => {
  const { text } = await ask<{ text: string }>(mcp, 'watershed_knowledge');
  assert.match(text, /^# [\p{Script=Han}]/u);
  assert.ok(text.indexOf('水信息编码') < text.indexOf('The water information code'));
  assert.ok(!text.includes('{{'), 'every placeholder is filled');
  assert.match(text, /MA\.1002\.3261\.101201\/3261001/);
});

test('get_river gives the record of the REST twin, and level is 1 unless given', async () => {
  const record = await ask<RiverRecord>(mcp, 'get_river', SEGMENT);
  const rest = await mcp.app.inject({ url: '/api/rivers/3261/001/0/9/1' });
  assert.deepEqual(record, rest.json());
  assert.deepEqual(await ask(mcp, 'get_river', { ...SEGMENT, level: 1 }), record);
});

test('numbers may come as text, as language models send them', async () => {
  const asText = { basincode: '3261', subbasincd: '001', binstrval: '0', binstrlen: ' 9 ', level: '1' };
  assert.deepEqual(await ask(mcp, 'get_river', asText), await ask(mcp, 'get_river', SEGMENT));
});

test('get_subbasin, get_poi and resolve_ma give what their REST twins give', async () => {
  const twins: [string, object, string][] = [
    ['get_subbasin', { basincode: 3261, subbasincd: '001001', level: 1 }, '/api/subbasins/3261/001001/1'],
    ['get_poi', { type: 'dam', key: 'sanmenxia-1' }, '/api/pois/dam/sanmenxia-1'],
    ['get_poi', { type: 'junction', key: '3261001-0-3' }, '/api/pois/junction/3261001-0-3'],
    ['resolve_ma', { ma: MA }, `/api/ma/resolve?ma=${encodeURIComponent(MA)}`],
    ['search_all', { q: 'wei' }, '/api/search?q=wei'],
    ['locate', { lon: 110.3, lat: 34.6 }, '/api/locate?lon=110.3&lat=34.6'],
    ['relate', { a: '3261001.0.9', b: '3261001.0.1' }, '/api/ma/relation?a=3261001.0.9&b=3261001.0.1'],
  ];
  for (const [name, given, url] of twins) {
    const rest = await mcp.app.inject({ url });
    assert.equal(rest.statusCode, 200, url);
    assert.deepEqual(await ask(mcp, name, given), rest.json(), name);
  }
});

test('generate_ma makes what resolve_ma reads, for rivers, sub-basins and points', async () => {
  const blank = { type: '', key: '', basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, level: 0 };
  const cases: [object, object][] = [
    [
      { ...SEGMENT, type: 'rivers', level: 1 },
      { type: 'rivers', level: 1 },
    ],
    [{ type: 'subbasins', basincode: 3261, subbasincd: '001001', level: 1 }, { type: 'subbasins' }],
    [
      { type: 'junction', key: '3261001-0-3' },
      { type: 'junction', key: '3261001-0-3' },
    ],
    [
      { type: 'dam', key: 'LIUJIAXIA' },
      { type: 'dam', key: 'LIUJIAXIA' },
    ],
  ];
  for (const [given, extensions] of cases) {
    const { ma } = await ask<{ ma: string }>(mcp, 'generate_ma', { ...blank, ...given });
    const resolved = await ask<{ extensions: object }>(mcp, 'resolve_ma', { ma });
    assert.partialDeepStrictEqual(resolved.extensions, extensions);
  }
});

test('search_pois takes 0 and empty text for any, bounds its list and says the total', async () => {
  const dams = await ask<{ items: { key: string }[]; truncated: boolean; total: number }>(mcp, 'search_pois', {
    ...ANYWHERE,
    type: 'dam',
  });
  assert.deepEqual(
    dams.items.map((item) => item.key),
    ['LIUJIAXIA', 'lock & dam/1', 'Sanmenxia-1', '小浪底'],
  );
  assert.deepEqual([dams.truncated, dams.total], [false, 4]);
  const onOne = await ask<{ items: unknown[] }>(mcp, 'search_pois', {
    ...ANYWHERE,
    ...SEGMENT,
    binstrlen: 4,
    type: 'dam',
  });
  assert.equal(onOne.items.length, 2);
});

test('trace sums what is upstream, names the tributaries and counts the points', async () => {
  const trace = await ask<Trace>(mcp, 'trace', { ...SEGMENT, binstrlen: 1, direction: 'upstream' });
  assert.equal(trace.sums.reachCount, 31);
  assert.ok(trace.rivers.some((river) => river.displayName === '渭河'));
  assert.equal(trace.pois.byType.dam, 3);
  const page = await ask<Trace>(mcp, 'trace', { ...SEGMENT, binstrlen: 1, direction: 'upstream', limit: 10 });
  assert.equal(page.reaches.length, 10);
  const next = await ask<Trace>(mcp, 'trace', {
    ...SEGMENT,
    binstrlen: 1,
    direction: 'upstream',
    limit: 10,
    cursor: page.next,
  });
  assert.deepEqual([...page.reaches, ...next.reaches], trace.reaches.slice(0, 20));
});

test('relate says in both languages how two codes lie to each other', async () => {
  const found = await ask<RelationResult>(mcp, 'relate', { a: '3261001001.0.1', b: '3261001.0.2' });
  assert.equal(found.relation, 'upstream');
  assert.match(found.description, /渭河.*上游/);
  assert.match(found.descriptionEn, /Wei River.*upstream/);
});

test('whole numbers past 2^53 keep all their digits, in text and structure, on every way', async () => {
  const ma = 'MA.1002.3261.101201/3261001.18446744073709551615.65';
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'resolve_ma', arguments: { ma } } };
  const short = await mcp.post(call);
  assert.equal(short.body.match(/18446744073709551615[^.]/g)?.length, 2);
  const long = await mcp.post({ ...call, params: { ...call.params, _meta: {} } });
  assert.equal(long.body, short.body);
});

test('the short way gives the bytes of the ordinary one, for good answers and errors', async () => {
  const calls: [string, object][] = [
    ['get_river', SEGMENT],
    ['get_river', { ...SEGMENT, level: 9 }],
    ['get_river', {}],
    ['search_all', { q: '黄河' }],
    ['search_all', { q: '"\\\u2028' }],
    ['resolve_ma', { ma: 'MA.x' }],
    ['watershed_knowledge', {}],
  ];
  for (const id of [1, 'a "quoted" id', -7]) {
    for (const [name, given] of calls) {
      const call = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } };
      const [short, long] = [await mcp.post(call), await mcp.post({ ...call, params: { ...call.params, _meta: {} } })];
      assert.equal(short.body, long.body, name);
      assert.equal(eventsOf(short.body)[0]?.id, id);
    }
  }
});

test('an error names the fault, what is allowed and what to do next, in Chinese and English', async () => {
  const cases: [string, object, RegExp[]][] = [
    ['get_river', { ...SEGMENT, basincode: 99 }, [/basincode/, /1000 至 9999/, /from 1000 to 9999/]],
    ['get_river', { basincode: 3261 }, [/缺少参数 subbasincd/, /subbasincd is missing/i, /001/]],
    ['get_river', { ...SEGMENT, binstrval: 256, binstrlen: 9 }, [/binstrval/, /2 的/, /below 2/]],
    ['get_river', { ...SEGMENT, binstrlen: 5000 }, [/没有河段 3261001\.0\.5000/, /search_all/, /locate/]],
    ['get_river', { ...SEGMENT, level: 9 }, [/level=1/, /use level 1/]],
    ['get_river', { ...SEGMENT, colour: 'red' }, [/colour/, /basincode, subbasincd/, /可用参数/]],
    ['get_river', { ...SEGMENT, binstrval: 1e300 }, [/binstrval/, /text|文本/]],
    ['get_poi', { type: 'castle', key: 'x' }, [/castle/, /dam/, /junction/, /search_pois/]],
    ['get_poi', { type: 'dam', key: 'x' }, [/dam/, /search_all/]],
    [
      'search_pois',
      { basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, type: '', key: '' },
      [/至少/, /at least/],
    ],
    ['search_all', { q: ' ' }, [/q/, /1 至 200/, /1 to 200/]],
    ['trace', { ...SEGMENT, direction: 'sideways' }, [/upstream/, /downstream/, /之一/, /one of/]],
    ['locate', { lon: 200, lat: 0 }, [/-180/, /180/]],
    ['relate', { a: 'nonsense', b: '3261001.0.1' }, [/既不是水信息码/, /neither an MA string/i]],
  ];
  for (const [name, given, patterns] of cases) {
    const text = await askWrongly(mcp, name, given);
    const [zh = '', en = ''] = text.split('\n');
    assert.match(zh, /[\p{Script=Han}].*下一步：.+。$/u, text);
    assert.match(en, /^[A-Z].*Next: [^\p{Script=Han}]+\.$/u, text);
    for (const pattern of patterns) assert.match(text, pattern, name);
  }
});

test('a wrong MA string is answered with where it is wrong and the nearest right one', async () => {
  const text = await askWrongly(mcp, 'resolve_ma', { ma: MA.replace('1002', '1OO2') });
  assert.match(text, /第 5 个字符/);
  assert.match(text, /Character 5/i);
  assert.equal(text.split(MA).length, 3, 'the near miss, in both languages');
  const related = await askWrongly(mcp, 'relate', { a: MA.replace('.RV', '.RX!'), b: '3261001.0.1' });
  assert.match(related, /第 \d+ 个字符/);
});

test('a required parameter that is missing is named, for every tool', async () => {
  const tools = ((await mcp.call('tools/list')).result as { tools: { name: string; inputSchema: never }[] }).tools;
  for (const { name, inputSchema } of tools) {
    const { required } = inputSchema as { required: (keyof typeof PARAMETERS)[] };
    if (required.length === 0 || name === 'search_pois') continue;
    const text = await askWrongly(mcp, name, {});
    assert.ok(
      required.some((parameter) => text.includes(parameter)),
      `${name}: ${text}`,
    );
  }
});
