/** A parsed GeoJSON geometry to lines and points. */

import type { Geometry, Line } from './feature.ts';
import { gatherGeometry } from './gather.ts';
import { RowError } from './row.ts';

interface JsonGeometry {
  type?: unknown;
  coordinates?: unknown;
  geometries?: unknown;
}

const MAX_NESTING = 16;

export function geometryOfGeoJson(value: unknown): Geometry | undefined {
  if (value === null || value === undefined) return undefined;
  const lines: Line[] = [];
  const points: number[] = [];
  collect(value, lines, points, 0);
  return gatherGeometry(lines, points);
}

function collect(value: unknown, lines: Line[], points: number[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_NESTING)
    throw new RowError('the geometry is no object');
  const { type, coordinates, geometries } = value as JsonGeometry;
  switch (type) {
    case 'LineString':
      addLine(coordinates, lines);
      return;
    case 'MultiLineString':
      for (const part of list(coordinates)) addLine(part, lines);
      return;
    case 'Point':
      addPoint(coordinates, points);
      return;
    case 'MultiPoint':
      for (const point of list(coordinates)) addPoint(point, points);
      return;
    case 'GeometryCollection':
      for (const member of list(geometries)) collect(member, lines, points, depth + 1);
      return;
    default:
      throw new RowError(`a ${typeof type === 'string' ? type : 'geometry without a type'}, not a line or a point`);
  }
}

function addLine(coordinates: unknown, lines: Line[]): void {
  const positions = list(coordinates);
  if (positions.length === 0) return;
  const line = new Float64Array(positions.length * 2);
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    if (!Array.isArray(position) || typeof position[0] !== 'number' || typeof position[1] !== 'number') {
      throw new RowError(`${JSON.stringify(position)} is no position`);
    }
    line[2 * i] = position[0];
    line[2 * i + 1] = position[1];
  }
  lines.push(line);
}

function addPoint(coordinates: unknown, points: number[]): void {
  const [x, y] = list(coordinates);
  if (x === undefined) return;
  if (typeof x !== 'number' || typeof y !== 'number')
    throw new RowError(`${JSON.stringify(coordinates)} is no position`);
  points.push(x, y);
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RowError('the coordinates are no list');
  return value;
}
