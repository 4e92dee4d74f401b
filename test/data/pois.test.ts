import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertFigures,
  assertLanguages,
  assertPlace,
  assertUnique,
  kmToLine,
  placeOf,
  type Row,
  readReaches,
  readTable,
} from './tables.ts';

const KM_FROM_ITS_RIVER = 15;
const ICONS = ['junction', 'dam', 'hydropower', 'gauge', 'city'];

const dams = readTable('pois/dams.csv');
const gauges = readTable('pois/gauges.csv');
const cities = readTable('pois/cities.csv');
const types = readTable('pois/types.csv');
const names = readTable('names/rivers.csv');
const all = [...dams, ...gauges, ...cities];

const called = (poi: Row) => `${poi.type} ${poi.key}`;

test('there are 150 dams and 100 gauges and cities at least, on six continents', () => {
  assert.ok(dams.length >= 150, `${dams.length} dams`);
  assert.ok(gauges.length + cities.length >= 100, `${gauges.length} gauges, ${cities.length} cities`);
  const countries = new Set(dams.flatMap(({ country }) => country!.split(';')));
  for (const one of ['CN', 'IN', 'BR', 'US', 'CA', 'RU', 'EG', 'ET', 'AU', 'NZ', 'FR', 'TR', 'VE']) {
    assert.ok(countries.has(one), `a dam in ${one}`);
  }
});

test('every point has its type, a stable key, two names, two descriptions and a place', () => {
  assertUnique(all.map(called));
  for (const poi of all) {
    assert.match(poi.key!, /^[0-9A-Z]+(-[0-9A-Z]+)*$/, called(poi));
    assertLanguages(poi, called(poi));
    assertPlace(poi, called(poi));
    assert.match(poi.country!, /^[A-Z]{2}(;[A-Z]{2})*$/, called(poi));
  }
  for (const { type } of dams) assert.match(type!, /^(dam|hydropower)$/);
  for (const { type } of gauges) assert.equal(type, 'gauge');
  for (const { type } of cities) assert.equal(type, 'city');
});

test('figures are positive where they are known, and every power station has a capacity', () => {
  for (const dam of dams) {
    assertFigures(dam, ['capacity_mw', 'height_m', 'reservoir_km3'], called(dam));
    assert.equal(dam.type === 'hydropower', dam.capacity_mw !== '', `${called(dam)}: ${dam.capacity_mw} MW`);
    assert.match(dam.year!, /^(1[89]|20)\d\d$/, called(dam));
  }
  for (const gauge of gauges) assertFigures(gauge, ['drainage_area_km2', 'mean_flow_m3s'], called(gauge));
  for (const city of cities) {
    assertFigures(city, ['population'], called(city));
    assert.match(city.population_year!, /^20\d\d$/, called(city));
  }
});

test('nothing is greater than Three Gorges in power or Jinping in height', () => {
  for (const { key, capacity_mw, height_m } of dams) {
    assert.ok(Number(capacity_mw) <= 22_500, `${key}: ${capacity_mw} MW`);
    assert.ok(Number(height_m) <= 305, `${key}: ${height_m} m`);
  }
});

test('every type has names and an icon, and no other type is used', () => {
  assert.deepEqual(
    types.map(({ type }) => type),
    ['junction', 'dam', 'hydropower', 'gauge', 'city'],
  );
  for (const type of types) {
    assertLanguages(type, type.type!);
    assert.ok(ICONS.includes(type.icon!), type.icon!);
  }
});

test('every river named is in the table of names, the same in both languages', () => {
  const pairs = new Set(names.map(({ name_zh, name_en }) => `${name_zh} ${name_en}`));
  for (const poi of all) assert.ok(pairs.has(`${poi.river_zh} ${poi.river}`), `${called(poi)}: ${poi.river}`);
});

test('every point lies near a line of its river', () => {
  const namesOf = Map.groupBy(names, ({ name_en }) => name_en!);
  const reachesOf = Map.groupBy(readReaches(), ({ name }) => name);
  for (const poi of all) {
    const lines = (namesOf.get(poi.river!) ?? []).flatMap(({ name }) => reachesOf.get(name!) ?? []);
    const km = Math.min(...lines.map(({ points }) => kmToLine(placeOf(poi), points)));
    assert.ok(km < KM_FROM_ITS_RIVER, `${called(poi)} is ${km.toFixed(1)} km from the ${poi.river}`);
  }
});
