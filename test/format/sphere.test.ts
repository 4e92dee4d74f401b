/** Distances on the sphere and the order of texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxAround, distanceM, isInBox, nearestOnLine, splitAtAntimeridian } from '../../src/format/sphere.ts';
import { compareText } from '../../src/store/text-order.ts';

const lon = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -90, max: 90, noNaN: true });

test('a degree of latitude is some 111 km, and a quarter of the way round some 10,000', () => {
  assert.ok(Math.abs(distanceM(0, 0, 0, 1) - 111_195) < 1);
  assert.ok(Math.abs(distanceM(0, 0, 90, 0) - 10_007_557) < 10);
  assert.equal(distanceM(12, 34, 12, 34), 0);
});

test('the box around a circle holds every point of it, at the poles and across the antimeridian too', () => {
  fc.assert(
    fc.property(lon, lat, lon, lat, (lon1, lat1, lon2, lat2) => {
      const radius = distanceM(lon1, lat1, lon2, lat2) * 1.000001 + 0.01;
      const box = boxAround({ lon: lon1, lat: lat1 }, radius);
      const point = { lon: lon2, lat: lat2 };
      assert.ok(isInBox(point, box));
      assert.ok(splitAtAntimeridian(box).some((part) => isInBox(point, part)));
    }),
    { numRuns: 1000 },
  );
});

test('the nearest point of a line is no farther than any of its points, near by', () => {
  const offset = fc.double({ min: -0.2, max: 0.2, noNaN: true });
  const middle = fc.double({ min: -60, max: 60, noNaN: true });
  fc.assert(
    fc.property(lon, middle, fc.array(fc.tuple(offset, offset), { minLength: 1, maxLength: 6 }), (x, y, points) => {
      const wrapped = (value: number) => (value > 180 ? value - 360 : value < -180 ? value + 360 : value);
      const line = Float64Array.from(points.flatMap(([dx, dy]) => [wrapped(x + dx), y + dy]));
      const found = nearestOnLine({ lon: x, lat: y }, line);
      for (let i = 0; i < line.length; i += 2) {
        assert.ok(found.distanceM <= distanceM(x, y, line[i]!, line[i + 1]!) * 1.001 + 0.001);
      }
      assert.ok(found.point.lon >= -180 && found.point.lon <= 180);
    }),
  );
});

test('a point beside the middle of a segment is near its middle, not its ends', () => {
  const { point, distanceM: metres } = nearestOnLine({ lon: 0.5, lat: 0.1 }, Float64Array.of(0, 0, 1, 0));
  assert.ok(Math.abs(point.lon - 0.5) < 1e-9 && Math.abs(point.lat) < 1e-9);
  assert.ok(Math.abs(metres - 11_119.5) < 1);
});

test('texts are ordered as their UTF-8 bytes are', () => {
  const code = fc.constantFrom(0x41, 0x61, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f600, 0x10ffff);
  const text = fc.array(code, { maxLength: 5 }).map((codes) => String.fromCodePoint(...codes));
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareText(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
