/** JSON with exact whole numbers, and cursors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCursor, writeCursor } from '../../src/service/cursor.ts';
import { InvalidInputError } from '../../src/service/errors.ts';
import { toJson } from '../../src/service/json.ts';

test('values without bigints are written as usual', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(toJson(value), JSON.stringify(value))));
});

test('bigints are bare numbers with all their digits, however deep', () => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      assert.equal(toJson({ a: [{ v: value }], b: '1' }), `{"a":[{"v":${value}}],"b":"1"}`);
    }),
  );
});

test('a fault other than a bigint stays a fault', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  assert.throws(() => toJson(circle), TypeError);
});

test('cursors give back what was written, for their own kind only', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, number) => {
      const cursor = writeCursor('k', [text, number]);
      assert.match(cursor, /^[0-9A-Za-z_-]+$/);
      assert.deepEqual(readCursor('k', cursor, ['', 0]), [text, number]);
      assert.throws(() => readCursor('other', cursor, ['', 0]), InvalidInputError);
      assert.throws(() => readCursor('k', cursor, ['']), InvalidInputError);
      assert.throws(() => readCursor('k', cursor, [0, 0]), InvalidInputError);
    }),
  );
});

test('any other text is refused as a cursor', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.throws(() => readCursor('k', text, ['', 0]), InvalidInputError);
    }),
  );
  for (const value of ['["k","",-1]', '["k","",1.5]', '["k","",1e300]', '{}', 'null', '["k",null,1]']) {
    assert.throws(() => readCursor('k', Buffer.from(value).toString('base64url'), ['', 0]), InvalidInputError);
  }
});
