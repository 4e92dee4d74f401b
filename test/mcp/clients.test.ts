/** The official client, in both eras of the protocol, over HTTP and over standard input and output. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { tinyFile } from '../http/support/tiny-app.ts';
import { CALLS, SEGMENT } from './support/calls.ts';
import { mcpApp } from './support/mcp-app.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const { app, listen } = await mcpApp();
const url = await listen();
const file = await tinyFile();
after(() => app.close());

const ERAS = { legacy: '2025-11-25', modern: '2026-07-28' } as const;

const TRANSPORTS: Readonly<Record<string, () => Transport>> = {
  HTTP: () => new StreamableHTTPClientTransport(url),
  stdio: () => new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', file], stderr: 'inherit' }),
};

for (const [era, version] of Object.entries(ERAS)) {
  for (const [name, open] of Object.entries(TRANSPORTS)) {
    test(`the official client of the ${era} era lists and calls every tool over ${name}`, async () => {
      const mode = era === 'legacy' ? 'legacy' : { pin: version };
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(open());
      try {
        assert.equal(client.getNegotiatedProtocolVersion(), version);
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map((tool) => tool.name),
          CALLS.map(([tool]) => tool),
        );
        for (const [tool, given] of CALLS) {
          // The client itself checks the structure against the output schema.
          const result = await client.callTool({ name: tool, arguments: given });
          assert.ok(!result.isError, JSON.stringify(result.content));
          assert.ok(result.structuredContent !== undefined, tool);
        }
        const wrong = await client.callTool({ name: 'resolve_ma', arguments: { ma: 'nonsense' } });
        assert.equal(wrong.isError, true);
        await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /search_all/);
        assert.equal((await client.listResources()).resources.length, 5);
        const read = await client.readResource({ uri: 'watercode://knowledge/water-code' });
        assert.equal(read.contents.length, 1);
        assert.equal((await client.listPrompts()).prompts.length, 3);
        const prompt = await client.getPrompt({ name: 'introduce_river', arguments: { name: '黄河' } });
        assert.equal(prompt.messages.length, 1);
        const ref = { type: 'ref/prompt', name: 'introduce_river' } as const;
        const { completion } = await client.complete({ ref, argument: { name: 'name', value: '黄' } });
        assert.deepEqual(completion.values, ['黄河']);
      } finally {
        await client.close();
      }
    });
  }
}

test('answers of both eras say the same', async () => {
  const results = await Promise.all(
    (['legacy', { pin: '2026-07-28' }] as const).map(async (mode) => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(url));
      const result = await client.callTool({ name: 'get_river', arguments: SEGMENT });
      await client.close();
      return { content: result.content, structuredContent: result.structuredContent };
    }),
  );
  assert.deepEqual(results[0], results[1]);
});

test('watercode mcp says what is wrong with a dataset, and writes nothing else to its output', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [MAIN, 'mcp', ...args], { input: '', encoding: 'utf8' });
  const missing = run('no-such-file.gpkg');
  assert.equal(missing.status, 1);
  assert.equal(missing.stdout, '');
  assert.match(missing.stderr, /no-such-file\.gpkg/);
  assert.doesNotMatch(missing.stderr, /\n\s+at /);
  assert.equal(run('one.gpkg', 'two.gpkg').status, 2);
  const ended = run(file);
  assert.deepEqual([ended.status, ended.stdout], [0, '']);
});
