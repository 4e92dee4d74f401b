/** Random codes and parts for property tests. */

import fc from 'fast-check';
import type { EntityType, Extension, Ma, Place, ReachCode, TreeCode, WaterCode } from '../../src/code/index.ts';

const ALPHANUMERIC = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Records like those of the library, with a prototype: they are compared with deepEqual. */
const PLAIN = { noNullPrototype: true } as const;

function textOf(characters: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
}

/** Any V and L that make a code, small and large alike. */
export const treeCodes: fc.Arbitrary<TreeCode> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 99999999 })),
    fc.bigInt(0n, 2n ** 64n - 1n),
  )
  .map(([binstrlen, bits]) => ({ binstrlen, binstrval: binstrlen > 64 ? bits : bits % 2n ** BigInt(binstrlen - 1) }));

const zoneCodes = fc.record(
  {
    basincode: fc.integer({ min: 1000, max: 9999 }),
    subbasincd: fc.oneof(fc.constantFrom('001', '001003', 'A00'), textOf(ALPHANUMERIC, 1, 48)),
  },
  PLAIN,
);

export const reachCodes: fc.Arbitrary<ReachCode> = fc
  .tuple(zoneCodes, treeCodes)
  .map(([zone, tree]) => ({ ...zone, ...tree }));

const waterCodes: fc.Arbitrary<WaterCode> = fc.oneof({ weight: 4, arbitrary: reachCodes }, zoneCodes);

const places: fc.Arbitrary<Place> = fc.record(
  {
    lonE4: fc.integer({ min: -1800000, max: 1800000 }),
    latE4: fc.integer({ min: -900000, max: 900000 }),
  },
  PLAIN,
);

/** ASCII letters come back in one case, so they are made in that case. */
const keys = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .map((key) => key.replace(/[a-z]/g, (letter) => letter.toUpperCase()));

const poiTypes = keys.map((key) => key.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));

const unknownTokens = fc
  .tuple(textOf(ALPHANUMERIC.slice(10), 2, 2), textOf([...ALPHANUMERIC, '-', '+'], 0, 6))
  .map(([name, rest]) => name + rest)
  .filter((token) => !/^(?:HS|ID|OP|TY|(?:RV|SB|JN|PI|C[0-9A-Z]{2})$)/.test(token));

const orders = fc.integer({ min: 1, max: 99 });

const extensions: fc.Arbitrary<Extension> = fc
  .record({
    hs: fc.option(fc.tuple(orders, orders)),
    key: fc.option(keys),
    place: fc.option(places),
    type: fc.option(fc.constantFrom<EntityType>('rivers', 'subbasins', 'junction', 'poi')),
    poiType: fc.option(poiTypes),
    other: fc.array(unknownTokens, { maxLength: 3 }),
  })
  .map(({ hs, key, place, type, poiType, other }) => ({
    ...(hs && { strahler: hs[0], level: hs[1] }),
    ...(key !== null && { key }),
    ...(place && { place }),
    ...(type === 'poi' && poiType !== null && { poiType }),
    ...(type && { type }),
    ...(other.length > 0 && { other }),
  }));

/** The parts of an MA string, all that can be written. */
export const mas: fc.Arbitrary<Ma> = fc.record(
  {
    proprietary: fc.record(
      {
        special: fc.integer({ min: 0, max: 9999 }),
        register: fc.integer({ min: 0, max: 9999 }),
        schema: fc.integer({ min: 0, max: 99 }),
        resolution: fc.integer({ min: 0, max: 99 }),
        version: fc.integer({ min: 0, max: 99 }),
      },
      PLAIN,
    ),
    standard: waterCodes,
    extension: extensions,
  },
  PLAIN,
);
