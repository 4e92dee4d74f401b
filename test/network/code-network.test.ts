import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeNetwork } from '../../src/network/code-network.ts';
import type { Network } from '../../src/network/network.ts';
import { chain, codesByRank, comb, draw, type Row, reorder, seededRandom, shuffled, star } from './draw.ts';

/** No tributary is large enough for a zone: codes in place only. */
const inPlace = { zoneShare: 2 };

function codes(rows: readonly Row[], options = {}): string[] {
  const network = draw(rows);
  return codesByRank(network, codeNetwork(network, options));
}

test('a single reach is 0 of length 1 in zone 001', () => {
  assert.deepEqual(codes([{ id: 1 }]), ['9001001.0.1']);
});

test('going up a single river adds one 0 at each reach', () => {
  const network = chain(5);
  const coded = codeNetwork(network);
  assert.deepEqual(codesByRank(network, coded), [
    '9001001.0.1',
    '9001001.0.2',
    '9001001.0.3',
    '9001001.0.4',
    '9001001.0.5',
  ]);
  assert.deepEqual([...coded.strahler], [1, 1, 1, 1, 1]);
  assert.deepEqual([...coded.distanceToOutletKm], [0, 1, 2, 3, 4]);
  assert.deepEqual([...coded.upstreamLengthKm], [5, 4, 3, 2, 1]);
});

test('at a confluence of two the heavier inflow is the main stem', () => {
  const rows = [
    { id: 1, areaKm2: 10 },
    { id: 2, down: 1, areaKm2: 3 },
    { id: 3, down: 1, areaKm2: 6 },
    { id: 4, down: 2, areaKm2: 1 },
  ];
  assert.deepEqual(codes(rows, inPlace), ['9001001.0.1', '9001001.1.2', '9001001.0.2', '9001001.2.3']);
});

test('three inflows take 0, 10 and 11', () => {
  const rows = [
    { id: 1, areaKm2: 10 },
    { id: 2, down: 1, areaKm2: 1 },
    { id: 3, down: 1, areaKm2: 2 },
    { id: 4, down: 1, areaKm2: 3 },
  ];
  assert.deepEqual(codes(rows, inPlace), ['9001001.0.1', '9001001.3.3', '9001001.2.3', '9001001.0.2']);
});

test('five inflows take 0, 10, 110, 1110 and 1111', () => {
  const rows = [
    { id: 1, areaKm2: 20 },
    { id: 2, down: 1, areaKm2: 5 },
    { id: 3, down: 1, areaKm2: 4 },
    { id: 4, down: 1, areaKm2: 3 },
    { id: 5, down: 1, areaKm2: 2 },
    { id: 6, down: 1, areaKm2: 1 },
  ];
  assert.deepEqual(codes(rows, inPlace), [
    '9001001.0.1',
    '9001001.0.2',
    '9001001.2.3',
    '9001001.6.4',
    '9001001.14.5',
    '9001001.15.5',
  ]);
});

test('equal inflows are told apart by Strahler order, then own length, then the smaller id', () => {
  const byStrahler = [
    { id: 1, areaKm2: 9 },
    { id: 2, down: 1, areaKm2: 4 },
    { id: 3, down: 1, areaKm2: 4 },
    { id: 4, down: 3, areaKm2: 2 },
    { id: 5, down: 3, areaKm2: 2 },
  ];
  assert.equal(codes(byStrahler, inPlace)[2], '9001001.0.2');
  const byLength = [
    { id: 1 },
    { id: 2, down: 1 },
    { id: 3, down: 1, lengthKm: 0.5 },
    { id: 4, down: 3, lengthKm: 0.5 },
  ];
  assert.equal(codes(byLength, inPlace)[1], '9001001.0.2');
  assert.deepEqual(codes([{ id: 1 }, { id: 3, down: 1 }, { id: 2, down: 1 }], inPlace), [
    '9001001.0.1',
    '9001001.0.2',
    '9001001.1.2',
  ]);
});

test('a tributary with a hundredth of the basin starts a zone, one with less does not', () => {
  const rows = [
    { id: 1, areaKm2: 700 },
    { id: 2, down: 1, areaKm2: 650 },
    { id: 3, down: 1, areaKm2: 7 },
    { id: 4, down: 2, areaKm2: 600 },
    { id: 5, down: 2, areaKm2: 6.999999 },
    { id: 6, down: 3, areaKm2: 6 },
  ];
  assert.deepEqual(codes(rows), [
    '9001001.0.1',
    '9001001.0.2',
    '9001001001.0.1',
    '9001001.0.3',
    '9001001.1.3',
    '9001001001.0.2',
  ]);
});

test('a tributary with a zone of its own takes no place in the comb', () => {
  const rows = [
    { id: 1, areaKm2: 1000 },
    { id: 2, down: 1, areaKm2: 900 },
    { id: 3, down: 1, areaKm2: 50 },
    { id: 4, down: 1, areaKm2: 5 },
    { id: 5, down: 1, areaKm2: 4 },
  ];
  assert.deepEqual(codes(rows), ['9001001.0.1', '9001001.0.2', '9001001001.0.1', '9001001.2.3', '9001001.3.3']);
});

