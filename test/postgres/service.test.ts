import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { generate } from '../../bench/generate.ts';
import type { Command } from '../../src/cli/command.ts';
import { CommandError } from '../../src/cli/command.ts';
import { editions } from '../../src/cli/editions.ts';
import { publish } from '../../src/cli/publish.ts';
import { openDatasetAt } from '../../src/cli/serve/dataset.ts';
import { type ServingProcess, startServing } from '../../src/cli/serve/process.ts';
import { defaultSettings } from '../../src/config.ts';
import { buildDataset } from '../../src/dataset/build.ts';
import { readPostgresAddress } from '../../src/store/postgres-address.ts';
import { connectToPrimary } from '../../src/store/postgres-editions.ts';
import { publishDataset } from '../../src/store/publish.ts';
import { PASSWORD, startPostgres, type TestCluster } from '../support/postgres-cluster.ts';
import { appOver } from './support/app.ts';
import { fetchReply, type Reply, startLoad } from './support/load.ts';

const DATABASE = 'rivers';
const REACHES = 3_000;
const VERSION = '1.2.3';
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

let cluster: TestCluster;
let folder: string;
let serving: ServingProcess;
/** Two datasets with some codes in common, and what each answers to the same requests, by the start of its ETags. */
let files: string[];
const urls: string[] = [];
const expected = new Map<string, Map<string, string>>();

before(async () => {
  process.env.PGPASSWORD = PASSWORD;
  folder = mkdtempSync(join(tmpdir(), 'watercode-service-'));
  cluster = await startPostgres(2);
  cluster.createDatabase(DATABASE);
  files = [await buildFrom(1), await buildFrom(2)];
  await recordExpected();
  await run(publish, [files[0]!, cluster.address(DATABASE)]);
  // Without anything remembered, every request has to ask the database.
  serving = await startService('?remember=0');
});

async function startService(options: string): Promise<ServingProcess> {
  const settings = { ...defaultSettings(), port: 0, logLevel: 'silent' as const };
  return await startServing(cluster.address(DATABASE, options), settings, { version: VERSION });
}

after(async () => {
  await serving?.stop();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function buildFrom(seed: number): Promise<string> {
  const network = join(folder, `network${seed}.gpkg`);
  const output = join(folder, `dataset${seed}.gpkg`);
  generate(network, REACHES, seed);
  await buildDataset({ sources: [network], output });
  return output;
}

function candidateUrls(): string[] {
  const stems = Array.from({ length: 40 }, (_, i) => `/api/rivers/9001/001/0/${i + 1}/1`);
  return [
    ...stems,
    ...stems
      .slice(0, 10)
      .flatMap((url) => [`${url}/upstream?limit=5`, `${url}/downstream?limit=5`, `${url}?f=geojson`]),
    '/api/search?q=river&limit=5',
    '/api/search?q=ka&limit=5',
    '/api/pois?basincode=9001&limit=5',
    '/api/subbasins/9001/001/1',
  ];
}

async function recordExpected(): Promise<void> {
  const apps = await Promise.all(files.map((file) => appOver(file)));
  for (const url of candidateUrls()) {
    const replies = await Promise.all(apps.map(({ app }) => app.inject({ url })));
    if (!replies.every(({ statusCode }) => statusCode === 200)) continue;
    urls.push(url);
    for (const { headers, body } of replies) {
      const edition = editionOf(String(headers.etag));
      if (!expected.has(edition)) expected.set(edition, new Map());
      expected.get(edition)!.set(url, body);
    }
  }
  await Promise.all(apps.map((app) => app.close()));
  assert.ok(urls.length > 30 && expected.size === 2);
}

function editionOf(etag: string): string {
  return etag.slice(1, 17);
}

/** A reply is right when it is, byte for byte, what the edition in its ETag has to say. */
function wrongWith({ url, status, headers, body }: Reply): string | undefined {
  if (status !== 200) return `status ${status} ${body}`;
  const wanted = expected.get(editionOf(String(headers.etag)))?.get(url);
  return body === wanted ? undefined : 'the data is not of the edition that the ETag names';
}

async function run(
  command: Command,
  positionals: string[],
  values: Record<string, string | boolean> = {},
): Promise<string> {
  let text = '';
  const sink = () =>
    new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        done();
      },
    });
  const status = await command.run(
    { values, positionals },
    { stdin: Readable.from([]), stdout: sink(), stderr: sink(), env: process.env },
  );
  assert.equal(status, 0);
  assert.ok(!text.includes(PASSWORD));
  return text;
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, limitMs = 10_000): Promise<void> {
  const deadlineMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) assert.fail(`not in time: ${what}`);
    await sleep(50);
  }
}

