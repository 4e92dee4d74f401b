import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openIdTable } from '../../src/network/id-table.ts';
import { inflowsOf } from '../../src/network/inflows.ts';
import { idOrder } from '../../src/network/ranks.ts';
import { resolveTopology, type TopologyInput, withoutRejected } from '../../src/network/topology.ts';
import { seededRandom, shuffled } from './draw.ts';

const none = Number.NaN;

test('numeric down ids become positions, and ranks follow the numbers', () => {
  const { down, rank, rejected, notes } = resolveTopology({
    ids: Float64Array.of(300, 20, 1000, 5e12),
    downIds: Float64Array.of(1000, 300, none, 20),
  });
  assert.deepEqual([...down], [2, 0, -1, 1]);
  assert.deepEqual([...rank], [1, 0, 2, 3]);
  assert.deepEqual([[...rejected], notes], [[], []]);
});

test('text ids are ordered by code unit', () => {
  const { down, rank } = resolveTopology({ ids: ['b', 'a10', 'a9', '江'], downIds: ['', 'b', 'b', undefined] });
  assert.deepEqual([...down], [-1, 0, 0, -1]);
  assert.deepEqual([...rank], [2, 0, 1, 3]);
});

test('0, -1 and nothing mean an outlet, unless a reach has that id', () => {
  const outlets = resolveTopology({ ids: Float64Array.of(1, 2, 3), downIds: Float64Array.of(0, -1, none) });
  assert.deepEqual([[...outlets.down], outlets.notes], [[-1, -1, -1], []]);
  const zero = resolveTopology({ ids: Float64Array.of(0, 1), downIds: Float64Array.of(-1, 0) });
  assert.deepEqual([...zero.down], [-1, 0]);
});

test('dangling ids and self-loops become outlets and are told', () => {
  const { down, counts, notes } = resolveTopology({ ids: Float64Array.of(1, 2), downIds: Float64Array.of(99, 2) });
  assert.deepEqual([...down], [-1, -1]);
  assert.deepEqual([counts.dangling, counts['self-loop']], [1, 1]);
  assert.match(notes[0]!.text, /1 flows into 99, which is not in the file/);
});

test('of reaches with one id the longest is kept, whatever their order', () => {
  const ids = Float64Array.of(7, 8, 8, 8);
  const downIds = Float64Array.of(8, none, 7, none);
  const lengthKm = Float64Array.of(1, 2, 5, 3);
  const { down, rejected, counts } = resolveTopology({ ids, downIds, lengthKm });
  assert.deepEqual([...rejected], [1, 3]);
  assert.equal(counts.duplicate, 2);
  assert.equal(counts.cycle, 1);
  assert.deepEqual([...down], [-1, -1, 0, -1]);
});

test('a reach without an id is left out', () => {
  const topology = resolveTopology({ ids: Float64Array.of(none, 2, none), downIds: Float64Array.of(2, none, 2) });
  assert.deepEqual([...topology.rejected], [0, 2]);
  assert.deepEqual([...topology.rank], [1, 0, 2]);
  const { kept, down, rank } = withoutRejected(topology);
  assert.deepEqual([[...kept], [...down], [...rank]], [[1], [-1], [0]]);
});

test('dropping rejected reaches keeps the flow and the order of ids', () => {
  const topology = resolveTopology({
    ids: Float64Array.of(5, 5, 4, 1),
    downIds: Float64Array.of(none, none, 5, 4),
    lengthKm: Float64Array.of(1, 2, 1, 1),
  });
  const { kept, down, rank } = withoutRejected(topology);
  assert.deepEqual([...kept], [1, 2, 3]);
  assert.deepEqual([...down], [-1, 0, 1]);
  assert.deepEqual([...rank], [2, 1, 0]);
});

test('of several ways down the main one is followed: not marked minor, greater area, longer, smaller id', () => {
  const input = {
    ids: Float64Array.of(1, 2, 3),
    downIds: Float64Array.of(2, none, none),
    furtherDown: { from: Float64Array.of(1), to: Float64Array.of(3) },
  };
  const way = (more: Partial<TopologyInput>) => resolveTopology({ ...input, ...more }).down[0];
  assert.equal(way({}), 1);
  assert.equal(way({ lengthKm: Float64Array.of(1, 1, 2) }), 2);
  assert.equal(way({ lengthKm: Float64Array.of(1, 1, 2), areaKm2: Float64Array.of(1, 3, 2) }), 1);
  assert.equal(way({ areaKm2: Float64Array.of(1, 3, 2), divergence: Uint8Array.of(0, 2, 1) }), 2);
  const { counts, notes } = resolveTopology(input);
  assert.equal(counts.bifurcation, 1);
  assert.equal(notes[0]?.reach, 2);
});

