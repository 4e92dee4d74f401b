/** Reads the tables of `data/`, for the tests of what is in them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import papaparse from 'papaparse';

export type Row = Readonly<Record<string, string>>;

export interface Reach {
  name: string;
  down: string;
  continent: string;
  points: [lon: number, lat: number][];
}

export function readTable(path: string): Row[] {
  const text = readFileSync(new URL(`../../data/${path}`, import.meta.url), 'utf8');
  const { data, errors } = papaparse.parse<Row>(text, { header: true, skipEmptyLines: true });
  assert.deepEqual(errors, [], `${path} parses`);
  assert.ok(data.length > 0, `${path} has rows`);
  return data;
}

export function readReaches(): Reach[] {
  return readTable('rivers/reaches.csv').map(({ name, down, continent, wkt }) => ({
    name: name!,
    down: down!,
    continent: continent!,
    points: wkt!
      .slice(wkt!.indexOf('(') + 1, -1)
      .split(',')
      .map((point) => point.split(' ').map(Number) as [number, number]),
  }));
}

export const placeOf = (row: Row): [lon: number, lat: number] => [Number(row.lon), Number(row.lat)];

export function kmToLine([lon, lat]: readonly [number, number], points: readonly [number, number][]): number {
  const cos = Math.cos((lat * Math.PI) / 180);
  let nearest = Number.POSITIVE_INFINITY;
  let [x0, y0] = [(points[0]![0] - lon) * cos, points[0]![1] - lat];
  for (const point of points) {
    const [x1, y1] = [(point[0] - lon) * cos, point[1] - lat];
    const [dx, dy] = [x1 - x0, y1 - y0];
    const squared = dx * dx + dy * dy;
    const along = squared === 0 ? 0 : Math.max(0, Math.min(1, -(x0 * dx + y0 * dy) / squared));
    nearest = Math.min(nearest, Math.hypot(x0 + along * dx, y0 + along * dy));
    [x0, y0] = [x1, y1];
  }
  return nearest * 111.195;
}

export function assertPlace(row: Row, what: string): void {
  const [lon, lat] = placeOf(row);
  assert.ok(row.lon !== '' && Math.abs(lon) <= 180, `${what}: longitude ${row.lon}`);
  assert.ok(row.lat !== '' && Math.abs(lat) <= 90, `${what}: latitude ${row.lat}`);
}

/** Every field that ends in `_zh` is Chinese, every one that ends in `_en` has no Chinese in it, and none is empty. */
export function assertLanguages(row: Row, what: string): void {
  for (const [field, text] of Object.entries(row)) {
    if (field.endsWith('_zh')) assert.match(text, /\p{Script=Han}/u, `${what}: ${field}`);
    if (field.endsWith('_en')) assert.match(text, /^[^\p{Script=Han}]+$/u, `${what}: ${field}`);
    if (/_(zh|en)$/.test(field)) assert.equal(text, text.trim(), `${what}: ${field}`);
  }
}

export function assertUnique(keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    assert.ok(!seen.has(key), `${key} is there twice`);
    seen.add(key);
  }
}

/** A figure is empty where it is not known, else positive. */
export function assertFigures(row: Row, fields: readonly string[], what: string): void {
  for (const field of fields) assert.ok(row[field] === '' || Number(row[field]) > 0, `${what}: ${field} ${row[field]}`);
}
