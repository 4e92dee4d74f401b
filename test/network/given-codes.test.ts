import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { adoptCodes } from '../../src/network/adopt-codes.ts';
import { checkCodes } from '../../src/network/check-codes.ts';
import { codeNetwork } from '../../src/network/code-network.ts';
import type { GivenCodes } from '../../src/network/given-codes.ts';
import type { CodedNetwork } from '../../src/network/network.ts';
import { type GivenJoin, topologyFromCodes } from '../../src/network/topology-from-codes.ts';
import { chain, drawDown, randomForest } from './draw.ts';

/** `['001', 5n, 4]` for each reach, all in basin 3261. */
function given(rows: [string, bigint, number][]): GivenCodes {
  return {
    basincode: new Int32Array(rows.length).fill(3261),
    subbasincd: rows.map((row) => row[0]),
    binstrval: BigUint64Array.from(rows, (row) => row[1]),
    binstrlen: Int32Array.from(rows, (row) => row[2]),
  };
}

function codesOf(coded: CodedNetwork): GivenCodes {
  return {
    basincode: coded.zone.map((z) => coded.zones[z]!.basincode),
    subbasincd: Array.from(coded.zone, (z) => coded.zones[z]!.subbasincd),
    binstrval: BigUint64Array.from(coded.binstrval, BigInt),
    binstrlen: coded.binstrlen,
  };
}

function joinsOf(coded: CodedNetwork): GivenJoin[] {
  return coded.zones
    .filter((zone) => zone.joins >= 0)
    .map(({ basincode, subbasincd, joins }) => ({
      basincode,
      subbasincd,
      binstrval: BigInt(coded.binstrval[joins]!),
      binstrlen: coded.binstrlen[joins]!,
    }));
}

const forests = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(), fc.boolean());

test('our own codes contradict no topology, and lead back to it', () => {
  fc.assert(
    fc.property(forests, fc.constantFrom(0.01, 0.2, 2), ([count, seed, withArea], zoneShare) => {
      const network = randomForest(count, seed, withArea);
      const coded = codeNetwork(network, { zoneShare });
      const codes = codesOf(coded);
      assert.deepEqual(checkCodes(network.down, codes).notes, []);
      const read = topologyFromCodes(codes, joinsOf(coded));
      assert.deepEqual(read.notes, []);
      assert.deepEqual(read.down, network.down);
      const adopted = adoptCodes(network, codes);
      for (const key of ['id', 'last', 'byId', 'strahler', 'mainUp', 'zone', 'zones', 'binstrval', 'weight'] as const) {
        assert.deepEqual(adopted[key], coded[key], key);
      }
    }),
    { numRuns: 400 },
  );
});

test('a code that is not upstream of the one below is told with what was expected', () => {
  const { notes, contradictions } = checkCodes(
    Int32Array.of(-1, 0, 1),
    given([
      ['001', 0n, 1],
      ['001', 0n, 2],
      ['001', 3n, 3],
    ]),
  );
  assert.equal(contradictions, 1);
  assert.deepEqual(
    [notes[0]?.kind, notes[0]?.reach, notes[0]?.text],
    ['code-step', 2, '3261001.3.3 flows into 3261001.0.2: expected V 0 or 1, L 3'],
  );
});

test('every kind of contradiction is counted', () => {
  const codes = given([
    ['001', 0n, 1],
    ['001', 0n, 2],
    ['001', 0n, 2],
    ['001', 4n, 3],
    ['001', 0n, 5],
    ['001002', 1n, 2],
    ['002', 0n, 1],
    ['001', 0n, 9],
  ]);
  const { counts } = checkCodes(Int32Array.of(-1, 0, 0, 1, 1, 0, 0, -1), codes);
  assert.deepEqual(counts, {
    'code-invalid': 1,
    'code-duplicate': 1,
    'code-outlet': 1,
    'code-step': 1,
    'code-skip': 1,
    'zone-outlet': 1,
    'zone-join': 0,
  });
  const other = { ...codes, basincode: Int32Array.from(codes.basincode, (code, x) => (x === 6 ? 3262 : code)) };
  assert.equal(checkCodes(Int32Array.of(-1, 0, 0, 1, 1, 0, 0, -1), other).counts['zone-join'], 1);
  assert.equal(
    checkCodes(
      Int32Array.of(-1, 0),
      given([
        ['001', 0n, 1],
        ['001002003', 0n, 1],
      ]),
    ).counts['zone-join'],
    1,
  );
});

