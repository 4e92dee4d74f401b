import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FromLinesOptions, type NetworkFromLines, networkFromLines } from '../../src/network/from-lines.ts';

/** Points of a line: `0 0, 1 0.5, 2 0`. */
type Drawing = string;

function network(drawings: Drawing[], options: Partial<FromLinesOptions> = {}): NetworkFromLines {
  const lines = drawings.map((points) => Float64Array.from(points.split(/,? /), Number));
  return networkFromLines(lines, { snapDegrees: 0.01, ...options });
}

/** `0 -> 1` for "the piece of line 0 flows into one of line 1", `1 -> out` at an outlet; sorted. */
function flows({ pieces, down }: NetworkFromLines): string[] {
  return pieces.map(({ source }, p) => `${source} -> ${down[p] === -1 ? 'out' : pieces[down[p]!]!.source}`).sort();
}

function assertSound({ pieces, down }: NetworkFromLines): void {
  for (const [p, { line }] of pieces.entries()) {
    const below = pieces[down[p]!]?.line;
    if (below)
      assert.deepEqual([...line.subarray(-2)], [...below.subarray(0, 2)], `piece ${p} ends where the next begins`);
    let steps = 0;
    for (let q = p; q !== -1; q = down[q]!) assert.ok(steps++ <= pieces.length, `piece ${p} leads to an outlet`);
  }
}

const near = (x: number, y: number) => (lon: number, lat: number) => Math.hypot(lon - x, lat - y) < 0.02;
const kinds = ({ notes }: NetworkFromLines) => notes.map(({ kind }) => kind).sort();

test('a line is cut where the end of another touches it, and both parts are joined', () => {
  const made = network(['0 0, 1 0, 2 0', '1.3 1, 1.3 0.004']);
  assert.deepEqual(flows(made), ['0 -> 0', '0 -> out', '1 -> 0']);
  assertSound(made);
  assert.deepEqual([...made.pieces[1]!.line], [1.3, 0, 2, 0], 'the node lies on the line that was cut');
  assert.deepEqual(kinds(made), ['guessed outlet']);
});

test('a line whose two ends touch another one cuts it twice and is a side arm', () => {
  const made = network(['0 0, 4 0', '1 0, 2 1, 3 0']);
  assert.deepEqual(flows(made), ['0 -> 0', '0 -> 0', '0 -> out', '1 -> 0']);
  assert.deepEqual(kinds(made), ['guessed outlet', 'side arm']);
  assertSound(made);
});

test('lines drawn the wrong way are turned towards the known outlet', () => {
  const drawn = ['2 0, 1 0', '1 0, 0 0', '1 0, 1 1'];
  for (const drawnDownstream of ['hint', 'ignore'] as const) {
    const made = network(drawn, { outlets: near(2, 0), drawnDownstream });
    assert.deepEqual(flows(made), ['0 -> out', '1 -> 0', '2 -> 0']);
    assert.deepEqual([...made.pieces[0]!.line], [1, 0, 2, 0]);
    assertSound(made);
  }
});

test('with drawing directions trusted nothing is turned and outlets are not asked for', () => {
  const made = network(['0 0, 1 0', '1 0, 2 0'], { outlets: near(0, 0), drawnDownstream: 'trust' });
  assert.deepEqual(flows(made), ['0 -> 1', '1 -> out']);
});

test('without known outlets the loose end that most of the length is drawn to becomes the outlet', () => {
  const made = network(['0 0, 1 0', '2 0, 1 0', '2 0, 5 0', '2 2, 2 0']);
  assert.deepEqual(flows(made), ['0 -> 1', '1 -> 2', '2 -> out', '3 -> 2']);
  const outlet = made.notes.find(({ kind }) => kind === 'guessed outlet');
  assert.deepEqual([outlet?.lon, outlet?.lat], [5, 0]);
});

test('a gap below the tolerance is closed, one above it is not', () => {
  const drawn = (gap: number) => ['0 0, 1 0', `${1 + gap} 0, 2 0`];
  assert.deepEqual(flows(network(drawn(0.009))), ['0 -> 1', '1 -> out']);
  assert.deepEqual(flows(network(drawn(0.011))), ['0 -> out', '1 -> out']);
});

test('a longer gap is bridged to the nearest line only where a part has no outlet', () => {
  const drawn = ['0 0, 1 0', '1.03 0, 2 0', '0.02 0.04, 0 3'];
  const made = network(drawn, {
    outlets: (lon, lat) => near(2, 0)(lon, lat) || near(0, 3)(lon, lat),
    bridgeKm: 5,
  });
  assert.deepEqual(flows(made), ['0 -> 1', '1 -> out', '2 -> out']);
  assert.deepEqual(kinds(made), ['bridge']);
  assert.deepEqual([...made.pieces[0]!.line], [0, 0, 1, 0, 1.03, 0]);
});

