import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TilePoi, TileReach } from '../../src/format/tile-content.ts';
import { encodeTile } from '../../src/format/tile-encode.ts';
import { projectLine, worldX, worldY } from '../../src/format/tile-mercator.ts';
import { MOST_POIS, MOST_RIVER_BYTES } from '../../src/format/tile-plan.ts';
import { type DecodedTile, decodeTile, distanceToLines, placeInTile, tileOf } from './support/decoded.ts';

type Point = [number, number];

function reach(id: number, line: Point[], more: Partial<TileReach> = {}): TileReach {
  return {
    id,
    top: id,
    down: 0,
    code: `3261001.0.${id}`,
    order: 1,
    river: 0,
    name: '',
    nameEn: '',
    line: projectLine(Float64Array.from(line.flat())),
    ...more,
  };
}

function poi(id: number, lon: number, lat: number, type = 'dam'): TilePoi {
  return { id, type, key: `K${id}`, name: `坝${id}`, nameEn: `Dam ${id}`, icon: 'dam', x: worldX(lon), y: worldY(lat) };
}

function tile(z: number, x: number, y: number, reaches: TileReach[], pois: TilePoi[] = []): DecodedTile {
  return decodeTile(encodeTile({ z, x, y }, reaches, pois));
}

test('a reach carries id, code and order, and its names only where it has some', () => {
  const named = reach(
    7,
    [
      [100, 30],
      [101, 31],
    ],
    { order: 5, river: 3, name: '长江', nameEn: 'Yangtze River' },
  );
  const [z, x, y] = tileOf(5, 100.5, 30.5);
  const { river } = tile(z, x, y, [
    named,
    reach(4_000_000_000, [
      [100, 30],
      [101, 30],
    ]),
  ]);
  assert.deepEqual(
    river.map(({ id, properties }) => ({ id, properties })),
    [
      { id: 7, properties: { id: 7, code: '3261001.0.7', order: 5, name: '长江', name_en: 'Yangtze River' } },
      { id: 4_000_000_000, properties: { id: 4_000_000_000, code: '3261001.0.4000000000', order: 1 } },
    ],
  );
});

test('an empty tile has no bytes, and neither has one whose lines lie elsewhere', () => {
  assert.equal(encodeTile({ z: 3, x: 1, y: 1 }, [], []).length, 0);
  assert.equal(
    encodeTile(
      { z: 3, x: 1, y: 1 },
      [
        reach(1, [
          [100, 30],
          [101, 31],
        ]),
      ],
      [poi(1, 100, 30)],
    ).length,
    0,
  );
});

test('what a tile shows of any lines is where the lines are, within a pixel, and nothing of them is missing', () => {
  const near = (middle: number, reachOut: number) =>
    fc.double({ min: middle - reachOut, max: middle + reachOut, noNaN: true });
  const line = fc.array(fc.tuple(near(100, 3), near(30, 3)), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.integer({ min: 4, max: 14 }), (lines, z) => {
      const [, x, y] = tileOf(z, 100.01, 30.01);
      const { river } = tile(
        z,
        x,
        y,
        lines.map((points, i) => reach(i + 1, points)),
      );
      for (const [i, points] of lines.entries()) {
        const truth = points.map((point) => placeInTile(z, x, y, point));
        const drawn = river.find(({ id }) => id === i + 1)?.lines ?? [];
        for (const vertex of drawn.flat()) {
          assert.ok(
            vertex.every((value) => value >= -64 && value <= 4160),
            'past the buffer',
          );
          assert.ok(distanceToLines(vertex, [truth]) <= 8, 'not where the line is');
        }
        for (const [px, py] of truth) {
          const isInside = px >= 0 && px <= 4096 && py >= 0 && py <= 4096;
          if (isInside && lengthOf(truth) > 2) assert.ok(distanceToLines([px, py], drawn) <= 8, 'missing');
        }
      }
    }),
  );
});

function lengthOf(line: Point[]): number {
  return line.reduce((sum, [x, y], i) => sum + (i === 0 ? 0 : Math.hypot(x - line[i - 1]![0], y - line[i - 1]![1])), 0);
}

test('a line across the antimeridian is drawn on both sides and never across the world', () => {
  const crossing = reach(1, [
    [178, 66],
    [179.5, 66.2],
    [-179.5, 66.4],
    [-178, 66.6],
  ]);
  for (const z of [0, 1, 4, 7]) {
    for (const lon of [179.9, -179.9]) {
      const [, x, y] = tileOf(z, lon, 66.3);
      const [drawn] = tile(z, x, y, [crossing]).river;
      assert.ok(drawn !== undefined, `zoom ${z} at ${lon}`);
      const degreesAcross = drawn.lines.map(
        (line) => ((Math.max(...line.map(([px]) => px)) - Math.min(...line.map(([px]) => px))) / 4096) * (360 / 2 ** z),
      );
      assert.ok(Math.max(...degreesAcross) <= 4.1, `zoom ${z} at ${lon}: ${degreesAcross}`);
    }
  }
  const [, x, y] = tileOf(3, 0, 66.3);
  assert.deepEqual(tile(3, x, y, [crossing]).river, []);
});