test('at most as many notes of a kind are listed as asked for, and the rest counted', () => {
  const rows = Array.from({ length: 50 }, (): [string, bigint, number] => ['001', 0n, 7]);
  const { notes, counts } = checkCodes(new Int32Array(50).fill(-1), given(rows), 3);
  assert.equal(counts['code-outlet'], 50);
  assert.equal(notes.filter((note) => note.kind === 'code-outlet').length, 4);
});

test('codes past 2^53 and of great length stay exact', () => {
  const codes = given([
    ['001', 0n, 1],
    ['001', 2n ** 63n - 1n, 64],
    ['001', 2n ** 64n - 2n, 65],
    ['001', 0n, 99_999_999],
    ['001', 2n ** 63n - 2n, 64],
  ]);
  const { down } = topologyFromCodes(codes);
  assert.deepEqual([...down], [-1, 0, 1, 0, 0]);
  assert.equal(checkCodes(down, codes).counts['code-step'], 0);
  assert.deepEqual([...adoptCodes(drawDown(down), codes).exactBinstrval], [...codes.binstrval]);
});

test('without topology every reach flows into the nearest one below that is there', () => {
  const { down, notes } = topologyFromCodes(
    given([
      ['001', 12n, 6],
      ['001', 0n, 1],
      ['001', 3n, 4],
      ['001', 0n, 40],
      ['001', 13n, 6],
      ['001001', 0n, 1],
      ['001001', 0n, 2],
    ]),
  );
  assert.deepEqual([...down], [2, -1, 1, 1, 2, -1, 5]);
  assert.deepEqual(
    notes.map((note) => [note.kind, note.reach]),
    [['zone-join-unknown', 5]],
  );
});

test('orphans, doubles, wrong joins and circles of zones are outlets that are told', () => {
  const codes = given([
    ['001', 0n, 2],
    ['001', 3n, 3],
    ['001', 0n, 2],
    ['001', 0n, 3],
    ['001001', 0n, 1],
    ['001002', 0n, 1],
    ['001003', 0n, 1],
  ]);
  const { down, notes } = topologyFromCodes(codes, [
    { basincode: 3261, subbasincd: '001001', binstrval: 9n, binstrlen: 9 },
    { basincode: 3261, subbasincd: '001002', into: '001003', binstrval: 0n, binstrlen: 1 },
    { basincode: 3261, subbasincd: '001003', into: '001002', binstrval: 0n, binstrlen: 1 },
  ]);
  assert.deepEqual([...down], [-1, -1, -1, 0, -1, -1, 5]);
  assert.deepEqual(notes.map((note) => [note.kind, note.reach]).sort(), [
    ['code-duplicate', 2],
    ['code-orphan', 1],
    ['cycle', 5],
    ['zone-join-unknown', 4],
  ]);
});

test('the main stem is what the codes say, even if it is the lighter inflow', () => {
  const network = drawDown(Int32Array.of(-1, 0, 0, 2));
  const adopted = adoptCodes(
    network,
    given([
      ['001', 0n, 1],
      ['001', 0n, 2],
      ['001', 1n, 2],
      ['001', 2n, 3],
    ]),
  );
  assert.equal(adopted.mainUp[0], 1);
  assert.deepEqual([...adopted.id], [1, 2, 3, 4]);
});

test('a million reaches of one chain are read from their codes', () => {
  const network = chain(1_000_000);
  const codes = codesOf(codeNetwork(network));
  assert.deepEqual(topologyFromCodes(codes).down, network.down);
});
