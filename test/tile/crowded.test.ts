/** Tiles with more in them than they show, against a plain search through all that the dataset holds. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { generate } from '../../bench/generate.ts';
import { buildDataset } from '../../src/dataset/build.ts';
import { floatAbove, floatBelow } from '../../src/dataset/rtree.ts';
import { decodeLine, decodePoint } from '../../src/format/geometry-blob.ts';
import { degreesOfTile } from '../../src/format/tile-mercator.ts';
import { CROWDED, MOST_POIS, MOST_REACHES } from '../../src/format/tile-plan.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { build, folder } from '../dataset/support.ts';
import { COMB_LATITUDE, combAcrossAntimeridian, gaugesOnComb, lonelyReaches } from './support/crowd.ts';
import { decodeZipped, placeInTile, tileOf } from './support/decoded.ts';

after(() => rmSync(folder, { recursive: true, force: true }));

type Point = [number, number];
type Address = [z: number, x: number, y: number];

interface TrueReach {
  id: number;
  order: number;
  upstreamKm: number;
  line: Point[];
}

function rowsOf<Row>(path: string, sql: string): Row[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}

function reachesOf(path: string): TrueReach[] {
  return rowsOf<Omit<TrueReach, 'line'> & { geom: Uint8Array }>(
    path,
    'SELECT fid AS id, strahler AS "order", upstream_km AS upstreamKm, geom FROM reach',
  ).map(({ geom, ...reach }) => {
    const flat = decodeLine(geom);
    return { ...reach, line: Array.from({ length: flat.length / 2 }, (_, i) => [flat[i * 2]!, flat[i * 2 + 1]!]) };
  });
}

/** By the boxes of lines, as a spatial index of 32-bit numbers has them. */
function isFoundIn([z, x, y]: Address): (reach: TrueReach) => boolean {
  const [west, south, east, north] = degreesOfTile({ z, x, y });
  return ({ line }) => {
    const lons = line.map(([lon]) => lon);
    const lats = line.map(([, lat]) => lat);
    return (
      floatAbove(Math.max(...lons)) >= west &&
      floatBelow(Math.min(...lons)) <= east &&
      floatAbove(Math.max(...lats)) >= south &&
      floatBelow(Math.min(...lats)) <= north
    );
  };
}

function mostImportant(reaches: readonly TrueReach[]): TrueReach[] {
  return reaches.toSorted((a, b) => b.order - a.order || b.upstreamKm - a.upstreamKm || a.id - b.id);
}

/** More than a unit of it lies in the tile, so that it can be seen. */
function isSeenIn([z, x, y]: Address, line: readonly Point[]): boolean {
  const inside = line
    .map((point) => placeInTile(z, x, y, point))
    .filter((point) => point.every((v) => v >= 0 && v <= 4096));
  return inside.some(([px, py]) => Math.hypot(px! - inside[0]![0]!, py! - inside[0]![1]!) > 2);
}

/** Checks that a tile draws of these reaches, the most important first, as many as there is room for. */
async function assertDraws(store: Store, address: Address, wanted: readonly TrueReach[]): Promise<void> {
  const shown = wanted.slice(0, MOST_REACHES);
  const zipped = await store.tile(...address);
  assert.ok(zipped === undefined || gunzipSync(zipped).length < 500_000);
  const { river } = decodeZipped(zipped);
  const drawn = new Set(river.map(({ id }) => id));
  const allowed = new Set(shown.map(({ id }) => id));
  for (const id of drawn) assert.ok(allowed.has(id!), `reach ${id} in ${address}`);
  for (const { id, line } of shown) {
    assert.ok(drawn.has(id) || !isSeenIn(address, line), `reach ${id} not in ${address}`);
  }
}

function listedTiles(path: string): Set<string> {
  const lists = rowsOf<{ z: number; x: number; y: number }>(path, 'SELECT z, x, y FROM tile WHERE z > 6');
  return new Set(lists.map(({ z, x, y }) => [z, x, y].join()));
}