test('a reach flows into what leaves the node where it ends; at a bifurcation into the main one', () => {
  const input = {
    ids: Float64Array.of(1, 2, 3, 4),
    fromNode: Float64Array.of(10, 11, 11, 12),
    toNode: Float64Array.of(11, 12, 13, 14),
  };
  const byId = resolveTopology(input);
  assert.deepEqual([...byId.down], [1, 3, -1, -1]);
  assert.deepEqual(
    byId.notes.map((note) => [note.kind, note.reach]),
    [['bifurcation', 2]],
  );
  assert.deepEqual([...resolveTopology({ ...input, divergence: Uint8Array.of(0, 2, 1, 0) }).down], [2, 3, -1, -1]);
});

test('reaches that begin at one node without inflow are no bifurcation', () => {
  const { counts } = resolveTopology({ ids: ['a', 'b'], fromNode: ['n', 'n'], toNode: ['x', 'y'] });
  assert.equal(counts.bifurcation, 0);
});

test('a reach that ends where it begins is an outlet and catches no inflow', () => {
  const { down, counts } = resolveTopology({
    ids: Float64Array.of(1, 2, 3),
    fromNode: Float64Array.of(1, 2, 2),
    toNode: Float64Array.of(2, 2, 3),
  });
  assert.deepEqual([...down], [2, -1, -1]);
  assert.equal(counts['self-loop'], 1);
});

test('cycles are cut at the reach of the greatest area, else of the smallest id', () => {
  const ids = Float64Array.of(4, 5, 6, 7);
  const downIds = Float64Array.of(5, 6, 4, 5);
  assert.deepEqual([...resolveTopology({ ids, downIds }).down], [-1, 2, 0, 1]);
  const { down, counts } = resolveTopology({ ids, downIds, areaKm2: Float64Array.of(1, 2, 3, 1) });
  assert.deepEqual([...down], [1, 2, -1, 1]);
  assert.equal(counts.cycle, 1);
});

test('a cycle of a million reaches and half a million small ones are found', () => {
  const count = 1_000_000;
  const ids = Float64Array.from({ length: count }, (_, i) => i + 1);
  const round = resolveTopology({ ids, downIds: ids.map((id) => (id % count) + 1) });
  assert.equal(round.counts.cycle, 1);
  const pairs = resolveTopology({ ids, downIds: ids.map((id) => ((id - 1) ^ 1) + 1) });
  assert.equal(pairs.counts.cycle, count / 2);
  assert.equal(pairs.notes.length, 101);
  assert.match(pairs.notes[100]!.text, /499900 more/);
});

const messy = fc.record({
  ids: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 }),
  seed: fc.nat(),
  asText: fc.boolean(),
});

test('whatever the ids, the result has no cycle and does not depend on the order of the input', () => {
  fc.assert(
    fc.property(messy, ({ ids, seed, asText }) => {
      const random = seededRandom(seed);
      const rows = ids.map((id) => ({ id, down: Math.floor(random() * 35) - 1, length: Math.floor(random() * 3) }));
      const resolve = (order: Int32Array) => {
        const sorted = Array.from(order, (i) => rows[i]!);
        const column = (pick: (row: (typeof rows)[number]) => number) =>
          asText ? sorted.map((row) => String(pick(row))) : Float64Array.from(sorted, pick);
        const topology = resolveTopology({
          ids: column((row) => row.id),
          downIds: column((row) => row.down),
          lengthKm: Float64Array.from(sorted, (row) => row.length),
        });
        const { kept, down, rank } = withoutRejected(topology);
        inflowsOf(down);
        const flows = Array.from(kept, (at, i) => {
          const below = down[i]! < 0 ? undefined : sorted[kept[down[i]!]!]!.id;
          return `${sorted[at]!.id} ${sorted[at]!.length} to ${below}, ${rank[i]}`;
        });
        return { flows: flows.sort(), counts: topology.counts };
      };
      const inOrder = Int32Array.from({ length: rows.length }, (_, i) => i);
      assert.deepEqual(resolve(shuffled(rows.length, random)), resolve(inOrder));
    }),
    { numRuns: 1000 },
  );
});

test('ids of any size and spread are found and ordered', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double({ noNaN: true })), { maxLength: 200 }),
      (list) => {
        const ids = Float64Array.from(new Set(list));
        const table = openIdTable(ids);
        ids.forEach((_, at) => {
          assert.equal(table.add(at), -1);
        });
        ids.forEach((id, at) => {
          assert.equal(table.find(id), at);
        });
        assert.deepEqual(
          Array.from(idOrder(ids), (at) => ids[at]),
          Array.from(ids).sort((a, b) => a - b),
        );
      },
    ),
  );
});
