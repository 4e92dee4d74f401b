import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLanguages, assertPlace, assertUnique, kmToLine, placeOf, readReaches, readTable } from './tables.ts';

const KM_FROM_ITS_RIVER = 100;

const rows = readTable('names/rivers.csv');
const byName = Map.groupBy(rows, ({ name }) => name!);
const reaches = readReaches();

/** The row the dataset takes for a place on a river, by the rule in data/names/README.md. */
function namesAt(name: string, place: [number, number]) {
  const candidates = byName.get(name) ?? [];
  return candidates.toSorted((a, b) => kmToLine(place, [placeOf(a)]) - kmToLine(place, [placeOf(b)]))[0];
}

test('every river name has a Chinese and an English name, and says whether they are sure', () => {
  for (const row of rows) {
    assert.notEqual(row.name, '');
    assertLanguages(row, row.name!);
    assert.match(row.sure!, /^[01]$/, row.name!);
  }
});

test('every river of the network has a row', () => {
  const missing = new Set(reaches.map(({ name }) => name).filter((name) => name !== '' && !byName.has(name)));
  assert.deepEqual([...missing], []);
});

test('a name of several rivers has a place in each of its rows, near a river of the name', () => {
  for (const [name, same] of byName) {
    if (same.length === 1) {
      assert.equal(same[0]!.lon + same[0]!.lat!, '', `${name} needs no place`);
      continue;
    }
    assertUnique(same.map(({ lon, lat }) => `${name} ${lon} ${lat}`));
    for (const row of same) {
      assertPlace(row, name);
      const km = Math.min(
        ...reaches.filter((reach) => reach.name === name).map(({ points }) => kmToLine(placeOf(row), points)),
      );
      assert.ok(km < KM_FROM_ITS_RIVER, `${name} at ${row.lon} ${row.lat} is ${Math.round(km)} km from its river`);
    }
  }
});

test('well-known rivers have the names everybody knows', () => {
  const known: [name: string, place: [number, number], zh: string, en: string][] = [
    ['Huang', [104, 36], '黄河', 'Yellow River'],
    ['Huang (Yellow)', [117, 37], '黄河', 'Yellow River'],
    ['Yangtze', [114, 30], '长江', 'Yangtze River'],
    ['Tongtian', [96, 33], '通天河', 'Tongtian River'],
    ['Mekong', [105, 12], '湄公河', 'Mekong River'],
    ['Amazonas', [-60, -3], '亚马孙河', 'Amazon River'],
    ['Nile', [31, 27], '尼罗河', 'Nile River'],
    ['Mississippi', [-91, 33], '密西西比河', 'Mississippi River'],
    ['Danube', [20, 45], '多瑙河', 'Danube River'],
    ['Ganges', [83, 25], '恒河', 'Ganges River'],
    ['Min', [104, 29], '岷江', 'Min River'],
    ['Min', [118, 26], '闽江', 'Min River'],
    ['Ou', [120, 28], '瓯江', 'Ou River'],
    ['Red', [-97, 48], '北红河', 'Red River of the North'],
    ['Mackenzie', [-125, 65], '马更些河', 'Mackenzie River'],
    ['Mackenzie', [149, -23], '麦肯齐河', 'Mackenzie River'],
  ];
  for (const [name, place, zh, en] of known) {
    const row = namesAt(name, place);
    assert.deepEqual([row?.name_zh, row?.name_en], [zh, en], name);
  }
});

test('pins are unique, in range, and each at a mouth of the network on its continent', () => {
  const pins = readTable('pins.csv');
  const mouths = reaches.filter(({ down }) => down === '');
  assertUnique(pins.map(({ basincode }) => basincode!));
  for (const pin of pins) {
    assertPlace(pin, pin.name!);
    assert.match(pin.basincode!, /^[13-7][0-8]\d\d$/, pin.name!);
    assert.notEqual(pin.basincode!.slice(1), '000', pin.name!);
    const here = mouths.filter(({ points }) => kmToLine(placeOf(pin), [points.at(-1)!]) < 5);
    assert.ok(here.length > 0, `no mouth at the pin of ${pin.name}`);
    assert.ok(
      here.some(({ continent }) => continent === pin.basincode![0]),
      `${pin.name} is on another continent`,
    );
  }
  assert.equal(pins.find(({ name }) => name === 'Yellow River')?.basincode, '3261');
});
