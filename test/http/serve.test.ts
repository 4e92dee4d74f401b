import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';
import { exchangeBytes } from './support/raw.ts';
import { tinyFile, YELLOW_RIVER } from './support/tiny-app.ts';

const MAIN = new URL('../../src/cli/main.ts', import.meta.url).pathname;

let directory = '';
let dataset = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'watercode-serve-'));
  dataset = join(directory, 'rivers.gpkg');
  await copyFile(await tinyFile(), dataset);
});
after(() => rm(directory, { recursive: true, force: true }));

interface Running {
  child: ChildProcess;
  base: string;
  output(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function start(args: string[], environment: NodeJS.ProcessEnv = {}): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let written = '';
  child.stdout!.on('data', (chunk) => {
    written += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    written += chunk;
  });
  return { child, output: () => written };
}

async function startServing(args: string[], environment?: NodeJS.ProcessEnv): Promise<Running> {
  const { child, output } = start([dataset, '--port', '0', ...args], environment);
  const exited = once(child, 'exit');
  for (let i = 0; i < 1200 && !output().includes('the docs'); i++) await sleep(25);
  const base = / at (http:\S+)/.exec(output())?.[1];
  assert.ok(base, output());
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0] as number | null;
  };
  return { child, base, output, end };
}

async function identityAt(base: string): Promise<string> {
  return ((await (await fetch(`${base}/api`)).json()) as { dataset: { identity: string } }).dataset.identity;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 800; i++) {
    if (await condition()) return;
    await sleep(25);
  }
  assert.fail('it did not happen');
}

test('serve greets with three links that work, and ends with status 0 on SIGTERM', async () => {
  const { base, output, end } = await startServing([]);
  const links = [...output().matchAll(/(http:\S+\/api\/\S+)/g)].map(([link]) => link);
  assert.equal(links.length, 3);
  for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  assert.equal((await fetch(`${base}/metrics`)).status, 200);
  assert.equal(await end('SIGTERM'), 0);
});

test('a request under way finishes after SIGTERM, new ones find no listener, and idle connections are closed', async () => {
  const { base, child } = await startServing([]);
  const exited = once(child, 'exit');
  const port = Number(new URL(base).port);
  const slow = connect({ host: '127.0.0.1', port });
  const body = JSON.stringify({ codes: ['3261001.0.9'] });
  slow.write(
    `POST /api/lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  const idle = connect({ host: '127.0.0.1', port });
  idle.write(`GET ${YELLOW_RIVER} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(idle, 'data');
  const idleClosed = once(idle, 'close');
  child.kill('SIGTERM');
  await idleClosed;
  await until(() =>
    fetch(`${base}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  slow.write(body.slice(5));
  let answer = '';
  slow.on('data', (chunk) => {
    answer += chunk;
  });
  await once(slow, 'close');
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.match(answer, /"status":200/);
  assert.equal((await exited)[0], 0);
});

test('SIGHUP swaps to the file that lies there now, and refuses a bad one', async () => {
  const { base, child, output, end } = await startServing([]);
  const before = await identityAt(base);
  await rename(await tinyDatasetFile({ gauges: 3 }), dataset);
  child.kill('SIGHUP');
  await until(async () => (await identityAt(base)) !== before);
  const swapped = await identityAt(base);
  await copyFile(import.meta.filename, join(directory, 'bad'));
  await rename(join(directory, 'bad'), dataset);
  child.kill('SIGHUP');
  await until(async () => output().includes('was refused'));
  assert.equal(await identityAt(base), swapped);
  await copyFile(await tinyFile(), dataset);
  assert.equal(await end('SIGINT'), 0);
});

test('several workers share the port, a dead one is replaced, metrics are added up, and all end together', async () => {
  const { base, child, end } = await startServing(['--workers', '2']);
  const workers = () =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
  const metrics = async () => await (await fetch(`${base}/metrics`)).text();
  await until(async () => (await metrics()).includes('nodejs_version_info'));
  for (let i = 0; i < 20; i++)
    assert.equal((await fetch(base + YELLOW_RIVER, { headers: { connection: 'close' } })).status, 200);
  const count = /_count\{method="GET",route="\/api\/rivers[^}]*status="200"\} (\d+)/.exec(await metrics())?.[1];
  assert.equal(count, '20');
  const [first] = workers();
  process.kill(Number(first), 'SIGKILL');
  await until(async () => workers().length === 2 && !workers().includes(first!));
  for (let i = 0; i < 5; i++) assert.equal((await fetch(base + YELLOW_RIVER)).status, 200);
  assert.equal(await end('SIGTERM'), 0);
});

/** Thousands of replies as fast as they come, and what V8 then takes for what lives a moment. */
async function youngGenerationAfterLoad(base: string): Promise<number> {
  const request = 'GET /api/search?q=river HTTP/1.1\r\nHost: x\r\n';
  const batch = `${`${request}\r\n`.repeat(99)}${request}Connection: close\r\n\r\n`;
  for (let i = 0; i < 80; i++) {
    const replies = await exchangeBytes(Number(new URL(base).port), batch);
    assert.equal(replies.toString('latin1').split('HTTP/1.1 200').length - 1, 100);
  }
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return Number(/nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)/.exec(metrics)?.[1]);
}

test('under load the young generation stays small, except where the operator has set its size', async () => {
  const usual = await startServing([]);
  const bytes = await youngGenerationAfterLoad(usual.base);
  assert.equal(await usual.end('SIGTERM'), 0);
  assert.ok(bytes <= 16 << 20, `${bytes} bytes`);
  const roomy = await startServing([], { NODE_OPTIONS: '--max-semi-space-size=32' });
  const roomyBytes = await youngGenerationAfterLoad(roomy.base);
  assert.equal(await roomy.end('SIGTERM'), 0);
  assert.ok(roomyBytes > 16 << 20, `${roomyBytes} bytes`);
});

test('a busy port and a wrong setting stop the start with a sentence that says what to do', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  const cases: [string[], RegExp][] = [
    [[dataset, '--port', String(port)], new RegExp(`Port ${port} .* is in use .*--port ${port + 1}`)],
    [[dataset, '--workers', '2', '--port', String(port)], new RegExp(`Port ${port} .* is in use`)],
    [[dataset, '--host', '192.0.2.1'], /no address 192\.0\.2\.1/],
    [[join(directory, 'missing.gpkg')], /missing\.gpkg/],
    [['--port', 'many'], /--port is "many"/],
    [['a', 'b'], /One dataset at a time/],
  ];
  const ends = cases.map(async ([args, message]) => {
    const { child, output } = start(args);
    const [code] = await once(child, 'close');
    assert.ok(code === 1 || code === 2, `${args}: ${code}`);
    assert.match(output(), message);
  });
  await Promise.all(ends);
  busy.close();
});

test('--help shows examples and every flag', async () => {
  const { child, output } = start(['--help']);
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.match(output(), /watercode serve rivers\.gpkg/);
  assert.match(output(), /--workers .*WATERCODE_WORKERS, default 1/);
});