test('a replica that is killed under load and comes back costs no request', async (t) => {
  const load = startLoad(serving.port, urls, wrongWith);
  await sleep(700);
  await cluster.replicas[0]!.kill();
  await sleep(1_500);
  await cluster.replicas[0]!.start();
  await sleep(1_500);
  const { requests, slowestMs, failures } = await load.stop();
  t.diagnostic(`${requests} requests, ${failures.length} failed, the slowest took ${Math.round(slowestMs)} ms`);
  assert.deepEqual(failures.slice(0, 5), []);
  assert.ok(requests > 200);
});

test('a replica that hangs under load costs no request', async (t) => {
  const load = startLoad(serving.port, urls, wrongWith);
  await sleep(500);
  cluster.replicas[1]!.freeze();
  await sleep(3_000);
  assert.equal((await fetchReply(serving.port, '/readyz')).status, 200, 'the others answer');
  cluster.replicas[1]!.thaw();
  await sleep(700);
  const { requests, slowestMs, failures } = await load.stop();
  t.diagnostic(`${requests} requests, ${failures.length} failed, the slowest took ${Math.round(slowestMs)} ms`);
  assert.deepEqual(failures.slice(0, 5), []);
});

test('reads go on while the primary is down, and a new edition waits until it is back', async (t) => {
  const load = startLoad(serving.port, urls, wrongWith);
  await sleep(500);
  await cluster.primary.kill();
  await sleep(1_500);
  await assert.rejects(run(publish, [files[1]!, cluster.address(DATABASE)]), (error: Error) => {
    assert.ok(error instanceof CommandError && !error.message.includes(PASSWORD));
    assert.match(error.message, /is a replica/);
    return true;
  });
  await cluster.primary.start();
  const { requests, failures } = await load.stop();
  t.diagnostic(`${requests} requests, ${failures.length} failed`);
  assert.deepEqual(failures.slice(0, 5), []);
});

test('with every host down a request gets 503 with a detail, what is remembered is answered, and service comes back by itself', async (t) => {
  const servers = [cluster.primary, ...cluster.replicas];
  const remembering = await startService('');
  t.after(() => remembering.stop());
  const [asked, notAsked] = urls as [string, string];
  const before = await fetchReply(remembering.port, asked);
  assert.equal(wrongWith(before), undefined);
  assert.equal((await fetchReply(serving.port, '/readyz')).status, 200);
  await Promise.all(servers.map((server) => server.kill()));
  await until('503', async () => (await fetchReply(serving.port, urls[0]!)).status === 503);
  for (const url of urls.slice(0, 40)) {
    const { status, body, headers } = await fetchReply(serving.port, url);
    assert.equal(status, 503, url);
    assert.deepEqual(Object.keys(JSON.parse(body) as object), ['detail']);
    assert.equal(headers['retry-after'], '1');
  }
  assert.equal((await fetchReply(remembering.port, asked)).body, before.body);
  assert.equal((await fetchReply(remembering.port, notAsked)).status, 503);
  assert.equal((await fetchReply(serving.port, '/healthz')).status, 200);
  await until('not ready', async () => (await fetchReply(serving.port, '/readyz')).status === 503);
  const notReady = await fetchReply(serving.port, '/readyz');
  assert.deepEqual(Object.keys(JSON.parse(notReady.body) as object), ['detail']);
  assert.equal(notReady.headers['x-error-reason'], 'no database host answers at the moment');
  for (const server of servers) await server.start();
  await until('ready again', async () => (await fetchReply(serving.port, '/readyz')).status === 200);
  await until('service again', async () => wrongWith(await fetchReply(serving.port, urls[0]!)) === undefined);
});

