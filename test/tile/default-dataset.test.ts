import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { buildDefaultDataset } from '../../src/dataset/default.ts';
import { decodeLine } from '../../src/format/geometry-blob.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { decodeZipped, distanceToLines, placeInTile, tileOf } from './support/decoded.ts';

const folder = mkdtempSync(join(tmpdir(), 'watercode-tiles-'));
const path = join(folder, 'default.gpkg');
await buildDefaultDataset(path);
const store = openSqliteStore(path);
const db = new DatabaseSync(path, { readOnly: true });
after(() => {
  store.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

type Point = [number, number];
const PIXEL = 8;
/** Where many rivers meet, and where hardly any are. */
const PLACES: Point[] = [
  [-60, -3],
  [31.2, 30.1],
  [8.3, 50],
  [114.3, 30.6],
  [-90.1, 38.7],
  [88, 24.5],
  [135, 48.5],
  [16.5, -1],
  [179.9, 66],
];

interface TrueReach {
  id: number;
  last: number;
  code: string;
  strahler: number;
  name: string | null;
  nameEn: string | null;
  /** In units of the tile at zoom 0. */
  line: Point[];
}

const trueReaches: TrueReach[] = db
  .prepare('SELECT fid AS id, last, code, strahler, name, name_en AS nameEn, geom FROM reach')
  .all()
  .map(({ geom, ...row }) => {
    const flat = decodeLine(geom as Uint8Array);
    const line = Array.from({ length: flat.length / 2 }, (_, i): Point => {
      return placeInTile(0, 0, 0, [flat[i * 2]!, flat[i * 2 + 1]!]);
    });
    return { ...(row as unknown as Omit<TrueReach, 'line'>), line };
  });

function inUnitsOf(z: number, x: number, y: number, line: readonly Point[]): Point[] {
  return line.map(([worldX, worldY]) => [worldX * 2 ** z - x * 4096, worldY * 2 ** z - y * 4096]);
}

function isInTile([x, y]: Point): boolean {
  return x >= 0 && x <= 4096 && y >= 0 && y <= 4096;
}

test('the world at zoom 0 shows the great rivers and none of the small ones', async () => {
  const { river, label, poi } = decodeZipped(await store.tile(0, 0, 0));
  const names = new Set(river.map(({ properties }) => properties.name_en));
  for (const great of [
    'Amazon',
    'Nile',
    'Yangtze',
    'Mississippi',
    'Congo',
    'Ob',
    'Lena',
    'Volga',
    'Yellow',
    'Danube',
  ]) {
    assert.ok(names.has(`${great} River`), `${great} is missing`);
  }
  for (const small of ['Thames', 'Seine', 'Po', 'Ebro', 'Tiber', 'Hudson', 'Potomac', 'Weser']) {
    assert.ok(!names.has(`${small} River`), `${small} is shown`);
  }
  assert.ok(river.length < 400, `${river.length} lines`);
  assert.ok(label.length > 5);
  assert.deepEqual(poi, []);
});

test('each zoom shows at least what the one before it showed', async () => {
  for (const [lon, lat] of PLACES.slice(0, 4)) {
    const place = tileOf(8, lon, lat);
    const atPlace = trueReaches.filter(({ line, name }) => name !== null && inUnitsOf(...place, line).some(isInTile));
    let before = new Set<unknown>();
    for (let z = 0; z <= 8; z++) {
      const { river } = decodeZipped(await store.tile(...tileOf(z, lon, lat)));
      const names = new Set(river.map(({ properties }) => properties.name_en));
      const shown = new Set(atPlace.map(({ nameEn }) => nameEn).filter((name) => names.has(name)));
      for (const name of before) assert.ok(shown.has(name as string), `${name} is gone at zoom ${z}`);
      before = shown;
    }
    assert.ok(before.size > 0);
  }
});

test('what is shown from zoom 7 on is every reach, with its own properties, where it is within a pixel', async () => {
  let seen = 0;
  for (const [lon, lat] of PLACES) {
    for (const z of [7, 9, 11, 14]) {
      const [, x, y] = tileOf(z, lon, lat);
      const { river } = decodeZipped(await store.tile(z, x, y));
      const drawn = new Map(river.map((feature) => [feature.id, feature]));
      assert.equal(drawn.size, river.length, 'a reach is drawn once');
      for (const reach of trueReaches) {
        const truth = inUnitsOf(z, x, y, reach.line);
        const feature = drawn.get(reach.id);
        const inside = truth.filter(isInTile);
        if (inside.length >= 2 && distanceToLines(inside[0]!, [inside.slice(1)]) > 1) assert.ok(feature, reach.code);
        if (feature === undefined) continue;
        seen++;
        const { id, code, strahler: order, name, nameEn } = reach;
        const names = name === null ? {} : { name, name_en: nameEn };
        assert.deepEqual(feature.properties, { id, code, order, ...names });
        for (const vertex of feature.lines.flat()) assert.ok(distanceToLines(vertex, [truth]) <= PIXEL, code);
        for (const point of inside) assert.ok(distanceToLines(point, feature.lines) <= PIXEL, code);
      }
    }
  }
  assert.ok(seen > 50, `${seen} seen`);
});

test('what is shown up to zoom 6 lies on the reach it is named by, or on those above it', async () => {
  for (const [lon, lat] of PLACES.slice(0, 5)) {
    for (const z of [1, 4, 6]) {
      const [, x, y] = tileOf(z, lon, lat);
      for (const { id, properties, lines } of decodeZipped(await store.tile(z, x, y)).river) {
        const reach = trueReaches[id! - 1]!;
        assert.equal(properties.code, reach.code);
        assert.equal(properties.order, reach.strahler);
        assert.equal(properties.name ?? null, reach.name);
        const above = trueReaches.slice(id! - 1, reach.last).filter(({ name }) => name === reach.name);
        const truth = above.map(({ line }) => inUnitsOf(z, x, y, line));
        for (const vertex of lines.flat())
          assert.ok(distanceToLines(vertex, truth) <= PIXEL, `${reach.code} at zoom ${z}`);
      }
    }
  }
});

test('points come from zoom 4 on, junctions from zoom 9, each with its names and icon', async () => {
  const types = async (z: number) => {
    const all = await Promise.all(
      PLACES.map(async ([lon, lat]) => decodeZipped(await store.tile(...tileOf(z, lon, lat))).poi),
    );
    return new Set(all.flat().map(({ properties }) => properties.type));
  };
  assert.deepEqual(await types(3), new Set());
  assert.ok((await types(4)).has('hydropower'));
  assert.ok(!(await types(8)).has('junction'));
  const { lon, lat } = (await store.pois({ types: ['junction'], order: 'key', limit: 1 })).rows[0]!;
  const junctions = decodeZipped(await store.tile(...tileOf(9, lon, lat))).poi;
  assert.ok(junctions.some(({ properties }) => properties.type === 'junction'));
  for (const { id, properties } of junctions) {
    const row = (await store.poiById(id!))!;
    const icon = store.info.poiTypes.find(({ type }) => type === row.type)!.icon;
    assert.deepEqual(properties, { type: row.type, key: row.key, name: row.name, name_en: row.nameEn, icon });
  }
});

test('no tile is larger than half a megabyte', async () => {
  let largest = 0;
  for (let z = 0; z <= 10; z++) {
    for (const [lon, lat] of PLACES) {
      const zipped = await store.tile(...tileOf(z, lon, lat));
      if (zipped !== undefined) largest = Math.max(largest, gunzipSync(zipped).length);
    }
  }
  for (const { data } of db.prepare('SELECT data FROM tile').iterate() as Iterable<{ data: Uint8Array }>) {
    largest = Math.max(largest, gunzipSync(data).length);
  }
  assert.ok(largest > 10_000 && largest < 200_000, `${largest} bytes`);
});

test('GDAL reads a tile, with the layers and fields it should have', async () => {
  const file = join(folder, '9.mvt');
  const [z, x, y] = tileOf(5, 114.3, 30.6);
  writeFileSync(file, gunzipSync((await store.tile(z, x, y))!));
  const output = execFileSync(
    'ogrinfo',
    ['-ro', '-al', '-so', '-oo', `X=${x}`, '-oo', `Y=${y}`, '-oo', `Z=${z}`, `MVT:${file}`],
    { encoding: 'utf8' },
  );
  for (const layer of ['river', 'label', 'poi']) assert.match(output, new RegExp(`Layer name: ${layer}`));
  assert.match(output, /code: String/);
  assert.match(output, /order: Integer/);
});
