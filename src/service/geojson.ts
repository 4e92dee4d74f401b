/** Lines as GeoJSON (RFC 7946). */
import type { LineCoordinates } from '../store/store.ts';
import type { LineString, MultiLineString } from './types.ts';

type Position = [number, number];

export function toLineString(line: LineCoordinates): LineString {
  return { type: 'LineString', coordinates: positionsOf(line) };
}

export function toMultiLineString(lines: readonly LineCoordinates[]): MultiLineString {
  return { type: 'MultiLineString', coordinates: lines.map(positionsOf) };
}

export function boxOf(lines: readonly LineCoordinates[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      box[0] = Math.min(box[0], line[i]!);
      box[1] = Math.min(box[1], line[i + 1]!);
      box[2] = Math.max(box[2], line[i]!);
      box[3] = Math.max(box[3], line[i + 1]!);
    }
  }
  return box;
}

/** The positions as they stand in JSON, between the brackets. */
export function positionsJson(line: LineCoordinates): string {
  let json = '';
  for (let i = 0; i < line.length; i += 2) json += `${i === 0 ? '' : ','}[${line[i]},${line[i + 1]}]`;
  return json;
}

function positionsOf(line: LineCoordinates): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < line.length; i += 2) positions.push([line[i]!, line[i + 1]!]);
  return positions;
}
