import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHotReplies } from '../../src/service/hot-replies.ts';

test('a key comes in with its second offer', () => {
  const hot = createHotReplies<number>(3);
  hot.offer('a', 1);
  assert.equal(hot.get('a'), undefined);
  hot.offer('a', 1);
  assert.equal(hot.get('a'), 1);
});

function offerTwice(hot: ReturnType<typeof createHotReplies<number>>, key: string, reply: number): void {
  hot.offer(key, reply);
  hot.offer(key, reply);
}

test('what is asked again stays, what was not goes first', () => {
  const hot = createHotReplies<number>(3);
  offerTwice(hot, 'a', 1);
  offerTwice(hot, 'b', 2);
  offerTwice(hot, 'c', 3);
  assert.equal(hot.get('a'), 1);
  offerTwice(hot, 'd', 4);
  assert.equal(hot.get('a'), 1);
  assert.equal(hot.get('b'), undefined);
  assert.equal(hot.get('d'), 4);
});

test('it never holds more than its capacity and never gives a reply for another key', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), fc.array(fc.integer({ min: 0, max: 20 })), (capacity, asked) => {
      const hot = createHotReplies<string>(capacity);
      for (const number of asked) {
        const key = String(number);
        const found = hot.get(key);
        assert.ok(found === undefined || found === key);
        if (found === undefined) hot.offer(key, key);
      }
      const held = [...Array(21).keys()].filter((number) => hot.get(String(number)) !== undefined);
      assert.ok(held.length <= capacity);
      hot.clear();
      assert.equal(hot.get('0'), undefined);
    }),
  );
});