test('zones are numbered going upstream, and at one node by falling weight', () => {
  const rows = [
    { id: 1, areaKm2: 1000 },
    { id: 2, down: 1, areaKm2: 800 },
    { id: 3, down: 2, areaKm2: 500 },
    { id: 4, down: 2, areaKm2: 100 },
    { id: 5, down: 2, areaKm2: 150 },
    { id: 6, down: 1, areaKm2: 40 },
    { id: 7, down: 5, areaKm2: 90 },
    { id: 8, down: 5, areaKm2: 30 },
  ];
  assert.deepEqual(codes(rows), [
    '9001001.0.1',
    '9001001.0.2',
    '9001001.0.3',
    '9001001003.0.1',
    '9001001002.0.1',
    '9001001001.0.1',
    '9001001002.0.2',
    '9001001002001.0.1',
  ]);
});

/** A main stem of `stem` reaches, ids 1.., and at its mouth tributaries of the given numbers of reaches, ids 1001.., 2001.., ... */
function stemWith(stem: number, ...tributaries: number[]): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < stem; i++) rows.push({ id: i + 1, ...(i > 0 && { down: i }) });
  tributaries.forEach((reaches, t) => {
    for (let i = 0; i < reaches; i++) rows.push({ id: 1001 + 1000 * t + i, down: i === 0 ? 1 : 1000 * (t + 1) + i });
  });
  return rows;
}

test('a tributary of 53 reaches still fits in place: its source has V = 2^52', () => {
  const last = codes(stemWith(100, 53), inPlace).at(-1);
  assert.equal(last, '9001001.4503599627370496.54');
});

test('a tributary of 54 reaches would need V = 2^53 and starts a zone', () => {
  const network = draw(stemWith(100, 54));
  const coded = codeNetwork(network, inPlace);
  assert.equal(codesByRank(network, coded).at(-1), '9001001001.0.54');
  assert.deepEqual(
    coded.notes.map((note) => [note.kind, note.reach]),
    [['zone-forced', 100]],
  );
});

test('a refused tributary leaves its place in the comb to the next', () => {
  const all = codes(stemWith(100, 54, 10, 9), inPlace);
  assert.equal(all[100], '9001001001.0.1');
  assert.equal(all[154], '9001001.2.3');
  assert.equal(all[164], '9001001.3.3');
});

test('when the last of the comb is refused the one before it gets the shorter code', () => {
  const rows = stemWith(100, 10);
  for (let i = 0; i < 54; i++) rows.push({ id: 5001 + i, down: i === 0 ? 1 : 5000 + i, lengthKm: 0.01 });
  const all = codes(rows, inPlace);
  assert.equal(all[100], '9001001.1.2');
  assert.equal(all[110], '9001001001.0.1');
});

test('a tributary is tried with the longer code while another follows it', () => {
  const alone = codes(stemWith(100, 53), inPlace);
  assert.equal(alone[100], '9001001.1.2');
  const followed = codes(stemWith(100, 53, 1), inPlace);
  assert.equal(followed[100], '9001001001.0.1');
  assert.equal(followed[153], '9001001.1.2');
});

test('zones that join at the same L are numbered by V, not by weight', () => {
  const rows = stemWith(100, 10, 9);
  for (let i = 0; i < 54; i++) {
    rows.push({ id: 5001 + i, down: i === 0 ? 1001 : 5000 + i, lengthKm: 0.01 });
    rows.push({ id: 6001 + i, down: i === 0 ? 2001 : 6000 + i, lengthKm: 0.02 });
  }
  const all = codes(rows, inPlace);
  assert.deepEqual([all[100], all[110]], ['9001001.2.3', '9001001.3.3']);
  assert.deepEqual([all[119], all[173]], ['9001001001.0.1', '9001001002.0.1']);
});

test('Strahler order grows only where two inflows share the greatest', () => {
  const rows = [
    { id: 1 },
    { id: 2, down: 1 },
    { id: 3, down: 1 },
    { id: 4, down: 2 },
    { id: 5, down: 2 },
    { id: 6, down: 2 },
    { id: 7, down: 3 },
  ];
  assert.deepEqual([...codeNetwork(draw(rows)).strahler], [2, 2, 1, 1, 1, 1, 1]);
});

test('pre-order numbers go up the main stem first and every upstream range is unbroken', () => {
  const rows = [
    { id: 1, areaKm2: 10 },
    { id: 2, down: 1, areaKm2: 3 },
    { id: 3, down: 1, areaKm2: 6 },
    { id: 4, down: 2, areaKm2: 1 },
    { id: 5, areaKm2: 50 },
  ];
  const coded = codeNetwork(draw(rows));
  assert.deepEqual([...coded.id], [2, 4, 3, 5, 1]);
  assert.deepEqual([...coded.last], [5, 5, 3, 5, 1]);
  assert.deepEqual([...coded.byId], [4, 0, 2, 1, 3]);
});

