import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clipLine } from '../../src/format/tile-clip.ts';
import { cutterOf } from '../../src/format/tile-cut.ts';
import { degreesOfTile, latitudeAt, projectLine, tileOfPlace, worldX, worldY } from '../../src/format/tile-mercator.ts';
import { lengthOfLine, roundCorners, simplifyLine } from '../../src/format/tile-simplify.ts';
import { distanceToLines, placeInTile } from './support/decoded.ts';

const coordinate = fc.integer({ min: -300, max: 400 });
const anyLine = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 30 })
  .map((points) => Float64Array.from(points.flat()));

function pointsOf(line: Float64Array): [number, number][] {
  return Array.from({ length: line.length / 2 }, (_, i) => [line[i * 2]!, line[i * 2 + 1]!]);
}

/** Many points along a line, with its own. */
function sampled(line: Float64Array, steps = 50): [number, number][] {
  const points = pointsOf(line);
  return points.flatMap(([ax, ay], i) => {
    const [bx, by] = points[i + 1] ?? [ax, ay];
    return Array.from({ length: steps }, (_, s): [number, number] => {
      return [ax + ((bx - ax) * s) / steps, ay + ((by - ay) * s) / steps];
    });
  });
}

test('what is left of a clipped line lies in the square and on the line, and nothing inside is lost', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const pieces = clipLine(line, 0, 100).map(pointsOf);
      for (const [x, y] of pieces.flat()) {
        assert.ok(x >= -1e-9 && x <= 100 + 1e-9 && y >= -1e-9 && y <= 100 + 1e-9, `${x} ${y} is outside`);
        assert.ok(distanceToLines([x, y], [pointsOf(line)]) < 1e-9);
      }
      for (const [x, y] of sampled(line)) {
        const isWellInside = x > 0.001 && x < 99.999 && y > 0.001 && y < 99.999;
        if (isWellInside) assert.ok(distanceToLines([x, y], pieces) < 1e-9, `${x} ${y} is lost`);
      }
    }),
  );
});

test('the pieces of a clipped line keep its direction and together its length inside', () => {
  const zigzag = Float64Array.from([-50, 50, 150, 50, 150, 60, -50, 60, 20, 60]);
  assert.deepEqual(clipLine(zigzag, 0, 100).map(pointsOf), [
    [
      [0, 50],
      [100, 50],
    ],
    [
      [100, 60],
      [0, 60],
    ],
    [
      [0, 60],
      [20, 60],
    ],
  ]);
});

test('a line inside the square is not copied, one outside is gone, one point is no line', () => {
  const inside = Float64Array.from([1, 1, 2, 2]);
  assert.equal(clipLine(inside, 0, 100)[0], inside);
  assert.deepEqual(clipLine(Float64Array.from([-10, 0, -10, 100]), 0, 100), []);
  assert.deepEqual(clipLine(Float64Array.from([5, 5]), 0, 100), []);
});

test('a simplified line keeps its ends, takes only points of the line, and no point is further from it than the tolerance', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 0, max: 80 }), (line, tolerance) => {
      const simple = pointsOf(simplifyLine(line, tolerance));
      const points = pointsOf(line);
      assert.deepEqual(simple[0], points[0]);
      assert.deepEqual(simple.at(-1), points.at(-1));
      let from = 0;
      for (const [x, y] of simple) {
        from = points.findIndex((point, i) => i >= from && point[0] === x && point[1] === y) + 1;
        assert.ok(from > 0, 'a point that the line does not have, or out of order');
      }
      for (const point of points) assert.ok(distanceToLines(point, [simple]) <= tolerance + 1e-9);
    }),
  );
});

test('a million points are simplified quickly, however they lie', () => {
  const line = new Float64Array(2_000_000).map((_, i) => (i % 2 === 0 ? i : (i * i) % 17));
  const start = performance.now();
  assert.ok(simplifyLine(line, 5).length > 100_000);
  assert.ok(simplifyLine(line, 100).length < 10_000);
  assert.ok(performance.now() - start < 5000);
});

test('rounded corners keep the ends and never make a line longer', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const rounded = roundCorners(line);
      assert.deepEqual([...rounded.subarray(0, 2)], [...line.subarray(0, 2)]);
      assert.deepEqual([...rounded.subarray(-2)], [...line.subarray(-2)]);
      assert.ok(lengthOfLine(rounded) <= lengthOfLine(line) + 1e-9);
    }),
  );
});

test('places in a tile are those of Web Mercator', () => {
  const lon = fc.double({ min: -180, max: 180, noNaN: true });
  const lat = fc.double({ min: -85, max: 85, noNaN: true });
  fc.assert(
    fc.property(lon, lat, fc.integer({ min: 0, max: 14 }), (east, north, z) => {
      const address = tileOfPlace(z, east, north);
      const places: [number, number][] = [];
      cutterOf(address)(projectLine(Float64Array.of(east, north, east, north)), (points) => {
        places.push([points[0]!, points[1]!]);
      });
      const [expectedX, expectedY] = placeInTile(z, address.x, address.y, [east, north]);
      const found = places.filter(([x, y]) => Math.abs(x - expectedX) < 1e-4 && Math.abs(y - expectedY) < 1e-4);
      assert.equal(found.length, 1, `${places}`);
      assert.ok(Math.abs(latitudeAt(worldY(north)) - north) < 1e-9);
    }),
  );
});

test('poles stay finite', () => {
  assert.ok(Number.isFinite(worldY(90)) && Number.isFinite(worldY(-90)));
});

test('a line across the antimeridian goes on past the edge of the world and not back across it', () => {
  const east = projectLine(Float64Array.of(179, 60, -179, 61, -178, 62));
  assert.ok(east[2]! > 1 && east[4]! > east[2]!);
  const west = projectLine(Float64Array.of(-179, 60, 179, 61, -179.5, 62));
  assert.ok(west[2]! < 0 && west[4]! > 0, 'and comes back when the line does');
  assert.ok(Math.abs(east[2]! - worldX(181)) < 1e-12);
});

test('the degrees of a tile have its buffer around them', () => {
  const [west, south, east, north] = degreesOfTile({ z: 0, x: 0, y: 0 });
  assert.ok(west < -180 && east > 180 && north > 85.05 && south < -85.05);
  const inner = degreesOfTile({ z: 1, x: 1, y: 0 });
  assert.ok(inner[0] < 0 && inner[0] > -6 && inner[1] < 0 && inner[1] > -6);
});
