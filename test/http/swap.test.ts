import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rename, rm, truncate } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchFile } from '../../src/cli/serve/watch.ts';
import { createHolder, type OpenDataset } from '../../src/http/holder.ts';
import type { Service } from '../../src/service/service.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';
import { listenOn } from './support/raw.ts';
import { tinyApp, tinyFile } from './support/tiny-app.ts';

let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'watercode-swap-'));
});
after(() => rm(directory, { recursive: true, force: true }));

const SWAPS = 20;

test('twenty swaps of the dataset under load fail no request, and memory does not grow', async (t) => {
  const editions = [await tinyFile(), await tinyDatasetFile({ gauges: 5 })];
  const { app, holder } = await tinyApp();
  const port = await listenOn(app);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const targets = [
    '/api/rivers/3261/001/0/9/1',
    '/api/pois?type=dam',
    '/api/search?q=Wei',
    '/api',
    '/api/rivers/3261/001/0/1/1/upstream',
  ];
  let stop = false;
  let asked = 0;
  const failures: string[] = [];
  const identities = new Set<string>();

  const ask = (path: string) =>
    new Promise<void>((resolve) => {
      const request = get({ port, path, agent, host: '127.0.0.1' }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          asked++;
          if (response.statusCode !== 200) failures.push(`${response.statusCode} ${path}`);
          if (path === '/api') identities.add(JSON.parse(Buffer.concat(chunks).toString()).dataset.identity);
          resolve();
        });
      });
      request.on('error', (error) => {
        failures.push(`${error.message} ${path}`);
        resolve();
      });
    });
  const load = Array.from({ length: 8 }, async (_, i) => {
    for (let n = i; !stop; n++) await ask(targets[n % targets.length]!);
  });

  const rss: number[] = [];
  for (let swap = 0; swap < SWAPS; swap++) {
    const result = await holder.swap(editions[swap % 2]!);
    assert.ok(result.swapped);
    await sleep(40);
    rss.push(process.memoryUsage().rss);
  }
  stop = true;
  await Promise.all(load);
  agent.destroy();
  await app.close();
  const grownMib = (Math.max(...rss.slice(-5)) - Math.max(...rss.slice(0, 5))) / 2 ** 20;
  t.diagnostic(
    `${SWAPS} swaps, ${asked} requests, ${failures.length} failed, memory grew by ${grownMib.toFixed(1)} MiB`,
  );
  assert.deepEqual(failures, []);
  assert.equal(identities.size, 2);
  assert.ok(asked > 100);
  assert.ok(grownMib < 64, `${grownMib} MiB`);
});

test('a damaged, cut off or missing file is refused with the reason, and the old dataset stays', async () => {
  const { holder } = await tinyApp();
  const old = holder.current();
  const damaged = join(directory, 'damaged.gpkg');
  await copyFile(await tinyFile(), damaged);
  await truncate(damaged, 20_000);
  for (const path of [damaged, join(directory, 'missing.gpkg'), import.meta.filename]) {
    const result = await holder.swap(path);
    assert.ok(!result.swapped);
    assert.ok(result.reason.length > 10);
    assert.equal(holder.current(), old);
  }
});

function fakeDataset(name: string, closed: string[]): OpenDataset {
  return { service: { dataset: { identity: name } } as unknown as Service, close: () => closed.push(name) };
}

test('the old dataset is closed when the last request on it has ended, not before, and once', async () => {
  const closed: string[] = [];
  const holder = createHolder(fakeDataset('old', closed), {
    verify: async () => undefined,
    open: (path) => fakeDataset(path, closed),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = Promise.resolve(
    holder.use(async (service) => {
      await promise;
      return service.dataset.identity;
    }),
  );
  assert.deepEqual(await holder.swap('new'), { swapped: true, identity: 'new' });
  assert.equal(await holder.use((service) => service.dataset.identity), 'new');
  assert.deepEqual(closed, []);
  resolve();
  assert.equal(await slow, 'old');
  assert.deepEqual(closed, ['old']);
  assert.throws(
    () =>
      holder.use(() => {
        throw new Error('no');
      }),
    { message: 'no' },
  );
  await assert.rejects(
    async () =>
      await holder.use(async () => {
        throw new Error('later');
      }),
    { message: 'later' },
  );
  holder.close();
  holder.close();
  assert.deepEqual(closed, ['old', 'new']);
});

test('swaps come one after the other, in the order asked', async () => {
  const opened: string[] = [];
  const holder = createHolder(fakeDataset('0', []), {
    verify: (path) => sleep(path === '1' ? 30 : 0),
    open: (path) => {
      opened.push(path);
      return fakeDataset(path, []);
    },
  });
  await Promise.all(['1', '2', '3'].map((path) => holder.swap(path)));
  assert.deepEqual(opened, ['1', '2', '3']);
  assert.equal(holder.current().dataset.identity, '3');
});

test('a replaced file is noticed once, when it has stopped changing', async () => {
  const path = join(directory, 'watched.gpkg');
  await copyFile(await tinyFile(), path);
  let replaced = 0;
  const watch = await watchFile(path, () => replaced++);
  await copyFile(await tinyFile(), join(directory, 'other.gpkg'));
  await rename(join(directory, 'other.gpkg'), path);
  for (let i = 0; i < 100 && replaced === 0; i++) await sleep(50);
  assert.equal(replaced, 1);
  await sleep(1600);
  assert.equal(replaced, 1);
  watch.close();
});
