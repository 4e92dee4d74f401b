import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ENTRIES } from '../../src/http/docs/catalogue.ts';
import { examplesOf } from '../../src/http/docs/examples.ts';
import { type TinyApp, tinyApp } from './support/tiny-app.ts';

let tiny: TinyApp;
before(async () => {
  tiny = await tinyApp();
});

/** Wrong for every parameter but free text; none of them may do more than be refused or find nothing. */
const BAD = [
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  '99999999999999999999999',
  '',
  ' ',
  '%00',
  '%F0%9F%8C%8A',
  "'--",
  '../..',
  'x'.repeat(1200),
];

const FREE_TEXT: ReadonlySet<string> = new Set(['q', 'key', 'type']);
const DECIMAL: ReadonlySet<string> = new Set(['lon', 'lat', 'radius', 'maxDistanceM']);

function isWrong(name: string, value: string): boolean {
  return !FREE_TEXT.has(name) && !(DECIMAL.has(name) && ['-1', '1.5'].includes(value));
}

async function assertAnswer(url: string, mustFail: boolean): Promise<number> {
  const response = await tiny.get(url);
  assert.ok(response.statusCode < 500, `${response.statusCode} ${url}`);
  if (mustFail) assert.ok(response.statusCode >= 400, `${response.statusCode} ${url}`);
  if (response.statusCode < 400) return response.statusCode;
  assert.match(String(response.headers['content-type']), /^application\/json/, url);
  assert.match(response.body, /^\{"detail":"[^"]+"\}$/, url);
  assert.equal(response.headers['cache-control'], 'no-store', url);
  assert.equal(response.headers.etag, undefined, url);
  if (response.statusCode === 400) assert.match(String(response.headers['x-error-reason']), /^[ -~]+$/, url);
  return response.statusCode;
}

test('every parameter of every route refuses what is wrong, in the one shape of errors', async (t) => {
  const known = await examplesOf(tiny.holder.current());
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  for (const { resource, examples } of ENTRIES) {
    const names = [...resource.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const fill = (values: Record<string, string>) =>
      resource.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? encodeURIComponent(String(known[name])));
    for (const name of names) {
      for (const bad of BAD) count(await assertAnswer(fill({ [name]: bad }), isWrong(name, bad)));
    }
    for (const name of [...resource.query, 'f']) {
      for (const bad of BAD) {
        const query = new URLSearchParams(Object.entries(examples(known)).map(([key, value]) => [key, String(value)]));
        query.delete(name);
        count(await assertAnswer(`${fill({})}?${query}&${name}=${bad}`, isWrong(name, bad)));
      }
    }
  }
  t.diagnostic([...statuses].map(([status, times]) => `${status}: ${times}`).join(', '));
  assert.ok((statuses.get(400) ?? 0) > 500);
});