test('publishing that was stopped goes on where it was', async () => {
  const address = readPostgresAddress(cluster.address(DATABASE), process.env);
  const stages: string[] = [];
  const verifyFile = async () => undefined;
  const stopping = publishDataset({
    path: files[1]!,
    verifyFile,
    address,
    switches: false,
    progress(stage) {
      if (stage === 'Copying names') throw new Error('stopped');
    },
  });
  await assert.rejects(stopping, /stopped/);
  assert.match(await run(editions, [cluster.address(DATABASE)]), /copying/);
  const again = await publishDataset({
    path: files[1]!,
    verifyFile,
    address,
    switches: false,
    progress(stage, part) {
      if (part < 1) stages.push(stage);
    },
  });
  assert.equal(again.how, 'resumed');
  assert.ok(!stages.includes('Copying reaches') && stages.includes('Copying names'));
  assert.equal(
    (await publishDataset({ path: files[1]!, verifyFile, address, switches: false, progress: () => undefined })).how,
    'there',
  );
});

test('a switch of editions under load, forth and back, costs no request and mixes no answer', async (t) => {
  const list = JSON.parse(await run(editions, [cluster.address(DATABASE)], { json: true })) as {
    number: number;
    state: string;
  }[];
  const [first, second] = list.map(({ number }) => String(number)) as [string, string];
  assert.deepEqual(
    list.map(({ state }) => state),
    ['live', 'ready'],
  );
  const seen = new Map<string, number>();
  const load = startLoad(serving.port, urls, (reply) => {
    const edition = editionOf(String(reply.headers.etag));
    seen.set(edition, (seen.get(edition) ?? 0) + 1);
    return wrongWith(reply);
  });
  const served = async () => editionOf(String((await fetchReply(serving.port, urls[0]!)).headers.etag));
  const before = await served();
  await run(editions, [cluster.address(DATABASE), 'use', second]);
  await until('the second edition', async () => (await served()) !== before);
  await run(editions, [cluster.address(DATABASE), 'use', first]);
  await until('the first edition', async () => (await served()) === before);
  const { requests, failures } = await load.stop();
  t.diagnostic(`${requests} requests, ${failures.length} failed; of the editions: ${[...seen.values()].join(' and ')}`);
  assert.deepEqual(failures.slice(0, 5), []);
  assert.equal(seen.size, 2);
});

test('watercode mcp answers from the database, and follows a switch of editions', async () => {
  const address = cluster.address(DATABASE);
  const zone = { basincode: 9001, subbasincd: '001', level: 1 };
  const [ofFirst, ofSecond] = await Promise.all(
    files.map(async (file) => {
      const { service, close } = await openDatasetAt(file);
      const { reachCount } = await service.getSubbasin(zone, 'zh');
      close();
      return reachCount;
    }),
  );
  assert.notEqual(ofFirst, ofSecond);
  const [first, second] = (JSON.parse(await run(editions, [address], { json: true })) as { number: number }[]).map(
    ({ number }) => String(number),
  ) as [string, string];
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', address],
      env: { ...getDefaultEnvironment(), PGPASSWORD: PASSWORD },
      stderr: 'inherit',
    }),
  );
  const answered = async () => {
    const { structuredContent } = await client.callTool({ name: 'get_subbasin', arguments: zone });
    return (structuredContent as { reachCount: number }).reachCount;
  };
  try {
    assert.equal(await answered(), ofFirst);
    await run(editions, [address, 'use', second]);
    await until('the second edition', async () => (await answered()) === ofSecond);
  } finally {
    await run(editions, [address, 'use', first]);
    await client.close();
  }
});

