/** The service on PostgreSQL against the embedded store, and publishing against `ogr2ogr` copying the same layer there. */
import { spawnSync } from 'node:child_process';
import { verifyFileHash } from '../src/dataset/identity.ts';
import { readPostgresAddress } from '../src/store/postgres-address.ts';
import { publishDataset } from '../src/store/publish.ts';
import { PASSWORD, startPostgres, type TestCluster } from '../test/support/postgres-cluster.ts';
import { benchDataset } from './datasets.ts';
import { riverRequests } from './http.ts';
import { cpuMicroseconds, openLoad, perSecond, type Slice } from './load.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import { runToEnd, startPostgisHandler, startService } from './processes.ts';
import { codesOf, codeText, getRequest, packRequests, riverTarget } from './requests.ts';
import type { BenchOptions, BenchResult, Outcome, Table } from './result.ts';

const SLICE_MS = 300;
const RANDOM_CODES = 1_000_000;
const LAYER = 'reach';
const SERVED = 'served';
/** With a number behind it. */
const COPIED = 'bench';

interface Measured {
  results: BenchResult[];
  tables: Table[];
}

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  if (spawnSync('ogr2ogr', ['--version']).status !== 0) {
    return { results: [], missing: ['publishing against ogr2ogr: install gdal-bin'] };
  }
  const reaches = quick ? 10_000 : 1_000_000;
  const dataset = await benchDataset(reaches, { say });
  process.env.PGPASSWORD = PASSWORD;
  const cluster = await startPostgres(0);
  try {
    say(`publishing ${reaches.toLocaleString('en')} reaches and copying them with ogr2ogr, in turn`);
    const published = await measurePublish(cluster, dataset, quick ? 1 : 3);
    say('asking for rivers, from PostgreSQL and from the file in turn');
    const asked = await measureLookups(cluster, dataset, quick);
    say('asking watercode and a plain handler over PostGIS for the same reaches, in turn');
    const besides = await measurePeer(cluster, dataset, quick);
    const parts = [published, asked, besides];
    return { results: parts.flatMap(({ results }) => results), tables: parts.flatMap(({ tables }) => tables) };
  } finally {
    await cluster.stop();
  }
}

/** Each time into a database of its own; one more is then served. */
async function measurePublish(cluster: TestCluster, dataset: string, rounds: number): Promise<Measured> {
  let databases = 0;
  async function fresh(work: (database: string) => Promise<void>): Promise<number> {
    const database = `${COPIED}${++databases}`;
    cluster.createDatabase(database);
    cluster.query(database, 'CREATE EXTENSION postgis');
    const startMs = performance.now();
    await work(database);
    return (performance.now() - startMs) / 1000;
  }
  const slices = await interleave(
    {
      ogr2ogr: () =>
        fresh(async (database) => {
          const target = `PG:host=127.0.0.1 port=${cluster.primary.port} user=postgres dbname=${database}`;
          await runToEnd('ogr2ogr', ['-f', 'PostgreSQL', '-lco', 'GEOMETRY_NAME=geom', target, dataset, LAYER]);
        }),
      publish: () => fresh((database) => publish(cluster, database, dataset)),
    },
    rounds,
    0,
  );
  cluster.createDatabase(SERVED);
  await publish(cluster, SERVED, dataset);
  return {
    results: [
      {
        name: 'publish a dataset to PostgreSQL',
        ...summarise(ratiosOf(slices.publish, slices.ogr2ogr, (seconds) => seconds)),
        bar: 1.5,
        better: 'less',
        against: 'the time of ogr2ogr copying the layer of reaches alone',
      },
    ],
    tables: [
      {
        title: 'Publishing to PostgreSQL',
        columns: ['what', 'seconds'],
        rows: Object.entries(slices).map(([what, seconds]) => [what, median(seconds).toFixed(1)]),
      },
    ],
  };
}

async function publish(cluster: TestCluster, database: string, path: string): Promise<void> {
  const address = readPostgresAddress(cluster.address(database), process.env);
  const verifyFile = async () => void (await verifyFileHash(path));
  await publishDataset({ path, verifyFile, address, switches: true, progress: () => undefined });
}

