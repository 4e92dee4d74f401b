import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashOf } from '../../src/service/hash.ts';
import { createHotReplies } from '../../src/service/hot-replies.ts';

test('a key comes in with its second offer', () => {
  const hot = createHotReplies<number>(3);
  hot.offer('a', hashOf('a'), 1);
  assert.equal(hot.get('a', hashOf('a')), undefined);
  hot.offer('a', hashOf('a'), 1);
  assert.equal(hot.get('a', hashOf('a')), 1);
});

function offerTwice(hot: ReturnType<typeof createHotReplies<number>>, key: string, reply: number): void {
  hot.offer(key, hashOf(key), reply);
  hot.offer(key, hashOf(key), reply);
}

test('what is asked again stays, what was not goes first', () => {
  const hot = createHotReplies<number>(3);
  offerTwice(hot, 'a', 1);
  offerTwice(hot, 'b', 2);
  offerTwice(hot, 'c', 3);
  assert.equal(hot.get('a', hashOf('a')), 1);
  offerTwice(hot, 'd', 4);
  assert.equal(hot.get('a', hashOf('a')), 1);
  assert.equal(hot.get('b', hashOf('b')), undefined);
  assert.equal(hot.get('d', hashOf('d')), 4);
});

test('it never holds more than its capacity and never gives a reply for another key, even where hashes are the same', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 20 }));
  const differentHashes = fc.integer({ min: 1, max: 21 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), numbers, differentHashes, (capacity, asked, hashes) => {
      const hot = createHotReplies<string>(capacity);
      for (const number of asked) {
        const key = String(number);
        const found = hot.get(key, number % hashes);
        assert.ok(found === undefined || found === key);
        if (found === undefined) hot.offer(key, number % hashes, key);
      }
      const held = [...Array(21).keys()].filter((number) => hot.get(String(number), number % hashes) !== undefined);
      assert.ok(held.length <= capacity);
      hot.clear();
      assert.equal(hot.get('0', 0), undefined);
    }),
  );
});