test('watercode mcp ends when its input does, and says what is wrong with a database without its password', () => {
  const mcp = (address: string) => spawnSync(process.execPath, [MAIN, 'mcp', address], { input: '', encoding: 'utf8' });
  const ended = mcp(cluster.address(DATABASE));
  assert.deepEqual([ended.status, ended.stdout, ended.stderr], [0, '', '']);
  const refused = mcp(
    `postgres://nobody:${encodeURIComponent(PASSWORD)}@127.0.0.1:${cluster.primary.port}/${DATABASE}`,
  );
  assert.deepEqual([refused.status, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^error: postgres:\/\/.*authentication failed/);
  assert.ok(!refused.stderr.includes(PASSWORD) && !refused.stderr.includes(encodeURIComponent(PASSWORD)));
});

test('every unique key of an edition starts with the basin code, and no table is partitioned', async () => {
  const client = await connectToPrimary(readPostgresAddress(cluster.address(DATABASE), process.env));
  try {
    const { rows: keys } = await client.query<{ index: string; first: string }>(
      `SELECT c.relname AS index, a.attname AS first FROM pg_index AS i
         JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
         JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE n.nspname LIKE 'watercode\\_%' AND (i.indisunique OR i.indisprimary)`,
    );
    assert.ok(keys.length >= 14);
    assert.deepEqual(
      keys.filter(({ first }) => first !== 'basincode'),
      [],
    );
    const { rows: kinds } = await client.query<{ kind: string }>(
      `SELECT DISTINCT relkind AS kind FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
       WHERE n.nspname LIKE 'watercode\\_%' AND relkind NOT IN ('i', 't')`,
    );
    assert.deepEqual(kinds, [{ kind: 'r' }]);
  } finally {
    await client.end();
  }
});

test('a damaged file is not published, and readers see nothing of it', async () => {
  const damaged = join(folder, 'damaged.gpkg');
  const third = await buildFrom(3);
  const bytes = readFileSync(third);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(damaged, bytes);
  await assert.rejects(run(publish, [damaged, cluster.address(DATABASE)]), CommandError);
  const list = JSON.parse(await run(editions, [cluster.address(DATABASE)], { json: true })) as { state: string }[];
  assert.deepEqual(
    list.map(({ state }) => state),
    ['live', 'ready', 'copying'],
  );
  assert.match(await run(editions, [cluster.address(DATABASE), 'prune'], { keep: '2' }), /Dropped edition/);
});

test('pruning keeps what is live and what was left a moment ago', async () => {
  const address = cluster.address(DATABASE);
  assert.match(await run(editions, [address, 'prune'], { keep: '0' }), /Nothing to drop[\s\S]*Kept edition \d+/);
  assert.match(await run(editions, [address, 'prune']), /Nothing to drop/);
  assert.equal((JSON.parse(await run(editions, [address], { json: true })) as unknown[]).length, 2);
  await assert.rejects(run(editions, [address, 'use', '99']), /There is no edition 99/);
});

test('the certificate of the server is checked, and a password is told to nobody', async () => {
  const port = cluster.primary.port;
  const trusted = `postgres://postgres@localhost:${port}/${DATABASE}?sslmode=verify-full&sslrootcert=${cluster.certificate}`;
  const dataset = await openDatasetAt(trusted);
  assert.equal(dataset.service.dataset.counts.reaches, REACHES);
  dataset.close();
  const untrusted = `postgres://postgres:${encodeURIComponent(PASSWORD)}@localhost:${port}/${DATABASE}?sslmode=verify-full`;
  await assert.rejects(
    async () => openDatasetAt(untrusted),
    (error: Error) => {
      assert.match(error.message, /certificate/);
      assert.ok(!error.message.includes(PASSWORD) && !error.message.includes(encodeURIComponent(PASSWORD)));
      return true;
    },
  );
  const wrongName = `postgres://postgres@127.0.0.1:${port}/${DATABASE}?sslmode=verify-full&sslrootcert=${cluster.certificate}`;
  await assert.rejects(async () => openDatasetAt(wrongName), /altnames|IP/);
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'not the password\n');
  await assert.rejects(
    async () => openDatasetAt(`postgres://postgres@127.0.0.1:${port}/${DATABASE}?passwordfile=${secret}`),
    (error: Error) =>
      /password authentication failed/.test(error.message) && !error.message.includes('not the password'),
  );
});

test('a database without an edition says what to do', async () => {
  await assert.rejects(
    async () => openDatasetAt(`postgres://postgres@127.0.0.1:${cluster.primary.port}/postgres`),
    /has no edition to serve.*watercode publish/,
  );
});
