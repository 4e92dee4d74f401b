import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Reach {
  id: string;
  down: string;
  name: string;
  continent: string;
  points: [number, number][];
}

const MOUTH_KM = 45;
const CONFLUENCE_KM = 35;

const reaches = readReaches();
const byId = new Map(reaches.map((reach) => [reach.id, reach]));
const outlets = reaches.filter(({ down }) => down === '');

/**
 * A line for each great river: its name, a part of it high up (a name in the data and a place near it), its mouth. Below
 * it, indented, what flows into it: a part of that river, and the place where its water comes to the great one.
 */
const greatRivers = readText('great-rivers.txt')
  .trimEnd()
  .split(/\n(?! )/)
  .map((block) => {
    const [head, ...tributaries] = block.split('\n').map((line) => line.split('|').map((part) => part.trim()));
    const [river, source, mouth] = head as [string, string, string];
    return { river, source, mouth, tributaries: tributaries as [string, string][] };
  });

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function readReaches(): Reach[] {
  const [, ...rows] = readText('../../data/rivers/reaches.csv').trimEnd().split('\n');
  return rows.map((row) => {
    const match = /^(\w+),(\w*),([^,"]*),(\d?),"LINESTRING\((.+)\)"$/.exec(row);
    assert.ok(match, `a line that is no reach: ${row.slice(0, 100)}`);
    const [, id, down, name, continent, wkt] = match as unknown as string[];
    const points = wkt!.split(',').map((point) => point.split(' ').map(Number) as [number, number]);
    return { id: id!, down: down!, name: name!, continent: continent!, points };
  });
}

function kmBetween([lon0, lat0]: readonly number[], [lon1, lat1]: readonly number[]): number {
  const cos = Math.cos(((lat0! + lat1!) * Math.PI) / 360);
  return Math.hypot((lon1! - lon0!) * cos, lat1! - lat0!) * 111.195;
}

const place = (text: string) => text.split(' ').map(Number);

/** `Ucayali -73 -12`: the reach nearest to the place among those with that name in theirs. */
function find(text: string): Reach {
  const [, name, lon, lat] = /^(.+) (-?[\d.]+) (-?[\d.]+)$/.exec(text) as unknown as string[];
  let best: Reach | undefined;
  let bestKm = 200;
  for (const reach of reaches) {
    if (!reach.name.includes(name!)) continue;
    const km = Math.min(...reach.points.map((point) => kmBetween(point, [Number(lon), Number(lat)])));
    if (km >= bestKm) continue;
    best = reach;
    bestKm = km;
  }
  assert.ok(best, `there is a reach called ${name} near ${lon} ${lat}`);
  return best;
}

/** Stops after as many steps as there are reaches, so that a cycle fails instead of hanging. */
function wayDown(from: Reach): Reach[] {
  const way: Reach[] = [];
  for (let reach: Reach | undefined = from; reach; reach = byId.get(reach.down)) {
    assert.ok(way.push(reach) <= reaches.length, `${from.id} leads into a cycle`);
  }
  return way;
}

test('the network has about 1,800 reaches in about 500 trees, most of them named', () => {
  assert.equal(byId.size, reaches.length, 'ids are unique');
  assert.ok(reaches.length > 1700 && reaches.length < 1900, `${reaches.length} reaches`);
  assert.ok(outlets.length > 480 && outlets.length < 540, `${outlets.length} trees`);
  assert.ok(reaches.filter(({ name }) => name !== '').length > 0.95 * reaches.length);
});

test('every reach flows into one that exists, begins where it ends, and leads to an outlet', () => {
  for (const reach of reaches) {
    const below = byId.get(reach.down);
    if (reach.down !== '') assert.ok(below, `${reach.id} flows into ${reach.down}, which is not there`);
    if (below) assert.deepEqual(reach.points.at(-1), below.points[0], `${reach.id} ends where ${below.id} begins`);
    wayDown(reach);
  }
});

test('every line has two different points at least, all of them on the globe', () => {
  for (const { id, points } of reaches) {
    assert.ok(points.length >= 2, `${id} has ${points.length} points`);
    for (const [i, [lon, lat]] of points.entries()) {
      assert.ok(Math.abs(lon) <= 180 && Math.abs(lat) <= 90, `${id} has ${lon} ${lat}`);
      if (i > 0) assert.notDeepEqual(points[i], points[i - 1], `${id} has a point twice`);
    }
  }
});

test('no tree is a bit shorter than 12 km', () => {
  const lengthKm = new Map<string, number>();
  for (const reach of reaches) {
    const outlet = wayDown(reach).at(-1)!.id;
    const own = reach.points.reduce((sum, point, i) => sum + (i ? kmBetween(reach.points[i - 1]!, point) : 0), 0);
    lengthKm.set(outlet, (lengthKm.get(outlet) ?? 0) + own);
  }
  for (const [outlet, km] of lengthKm) assert.ok(km >= 12, `the tree of ${outlet} is ${km.toFixed(1)} km long`);
});

test('names are whole: no sign of lost letters, no double spaces', () => {
  for (const { name } of reaches) assert.doesNotMatch(name, /\?| {2}|^ | $|\uFFFD/);
  const names = new Set(reaches.map(({ name }) => name));
  for (const name of ['Paraná', 'Sénégal (Senegal)', 'Rhône', 'São Francisco', 'Ångermanälven', 'Kızılırmak']) {
    assert.ok(names.has(name), name);
  }
});

test('outlets, and only they, tell their continent', () => {
  const continents: Record<string, string> = {
    'Nile 31 28': '1',
    'Niger 6.7 7': '1',
    'Zambezi 35 -17.5': '1',
    'Moulouya -3 34': '1',
    'Jubba 42.7 1': '1',
    'Ob 66 65': '3',
    'Yenisey 86 68': '3',
    'Lena 126 70': '3',
    'Yangtze 119 32': '3',
    'Kızılırmak 34 41': '3',
    'Kür 48 40.3': '3',
    'Shatt al Arab 48 30.5': '3',
    'Jordan 35.5 32': '3',
    'Mahakam 116 0': '3',
    'Cagayan 121.7 17.5': '3',
    'Volga 46 49': '4',
    'Don 41 47.5': '4',
    'Dnipro 35 48': '4',
    'Pechora 54 66': '4',
    'Severnaya Dvina 42 64': '4',
    'Ural 51.5 48': '4',
    'Kuban 40 45.3': '4',
    'Evros 26.5 41.5': '4',
    'Þjórsá -20 64.1': '4',
    'Guadalquivir -5 37.7': '4',
    'Mississippi -91 32': '5',
    'Yukon -160 62': '5',
    'San Juan -84.5 11': '5',
    'Coco -85 14.5': '5',
    'Murray 140 -34.3': '6',
    'Waikato 175.3 -37.8': '6',
    'Sepik 143 -4.2': '6',
    'Mamberamo 138 -2': '6',
    'Daly 131 -13.8': '6',
    'Amazonas -60 -3.2': '7',
    'Magdalena -74.8 10': '7',
    'Atrato -76.8 7': '7',
    'Orinoco -63 8.1': '7',
  };
  for (const { id, down, continent } of reaches) {
    assert.match(continent, down === '' ? /^[134567]$/ : /^$/, id);
  }
  for (const [river, continent] of Object.entries(continents)) {
    assert.equal(wayDown(find(river)).at(-1)!.continent, continent, river);
  }
});

test('the table of great rivers is there', () => {
  assert.ok(greatRivers.length > 60);
  assert.ok(greatRivers.flatMap(({ tributaries }) => tributaries).length > 180);
});

for (const { river, source, mouth, tributaries } of greatRivers) {
  test(`${river}: one tree, with its mouth and its tributaries in place`, () => {
    const stem = wayDown(find(source));
    const end = stem.at(-1)!.points.at(-1)!;
    const problems: string[] = [];
    if (kmBetween(end, place(mouth)) > MOUTH_KM) problems.push(`ends at ${end}, not at ${mouth}`);
    for (const [tributary, meeting] of tributaries) {
      const way = wayDown(find(tributary));
      const shared = way.find((reach) => stem.includes(reach));
      if (!shared) problems.push(`${tributary} does not flow into it, but ends at ${way.at(-1)!.points.at(-1)}`);
      else if (shared === way[0]) problems.push(`${tributary} is a part of it`);
      else if (kmBetween(shared.points[0]!, place(meeting)) > CONFLUENCE_KM) {
        problems.push(`${tributary} joins at ${shared.points[0]}, not at ${meeting}`);
      }
    }
    assert.deepEqual(problems, []);
  });
}
