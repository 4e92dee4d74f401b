import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shownValue } from '../../web/figures.ts';
import { readCodeFrom } from '../../web/given-code.ts';
import { unwrap } from '../../web/map/unwrap.ts';
import { layOut, type ProfilePoint, roundStep } from '../../web/profile-layout.ts';

const PLOT = { width: 340, height: 150, left: 26, right: 46, top: 18, bottom: 24 };

test('a profile stays within its frame, and its bars stand side by side', () => {
  const point: fc.Arbitrary<ProfilePoint> = fc.record({
    name: fc.string(),
    lengthKm: fc.double({ min: 0, max: 1e4, noNaN: true }),
    strahler: fc.integer({ min: 1, max: 12 }),
    amount: fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 50 }), (points) => {
      const { bars, distanceTicks, orderTicks, amountTicks } = layOut(points, PLOT);
      assert.equal(bars.length, points.length);
      for (const { x, y, width, height } of bars) {
        assert.ok(x >= PLOT.left - 0.1 && x + width <= PLOT.width - PLOT.right + 1);
        assert.ok(y >= PLOT.top - 0.1 && y + height <= PLOT.height - PLOT.bottom + 0.2);
      }
      for (let i = 1; i < bars.length; i++) assert.ok(bars[i]!.x >= bars[i - 1]!.x);
      assert.ok(distanceTicks.length <= 5 && orderTicks.length <= 5 && amountTicks.length <= 4);
    }),
  );
});

test('steps between ticks are round', () => {
  assert.equal(roundStep(1154, 4), 500);
  assert.equal(roundStep(7, 5), 2);
  assert.equal(roundStep(0, 5), 1);
});

test('values are shown in one language, grouped, with names of countries', () => {
  const both = { name: '汇合河流', value: '黄河 (Yellow River), 汾河 (Fen River)' };
  assert.equal(shownValue(both, 'en'), 'Yellow River, Fen River');
  assert.equal(shownValue(both, 'zh'), '黄河、汾河');
  assert.equal(shownValue({ name: 'area', value: '752000' }, 'en'), '752,000');
  assert.equal(shownValue({ name: 'year', value: '1994' }, 'en'), '1994');
  assert.equal(shownValue({ name: 'flow', value: '0.35' }, 'en'), '0.35');
  assert.equal(shownValue({ name: 'countries', value: 'ET;SD', icon: 'flag' }, 'en'), 'Ethiopia, Sudan');
  assert.equal(shownValue({ name: 'note', value: 'MA' }, 'en'), 'MA');
});

test('land that crosses the antimeridian runs on past it, and a ring around the pole is closed there', () => {
  const fiji = unwrap({
    type: 'Polygon',
    coordinates: [
      [
        [179, -17],
        [-179, -17],
        [-179, -16],
        [179, -16],
        [179, -17],
      ],
    ],
  });
  assert.deepEqual(fiji.coordinates[0]![0], [
    [179, -17],
    [181, -17],
    [181, -16],
    [179, -16],
    [179, -17],
  ]);
  const south = unwrap({
    type: 'Polygon',
    coordinates: [
      [
        [-170, -70],
        [-50, -70],
        [70, -70],
        [170, -70],
        [-170, -70],
      ],
    ],
  });
  assert.deepEqual(south.coordinates[0]![0]!.slice(-4), [
    [190, -70],
    [190, -90],
    [-170, -90],
    [-170, -70],
  ]);
});

test('a scanned link to a page of the service is the code in it', () => {
  const ma = 'MA.1002.3261.101201/3261001.0.1/HS0301.OPE1190332N0378026.RV';
  assert.equal(readCodeFrom(` ${ma}\n`), ma);
  assert.equal(readCodeFrom(`https://rivers.example.org/base/ma/${ma}?lang=zh#tab=code`), ma);
  assert.equal(readCodeFrom('3261001.0.1'), '3261001.0.1');
});
