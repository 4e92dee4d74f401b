/** Codes round-trip: for any reach or POI of the default dataset, generate, resolve and look up gives the same record. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { openDataset, SWAP_STEPS } from '../../src/cli/serve/dataset.ts';
import { defaultSettings } from '../../src/config.ts';
import { ensureDefaultDataset } from '../../src/dataset/default.ts';
import { buildApp } from '../../src/http/app.ts';
import { createHolder } from '../../src/http/holder.ts';

const SAMPLES = 1000;

let app: FastifyInstance;
let codes: string[];
let pois: { type: string; key: string }[];

before(async () => {
  const path = await ensureDefaultDataset();
  const db = new DatabaseSync(path, { readOnly: true });
  codes = db
    .prepare('SELECT code FROM reach ORDER BY fid')
    .all()
    .map(({ code }) => String(code));
  pois = db.prepare('SELECT type, key FROM poi ORDER BY fid').all() as typeof pois;
  db.close();
  app = buildApp({ holder: createHolder(openDataset(path), SWAP_STEPS), settings: defaultSettings(), version: '0' });
  await app.ready();
});

after(() => app.close());

async function get<T>(url: string): Promise<T> {
  const response = await app.inject({ url });
  assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
  return response.json() as T;
}

interface Resolved {
  standard: { basincode: number; subbasincd: string; binstrval: number; binstrlen: number };
  extensions: { type: string; key: string; level: number };
}

const resolve = (ma: string) => get<Resolved>(`/api/ma/resolve?ma=${encodeURIComponent(ma)}`);

test('1,000 random reaches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(codes.length - 1), async (at) => {
      const [zone, binstrval, binstrlen] = codes[at]!.split('.');
      const [basincode, subbasincd] = [zone!.slice(0, 4), zone!.slice(4)];
      const record = await get(`/api/rivers/${basincode}/${subbasincd}/${binstrval}/${binstrlen}/1`);
      const query = new URLSearchParams({
        type: 'rivers',
        basincode,
        subbasincd,
        binstrval: binstrval!,
        binstrlen: binstrlen!,
        level: '1',
      });
      const { ma } = await get<{ ma: string }>(`/api/ma/generate?${query}`);
      const { standard, extensions } = await resolve(ma);
      assert.equal(extensions.type, 'rivers');
      const again = `${standard.basincode}/${standard.subbasincd}/${standard.binstrval}/${standard.binstrlen}`;
      assert.deepEqual(await get(`/api/rivers/${again}/${extensions.level}`), record);
    }),
    { numRuns: SAMPLES },
  );
});

test('1,000 random POIs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(pois.length - 1), async (at) => {
      const { type, key } = pois[at]!;
      const record = await get(`/api/pois/${type}/${encodeURIComponent(key)}`);
      const { ma } = await get<{ ma: string }>(`/api/ma/generate?${new URLSearchParams({ type, key })}`);
      const { extensions } = await resolve(ma);
      assert.equal(extensions.type, type);
      assert.deepEqual(await get(`/api/pois/${extensions.type}/${encodeURIComponent(extensions.key)}`), record);
    }),
    { numRuns: SAMPLES },
  );
});
