import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('the Node that runs is the one pinned, not whatever the machine has', () => {
  const { devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  assert.match(devDependencies.node, /^26\./);
  assert.equal(process.versions.node.split('.')[0], devDependencies.node.split('.')[0]);
});

test('the code library needs no types of Node or a browser', async () => {
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const config = fileURLToPath(new URL('portable.tsconfig.json', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', config]);
  assert.equal(stdout, '');
});
