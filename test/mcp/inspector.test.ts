/** The MCP Inspector's command line lists and calls every tool, over HTTP and over standard input and output. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tinyFile } from '../http/support/tiny-app.ts';
import { CALLS } from './support/calls.ts';
import { mcpApp } from './support/mcp-app.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const INSPECTOR = fileURLToPath(new URL('../../node_modules/.bin/mcp-inspector', import.meta.url));
/** Processes at a time: each takes a second of a core to start. */
const AT_ONCE = 3;

const { app, listen } = await mcpApp();
const url = await listen();
const file = await tinyFile();
after(() => app.close());

const TARGETS: Readonly<Record<string, string[]>> = {
  HTTP: [String(url), '--transport', 'http'],
  stdio: [process.execPath, MAIN, 'mcp', file],
};

interface Answer {
  tools?: { name: string }[];
  isError?: boolean;
  structuredContent?: object;
}

async function inspect(target: readonly string[], ...args: string[]): Promise<Answer> {
  const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, '--cli', ...target, ...args]);
  return JSON.parse(stdout) as Answer;
}

/** Values are read as JSON where they are JSON; an empty text has to be written so. */
function toolArguments(given: Record<string, unknown>): string[] {
  return Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${value === '' ? '""' : value}`]);
}

for (const [name, target] of Object.entries(TARGETS)) {
  test(`the Inspector lists and calls every tool over ${name}`, async () => {
    const { tools } = await inspect(target, '--method', 'tools/list');
    assert.deepEqual(
      tools?.map((tool) => tool.name),
      CALLS.map(([tool]) => tool),
    );
    const waiting = [...CALLS];
    const worker = async () => {
      for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
        const [tool, given] = call;
        const answer = await inspect(target, '--method', 'tools/call', '--tool-name', tool, ...toolArguments(given));
        assert.ok(!answer.isError, `${tool}: ${JSON.stringify(answer)}`);
        assert.ok(answer.structuredContent !== undefined, tool);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });
}
