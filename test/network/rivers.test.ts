import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeNetwork } from '../../src/network/code-network.ts';
import { junctionsOf } from '../../src/network/junctions.ts';
import { riversOf } from '../../src/network/rivers.ts';
import { chain, draw, drawDown, randomForest, seededRandom } from './draw.ts';

test('a junction is named by the reach below; a common end at the sea is none', () => {
  const network = draw([
    { id: 1 },
    { id: 2, down: 1, lengthKm: 4 },
    { id: 3, down: 1 },
    { id: 4, down: 2 },
    { id: 5, down: 3 },
    { id: 6, down: 3 },
    { id: 7 },
    { id: 8 },
  ]);
  assert.deepEqual([...junctionsOf(codeNetwork(network))], [0, 2]);
});

/** Names as letters, `.` for none. */
function rivers(down: number[], letters: string, gapReaches?: number) {
  const network = drawDown(Int32Array.from(down));
  const names = Int32Array.from(letters, (letter) => (letter === '.' ? -1 : letter.charCodeAt(0) - 65));
  return riversOf(network, codeNetwork(network), names, gapReaches === undefined ? {} : { gapReaches });
}

test('a run of one name along the flow is one river', () => {
  const { count, name, mouth, source, reaches, lengthKm, riverOf } = rivers([-1, 0, 1, 2, 3], 'AABB.');
  assert.equal(count, 2);
  assert.deepEqual(
    [[...name], [...mouth], [...source]],
    [
      [0, 1],
      [0, 2],
      [1, 3],
    ],
  );
  assert.deepEqual(
    [[...reaches], [...lengthKm]],
    [
      [2, 2],
      [2, 2],
    ],
  );
  assert.deepEqual([...riverOf], [0, 0, 1, 1, -1]);
});

test('where the name goes on in two inflows the heavier one is the river and the other a river of its own', () => {
  const { count, name, riverOf } = rivers([-1, 0, 0, 2], 'AAAA');
  assert.equal(count, 2);
  assert.deepEqual([...name], [0, 0]);
  assert.deepEqual([...riverOf], [0, 1, 0, 0]);
});

test('a name that goes on in the lighter inflow only follows it', () => {
  assert.deepEqual([...rivers([-1, 0, 0, 2], 'AAB.').riverOf], [0, 0, 1, -1]);
});

test('a short unnamed gap on the stem is bridged, a longer one is not', () => {
  assert.deepEqual([...rivers([-1, 0, 1, 2, 3], 'A...A').riverOf], [0, 0, 0, 0, 0]);
  assert.deepEqual([...rivers([-1, 0, 1, 2, 3, 4], 'A....A').riverOf], [0, -1, -1, -1, -1, 1]);
  assert.deepEqual([...rivers([-1, 0, 1], 'A.A', 0).riverOf], [0, -1, 1]);
});

test('a gap is not bridged past another name, off the main stem, or where the name goes on directly', () => {
  assert.deepEqual([...rivers([-1, 0, 1], 'ABA').riverOf], [0, 1, 2]);
  assert.deepEqual([...rivers([-1, 0, 1, 0, 3, 4], 'A.A...').riverOf], [0, -1, 1, -1, -1, -1]);
  assert.deepEqual([...rivers([-1, 0, 0, 2, 3], 'AA..A').riverOf], [0, 0, -1, -1, 1]);
});

test('a river of a million reaches is put together', () => {
  const network = chain(1_000_000);
  const { reaches } = riversOf(network, codeNetwork(network), new Int32Array(network.count));
  assert.deepEqual([...reaches], [1_000_000]);
});

test('rivers are unbranched runs: every reach of one but its mouth flows into the same river', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const network = randomForest(200, seed);
    const random = seededRandom(seed);
    const names = Int32Array.from({ length: 200 }, () => Math.floor(random() * 4) - 1);
    const { riverOf, mouth, reaches, count } = riversOf(network, codeNetwork(network), names);
    const upper = new Set<number>();
    riverOf.forEach((river, x) => {
      if (names[x]! >= 0) assert.ok(river >= 0);
      if (river < 0 || mouth[river] === x) return;
      const below = network.down[x]!;
      assert.equal(riverOf[below], river);
      assert.ok(!upper.has(below), 'a river branches');
      upper.add(below);
    });
    const named = riverOf.filter((river) => river >= 0).length;
    assert.equal(
      reaches.reduce((sum, n) => sum + n, 0),
      named,
    );
    assert.equal(mouth.length, count);
  }
});
