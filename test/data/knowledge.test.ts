import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const TOPICS = ['hydropower.md', 'remote-sensing.md', 'tools.md', 'water-code.md', 'water-resources.md'];
const TOOLS =
  'watershed_knowledge generate_ma resolve_ma get_subbasin get_river get_poi search_pois search_all locate trace relate';
const PLACEHOLDERS = ['example.ma', 'example.code', 'dataset.reaches', 'dataset.basins', 'dataset.pois'];

const folder = (language: string) => new URL(`../../knowledge/${language}/`, import.meta.url);
const read = (language: string, topic: string) => readFileSync(new URL(topic, folder(language)), 'utf8');

test('the knowledge has the same topics in both languages, each with a heading', () => {
  for (const language of ['zh', 'en']) {
    assert.deepEqual(readdirSync(folder(language)).toSorted(), TOPICS);
    for (const topic of TOPICS) assert.match(read(language, topic), /^# \S/, `${language}/${topic}`);
  }
});

test('the Chinese half is Chinese, and the English half has none', () => {
  for (const topic of TOPICS) {
    assert.ok((read('zh', topic).match(/\p{Script=Han}/gu)?.length ?? 0) > 200, topic);
    assert.doesNotMatch(read('en', topic), /\p{Script=Han}/u, topic);
  }
});

test('together it is long enough to help and short enough to be read', () => {
  const characters = ['zh', 'en'].flatMap((language) => TOPICS.map((topic) => [...read(language, topic)].length));
  const total = characters.reduce((sum, each) => sum + each, 0);
  assert.ok(total >= 8000 && total <= 20_000, `${total} characters`);
});

test('both halves name every tool, and leave room for examples of the dataset that is served', () => {
  for (const language of ['zh', 'en']) {
    for (const tool of TOOLS.split(' ')) assert.ok(read(language, 'tools.md').includes(`\`${tool}(`), tool);
    for (const name of PLACEHOLDERS) assert.ok(read(language, 'water-code.md').includes(`{{${name}}}`), name);
  }
});
