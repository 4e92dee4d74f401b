import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyNames } from '../../src/dataset/properties.ts';
import { type RecordShape, riverRecordJson, riverRecordTemplate } from '../../src/dataset/river-record.ts';
import { textOf } from '../../src/format/byte-string.ts';
import {
  compileTemplate,
  englishTemplate,
  figuresLine,
  fillTemplate,
  type ReachFigures,
} from '../../src/format/record-template.ts';

const text = fc.string({ unit: fc.constantFrom('黄', '河', 'a', 'B', ' ', '"', '\\', 'é', '𠀀', '\n'), maxLength: 12 });
const bilingual = fc.record({ zh: text, en: text });
const shape: fc.Arbitrary<RecordShape> = fc.record({
  namedBy: fc.constantFrom('own', 'stem', 'tributary', 'none'),
  into: fc.constantFrom('unknown', 'oneName', 'twoNames'),
  hasArea: fc.boolean(),
  hasSourceId: fc.boolean(),
  facts: fc.option(
    fc.record({
      description: bilingual,
      properties: fc.array(
        fc.record({ kind: fc.record({ name: text, nameEn: text, unit: text, icon: text }), value: text }),
        { maxLength: 3 },
      ),
      photos: fc.array(fc.webUrl(), { maxLength: 2 }),
      mouth: fc.option(bilingual, { nil: undefined }),
    }),
    { nil: undefined },
  ),
});
const figure = fc.double({ min: 0, max: 1e7, noNaN: true }).map((value) => value.toFixed(2));
/** Names repeat, as in rivers called the same in both languages, and reaches that flow into their own river. */
const name = fc.oneof(fc.constantFrom('黄河', 'Ob'), text);
const figures = fc.record({
  river: name,
  riverEn: name,
  into: name,
  intoEn: name,
  lengthKm: figure,
  strahler: fc.integer({ min: 1, max: 12 }).map(String),
  areaKm2: figure,
  outletKm: figure,
  upstreamReaches: fc.nat().map(String),
  upstreamKm: figure,
  sourceId: text,
  basincode: fc.integer({ min: 1000, max: 9999 }).map(String),
  subbasincd: fc.stringMatching(/^[0-9A-Z]{3}$/),
});

/** Where a name is missing in one language, that of the other stands in; where it is in none, no template has it. */
function withNames(reach: ReachFigures): ReachFigures {
  const { river, riverEn, into, intoEn } = reach;
  return { ...reach, river: river || riverEn, riverEn: riverEn || river, into: into || intoEn, intoEn: intoEn || into };
}

function intoOf({ into, intoEn }: ReachFigures): RecordShape['into'] {
  if (into === '' && intoEn === '') return 'unknown';
  return into === '' || intoEn === '' || into === intoEn ? 'oneName' : 'twoNames';
}

test('a template filled with figures is the record itself', () => {
  fc.assert(
    fc.property(shape, figures, (anyShape, reach) => {
      const river: RecordShape = { ...anyShape, into: intoOf(reach) };
      const escaped = Object.fromEntries(
        Object.entries(reach).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]),
      ) as unknown as ReachFigures;
      const code = `${reach.basincode}${reach.subbasincd}.7.3`;
      const stored = { code, strahler: Number(reach.strahler), figures: figuresLine(escaped) };
      const filled = textOf(fillTemplate(compileTemplate(riverRecordTemplate(river)), stored));
      assert.deepEqual(JSON.parse(filled), JSON.parse(riverRecordJson(river, withNames(reach))));
    }),
    { numRuns: 500 },
  );
});

test('a name that says the same as another is not stored again', () => {
  const reach = { lengthKm: '1', areaKm2: '', outletKm: '2', upstreamReaches: '0', upstreamKm: '1', sourceId: 'x' };
  const line = (river: string, riverEn: string, into: string, intoEn: string) =>
    figuresLine({ river, riverEn, into, intoEn, ...reach })
      .split('\t')
      .slice(0, 4);
  assert.deepEqual(line('Ob', 'Ob', 'Ob', 'Ob'), ['Ob', '', '', '']);
  assert.deepEqual(line('黄河', 'Yellow River', '黄河', 'Yellow River'), ['黄河', 'Yellow River', '', '']);
  assert.deepEqual(line('渭河', 'Wei', '黄河', 'Yellow River'), ['渭河', 'Wei', '黄河', 'Yellow River']);
  assert.deepEqual(line('', 'Wei', '', 'Huang'), ['Wei', '', 'Huang', '']);
});

test('a record has exactly the fields of the contract, in its order', () => {
  fc.assert(
    fc.property(shape, figures, (river, reach) => {
      const record = JSON.parse(riverRecordJson(river, reach));
      assert.deepEqual(Object.keys(record), [
        'displayName',
        'description',
        'displayNameEn',
        'descriptionEn',
        'properties',
        'photos',
        'basincode',
        'subbasincd',
      ]);
      assert.equal(typeof record.basincode, 'number');
      for (const item of record.properties) assert.deepEqual(Object.keys(item), ['name', 'value', 'unit', 'icon']);
    }),
  );
});

test('the English template differs in property names alone', () => {
  const river: RecordShape = { namedBy: 'own', into: 'twoNames', hasArea: true, hasSourceId: true, facts: undefined };
  const chinese = riverRecordTemplate(river);
  const english = englishTemplate(chinese, propertyNames([]));
  assert.match(english, /\{"name":"Reach length"/);
  assert.match(english, /\{"name":"Flows into"/);
  assert.doesNotMatch(english, /\{"name":"[^"]*[\u4e00-\u9fff]/);
  assert.equal(english.replace(/"name":"[^"]*"/g, ''), chinese.replace(/"name":"[^"]*"/g, ''));
});

test('a reach without a name says which river it flows to', () => {
  const reach = {
    river: '黄河',
    riverEn: 'Yellow River',
    into: '黄河',
    intoEn: 'Yellow River',
    lengthKm: '1',
    strahler: '1',
    areaKm2: '',
    outletKm: '2',
    upstreamReaches: '0',
    upstreamKm: '1',
    sourceId: '',
    basincode: '3261',
    subbasincd: '001',
  };
  const named = (namedBy: RecordShape['namedBy']) =>
    JSON.parse(
      riverRecordJson({ namedBy, into: 'twoNames', hasArea: false, hasSourceId: false, facts: undefined }, reach),
    );
  assert.equal(named('tributary').displayName, '黄河支流');
  assert.equal(named('tributary').displayNameEn, 'Tributary of Yellow River');
  assert.match(named('tributary').description, /流入黄河。$/);
  assert.equal(named('stem').displayNameEn, 'Headwaters of Yellow River');
  assert.equal(named('none').displayNameEn, 'Unnamed river');
});
