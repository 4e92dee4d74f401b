/** Search, locate, trace and relate: answers checked against plain walks over the small network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidInputError, InvalidMaError, NotFoundError } from '../../src/service/errors.ts';
import { createService } from '../../src/service/service.ts';
import type { ReachSummary, SearchHit, TraceInput } from '../../src/service/types.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { type CodedReach, codeTinyNetwork } from '../support/tiny-coding.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const service = createService(openSqliteStore(await tinyDatasetFile()));
const { reaches } = codeTinyNetwork();
const byName = (id: string) => reaches.find((reach) => reach.id === id)!;
const anyReach = fc.constantFrom(...reaches);

function wayDown(reach: CodedReach): CodedReach[] {
  const way = [reach];
  while (way.at(-1)!.downFid !== 0) way.push(reaches[way.at(-1)!.downFid - 1]!);
  return way;
}

test('names in Chinese, English and pinyin find a river first, with all it takes to look it up', async () => {
  for (const q of ['渭河', 'wei river', 'Wei River', 'weihe', 'Wèi Hé', 'wei he']) {
    const { items, query } = await service.searchAll({ q });
    const [first] = items;
    assert.equal(query, q);
    assert.ok(first?.kind === 'river', q);
    assert.deepEqual(
      [first.displayName, first.displayNameEn, first.where],
      ['渭河', 'Wei River', '黄河流域 · Yellow River basin'],
    );
    const river = {
      basincode: first.basincode,
      subbasincd: first.subbasincd,
      binstrval: BigInt(first.binstrval!),
      binstrlen: first.binstrlen!,
    };
    assert.equal((await service.getRiver(river, first.level!, 'zh')).displayName, '渭河');
    const [looked] = await service.lookup([first.ma]);
    assert.equal(looked?.status, 200);
  }
});

test('every kind of hit can be looked up by its MA string', async () => {
  for (const q of ['黄河', '三门峡', '密西西比河流域', 'gauge', '子流域', 'anadyr']) {
    const { items } = await service.searchAll({ q, limit: 50 });
    assert.ok(items.length > 0, q);
    for (const hit of items) {
      assert.equal((await service.lookup([hit.ma]))[0]?.status, 200, hit.ma);
      if (hit.kind === 'poi') assert.ok((await service.getPoi({ type: hit.type!, key: hit.key! }, 'zh')).key);
    }
  }
});

test('codes and MA strings lead straight to what they name', async () => {
  const kindOf = async (q: string): Promise<SearchHit | undefined> => (await service.searchAll({ q })).items[0];
  assert.deepEqual([(await kindOf('3261'))?.kind, (await kindOf('3261'))?.where], ['basin', '亚洲 · Asia']);
  assert.equal((await kindOf('3261001'))?.kind, 'subbasin');
  assert.deepEqual([(await kindOf(' 3261001.0.9 '))?.kind, (await kindOf('3261001.0.9'))?.binstrlen], ['river', 9]);
  assert.equal((await kindOf('3261001-0-5'))?.key, '3261001-0-5');
  assert.equal((await kindOf('ma.1002.3261.101201/3261001.0.9/RV'))?.kind, 'river');
  assert.equal((await kindOf('MA.1002.3261.101201/3261001.0.5/ID3261001-0-5.JN'))?.kind, 'poi');
  assert.deepEqual((await service.searchAll({ q: '9999' })).items, []);
  assert.deepEqual((await service.searchAll({ q: '3261', kinds: ['river'] })).items, []);
});

test('nothing to look for is refused, nothing found is an empty list', async () => {
  await assert.rejects(async () => service.searchAll({ q: '  ' }), InvalidInputError);
  await assert.rejects(async () => service.searchAll({ q: 'a', limit: 0 }), InvalidInputError);
  await assert.rejects(async () => service.searchAll({ q: 'a', cursor: 'x' }), InvalidInputError);
  for (const q of ['zzzz', '!!!', '黄江']) {
    assert.deepEqual(await service.searchAll({ q }), { query: q, total: 0, totalIsMore: false, items: [] });
  }
});

test('search pages hold every hit once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('河', 'river', 'he', '站', 'gauge'),
      fc.integer({ min: 1, max: 9 }),
      async (q, limit) => {
        const whole = await service.searchAll({ q, limit: 1000 });
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await service.searchAll({ q, limit, cursor });
          assert.equal(page.total, whole.items.length);
          seen.push(...page.items.map((hit) => hit.kind + hit.ma));
          cursor = page.next;
        } while (cursor !== undefined);
        assert.deepEqual(
          seen,
          whole.items.map((hit) => hit.kind + hit.ma),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test('any text is a question that can be answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), async (q) => {
      try {
        const { items } = await service.searchAll({ q });
        assert.ok(items.length <= 20);
      } catch (error) {
        assert.ok(error instanceof InvalidInputError, String(error));
      }
    }),
    { numRuns: 200 },
  );
});

test('the river beside a place is located, with its distance and nearest point', async () => {
  const { items } = await service.locate({ lon: 110.31, lat: 34.6 });
  assert.ok(items.length > 0 && items.length <= 5);
  assert.equal(items[0]!.basincode, 3261);
  assert.ok(items[0]!.distanceM < 2000);
  for (let i = 1; i < items.length; i++) assert.ok(items[i - 1]!.distanceM <= items[i]!.distanceM);
  assert.equal((await service.lookup([items[0]!.ma]))[0]?.status, 200);
  const strong = await service.locate({ lon: 110.31, lat: 34.6, level: 4, maxDistanceM: 500_000 });
  assert.ok(strong.items.every((item) => item.strahler >= 4) && strong.items.length > 0);
});

test('far from every river nothing is located, and that is no error', async () => {
  for (const [lon, lat] of [
    [0, 0],
    [180, 90],
    [-180, -90],
    [179.99, 0],
  ] as const) {
    assert.deepEqual((await service.locate({ lon, lat })).items, []);
  }
  await assert.rejects(async () => service.locate({ lon: 181, lat: 0 }), InvalidInputError);
  await assert.rejects(async () => service.locate({ lon: 0, lat: Number.NaN }), InvalidInputError);
});

test('upstream sums are those of a plain walk', async () => {
  for (const reach of reaches) {
    const above = reaches.filter((other) => wayDown(other).includes(reach));
    const trace = await service.trace({ code: reach, direction: 'upstream' });
    assert.equal(trace.sums.reachCount, above.length);
    assert.ok(Math.abs(trace.sums.lengthKm - above.reduce((sum, other) => sum + other.lengthKm, 0)) < 1e-6);
    assert.equal(trace.sums.greatestStrahler, Math.max(...above.map((other) => other.strahler)));
    assert.deepEqual(trace.range, { first: reach.fid, last: reach.last });
    assert.deepEqual(
      trace.reaches.map((other) => other.code),
      above.map((other) => other.code),
    );
    assert.equal(
      trace.pois.count,
      Object.values(trace.pois.byType).reduce((sum, count) => sum + count, 0),
    );
  }
});

test('downstream sums are those of a plain walk', async () => {
  for (const reach of reaches) {
    const way = wayDown(reach);
    const trace = await service.trace({ code: reach, direction: 'downstream' });
    assert.equal(trace.sums.reachCount, way.length);
    assert.ok(Math.abs(trace.sums.lengthKm - way.reduce((sum, other) => sum + other.lengthKm, 0)) <= 0.0005 + 1e-9);
    assert.equal(trace.sums.greatestStrahler, Math.max(...way.map((other) => other.strahler)));
    assert.deepEqual(
      trace.reaches.map((other) => other.code),
      way.map((other) => other.code),
    );
    assert.equal('range' in trace, false);
  }
  const fromJing = await service.trace({ code: byName('j2'), direction: 'downstream' });
  assert.deepEqual(
    fromJing.rivers.map((river) => river.displayName),
    ['泾河', '渭河', '黄河'],
  );
  assert.deepEqual(
    fromJing.rivers.map((river) => river.code),
    [byName('j1').code, byName('w1').code, byName('y1').code],
  );
});

test('pages of a trace hold every reach once, in the same order, thinned by order', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyReach,
      fc.constantFrom('upstream', 'downstream'),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      async (code, direction, limit, minStrahler) => {
        const input: TraceInput = { code, direction, minStrahler };
        const whole = await service.trace({ ...input, limit: 1000 });
        assert.ok(whole.reaches.every((reach) => reach.strahler >= minStrahler));
        const seen: ReachSummary[] = [];
        let cursor: string | undefined;
        do {
          const page = await service.trace({ ...input, limit, cursor });
          assert.deepEqual(page.sums, whole.sums);
          seen.push(...page.reaches);
          cursor = page.next;
        } while (cursor !== undefined);
        assert.deepEqual(seen, whole.reaches);
      },
    ),
    { numRuns: 60 },
  );
});

test('a trace as features has the lines of the same page', async () => {
  const input: TraceInput = { code: byName('w1'), direction: 'upstream', limit: 3 };
  const { features, trace, type } = await service.traceFeatures(input);
  const plain = await service.trace(input);
  assert.equal(type, 'FeatureCollection');
  assert.deepEqual(
    features.map((feature) => feature.properties),
    plain.reaches,
  );
  assert.equal(trace.next, plain.next);
  assert.deepEqual(features[0]!.geometry.coordinates[0], byName('w1').from);
});

test('a trace takes the standard part as text', async () => {
  const input = { direction: 'upstream' } as const;
  const byText = await service.trace({ ...input, code: byName('w1').code });
  assert.deepEqual(byText, await service.trace({ ...input, code: byName('w1') }));
});

test('a trace needs a reach that is there, and a cursor of its own', async () => {
  await assert.rejects(
    async () =>
      service.trace({
        code: { basincode: 3261, subbasincd: '001', binstrval: 0n, binstrlen: 99 },
        direction: 'upstream',
      }),
    NotFoundError,
  );
  const { next } = await service.trace({ code: byName('y1'), direction: 'upstream', limit: 30 });
  assert.ok(next);
  await assert.rejects(
    async () => service.trace({ code: byName('y1'), direction: 'downstream', cursor: next }),
    InvalidInputError,
  );
  await assert.rejects(
    async () => service.trace({ code: byName('m1'), direction: 'upstream', cursor: next }),
    InvalidInputError,
  );
  await assert.rejects(
    async () => service.trace({ code: byName('y1'), direction: 'upstream', limit: 0 }),
    InvalidInputError,
  );
});

test('any two reaches relate as their ways down say', async () => {
  await fc.assert(
    fc.asyncProperty(anyReach, anyReach, async (a, b) => {
      const result = await service.relate({ a: a.code, b: b.code });
      const [wayA, wayB] = [wayDown(a), wayDown(b)];
      const meeting = wayA.find((reach) => wayB.includes(reach));
      if (a === b) assert.equal(result.relation, 'same');
      else if (meeting === b) assert.equal(result.relation, 'upstream');
      else if (meeting === a) assert.equal(result.relation, 'downstream');
      else assert.equal(result.relation, meeting === undefined ? 'different-basins' : 'same-basin');
      assert.equal(result.meetsAt, meeting?.code);
      const metres = Math.round(1000 * Math.abs(a.outletKm - b.outletKm));
      assert.equal(result.distanceKm, meeting === a || meeting === b ? metres / 1000 : undefined);
      assert.match(result.description, /。$/);
      assert.match(result.descriptionEn, /\.$/);
    }),
    { numRuns: 300 },
  );
});

test('relate takes MA strings, sub-basins (their outlets) and POIs (their reaches)', async () => {
  const { ma } = await service.generateMa({ type: 'dam', key: 'LIUJIAXIA' });
  const result = await service.relate({ a: ma, b: '3261001' });
  assert.deepEqual([result.a, result.b, result.relation], ['3261001.0.10', '3261001.0.1', 'upstream']);
  await assert.rejects(async () => service.relate({ a: 'x', b: '3261001' }), InvalidMaError);
  await assert.rejects(async () => service.relate({ a: '3261001.0.99', b: '3261001' }), NotFoundError);
});
