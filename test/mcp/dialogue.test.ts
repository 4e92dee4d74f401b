/** Ten questions that people ask, each answered by at most three calls, over the dataset that comes with the project. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ensureDefaultDataset } from '../../src/dataset/default.ts';
import type {
  LocateResult,
  MaResolution,
  PoiItem,
  PoiRecord,
  RelationResult,
  RiverRecord,
  SearchHit,
  SearchResult,
  SubbasinRecord,
  Trace,
} from '../../src/service/types.ts';
import { ask as askTool } from './support/dialogue.ts';
import { mcpApp } from './support/mcp-app.ts';

const mcp = await mcpApp({ dataset: await ensureDefaultDataset() });
after(() => mcp.app.close());

const MOST_CALLS = 3;

type Ask = <T>(name: string, given: object) => Promise<T>;

function question(text: string, answer: (ask: Ask) => Promise<void>): void {
  test(text, async () => {
    let calls = 0;
    await answer(async <T>(name: string, given: object) => {
      calls += 1;
      return await askTool<T>(mcp, name, given);
    });
    assert.ok(calls > 0 && calls <= MOST_CALLS, `${calls} calls`);
  });
}

/** What a model does with the hits: takes the first of the kind it is after. */
async function find(ask: Ask, q: string, kind: SearchHit['kind']): Promise<SearchHit> {
  const { items } = await ask<SearchResult>('search_all', { q });
  const hit = items.find((item) => item.kind === kind);
  assert.ok(hit, `no ${kind} for ${q}`);
  return hit;
}

function segmentOf({ basincode, subbasincd, binstrval, binstrlen }: SearchHit | MaResolution['standard']) {
  return { basincode, subbasincd, binstrval, binstrlen };
}

function namesOf(rivers: readonly { displayName: string }[]): Set<string> {
  return new Set(rivers.map((river) => river.displayName));
}

question('黄河有哪些支流？', async (ask) => {
  const river = await find(ask, '黄河', 'river');
  const { rivers } = await ask<Trace>('trace', { ...segmentOf(river), direction: 'upstream' });
  const names = namesOf(rivers);
  for (const name of ['渭河', '汾河', '无定河', '沁河', '泾河']) assert.ok(names.has(name), name);
  assert.ok(!names.has('嘉陵江'));
});

question('What is upstream of the Three Gorges dam?', async (ask) => {
  const dam = await find(ask, 'Three Gorges', 'poi');
  const { rivers, pois, sums } = await ask<Trace>('trace', { ...segmentOf(dam), direction: 'upstream' });
  const names = new Set(rivers.map((river) => river.displayNameEn));
  for (const name of ['Jialing River', 'Min River', 'Wu River', 'Yalong River']) assert.ok(names.has(name), name);
  for (const name of ['Han River', 'Xiang River', 'Gan River']) assert.ok(!names.has(name), name);
  assert.ok(pois.byType.hydropower! >= 5);
  assert.ok(sums.lengthKm > 5000);
});

question('这个码是哪条河：黄河河口河段的 MA 码？', async (ask) => {
  const ma = 'MA.1002.3261.101201/3261001.0.1/HS0301.OPE1190332N0378026.RV';
  const { standard, extensions } = await ask<MaResolution>('resolve_ma', { ma });
  assert.equal(extensions.type, 'rivers');
  const river = await ask<RiverRecord>('get_river', segmentOf(standard));
  assert.deepEqual([river.displayName, river.displayNameEn], ['黄河', 'Yellow River']);
});

question('Which river is at 30.6 N, 114.3 E?', async (ask) => {
  const { items } = await ask<LocateResult>('locate', { lon: 114.3, lat: 30.6 });
  assert.equal(items[0]?.displayNameEn, 'Yangtze River');
  assert.ok(items[0].distanceM < 20_000);
});

question('渭河的水流到哪里？', async (ask) => {
  const river = await find(ask, '渭河', 'river');
  const { rivers, reaches } = await ask<Trace>('trace', { ...segmentOf(river), direction: 'downstream' });
  assert.deepEqual([...namesOf(rivers)], ['渭河', '黄河']);
  assert.equal(reaches.at(-1)?.outletKm, 0);
});

question('Does the Missouri flow into the Mississippi?', async (ask) => {
  const missouri = await find(ask, 'Missouri River', 'river');
  const mississippi = await find(ask, 'Mississippi River', 'river');
  const { relation, descriptionEn } = await ask<RelationResult>('relate', { a: missouri.ma, b: mississippi.ma });
  assert.equal(relation, 'upstream');
  assert.match(descriptionEn, /Missouri River.* is upstream of Mississippi River/);
});

question('莱茵河和多瑙河的水会汇合吗？', async (ask) => {
  const rhine = await find(ask, '莱茵河', 'river');
  const danube = await find(ask, '多瑙河', 'river');
  const { relation, description } = await ask<RelationResult>('relate', { a: rhine.ma, b: danube.ma });
  assert.equal(relation, 'different-basins');
  assert.match(description, /水不相汇/);
});

question('长江流域有哪些水电站？', async (ask) => {
  const basin = await find(ask, '长江流域', 'basin');
  const given = { basincode: basin.basincode, subbasincd: '', binstrval: 0, binstrlen: 0, type: 'hydropower', key: '' };
  const { items, total } = await ask<{ items: PoiItem[]; total: number }>('search_pois', given);
  const names = namesOf(items);
  for (const name of ['三峡水电站', '白鹤滩水电站', '葛洲坝水电站']) assert.ok(names.has(name), name);
  assert.ok(!names.has('小浪底水电站'));
  assert.equal(total, items.length);
});

question('How long is the Amazon, and where does it end?', async (ask) => {
  const amazon = await find(ask, 'Amazon River', 'river');
  const { properties, descriptionEn } = await ask<RiverRecord>('get_river', segmentOf(amazon));
  const length = properties.find(({ name }) => name === '河流全长');
  assert.equal(length?.unit, 'km');
  assert.ok(Math.abs(Number(length.value) - 6400) < 300);
  assert.match(descriptionEn, /Atlantic/);
});

question('3261 是哪个流域？它的子流域有哪些？', async (ask) => {
  const basin = await find(ask, '3261', 'basin');
  assert.equal(basin.displayName, '黄河流域');
  const { basincode, subbasincd } = basin;
  const record = await ask<SubbasinRecord>('get_subbasin', { basincode, subbasincd, level: 1 });
  assert.equal(record.downstream, '');
  assert.ok(record.upstream.length > 0 && record.upstream.every((code) => /^001\d{3}$/.test(code)));
});

question('Make a code for the Hoover Dam that I can print. How high is it?', async (ask) => {
  const dam = await find(ask, 'Hoover', 'poi');
  const { type, key } = dam;
  const blank = { basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, level: 0 };
  const { ma } = await ask<{ ma: string }>('generate_ma', { type, key, ...blank });
  assert.equal(ma, dam.ma);
  const { properties } = await ask<PoiRecord>('get_poi', { type, key });
  assert.match(properties.find(({ name }) => name === '坝高')?.value ?? '', /^22\d m$/);
});
