import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeNetwork } from '../../src/network/code-network.ts';
import type { CodedNetwork, Network } from '../../src/network/network.ts';
import { codeOf, codesByRank, drawDown, randomForest, reorder, seededRandom, shuffled } from './draw.ts';
import { naiveCodes } from './naive.ts';

const forests = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.boolean())
  .map(([count, seed, withArea]) => randomForest(count, seed, withArea));
const shares = fc.constantFrom(0.01, 0.1, 0.5, 2);

test('codes are those of a naive implementation', () => {
  fc.assert(
    fc.property(forests, shares, (network, zoneShare) => {
      const coded = codeNetwork(network, { zoneShare });
      const expected = naiveCodes(network, { zoneShare });
      assert.deepEqual(
        codesByRank(network, coded),
        expected.map((reach) => reach.code),
      );
      network.rank.forEach((place, reach) => {
        assert.equal(coded.strahler[reach], expected[place]!.strahler);
        assert.equal(coded.id[reach], expected[place]!.id);
        assert.equal(coded.last[reach], expected[place]!.last);
      });
    }),
    { numRuns: 3000 },
  );
});

test('codes are those of a naive implementation where V comes near 2^53', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const network = longTributaries(seed);
      const coded = codeNetwork(network, { zoneShare: 2 });
      assert.deepEqual(
        codesByRank(network, coded),
        naiveCodes(network, { zoneShare: 2 }).map((reach) => reach.code),
      );
    }),
    { numRuns: 600 },
  );
});

/** Chains of up to 60 reaches that begin on earlier ones, mostly near their mouths; the later the shorter their reaches. */
function longTributaries(seed: number): Network {
  const random = seededRandom(seed);
  const down: number[] = [];
  const lengths: number[] = [];
  const mouths: number[] = [-1];
  for (let t = 0; t < 25; t++) {
    let below = t === 0 ? -1 : mouths[Math.floor(random() * mouths.length)]!;
    const reaches = t === 0 ? 80 : 1 + Math.floor(random() * 60);
    for (let i = 0; i < reaches; i++) {
      below = down.push(below) - 1;
      lengths.push(0.75 ** t);
      if (i < 2 || random() < 0.05) mouths.push(below);
    }
    if (t === 0) mouths.shift();
  }
  const network = drawDown(Int32Array.from(down));
  network.lengthKm.set(lengths);
  return reorder(network, shuffled(network.count, random));
}

test('the order of the input changes nothing', () => {
  fc.assert(
    fc.property(forests, shares, fc.nat(), (network, zoneShare, seed) => {
      const other = reorder(network, shuffled(network.count, seededRandom(seed)));
      const coded = codeNetwork(network, { zoneShare });
      const otherCoded = codeNetwork(other, { zoneShare });
      assert.deepEqual(codesByRank(other, otherCoded), codesByRank(network, coded));
      assert.deepEqual(
        otherCoded.zones.map((zone) => `${zone.basincode}${zone.subbasincd}`),
        coded.zones.map((zone) => `${zone.basincode}${zone.subbasincd}`),
      );
      assert.deepEqual(byRank(other, otherCoded.id), byRank(network, coded.id));
    }),
    { numRuns: 500 },
  );
});

function byRank(network: Network, values: Int32Array): number[] {
  const result: number[] = [];
  network.rank.forEach((place, reach) => {
    result[place] = values[reach]!;
  });
  return result;
}

test('ranges nest, codes are unique and exact, and codes tell upstream within a zone', () => {
  fc.assert(
    fc.property(forests, shares, (network, zoneShare) => {
      const coded = codeNetwork(network, { zoneShare });
      const codes = new Set<string>();
      for (let x = 0; x < network.count; x++) {
        codes.add(codeOf(coded, x));
        assert.equal(coded.byId[coded.id[x]! - 1], x);
        const below = network.down[x]!;
        if (below >= 0) {
          assert.ok(coded.id[below]! < coded.id[x]! && coded.last[x]! <= coded.last[below]!);
          assert.ok(coded.mainUp[below]! >= 0);
        }
        assert.ok(Number.isSafeInteger(coded.binstrval[x]));
        assert.ok(BigInt(coded.binstrval[x]!) < 1n << BigInt(coded.binstrlen[x]! - 1) || coded.binstrval[x] === 0);
      }
      assert.equal(codes.size, network.count);
      for (let a = 0; a < network.count; a += 3) {
        for (let b = 0; b < network.count; b += 5) {
          if (coded.zone[a] !== coded.zone[b]) continue;
          assert.equal(isUpstreamByCode(coded, a, b), coded.id[b]! <= coded.id[a]! && coded.id[a]! <= coded.last[b]!);
        }
      }
    }),
    { numRuns: 300 },
  );
});

function isUpstreamByCode(coded: CodedNetwork, a: number, b: number): boolean {
  const longer = coded.binstrlen[a]! - coded.binstrlen[b]!;
  return longer >= 0 && BigInt(coded.binstrval[a]!) >> BigInt(longer) === BigInt(coded.binstrval[b]!);
}
