import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  commonDownstreamOf,
  downstreamOf,
  formatCode,
  isWithinZone,
  type ReachCode,
  relationOf,
} from '../../src/code/index.ts';
import { codeNetwork, type NaiveReach } from './naive-network.ts';

/** Forests of up to 80 reaches: each flows into an earlier one, mostly a recent one so that rivers grow long. */
const networks = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1000 }), fc.nat({ max: 40 })), {
      minLength: 2,
      maxLength: 80,
    }),
    fc.constantFrom(0.02, 0.1, 0.3, 2),
  )
  .map(([choices, share]) => {
    const reaches = choices.map(([choice, lengthKm, outlet], id): NaiveReach => {
      const down = id === 0 || outlet === 0 ? undefined : Math.max(0, id - 1 - (choice % 7));
      return { id, down, areaKm2: undefined, lengthKm, continent: 3, pin: undefined };
    });
    return { reaches, share };
  });

/** Every reach on the way down, itself first: what the codes must tell without it. */
function wayDown(reaches: readonly NaiveReach[], start: number): number[] {
  const way: number[] = [];
  for (let at: number | undefined = start; at !== undefined; at = reaches[at]?.down) way.push(at);
  return way;
}

test('relations told from codes and joins agree with a walk down the network', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(networks, ({ reaches, share }) => {
      const { codes, table } = codeNetwork(reaches, share);
      for (const { id: a } of reaches) {
        const wayA = wayDown(reaches, a);
        for (const { id: b } of reaches) {
          const wayB = wayDown(reaches, b);
          let walked = 'same-basin';
          if (a === b) walked = 'same';
          else if (wayA.at(-1) !== wayB.at(-1)) walked = 'different-basins';
          else if (wayA.includes(b)) walked = 'upstream';
          else if (wayB.includes(a)) walked = 'downstream';
          const [codeA, codeB] = [codes.get(a) as ReachCode, codes.get(b) as ReachCode];
          assert.equal(relationOf(codeA, codeB, table), walked);
          const blind = relationOf(codeA, codeB);
          assert.ok(blind === walked || blind === 'unknown', `${blind} without a table, ${walked} with one`);
          if (codeA.subbasincd === codeB.subbasincd) assert.equal(blind, walked);
          seen.add(`${walked} ${codeA.subbasincd === codeB.subbasincd}`);
        }
      }
    }),
    { numRuns: 40 },
  );
  for (const relation of ['upstream', 'downstream', 'same-basin']) {
    assert.ok(seen.has(`${relation} true`) && seen.has(`${relation} false`), relation);
  }
});

test('codes in a network are unique, and the common code of two reaches leads to the reach where they meet', () => {
  fc.assert(
    fc.property(networks, ({ reaches, share }) => {
      const { codes } = codeNetwork(reaches, share);
      const byCode = new Map([...codes].map(([id, code]) => [formatCode(code), id]));
      assert.equal(byCode.size, reaches.length);
      const [first, last] = [codes.get(0) as ReachCode, codes.get(reaches.length - 1) as ReachCode];
      if (
        formatCode({ ...first, ...{ binstrval: 0n, binstrlen: 1 } }) !==
        formatCode({ ...last, binstrval: 0n, binstrlen: 1 })
      )
        return;
      const above = [...codes.values()].filter(
        (code) => code.basincode === first.basincode && code.subbasincd === first.subbasincd,
      );
      for (const code of above) {
        let common: ReachCode | undefined = { ...first, ...commonDownstreamOf(code, last) };
        while (common !== undefined && !byCode.has(formatCode(common))) common = downstreamOf(common);
        assert.ok(common !== undefined);
        const wayA = wayDown(reaches, byCode.get(formatCode(code)) as number);
        const wayB = wayDown(reaches, reaches.length - 1);
        assert.equal(
          byCode.get(formatCode(common)),
          wayA.find((id) => wayB.includes(id)),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test('a zone lies within itself and within every zone it drains into', () => {
  const zone = (subbasincd: string, basincode = 3261) => ({ basincode, subbasincd });
  assert.ok(isWithinZone(zone('001'), zone('001')));
  assert.ok(isWithinZone(zone('001003002'), zone('001')));
  assert.ok(!isWithinZone(zone('001'), zone('001003')));
  assert.ok(!isWithinZone(zone('001003'), zone('001', 3262)));
  assert.ok(!isWithinZone(zone('001003'), zone('0010')));
  assert.ok(isWithinZone(zone('AB'), zone('AB')));
});