test('a bridge may end inside a line', () => {
  const made = network(['0 0, 2 0', '1 1, 1 0.03'], { outlets: near(2, 0), bridgeKm: 5 });
  assert.deepEqual(flows(made), ['0 -> 0', '0 -> out', '1 -> 0']);
  assertSound(made);
});

test('a braid keeps all its pieces: one arm carries the river, the other joins again below', () => {
  const made = network(['0 0, 1 0', '1 0, 2 0.1, 3 0', '1 0, 2 -1, 3 0', '3 0, 4 0'], {
    outlets: near(4, 0),
    drawnDownstream: 'ignore',
  });
  assert.deepEqual(flows(made), ['0 -> 1', '1 -> 3', '2 -> 3', '3 -> out']);
  assert.deepEqual(made.notes, [
    {
      kind: 'side arm',
      source: 2,
      lon: 1,
      lat: 0,
      text: 'begins where the river divides; the water goes the other way',
    },
  ]);
  assertSound(made);
});

test('in a delta every arm flows to the sea, and the main one is the arm of the same river', () => {
  const drawn = ['0 0, 1 0', '1 0, 2 0', '1 0, 3 5'];
  const outlets = (lon: number) => lon >= 2;
  const straight = network(drawn, { outlets, drawnDownstream: 'ignore' });
  assert.deepEqual(flows(straight), ['0 -> 1', '1 -> out', '2 -> out']);
  assert.deepEqual([...straight.pieces[2]!.line.subarray(-2)], [3, 5], 'the longer arm does not flow back');
  const named = network(drawn, {
    outlets,
    drawnDownstream: 'ignore',
    riverOf: (line) => (line === 1 ? 'arm' : 'river'),
  });
  assert.deepEqual(flows(named), ['0 -> 2', '1 -> out', '2 -> out']);
});

test('a circle that is drawn as one is led to the end of the network', () => {
  const made = network(['0 0, 1 0', '1 0, 2 0', '2 0, 2 1, 1 0', '2 0, 2 -3'], {
    drawnDownstream: 'trust',
    riverOf: (line) => (line === 3 ? 'other' : 'circle'),
  });
  assert.deepEqual(flows(made), ['0 -> 1', '1 -> 3', '2 -> 1', '3 -> out']);
  assertSound(made);
});

test('a circle with no way out is cut open and reported', () => {
  const made = network(['0 0, 1 0', '1 0, 1 1', '1 1, 0 0'], { drawnDownstream: 'trust' });
  assert.equal(made.down.filter((d) => d === -1).length, 1);
  assert.deepEqual(kinds(made), ['cycle']);
  assertSound(made);
});

test('of lines that repeat each other, also backwards, the first one stays', () => {
  const made = network(['0 0, 1 1, 2 0', '2 0, 1 1, 0 0', '0 0, 1 1, 2 0', '2 0, 3 0'], { outlets: near(3, 0) });
  assert.deepEqual(flows(made), ['0 -> 3', '3 -> out']);
  assert.deepEqual(
    made.notes.map(({ kind, source }) => `${kind} ${source}`),
    ['duplicate 1', 'duplicate 2'],
  );
});

test('a line that repeats part of another is found after the cut', () => {
  const made = network(['0 0, 1 0, 2 0, 3 0', '1 0, 2 0']);
  assert.deepEqual(flows(made), ['0 -> 0', '0 -> 0', '0 -> out']);
  assert.deepEqual(kinds(made), ['duplicate', 'guessed outlet']);
});

test('a star of many lines flows into its one outlet', () => {
  const rays = Array.from({ length: 2000 }, (_, i) => {
    const angle = 0.5 + (5 * i) / 2000;
    return `0 0, ${100 * Math.cos(angle)} ${100 * Math.sin(angle)}`;
  });
  const made = network([...rays, '0 0, 2 0'], { outlets: near(2, 0) });
  assert.equal(made.down.filter((d) => d === 2000).length, 2000);
  assertSound(made);
});

test('a ring with a river through it gives two arms', () => {
  const made = network(['1 0, 2 1, 3 0, 2 -1, 1 0', '0 0, 1 0', '3 0, 4 0'], { outlets: near(4, 0) });
  assert.deepEqual(flows(made), ['0 -> 2', '0 -> 2', '1 -> 0', '2 -> out']);
  assert.deepEqual(kinds(made), ['side arm']);
  assertSound(made);
});

