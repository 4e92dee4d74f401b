/** Well-known binary and text: every dimension, byte order and nesting, and what is broken. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowError } from '../../src/source/row.ts';
import { readGeoPackageBlob, readWkb } from '../../src/source/wkb.ts';
import { readWkt } from '../../src/source/wkt.ts';
import { coordinates } from './support/reading.ts';
import { collectionWkb, lineWkb, multiWkb, pointWkb } from './support/wkb-writer.ts';

const LINE = [
  [1.5, 2.5, 9, 8],
  [3.25, -4.75, 7, 6],
];
const FLAT = [[1.5, 2.5, 3.25, -4.75]];

test('a line reads the same in every dimension, flavour and byte order', () => {
  for (const dimensions of ['', 'Z', 'M', 'ZM'] as const) {
    for (const littleEndian of [true, false]) {
      for (const flavour of ['iso', 'ewkb'] as const) {
        const wkb = lineWkb(LINE, { dimensions, littleEndian, flavour });
        assert.deepEqual(coordinates(readWkb(wkb)), FLAT, `${dimensions} ${littleEndian} ${flavour}`);
      }
    }
  }
});

test('a line that does not start on a multiple of eight bytes reads the same', () => {
  const wkb = lineWkb(LINE, {});
  for (let shift = 0; shift < 8; shift++) {
    const moved = new Uint8Array(wkb.length + shift);
    moved.set(wkb, shift);
    assert.deepEqual(coordinates(readWkb(moved.subarray(shift))), FLAT);
    assert.deepEqual(coordinates(readWkb(moved, shift)), FLAT);
  }
});

test('parts, points and collections become lines or one point', () => {
  const line = lineWkb(LINE, {});
  const mixedOrders = multiWkb(5, [line, lineWkb(LINE, { littleEndian: false })]);
  assert.deepEqual(coordinates(readWkb(mixedOrders)), [FLAT[0], FLAT[0]]);
  assert.deepEqual(coordinates(readWkb(pointWkb(5, 6))), [5, 6]);
  assert.deepEqual(coordinates(readWkb(multiWkb(4, [pointWkb(5, 6)]))), [5, 6]);
  assert.deepEqual(coordinates(readWkb(collectionWkb([pointWkb(5, 6), collectionWkb([line])]))), FLAT);
});

test('an empty geometry is no geometry, and no error', () => {
  assert.equal(readWkb(lineWkb([], {})), undefined);
  assert.equal(readWkb(multiWkb(5, [])), undefined);
  assert.equal(readWkb(pointWkb(Number.NaN, Number.NaN)), undefined);
  assert.deepEqual(coordinates(readWkb(multiWkb(5, [lineWkb([], {}), lineWkb(LINE, {})]))), FLAT);
});

test('polygons, several points and curves are refused by name', () => {
  assert.throws(() => readWkb(multiWkb(3, [])), /a Polygon, not a line or a point/);
  assert.throws(() => readWkb(multiWkb(8, [])), /a CircularString/);
  assert.throws(() => readWkb(multiWkb(4, [pointWkb(1, 2), pointWkb(3, 4)])), /2 points in one feature/);
});

test('a blob cut anywhere is refused, never read beyond', () => {
  const wkb = multiWkb(5, [lineWkb(LINE, {}), lineWkb(LINE, { dimensions: 'Z' })]);
  for (let length = 0; length < wkb.length; length++) {
    assert.throws(() => readWkb(wkb.subarray(0, length)), RowError, `${length} bytes`);
  }
});

test('random bytes are refused or read, but nothing else happens', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      for (const read of [readWkb, readGeoPackageBlob]) {
        try {
          read(bytes);
        } catch (error) {
          assert.ok(error instanceof RowError, String(error));
        }
      }
    }),
  );
});

test('the GeoPackage header is read with every kind of envelope', () => {
  const wkb = lineWkb(LINE, {});
  for (const [indicator, bytes] of [0, 32, 48, 48, 64].entries()) {
    const header = Buffer.from([0x47, 0x50, 0, (indicator << 1) | 1, 0, 0, 0, 0]);
    assert.deepEqual(coordinates(readGeoPackageBlob(Buffer.concat([header, Buffer.alloc(bytes), wkb]))), FLAT);
  }
  assert.throws(() => readGeoPackageBlob(Buffer.from('not a blob')), /no GeoPackage blob/);
});

test('WKT reads in every dimension, case and spacing', () => {
  const cases: [text: string, expected: unknown][] = [
    ['LINESTRING(1.5 2.5,3.25 -4.75)', FLAT],
    ['linestring  Z ( 1.5 2.5 9 , 3.25 -4.75 7 )', FLAT],
    ['LINESTRING ZM (1.5 2.5 9 8, 3.25 -4.75 7 6)', FLAT],
    ['LINESTRINGZ(1.5 2.5 9,3.25 -4.75 7)', FLAT],
    ['SRID=4326;LINESTRING(1.5 2.5,3.25 -4.75)', FLAT],
    [
      'MULTILINESTRING M ((1 2 3, 4 5 6),(7 8 9, 10 11 12))',
      [
        [1, 2, 4, 5],
        [7, 8, 10, 11],
      ],
    ],
    ['MULTILINESTRING ((1 2, 3 4), EMPTY)', [[1, 2, 3, 4]]],
    ['POINT (1e2 -2.5E-1)', [100, -0.25]],
    ['MULTIPOINT ((1 2))', [1, 2]],
    ['MULTIPOINT (1 2)', [1, 2]],
    ['GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (3 4, 5 6))', [[3, 4, 5, 6]]],
    ['LINESTRING EMPTY', undefined],
    ['LINESTRING Z EMPTY', undefined],
    ['GEOMETRYCOLLECTION EMPTY', undefined],
  ];
  for (const [text, expected] of cases) assert.deepEqual(coordinates(readWkt(text)), expected, text);
});

test('broken WKT is refused with where it breaks', () => {
  const cases: [text: string, reason: RegExp][] = [
    ['LINESTRING(1 2,3 4', /ends early/],
    ['LINESTRING(1 2,3)', /cannot be read from "\)"/],
    ['LINESTRING(1 2,3 x)', /cannot be read/],
    ['LINESTRING(1 2,3 4))', /cannot be read from "\)"/],
    ['POLYGON((1 2,3 4,5 6,1 2))', /a POLYGON/],
    ['12 34', /no WKT/],
    ['', /no WKT|ends early/],
  ];
  for (const [text, reason] of cases) {
    assert.throws(
      () => readWkt(text),
      (error) => error instanceof RowError && reason.test(error.message),
      text,
    );
  }
});

test('any text is refused or read as WKT, but nothing else happens', () => {
  const pieces = fc.constantFrom(
    'LINESTRING',
    'POINT',
    'MULTI',
    'EMPTY',
    'Z',
    '(',
    ')',
    ',',
    ' ',
    '1',
    '-2.5',
    'é',
    ';',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      try {
        readWkt(parts.join(''));
      } catch (error) {
        assert.ok(error instanceof RowError, String(error));
      }
    }),
  );
});
