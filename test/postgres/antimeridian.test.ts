import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openPostgresStore } from '../../src/store/postgres.ts';
import { readPostgresAddress } from '../../src/store/postgres-address.ts';
import { connectPostgresHosts, type PostgresHosts } from '../../src/store/postgres-hosts.ts';
import { publishDataset } from '../../src/store/publish.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { build, type DrawnReach, folder } from '../dataset/support.ts';
import { PASSWORD, startPostgres, type TestCluster } from '../support/postgres-cluster.ts';
import { COMB_LATITUDE, combAcrossAntimeridian, gaugesOnComb, lonelyReaches } from '../tile/support/crowd.ts';
import { decodeZipped, tileOf } from '../tile/support/decoded.ts';

const LONG: DrawnReach = {
  id: 'long',
  line: [
    [170, 64],
    [-170, 65],
  ],
};

let cluster: TestCluster;
let hosts: PostgresHosts;
let file: Store;
let database: Store;

before(async () => {
  process.env.PGPASSWORD = PASSWORD;
  const comb = combAcrossAntimeridian();
  const { path } = await build([LONG, ...comb, ...lonelyReaches()], { pois: [gaugesOnComb(comb)] });
  cluster = await startPostgres(0);
  cluster.createDatabase('rivers');
  const address = readPostgresAddress(cluster.address('rivers'), process.env);
  await publishDataset({
    path,
    verifyFile: async () => undefined,
    address,
    switches: true,
    progress: () => undefined,
  });
  hosts = await connectPostgresHosts(address);
  database = await openPostgresStore(hosts);
  file = openSqliteStore(path);
});

after(async () => {
  await file?.close();
  await hosts?.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('tiles on both sides of the antimeridian show lines across it, from a database as from the file', async () => {
  for (const [lon, lat] of [
    [179.99, 64.4995],
    [-179.99, 64.5005],
    [171, 64.05],
    [-171, 64.95],
  ] as const) {
    for (const z of [7, 9, 11, 13]) {
      const address = tileOf(z, lon, lat);
      const tile = await database.tile(...address);
      assert.equal(decodeZipped(tile).river.length, 1, `zoom ${z} at ${lon}`);
      assert.deepEqual(tile && Buffer.from(tile), Buffer.from((await file.tile(...address))!));
    }
  }
  assert.equal(await database.tile(...tileOf(7, 90, 64.5)), undefined);
});

test('crowded tiles on both sides of the antimeridian are those of the file', async () => {
  for (const z of [7, 8, 9, 10, 11, 12, 13, 14]) {
    for (const lon of [179.99, -179.99]) {
      const address = tileOf(z, lon, COMB_LATITUDE + 0.001);
      const tile = await database.tile(...address);
      assert.deepEqual(tile && Buffer.from(tile), Buffer.from((await file.tile(...address))!), `${address}`);
    }
  }
  const { river } = decodeZipped(await database.tile(...tileOf(10, 179.99, COMB_LATITUDE + 0.001)));
  assert.ok(river.length > 2000, `${river.length}`);
});

test('the nearest reaches around the antimeridian are those of the file', async () => {
  for (const lon of [168, 171, 179, 179.99, 180, -180, -179.99, -179.2, -171, -168]) {
    for (const lat of [64, 64.5, 65, COMB_LATITUDE]) {
      const query = { lon, lat, maxDistanceM: 60_000, minStrahler: 1, limit: 5 };
      const found = await database.nearestReaches(query);
      assert.deepEqual(found, structuredClone(await file.nearestReaches(query)), `${lon} ${lat}`);
    }
  }
  const [near] = await database.nearestReaches({ lon: 180, lat: 64.5, maxDistanceM: 1000, minStrahler: 1, limit: 1 });
  assert.ok(near !== undefined && near.distanceM < 100);
});
