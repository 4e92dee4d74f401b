import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { floatAbove, floatBelow, writeSpatialIndex } from '../../src/dataset/rtree.ts';

const box = fc
  .tuple(
    fc.double({ min: -180, max: 179, noNaN: true }),
    fc.double({ min: -90, max: 89, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([x, y, size]) => [x, y, x + size, y + size]);

function indexOf(boxes: number[][]): DatabaseSync {
  const db = new DatabaseSync(':memory:', { defensive: false });
  writeSpatialIndex(db, 'reach', 'geom', Float64Array.from(boxes.flat()));
  return db;
}

test('a packed spatial index is sound for SQLite and finds what a search through all boxes finds', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 400 }), box, (boxes, [west, south, east, north]) => {
      const db = indexOf(boxes);
      assert.equal(
        (db.prepare(`SELECT rtreecheck('rtree_reach_geom') AS found`).get() as { found: string }).found,
        'ok',
      );
      const rows = db
        .prepare(
          'SELECT id FROM rtree_reach_geom WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ? ORDER BY id',
        )
        .all(west!, east!, south!, north!);
      const inside = boxes.flatMap(([w, s, e, n], i) =>
        e! >= west! && w! <= east! && n! >= south! && s! <= north! ? [i + 1] : [],
      );
      const found = new Set(rows.map((row) => Number(row.id)));
      for (const id of inside) assert.ok(found.has(id), `box ${id} is missing`);
      for (const id of found)
        assert.ok(touches(boxes[id - 1]!, [west!, south!, east!, north!]), `box ${id} is too much`);
      db.close();
    }),
    { numRuns: 60 },
  );
});

/** With the slack of 32-bit floats. */
function touches([w, s, e, n]: number[], [west, south, east, north]: number[]): boolean {
  const slack = 1e-4;
  return e! + slack >= west! && w! - slack <= east! && n! + slack >= south! && s! - slack <= north!;
}

test('a packed spatial index of three levels is sound', () => {
  const boxes = Array.from({ length: 3000 }, (_, i) => [i / 20 - 90, (i % 97) / 2, i / 20 - 89.9, (i % 97) / 2 + 0.1]);
  const db = indexOf(boxes);
  assert.deepEqual({ ...db.prepare(`SELECT rtreecheck('rtree_reach_geom') AS found`).get() }, { found: 'ok' });
  assert.equal((db.prepare('SELECT count(*) AS n FROM rtree_reach_geom').get() as { n: number }).n, 3000);
});

test('32-bit floats are rounded outwards, to the nearest', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (value) => {
      const below = floatBelow(value);
      const above = floatAbove(value);
      assert.ok(below <= value && value <= above);
      assert.ok(Math.fround(below) === below && Math.fround(above) === above);
      assert.ok(below === value ? above === value : Math.fround(value) === below || Math.fround(value) === above);
    }),
  );
});