test('a river has one label in a tile, along all of its reaches, however many there are', () => {
  const names = { river: 9, name: '黄河', nameEn: 'Yellow River', order: 4 };
  const reaches = [
    reach(
      1,
      [
        [102, 30],
        [103, 30.2],
      ],
      { ...names, down: 0 },
    ),
    reach(
      2,
      [
        [101, 30.2],
        [102, 30],
      ],
      { ...names, down: 1 },
    ),
    reach(
      3,
      [
        [100, 30],
        [101, 30.2],
      ],
      { ...names, down: 2 },
    ),
    reach(
      4,
      [
        [100, 31],
        [102, 30],
      ],
      { down: 1 },
    ),
  ];
  const [z, x, y] = tileOf(5, 102, 30);
  const { label } = tile(z, x, y, reaches);
  assert.equal(label.length, 1);
  assert.deepEqual(label[0]!.properties, { order: 4, name: '黄河', name_en: 'Yellow River' });
  const line = label[0]!.lines[0]!;
  const [startX] = placeInTile(z, x, y, [100, 30]);
  const [endX] = placeInTile(z, x, y, [103, 30.2]);
  assert.ok(
    Math.abs(line[0]![0] - Math.max(startX, -64)) <= 1 && Math.abs(line.at(-1)![0] - Math.min(endX, 4160)) <= 1,
  );
});

test('a label line follows its river within a few pixels, and bends less', () => {
  const wiggly = Array.from({ length: 200 }, (_, i): Point => [100 + i / 100, 30 + Math.sin(i) / 60]);
  const [z, x, y] = tileOf(6, 101, 30);
  const { label } = tile(z, x, y, [reach(1, wiggly, { river: 1, name: '曲水', nameEn: 'Winding Water' })]);
  const line = label[0]!.lines[0]!;
  const truth = wiggly.map((point) => placeInTile(z, x, y, point));
  for (const vertex of line) assert.ok(distanceToLines(vertex, [truth]) <= 16 * 8);
  for (let i = 2; i < line.length; i++) {
    const turn = angle(line[i - 1]!, line[i]!) - angle(line[i - 2]!, line[i - 1]!);
    assert.ok(Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) < Math.PI / 3);
  }
});

function angle([ax, ay]: Point, [bx, by]: Point): number {
  return Math.atan2(by - ay, bx - ax);
}

test('a river too short for its name has no label', () => {
  const [z, x, y] = tileOf(5, 100, 30);
  const { label, river } = tile(z, x, y, [
    reach(
      1,
      [
        [100, 30],
        [100.1, 30],
      ],
      { river: 1, name: '溪', nameEn: 'Brook' },
    ),
  ]);
  assert.deepEqual([label.length, river.length], [0, 1]);
});

test('a point is in exactly one tile of a zoom, at its place', () => {
  const lon = fc.double({ min: -180, max: 180, noNaN: true });
  const lat = fc.double({ min: -85, max: 85, noNaN: true });
  fc.assert(
    fc.property(lon, lat, fc.integer({ min: 0, max: 14 }), (east, north, z) => {
      const tiles = 2 ** z;
      const [, x, y] = tileOf(z, east, north);
      const [px, py] = placeInTile(z, x, y, [east, north]);
      let found = 0;
      const around = new Map(
        [-1, 0, 1].flatMap((dx) =>
          [-1, 0, 1].map((dy) => [
            `${(x + dx + tiles) % tiles} ${y + dy}`,
            [(x + dx + tiles) % tiles, y + dy] as const,
          ]),
        ),
      );
      for (const [tx, ty] of around.values()) {
        if (ty < 0 || ty >= tiles) continue;
        for (const { lines } of tile(z, tx, ty, [], [poi(1, east, north)]).poi) {
          found++;
          const [[dx, dy]] = lines[0] as [Point];
          const acrossX = ((dx + tx * 4096 - px - x * 4096 + tiles * 6144) % (tiles * 4096)) - tiles * 2048;
          assert.ok(Math.abs(acrossX) <= 1 && Math.abs(dy + ty * 4096 - py - y * 4096) <= 1);
        }
      }
      assert.equal(found, 1);
    }),
  );
});

test('points carry type, key, names and icon; the first of those that crowd each other stays', () => {
  const [z, x, y] = tileOf(6, 100, 30);
  const { poi: points } = tile(z, x, y, [], [poi(1, 100, 30), poi(2, 100.001, 30.001), poi(3, 101, 31, 'city')]);
  assert.deepEqual(
    points.map(({ id, properties }) => [id, properties]),
    [
      [1, { type: 'dam', key: 'K1', name: '坝1', name_en: 'Dam 1', icon: 'dam' }],
      [3, { type: 'city', key: 'K3', name: '坝3', name_en: 'Dam 3', icon: 'dam' }],
    ],
  );
  const close = tileOf(14, 100, 30);
  assert.equal(tile(...close, [], [poi(1, 100, 30), poi(2, 100.001, 30.001)]).poi.length, 2);
});

test('a full tile holds the first of what it was given, and stays below its limit', () => {
  const [z, x, y] = tileOf(8, 100, 30);
  const wild = (seed: number) =>
    Array.from(
      { length: 400 },
      (_, i): Point => [100 + ((seed * 37 + i * 7919) % 1000) / 1000, 30 + ((seed * 91 + i * 104_729) % 1000) / 1000],
    );
  const reaches = Array.from({ length: 1000 }, (_, i) => reach(i + 1, wild(i)));
  const pois = Array.from({ length: 3000 }, (_, i) => poi(i + 1, 100 + (i % 60) / 60, 30 + Math.floor(i / 60) / 60));
  const bytes = encodeTile({ z, x, y }, reaches, pois);
  assert.ok(bytes.length > MOST_RIVER_BYTES && bytes.length < 500_000, `${bytes.length} bytes`);
  const { river, poi: points } = decodeTile(bytes);
  assert.ok(river.length > 0 && river.length < reaches.length);
  assert.deepEqual(
    river.map(({ id }) => id),
    river.map((_, i) => i + 1),
  );
  assert.ok(points.length <= MOST_POIS);
});
