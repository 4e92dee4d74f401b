/** Lines from PostGIS as little-endian WKB, and boxes as its index and that of a dataset file understand them alike. */
import type { Box, LineCoordinates } from './store.ts';

const LINE_HEADER_BYTES = 9;

export function lineOfWkb(wkb: Buffer): LineCoordinates {
  return coordinatesAt(wkb, 0);
}

export function linesOfWkb(wkb: Buffer): LineCoordinates[] {
  const lines: LineCoordinates[] = [];
  const count = wkb.readUInt32LE(5);
  for (let i = 0, at = LINE_HEADER_BYTES; i < count; i++) {
    const line = coordinatesAt(wkb, at);
    lines.push(line);
    at += LINE_HEADER_BYTES + line.length * 8;
  }
  return lines;
}

function coordinatesAt(wkb: Buffer, at: number): LineCoordinates {
  const line = new Float64Array(wkb.readUInt32LE(at + 5) * 2);
  for (let i = 0, from = at + LINE_HEADER_BYTES; i < line.length; i++, from += 8) line[i] = wkb.readDoubleLE(from);
  return line;
}

/**
 * Conditions for the values of `boxValues` from `$n` on. The index of a dataset file holds boxes widened to 32-bit
 * numbers and compares them with the box asked for; PostGIS widens both. The second half makes both find the same.
 */
export function inBox(geom: string, n: number): string {
  return `${geom} && ST_MakeEnvelope($${n}, $${n + 1}, $${n + 2}, $${n + 3}, 4326)
    AND ST_XMax(${geom}) > $${n + 4} AND ST_YMax(${geom}) > $${n + 5}
    AND ST_XMin(${geom}) < $${n + 6} AND ST_YMin(${geom}) < $${n + 7}`;
}

/** Widened upwards, a number reaches `bound` when it is above the next 32-bit number below it. */
export function boxValues([west, south, east, north]: Box): number[] {
  return [west, south, east, north, below(west), below(south), above(east), above(north)];
}

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** The greatest 32-bit number less than the value. */
function below(value: number): number {
  single[0] = value;
  if (single[0] >= value) step(-1);
  return single[0];
}

/** The smallest 32-bit number greater than the value. */
function above(value: number): number {
  single[0] = value;
  if (single[0] <= value) step(1);
  return single[0];
}

function step(direction: 1 | -1): void {
  if (single[0] === 0) bits[0] = direction === 1 ? 1 : -0x7fffffff;
  else bits[0]! += (single[0]! > 0 ? 1 : -1) * direction;
}
