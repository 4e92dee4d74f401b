import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertFigures,
  assertLanguages,
  assertPlace,
  assertUnique,
  kmToLine,
  placeOf,
  readReaches,
  readTable,
} from './tables.ts';

/** A fact's place is where its river ends, to the two decimals it is written with. */
const KM_FROM_THE_MOUTH = 3;

const facts = readTable('facts/rivers.csv');
const names = readTable('names/rivers.csv');
const reaches = readReaches();

test('a hundred rivers and more have facts, no river twice', () => {
  assert.ok(new Set(facts.map(({ name_en, mouth_en }) => `${name_en} ${mouth_en}`)).size >= 100, `${facts.length}`);
  assertUnique(facts.map(({ name, lon, lat }) => `${name} ${lon} ${lat}`));
});

test('facts are whole: figures, countries, mouth and both descriptions', () => {
  for (const fact of facts) {
    assertPlace(fact, fact.name!);
    assertLanguages(fact, fact.name!);
    const figures = ['length_km', 'basin_area_km2', 'mean_discharge_m3s'];
    assertFigures(fact, figures, fact.name!);
    for (const field of figures) assert.notEqual(fact[field], '', `${fact.name}: ${field}`);
    assert.match(fact.countries!, /^[A-Z]{2}(;[A-Z]{2})*$/, fact.name!);
    assertUnique(fact.countries!.split(';').map((country) => `${fact.name}: ${country}`));
  }
});

test('figures are possible: runoff within what rain allows, length fitting the area', () => {
  for (const { name, length_km, basin_area_km2, mean_discharge_m3s } of facts) {
    const runoffMm = (Number(mean_discharge_m3s) * 31_557.6) / Number(basin_area_km2);
    assert.ok(runoffMm > 1 && runoffMm < 3000, `${name}: ${Math.round(runoffMm)} mm of runoff a year`);
    // Hack's law gives 1.4 A^0.6; short outlets of lakes and rivers with long deserts lie far on either side.
    const ratio = Number(length_km) / (1.4 * Number(basin_area_km2) ** 0.6);
    assert.ok(ratio > 0.01 && ratio < 3, `${name}: ${length_km} km for ${basin_area_km2} km2`);
  }
});

test('each fact is about a river of the network, placed at its lower end', () => {
  for (const fact of facts) {
    const here = reaches.filter(({ name }) => name === fact.name);
    assert.ok(here.length > 0, `${fact.name} is in the network`);
    const km = Math.min(...here.map(({ points }) => kmToLine(placeOf(fact), [points.at(-1)!])));
    assert.ok(km < KM_FROM_THE_MOUTH, `${fact.name} is placed ${km.toFixed(1)} km from an end of the river`);
  }
});

test('each fact gives its river the English name that the table of names does', () => {
  for (const { name, name_en } of facts) {
    assert.ok(
      names.some((row) => row.name === name && row.name_en === name_en),
      `${name}: ${name_en}`,
    );
  }
});