test('zones say what they flow into, and stand after it', () => {
  const coded = codeNetwork(
    draw([
      { id: 1, areaKm2: 100 },
      { id: 2, down: 1, areaKm2: 60 },
      { id: 3, down: 1, areaKm2: 30 },
    ]),
  );
  assert.deepEqual(coded.zones, [
    { basincode: 9001, subbasincd: '001', parent: -1, joins: -1, outlet: 0 },
    { basincode: 9001, subbasincd: '001001', parent: 0, joins: 0, outlet: 2 },
  ]);
});

test('without an area a reach counts as much as its inflows, and that is noted', () => {
  const rows = [
    { id: 1, areaKm2: 100 },
    { id: 2, down: 1 },
    { id: 3, down: 1, areaKm2: 40 },
    { id: 4, down: 2, areaKm2: 50 },
    { id: 5, down: 2 },
  ];
  const network = draw(rows);
  const coded = codeNetwork(network, inPlace);
  assert.deepEqual([...coded.weight], [100, 50, 40, 50, 0]);
  assert.deepEqual(
    coded.notes.map((note) => note.kind),
    ['area-missing'],
  );
  network.areaKm2!.fill(0);
  assert.deepEqual([...codeNetwork(network, inPlace).weight], [5, 3, 1, 1, 1]);
});

test('sums do not depend on the order of the input', () => {
  const rows: Row[] = [{ id: 0 }];
  for (let i = 1; i < 50; i++) rows.push({ id: i, down: 0, lengthKm: 0.1 * i });
  const network = draw(rows);
  const total = codeNetwork(network).upstreamLengthKm[0];
  assert.equal(total, 123.5);
  const other = reorder(network, shuffled(50, seededRandom(7)));
  assert.equal(codeNetwork(other).upstreamLengthKm[other.down.indexOf(-1)], 123.5);
});

test('wrong input is refused with a reason', () => {
  assert.throws(() => codeNetwork({ ...chain(3), rank: Int32Array.of(0, 1, 1) }), /rank must hold every number/);
  assert.throws(
    () => codeNetwork({ ...chain(3), lengthKm: new Float64Array(2) }),
    /lengthKm has 2 entries for 3 reaches/,
  );
  assert.throws(() => codeNetwork({ ...chain(3), down: Int32Array.of(1, 0, -1) }), /2 reaches are in or above a cycle/);
  assert.throws(() => codeNetwork({ ...chain(2), down: Int32Array.of(-1, 2) }), /only 2 reaches/);
});

test('no reaches give no codes', () => {
  assert.deepEqual(codeNetwork(chain(0)).zones, []);
});

function assertCodesAreUnique(network: Network): void {
  const coded = codeNetwork(network);
  const codes = codesByRank(network, coded);
  assert.equal(new Set(codes).size, network.count);
  for (const { subbasincd } of coded.zones) assert.ok(subbasincd.length <= 48);
}

test('a chain of a million reaches is one river with V = 0', () => {
  const network = chain(1_000_000);
  const coded = codeNetwork(network);
  assert.equal(coded.binstrlen[999_999], 1_000_000);
  assert.ok(coded.binstrval.every((v) => v === 0));
  assert.equal(coded.last[0], 1_000_000);
});

test('a node with 10,000 inflows gives 10,000 different codes', () => {
  assertCodesAreUnique(star(10_001));
});

test('more zones in one place than there are groups still get codes', () => {
  assertCodesAreUnique(star(40_000));
});

test('a long river with long tributaries at every node gives different codes', () => {
  assertCodesAreUnique(comb(300, 100));
});

test('zones that would nest too deep are cut off as basins of an area', () => {
  // Each of 20 tributaries starts in the one before and is too long to be coded in place there.
  const rows: Row[] = [];
  let id = 0;
  let below: number | undefined;
  for (let t = 0; t < 20; t++) {
    const reaches = 60 + 100 * (20 - t);
    let mouth = below;
    for (let i = 0; i < reaches; i++) {
      rows.push({ id: ++id, ...(mouth !== undefined && { down: mouth }), lengthKm: 2 ** -t });
      mouth = id;
      if (i === 0) below = id;
    }
  }
  const network = draw(rows);
  const coded = codeNetwork(network, inPlace);
  assert.equal(new Set(codesByRank(network, coded)).size, network.count);
  const cut = coded.zones.findIndex((zone) => zone.basincode === 9900);
  assert.equal(coded.zones[cut]?.subbasincd, '001');
  assert.equal(coded.zones[cut]?.parent, cut - 1);
  assert.equal(coded.zones[cut - 1]?.subbasincd.length, 48);
  assert.deepEqual(
    coded.notes.filter((note) => note.kind === 'zone-cut-off').map((note) => note.reach),
    [coded.zones[cut]?.outlet],
  );
});