async function measureLookups(cluster: TestCluster, dataset: string, quick: boolean): Promise<Measured> {
  const requests = riverRequests(dataset, RANDOM_CODES);
  const servers = [await startService(cluster.address(SERVED)), await startService(dataset, ['--hot-replies', '0'])];
  const [fromDatabase, fromFile] = await Promise.all(servers.map((server) => openLoad(server, requests)));
  try {
    const slices = await interleave(
      {
        PostgreSQL: () => fromDatabase!.slice({ ms: SLICE_MS }),
        embedded: () => fromFile!.slice({ ms: SLICE_MS }),
      },
      quick ? 5 : 40,
    );
    const cpu = ratiosOf(slices.embedded, slices.PostgreSQL, cpuMicroseconds);
    return {
      results: [
        {
          name: 'river lookup over HTTP from PostgreSQL, random codes',
          ...summarise(ratiosOf(slices.PostgreSQL, slices.embedded, perSecond)),
          bar: 0.1,
          cpuRatio: median(cpu),
          against: 'the same service over the dataset file; the database is on the same machine',
        },
      ],
      tables: [
        {
          title: 'River lookups, one serving process',
          columns: ['store', 'a second', 'µs of processor time in the service', 'MiB of memory'],
          rows: Object.entries(slices).map(([store, of], i) => [
            store,
            Math.round(median(of.map(perSecond))).toLocaleString('en'),
            median(of.map(cpuMicroseconds)).toFixed(0),
            servers[i]!.memoryMiB().toFixed(0),
          ]),
        },
      ],
    };
  } finally {
    await Promise.all([fromDatabase!.close(), fromFile!.close()]);
    for (const server of servers) await server.stop();
  }
}

/** The layer that ogr2ogr copied first, with an index by code, against our own answer in the same format. */
async function measurePeer(cluster: TestCluster, dataset: string, quick: boolean): Promise<Measured> {
  const copied = `${COPIED}1`;
  cluster.query(copied, `CREATE INDEX ON ${LAYER} (code); ANALYZE ${LAYER}`);
  const address = new URL(cluster.address(copied));
  address.password = encodeURIComponent(PASSWORD);
  const codes = codesOf(dataset, RANDOM_CODES);
  const ourRequests = packRequests(
    codes.map((code) => getRequest(riverTarget(code), 'Accept: application/geo+json\r\n')),
  );
  const theirRequests = packRequests(codes.map((code) => getRequest(`/reaches/${codeText(code)}`)));
  const servers = [
    await startService(dataset),
    await startService(cluster.address(SERVED)),
    await startPostgisHandler(address.href),
  ] as const;
  const loads = await Promise.all(servers.map((server, i) => openLoad(server, i === 2 ? theirRequests : ourRequests)));
  try {
    const slices = await interleave(
      {
        'watercode over the dataset file': () => loads[0]!.slice({ ms: SLICE_MS }),
        'watercode over PostgreSQL': () => loads[1]!.slice({ ms: SLICE_MS }),
        'PostGIS behind a Fastify handler': () => loads[2]!.slice({ ms: SLICE_MS }),
      },
      quick ? 4 : 30,
    );
    const {
      'watercode over the dataset file': fromFile,
      'watercode over PostgreSQL': fromDatabase,
      'PostGIS behind a Fastify handler': theirs,
    } = slices;
    const compare = (from: string, ours: Slice[]): BenchResult => ({
      name: `one reach as GeoJSON from ${from}`,
      ...summarise(ratiosOf(ours, theirs, perSecond)),
      bar: 1,
      against: 'PostGIS behind a plain Fastify handler, a reach by its code',
    });
    return {
      results: [compare('the dataset file', fromFile), compare('PostgreSQL', fromDatabase)],
      tables: [
        {
          title: 'One reach as GeoJSON, side by side with PostGIS behind a plain handler',
          columns: ['what', 'replies a second', 'µs of processor time in the service'],
          rows: Object.entries(slices).map(([what, of]) => [
            what,
            Math.round(median(of.map(perSecond))).toLocaleString('en'),
            median(of.map(cpuMicroseconds)).toFixed(0),
          ]),
          note:
            'The handler sends columns and line of one row; our feature has the whole river record with it. ' +
            'The database is on the same machine.',
        },
      ],
    };
  } finally {
    for (const load of loads) await load.close();
    for (const server of servers) await server.stop();
  }
}