test('a ring that touches the network in one place joins it there; alone it is an outlet', () => {
  const ring = '1 0, 2 1, 2 -1, 1 0';
  const made = network([ring, '0 0, 1 0', '1 0, 1 -3'], { outlets: near(1, -3) });
  assert.deepEqual(flows(made), ['0 -> 2', '1 -> 2', '2 -> out']);
  assert.deepEqual(kinds(made), ['ring']);
  assert.deepEqual(flows(network([ring])), ['0 -> out']);
});

test('a line that ends on itself is cut there', () => {
  const made = network(['0 0, 3 0, 3 1, 2 1, 2 0'], { outlets: near(0, 0) });
  assert.deepEqual(flows(made), ['0 -> 0', '0 -> out']);
  assert.deepEqual(kinds(made), ['ring']);
  assertSound(made);
});

test('a part with an outlet at every loose end keeps only the one it is drawn to', () => {
  const made = network(['0 0, 1 0', '1 0, 2 0'], { outlets: () => true });
  assert.deepEqual(flows(made), ['0 -> 1', '1 -> out']);
});

test('lines within the tolerance are left out and reported', () => {
  const made = network(['0 0, 0.004 0.004', '0 0, 1 0', '5 5, 5.001 5']);
  assert.deepEqual(flows(made), ['1 -> out']);
  assert.deepEqual(kinds(made), ['guessed outlet', 'short', 'short']);
});

test('no lines make an empty network', () => {
  assert.deepEqual(network([]), { pieces: [], down: new Int32Array(0), notes: [] });
});

test('a chain of 50,000 lines, shuffled, comes out in order', () => {
  const count = 50_000;
  const drawings = Array.from({ length: count }, (_, i) => {
    const k = (i * 7919) % count;
    const ends = [`${k * 0.001} 0`, `${(k + 1) * 0.001} 0`];
    return (i % 3 === 0 ? ends.reverse() : ends).join(', ');
  });
  const made = network(drawings, { snapDegrees: 0.0001, outlets: near(count * 0.001, 0) });
  const wrong = made.down.findIndex((d, p) => {
    const k = (made.pieces[p]!.source * 7919) % count;
    return d === -1 ? k !== count - 1 : (made.pieces[d]!.source * 7919) % count !== k + 1;
  });
  assert.equal(wrong, -1);
});

test('a random tree drawn in any direction and order, with ends off by less than the tolerance, is rebuilt', () => {
  const tolerance = 0.001;
  const jitter = fc.double({ min: -0.35 * tolerance, max: 0.35 * tolerance, noNaN: true });
  const branch = fc.record({
    parent: fc.nat(),
    reversed: fc.boolean(),
    order: fc.integer(),
    jitters: fc.tuple(jitter, jitter, jitter, jitter),
  });
  fc.assert(
    fc.property(fc.array(branch, { minLength: 1, maxLength: 60 }), (branches) => {
      // Node i stands in the column of its depth and in row i, so that no line comes near a node that is not its own.
      const depth = [0];
      const parents = branches.map(({ parent }, i) => {
        const node = parent % (i + 1);
        depth.push(depth[node]! + 1);
        return node;
      });
      const place = (node: number): [number, number] => [depth[node]! * 0.5, node * 0.5];
      const order = branches.map((_, i) => i).sort((a, b) => branches[a]!.order - branches[b]!.order || a - b);
      const drawings = order.map((i) => {
        const { reversed, jitters } = branches[i]!;
        const [x0, y0] = place(i + 1);
        const [x1, y1] = place(parents[i]!);
        const line = [
          `${x0 + jitters[0]} ${y0 + jitters[1]}`,
          `${(x0 + x1) / 2} ${(y0 + y1) / 2}`,
          `${x1 + jitters[2]} ${y1 + jitters[3]}`,
        ];
        return (reversed ? line.reverse() : line).join(', ');
      });
      for (const drawnDownstream of ['hint', 'ignore'] as const) {
        const outlets = (lon: number, lat: number) => Math.hypot(lon, lat) < 2 * tolerance;
        const made = network(drawings, { snapDegrees: tolerance, outlets, drawnDownstream });
        assert.equal(made.pieces.length, branches.length);
        assertSound(made);
        const below = new Map(
          made.pieces.map(({ source }, p) => [
            order[source]!,
            made.down[p] === -1 ? -1 : order[made.pieces[made.down[p]!]!.source]!,
          ]),
        );
        for (const [i, node] of parents.entries()) {
          if (node > 0) assert.equal(below.get(i), node - 1);
          // Several branches may end at the root: each of them is then an outlet.
          else assert.equal(below.get(i), -1);
        }
      }
    }),
  );
});
