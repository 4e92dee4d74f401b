import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { generate } from '../../bench/generate.ts';
import { buildDataset } from '../../src/dataset/build.ts';
import { ensureDefaultDataset } from '../../src/dataset/default.ts';
import { readPostgresAddress } from '../../src/store/postgres-address.ts';
import { publishDataset } from '../../src/store/publish.ts';
import { PASSWORD, startPostgres, type TestCluster } from '../support/postgres-cluster.ts';
import { appOver } from './support/app.ts';
import { requestsFor, type TestRequest } from './support/requests.ts';

const SEED = 20261115;
/** By hand a larger one: WATERCODE_TEST_REACHES=100000. */
const RANDOM_REACHES = Number(process.env.WATERCODE_TEST_REACHES ?? 100_000);
const PAGES = 3;

let cluster: TestCluster;
let folder: string;

before(async () => {
  process.env.PGPASSWORD = PASSWORD;
  folder = mkdtempSync(join(tmpdir(), 'watercode-contract-'));
  cluster = await startPostgres(0);
});

after(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('every endpoint and tool gives the same bytes from a database as from the file, on the default dataset', async (t) => {
  const answers = await compare(await ensureDefaultDataset(), 'great_rivers', 8);
  t.diagnostic(`${answers} answers were equal`);
});

test('every endpoint and tool gives the same bytes from a database as from the file, on a random network', async (t) => {
  const answers = await compare(await randomDataset(), 'random', 8);
  t.diagnostic(`${answers} answers were equal, ${RANDOM_REACHES} reaches`);
});

test('rivers asked for at the same moment, some of them twice and some that are not there, each get their own answer', async () => {
  const file = await ensureDefaultDataset();
  const embedded = await appOver(file);
  const stored = await appOver(`${cluster.address('great_rivers')}?remember=0`);
  try {
    const targets = Array.from({ length: 60 }, (_, i) => `/api/rivers/3261/001/0/${1 + (i % 45)}/1`);
    assert.equal(new Set(targets).size, 45);
    for (const accept of ['application/json', 'application/geo+json']) {
      const requests = targets.map((url): TestRequest => ({ method: 'GET', url, headers: { accept } }));
      const answers = await Promise.all(requests.map((request) => ask(stored.app, request)));
      const statuses = new Set(answers.map(({ statusCode }) => statusCode));
      assert.deepEqual(statuses, new Set([200, 404]));
      for (const [i, answer] of answers.entries()) {
        assert.deepEqual(shownOf(answer), shownOf(await ask(embedded.app, requests[i]!)), targets[i]!);
      }
    }
  } finally {
    await Promise.all([embedded.close(), stored.close()]);
  }
});

async function randomDataset(): Promise<string> {
  const network = join(folder, 'network.gpkg');
  const output = join(folder, 'random.gpkg');
  generate(network, RANDOM_REACHES, SEED);
  await buildDataset({ sources: [network], output, pois: [pointsOn(network)] });
  return output;
}

/** Gauges on some of the reaches, so that there are other points than junctions. */
function pointsOn(network: string): string {
  const db = new DatabaseSync(network, { readOnly: true });
  const rows = db.prepare('SELECT id, geom FROM rivers WHERE fid % 37 = 0').all() as unknown as {
    id: number;
    geom: Uint8Array;
  }[];
  db.close();
  const lines = rows.map(({ id, geom }, i) => {
    const view = new DataView(geom.buffer, geom.byteOffset);
    return `${i % 3 === 0 ? 'dam' : 'gauge'},G-${id},站${id}号,Station ${id},${view.getFloat64(49, true)},${view.getFloat64(57, true)}`;
  });
  const path = join(folder, 'points.csv');
  writeFileSync(path, ['type,key,name_zh,name_en,lon,lat', ...lines].join('\n'));
  return path;
}

async function compare(file: string, database: string, size: number): Promise<number> {
  cluster.createDatabase(database);
  const address = cluster.address(database);
  await publishDataset({
    path: file,
    verifyFile: async () => undefined,
    address: readPostgresAddress(address, process.env),
    switches: true,
    progress: () => undefined,
  });
  const embedded = await appOver(file);
  const stored = await appOver(address);
  let answers = 0;
  try {
    for (const first of requestsFor(file, SEED, size)) {
      let request: TestRequest | undefined = first;
      for (let page = 0; request !== undefined && page < PAGES; page++) {
        const expected: LightMyRequestResponse = await ask(embedded.app, request);
        const actual: LightMyRequestResponse = await ask(stored.app, request);
        assert.deepEqual(
          shownOf(actual),
          shownOf(expected),
          `${request.method} ${request.url} ${request.payload ?? ''}`,
        );
        assert.ok(expected.statusCode < 500, request.url);
        request = nextPage(expected);
        answers += 1;
      }
    }
  } finally {
    await Promise.all([embedded.close(), stored.close()]);
  }
  return answers;
}

async function ask(app: FastifyInstance, request: TestRequest): Promise<LightMyRequestResponse> {
  return app.inject({ ...request, headers: { host: '127.0.0.1', ...request.headers } });
}

/** All of a reply but what differs from one to the next. */
function shownOf({ statusCode, headers, rawPayload }: LightMyRequestResponse): object {
  const { date: _, 'x-request-id': __, ...kept } = headers;
  const isText = /json|text|svg|event-stream/.test(String(headers['content-type']));
  return { statusCode, headers: kept, body: rawPayload.toString(isText ? 'utf8' : 'base64') };
}

function nextPage({ headers }: LightMyRequestResponse): TestRequest | undefined {
  const url = /^<([^>]*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
  return url === undefined ? undefined : { method: 'GET', url };
}
