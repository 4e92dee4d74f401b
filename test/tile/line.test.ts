import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxOfLines, createGeometryEncoder } from '../../src/format/geometry-blob.ts';
import { createLineReader } from '../../src/format/tile-line.ts';
import { projectLine } from '../../src/format/tile-mercator.ts';

const encoder = createGeometryEncoder();
const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
const anyLine = fc.array(place, { minLength: 2, maxLength: 40 }).map((points) => Float64Array.from(points.flat()));
const ENVELOPES = [0, 32, 48, 48, 64];

/** The blob of a line with an envelope of another kind, at an odd place in memory. */
function blobWith(kind: number, line: Float64Array): Uint8Array {
  const blob = encoder.line(line, boxOfLines([line]));
  const wkb = blob.subarray(40);
  const bytes = new Uint8Array(1 + 8 + ENVELOPES[kind]! + wkb.length);
  bytes.set(blob.subarray(0, 8), 1);
  bytes[1 + 3] = (kind << 1) | 1;
  bytes.set(wkb, 1 + 8 + ENVELOPES[kind]!);
  return bytes.subarray(1);
}

test('lines are read as they were written, with any envelope or none, and do not disturb each other', () => {
  const reader = createLineReader();
  fc.assert(
    fc.property(fc.array(fc.tuple(anyLine, fc.nat(4)), { maxLength: 30 }), (lines) => {
      reader.clear();
      const read = lines.map(([line, kind]) => [
        reader.ofGeoPackage(blobWith(kind, line)),
        reader.ofWkb(blobWith(0, line).slice(8)),
      ]);
      for (const [i, [line]] of lines.entries()) assert.deepEqual(read[i], [projectLine(line), projectLine(line)]);
    }),
  );
});

test('lines of any length stay whole until all are done with', () => {
  const reader = createLineReader();
  const line = new Float64Array(100_000).map((_, i) => (i % 2 === 0 ? i / 1000 : (i % 160) - 80));
  const blob = encoder.line(line, boxOfLines([line])).slice();
  for (let round = 0; round < 2; round++) {
    const read = Array.from({ length: 30 }, () => reader.ofGeoPackage(blob));
    for (const each of read) assert.deepEqual(each, projectLine(line));
    reader.clear();
  }
});

test('what is no line is refused', () => {
  assert.throws(() => createLineReader().ofGeoPackage(encoder.point(1, 2)), RangeError);
});