function leastOrdersOf(path: string): number[] {
  const [row] = rowsOf<{ value: string }>(path, `SELECT value FROM meta WHERE key = 'tile_least_orders'`);
  return row!.value.split(',').filter(Boolean).map(Number);
}

test('tiles with more reaches in them than are looked at have a list, and show what they would without it', async () => {
  const network = join(folder, 'network.gpkg');
  const path = join(folder, 'crowded.gpkg');
  generate(network, 12_000, 3);
  await buildDataset({ sources: [network], output: path });
  const listed = listedTiles(path);
  const leastOrders = leastOrdersOf(path);
  const reaches = reachesOf(path);
  const addresses = new Map(
    [7, 8, 9].flatMap((z) =>
      reaches.map(({ line }) => tileOf(z, ...line[0]!)).map((address): [string, Address] => [address.join(), address]),
    ),
  );
  const store = openSqliteStore(path);
  for (const [name, address] of addresses) {
    const found = reaches.filter(isFoundIn(address));
    assert.equal(listed.has(name), found.length > CROWDED, `${name} with ${found.length}`);
    const leastOrder = leastOrders[address[0] - 7] ?? 1;
    await assertDraws(store, address, mostImportant(found.filter(({ order }) => order >= leastOrder)));
  }
  assert.ok(listed.size > 2 && listed.size < addresses.size / 2, `${listed.size} of ${addresses.size}`);
  assert.ok(leastOrders[0]! > 1);
  store.close();
});

interface TruePoi {
  id: number;
  junction: number;
  upstreamKm: number;
  geom: Uint8Array;
}

/** One in each square of 16 pixels, those that are no junctions first, then by the length of the river. */
function poisChosen(path: string, [z, x, y]: Address): number[] {
  const pois = rowsOf<TruePoi>(
    path,
    `SELECT poi.fid AS id, type = 'junction' AS junction, upstream_km AS upstreamKm, poi.geom
     FROM poi JOIN reach ON reach.fid = poi.reach ORDER BY 2, 3 DESC, 1`,
  );
  const squares = new Map<string, number>();
  for (const { id, geom } of pois) {
    const { lon, lat } = decodePoint(geom);
    const place = placeInTile(z, x, y, [lon, lat]).map(Math.floor);
    if (place.some((value) => value < 0 || value >= 4096)) continue;
    const square = place.map((value) => Math.floor(value / 128)).join();
    if (!squares.has(square)) squares.set(square, id);
  }
  return [...squares.values()].slice(0, MOST_POIS);
}

test('where lines go across the antimeridian, crowded tiles on both sides show the most important of them and of the points', async () => {
  const comb = combAcrossAntimeridian();
  const { path } = await build([...comb, ...lonelyReaches()], { pois: [gaugesOnComb(comb)] });
  assert.deepEqual(leastOrdersOf(path), []);
  const reaches = reachesOf(path);
  const across = reaches.filter(({ line }) => Math.abs(line[0]![0] - line[1]![0]) > 180);
  assert.equal(across.length, 2);
  const store = openSqliteStore(path);
  for (const side of [1, -1]) {
    const address = tileOf(10, side * 179.99, COMB_LATITUDE + 0.001);
    assert.ok(listedTiles(path).has(address.join()), `${address}`);
    const onThisSide = reaches.map((reach) => ({ ...reach, line: reach.line.map((point) => turnedTo(side, point)) }));
    const found = mostImportant(onThisSide.filter(isFoundIn(address)));
    assert.ok(found.length > MOST_REACHES && found[MOST_REACHES - 1]!.order === 1);
    await assertDraws(store, address, found);
    const { river, poi } = decodeZipped(await store.tile(...address));
    for (const { id } of across)
      assert.ok(
        river.some((drawn) => drawn.id === id),
        `${id} on side ${side}`,
      );
    assert.deepEqual(
      poi.map(({ id }) => id),
      poisChosen(path, address),
    );
  }
  store.close();
});

/** The same place with a longitude next to 180 or to -180. */
function turnedTo(side: number, [lon, lat]: Point): Point {
  return Math.abs(lon - side * 180) > 180 ? [lon + side * 360, lat] : [lon, lat];
}
