import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ServingProcess, startServing } from '../../src/cli/serve/process.ts';
import { defaultSettings } from '../../src/config.ts';
import { ensureDefaultDataset } from '../../src/dataset/default.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TIMEOUT_MS = 60_000;
/** Where the README has the service; the test has it on a free port. */
const SHOWN_ADDRESS = 'http://127.0.0.1:8080';

let serving: ServingProcess;

before(async () => {
  const dataset = await ensureDefaultDataset();
  serving = await startServing(dataset, { ...defaultSettings(), port: 0, logLevel: 'silent' }, { version: '0' });
});

after(() => serving.stop());

/** Commands with the address that the service really has, and outputs with the one that is shown. */
function addressed(line: string): string {
  return line.replaceAll(SHOWN_ADDRESS, `http://127.0.0.1:${serving.port}`);
}

interface Example {
  line: string;
  /** Expected lines of output; none if the text shows none. A line `...` stands for any lines, `...` at the end of one for its rest. */
  output: string[];
}

/** The commands of ```sh blocks: lines that start with `$ `, each with its output below it. ```bash blocks are not run. */
function examplesOf(markdown: string): Example[] {
  const examples: Example[] = [];
  for (const [, block = ''] of markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)) {
    for (const line of block.trimEnd().split('\n')) {
      if (line.startsWith('$ ')) examples.push({ line: line.slice(2), output: [] });
      else examples.at(-1)?.output.push(line);
    }
  }
  return examples;
}

/** All it writes, standard error included, as a person sees it; what npm says about its own settings left out. */
function outputOf(line: string): Promise<string> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  const options = { cwd: ROOT, timeout: TIMEOUT_MS, env: { ...process.env, PATH: path, NO_COLOR: '1' } };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', `{ ${addressed(line)}\n} 2>&1`], options, (error, stdout) => {
      if (error?.killed) reject(new Error(`${line} did not end`));
      else if (error?.code === 127) reject(new Error(`${line}: no such command`));
      else resolve(stdout.replace(/^npm warn .*\n/gm, '').replaceAll(`:${serving.port}`, ':8080'));
    });
  });
}

function matches(expected: readonly string[], actual: string): boolean {
  const pattern = expected.map((line) => {
    if (line.trim() === '...') return '(?:[\\s\\S]*\n)?';
    return line.endsWith('...') ? `${escapeRegExp(line.slice(0, -3))}.*\n` : `${escapeRegExp(line.trimEnd())}\n`;
  });
  const lines = actual
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  return new RegExp(`^${pattern.join('')}$`).test(`${lines.join('\n')}\n`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

const examples = examplesOf(readFileSync(`${ROOT}README.md`, 'utf8'));

test('the README shows commands', () => {
  assert.ok(examples.length >= 5);
});

for (const { line, output } of examples) {
  test(`the README is right about: ${line}`, async () => {
    const actual = await outputOf(line);
    const expected = output.filter((text, i) => text !== '' || i < output.length - 1);
    if (expected.length === 0) return;
    assert.ok(matches(expected, actual), `expected\n${expected.join('\n')}\nbut got\n${actual}`);
  });
}

test('an output with ... matches any lines in its place, and nothing else is forgiven', () => {
  assert.ok(matches(['a', '...', 'd'], 'a\nb\nc\nd\n'));
  assert.ok(matches(['a', '...', 'd'], 'a\nd\n'));
  assert.ok(matches(['...'], ''));
  assert.ok(matches(['ab...'], 'abcd\n'));
  assert.ok(!matches(['ab...'], 'acd\n'));
  assert.ok(!matches(['a', '...', 'd'], 'a\nb\nc\n'));
  assert.ok(!matches(['a.c'], 'abc\n'));
  assert.ok(!matches(['a'], 'a\nb\n'));
});
