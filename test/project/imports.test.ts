import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Import, importsOf, readImports, typescriptFiles } from './imports.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Who may import what of `src/`, after the table of the design. `packages` tells whether node: and npm are allowed. */
const TABLE: Readonly<Record<string, { may: readonly string[]; packages: boolean }>> = {
  'src/code': { may: [], packages: false },
  'src/format': { may: [], packages: false },
  'src/network': { may: ['src/code'], packages: true },
  'src/source': { may: [], packages: true },
  'src/dataset': { may: ['src/code', 'src/format', 'src/network', 'src/source'], packages: true },
  'src/store': { may: ['src/code', 'src/format'], packages: true },
  'src/service': { may: ['src/code', 'src/format/byte-string.ts', 'src/store/store.ts'], packages: true },
  'src/http': { may: ['src/service', 'src/code', 'src/format/byte-string.ts'], packages: true },
  'src/mcp': { may: ['src/service', 'src/code', 'src/format/byte-string.ts'], packages: true },
  'src/cli': { may: ['src'], packages: true },
  'src/config.ts': { may: [], packages: false },
  web: { may: ['src/code'], packages: true },
};

/** The folder of the table that a file belongs to, or the file itself where it is in none. */
function partOf(file: string): string {
  const [top, second] = file.split('/');
  return top === 'src' && second !== undefined ? `src/${second}` : (top ?? file);
}

function violation({ from, to }: Import): string | undefined {
  const part = partOf(from);
  const rule = TABLE[part];
  if (rule === undefined) return `${from}: ${part} is not in the table`;
  const isFile = /^(?:src|web|test|bench|data|\.\.)\//.test(to) || to.endsWith('.ts') || to.endsWith('.json');
  if (!isFile) return rule.packages ? undefined : `${from} imports the package ${to}`;
  const allowed = partOf(to) === part || rule.may.some((place) => to === place || to.startsWith(`${place}/`));
  return allowed ? undefined : `${from} imports ${to}`;
}

test('every folder of src is in the table and imports only what the table allows', () => {
  const files = typescriptFiles(ROOT, 'src');
  assert.ok(files.length > 20);
  const unknown = files.filter((file) => TABLE[partOf(file)] === undefined);
  assert.deepEqual(unknown, []);
  const imports = readImports(ROOT, 'src');
  assert.ok(imports.length > 50);
  assert.deepEqual(imports.map(violation).filter(Boolean), []);
});

test('the map page imports only the code library of src', () => {
  assert.deepEqual((existsSync(`${ROOT}web`) ? readImports(ROOT, 'web') : []).map(violation).filter(Boolean), []);
});

test('everything imported by a relative path exists', () => {
  const files = readImports(ROOT, 'src').filter(({ to }) => to.startsWith('src/'));
  assert.deepEqual(
    files.filter(({ to }) => !existsSync(`${ROOT}${to}`)),
    [],
  );
});

test('the reader of imports sees every kind of import, and none in a comment', () => {
  const source = `
    import a from 'a'; import { b, type B } from "b"; import * as c from 'c'; import type { D } from './d.ts';
    import e, { f } from 'e'; import 'f'; export { g } from '../g.ts'; export * from 'h'; export type { I } from 'i';
    const j = await import('./j.ts'); import {
      k,
    } from 'k';
    // import x from 'x';
    /* import y from 'y'; */
    const z = 'https://example.org'; import l from 'l';`;
  assert.deepEqual(
    importsOf(ROOT, 'src/network/a.ts', source).map(({ to }) => to),
    ['a', 'b', 'c', 'src/network/d.ts', 'e', 'f', 'src/g.ts', 'h', 'i', 'src/network/j.ts', 'k', 'l'],
  );
});

test('the table refuses what it should', () => {
  const refused: Import[] = [
    { from: 'src/code/a.ts', to: 'node:fs' },
    { from: 'src/code/a.ts', to: 'fast-check' },
    { from: 'src/code/a.ts', to: 'src/config.ts' },
    { from: 'src/format/a.ts', to: 'node:buffer' },
    { from: 'src/network/a.ts', to: 'src/source/feature.ts' },
    { from: 'src/dataset/a.ts', to: 'src/store/store.ts' },
    { from: 'src/service/a.ts', to: 'src/store/sqlite.ts' },
    { from: 'src/http/a.ts', to: 'src/store/store.ts' },
    { from: 'src/config.ts', to: 'node:os' },
    { from: 'src/helpers/a.ts', to: 'node:os' },
    { from: 'src/dataset/a.ts', to: 'test/code/vectors.ts' },
    { from: 'web/a.ts', to: 'src/service/service.ts' },
  ];
  for (const entry of refused) assert.ok(violation(entry), `${entry.from} -> ${entry.to}`);
  const allowed: Import[] = [
    { from: 'src/code/a.ts', to: 'src/code/b.ts' },
    { from: 'src/service/a.ts', to: 'src/store/store.ts' },
    { from: 'src/cli/a.ts', to: 'src/http/app.ts' },
    { from: 'src/http/a.ts', to: 'fastify' },
  ];
  for (const entry of allowed) assert.equal(violation(entry), undefined);
});
