/** The official conformance suite against our HTTP handler: with the suite's own fixtures, and against our real tools. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { endpointPlugin } from '../../src/mcp/plugin.ts';
import { buildConformanceServer } from './support/conformance-server.ts';
import { type McpAppOptions, mcpApp } from './support/mcp-app.ts';

const EXPECTED_FAILURES = fileURLToPath(new URL('./conformance-expected-failures.yml', import.meta.url));
const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

const open: FastifyInstance[] = [];
after(async () => {
  for (const app of open) await app.close();
});

async function listening(options: McpAppOptions): Promise<string> {
  const { app, listen } = await mcpApp(options);
  open.push(app);
  return (await listen()).href;
}

async function runSuite(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [SUITE, 'server', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: Buffer.concat(chunks).toString() };
}

test('every scenario passes but the listed ones, which fail as listed', async () => {
  const url = await listening({
    plugin: ({ settings }) => endpointPlugin(settings, { buildServer: buildConformanceServer }),
  });
  const { code, output } = await runSuite('--url', url, '--suite', 'all', '--expected-failures', EXPECTED_FAILURES);
  assert.equal(code, 0, output);
  const run = output.match(/^=== Running scenario/gm)?.length;
  const failedAsListed = output.match(/^ {2}~ /gm)?.length;
  const listed = readFileSync(EXPECTED_FAILURES, 'utf8').match(/^ {2}- /gm)?.length;
  assert.deepEqual([run, failedAsListed, listed], [32, 8, 8], output);
});

test('our own tools, resources and prompts pass what asks for no fixtures', async () => {
  const url = await listening({});
  const scenarios = ['server-initialize', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
  const runs = await Promise.all(scenarios.map((scenario) => runSuite('--url', url, '--scenario', scenario)));
  for (const { code, output } of runs) assert.equal(code, 0, output);
});
