/** GeoJSON: features cut out at any chunk boundary, broken ones told with their place, and all the shapes a document can have. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeatureCutter } from '../../src/source/feature-cutter.ts';
import { JsonCutter } from '../../src/source/json-cutter.ts';
import { LineCutter } from '../../src/source/line-cutter.ts';
import { coordinates, readAll, temporaryFolder } from './support/reading.ts';

const folder = temporaryFolder();

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const feature = (id: number | string, extra = '') =>
  `{"type":"Feature","properties":{"id":${JSON.stringify(id)}${extra}},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}`;
const collection = (...features: string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;

/** All cuts, with the text pushed in two pieces, or in pieces of one byte. */
function cutAll(cutter: FeatureCutter, pieces: readonly Buffer[]): string[] {
  const found: string[] = [];
  const drain = () => {
    for (let cut = cutter.next(); cut; cut = cutter.next()) found.push(cut.bytes.toString());
  };
  for (const piece of pieces) {
    cutter.push(piece);
    drain();
  }
  cutter.finish();
  drain();
  return found;
}

function splitAt(bytes: Buffer, at: number): Buffer[] {
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

const TRICKY = [
  feature('黄河'),
  feature('quote \\" brace } bracket ] backslash \\\\'),
  feature('", "features": ['),
  `{ "properties" : null , "geometry":null,\n"type":"Feature" }`,
];

test('features are cut out the same wherever the chunks end', () => {
  const text = `\ufeff { "crs": null, "bbox":[1,2,3,4], "name":"a\\"]}", "features" :\n[ ${TRICKY.join(' ,\n')} ] , "type":"FeatureCollection"} \n`;
  const bytes = Buffer.from(text);
  const whole = cutAll(new JsonCutter(), [bytes]);
  assert.deepEqual(whole, TRICKY);
  for (let at = 0; at <= bytes.length; at++) {
    const cutter = new JsonCutter();
    assert.deepEqual(cutAll(cutter, splitAt(bytes, at)), TRICKY, `cut at ${at}`);
    assert.equal(cutter.members.name, 'a"]}', `cut at ${at}`);
    assert.equal(cutter.members.type, 'FeatureCollection');
  }
  assert.deepEqual(
    cutAll(
      new JsonCutter(),
      [...bytes].map((byte) => Buffer.from([byte])),
    ),
    TRICKY,
  );
});

test('lines and text sequences are cut the same wherever the chunks end', () => {
  const oneLine = TRICKY.map((each) => each.replaceAll('\n', ' '));
  const sequences: [text: string, expected: string[]][] = [
    [`${oneLine.join('\n')}\n`, oneLine],
    [`\ufeff${oneLine.join('\r\n')}`, oneLine],
    [`\n\n${oneLine.join('\n\n\n')}`, oneLine],
    [TRICKY.map((each) => `\x1e${each}\n`).join(''), TRICKY],
  ];
  for (const [text, expected] of sequences) {
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) {
      assert.deepEqual(cutAll(new LineCutter(bytes[0]), splitAt(bytes, at)), expected, `cut at ${at}`);
    }
  }
});

/** JSON knows no -0. */
const plainZero = (value: number) => value + 0;

const wholeDouble = fc.double({ min: -1e25, max: 1e25, noNaN: true }).map((value) => plainZero(Math.round(value)));

/** Known to Node, not yet to its types. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** JSON with every digit of a bigint. */
function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'bigint' ? rawJSON(String(each)) : each),
    indent,
  );
}

/** What a value of a property is read as: a whole number past 2^53 as the digits that are written, without an exponent. */
function asRead(value: string | number | bigint | boolean | null): typeof value {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  const written = String(value);
  return /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(value)) ? BigInt(written) : Number(value);
}

const properties = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }).filter((key) => key !== '__proto__' && key !== 'id'),
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(plainZero),
    wholeDouble,
    fc.integer(),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.boolean(),
    fc.constant(null),
  ),
  { maxKeys: 4 },
);
const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true }).map(plainZero);
const line = fc.array(fc.tuple(degrees(180), degrees(90)), {
  minLength: 2,
  maxLength: 6,
});

test('random features written as GeoJSON, as a sequence and alone read back equal', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(properties, line), { minLength: 1, maxLength: 8 }),
      fc.nat(4),
      async (features, indent) => {
        const json = features.map(([fields, coordinates]) => ({
          type: 'Feature',
          properties: fields,
          geometry: { type: 'LineString', coordinates },
        }));
        const name = `random-${run++}`;
        const documents: [path: string, features: typeof features][] = [
          [write(`${name}.geojson`, toJson({ type: 'FeatureCollection', features: json }, indent)), features],
          [write(`${name}.geojsonl`, json.map((each) => toJson(each)).join('\n')), features],
          [write(`${name}-lone.geojson`, toJson(json[0], indent)), [features[0]!]],
        ];
        for (const [path, written] of documents) {
          const columns = [...new Set(written.flatMap(([fields]) => Object.keys(fields)))];
          const { features: read, rejected, source } = await readAll(path, {}, columns);
          assert.deepEqual(rejected, []);
          assert.deepEqual(source.columns.toSorted(), columns.toSorted());
          assert.deepEqual(
            read.map(({ values, geometry }) => [values, coordinates(geometry)]),
            written.map(([fields, positions]) => [
              columns.map((column) => (Object.hasOwn(fields, column) ? asRead(fields[column]!) : null)),
              [positions.flat()],
            ]),
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a lone Feature, a bare geometry and a list of features are read', async () => {
  const pretty = JSON.stringify(JSON.parse(feature(7)), null, 2);
  for (const [name, text] of [
    ['lone.geojson', feature(7)],
    ['pretty.geojson', pretty],
    ['list.geojson', `[${feature(7)}]`],
  ] as const) {
    const { source, features } = await readAll(write(name, text), {}, ['id']);
    assert.deepEqual(source.columns, ['id'], name);
    assert.deepEqual(features[0]?.values, [7], name);
    assert.deepEqual(coordinates(features[0]?.geometry), [[1, 2, 3, 4]]);
  }
  const bare = await readAll(
    write('bare.geojson', '{"type":"MultiLineString","coordinates":[[[1,2,9],[3,4,9]],[[5,6],[7,8]]]}'),
  );
  assert.deepEqual(coordinates(bare.features[0]?.geometry), [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  const empty = await readAll(write('empty.geojson', collection()));
  assert.deepEqual([empty.features, empty.rejected], [[], []]);
});

test('the id beside the properties is a column too, unless a property has its name', async () => {
  const outer = '{"type":"Feature","id":"r1","properties":{"a":1},"geometry":null}';
  const both = '{"type":"Feature","id":"r2","properties":{"id":5},"geometry":null}';
  const { source, features } = await readAll(write('ids.geojson', collection(outer, both)));
  assert.deepEqual(source.columns, ['a', 'id']);
  assert.deepEqual(
    features.map(({ values }) => values),
    [
      [1, 'r1'],
      [null, 5],
    ],
  );
});

test('integers past 2^53 are exact, in a collection and alone; objects and lists become JSON text', async () => {
  const wide = '"big":12345678901234567890,"list":[1,"二"],"real":1e20';
  const same = '"near":{"big":12345678901234567891}';
  const text = `{"id":9007199254740993,${feature(1).slice(1).replace('"id":1', `${wide},${same}`)}`;
  const documents = { collection: collection(text), line: text, marked: `\ufeff${text}\n` };
  for (const [name, document] of Object.entries(documents)) {
    const { features, rejected } = await readAll(write(`wide-${name}.geojson`, document), {}, [
      'id',
      'big',
      'list',
      'real',
    ]);
    assert.deepEqual(rejected, [], name);
    assert.deepEqual(features[0]?.values, [9007199254740993n, 12345678901234567890n, '[1,"二"]', 1e20], name);
  }
});

test('broken features are told with their place, and the good ones go on', async () => {
  const invalidUtf8 = Buffer.concat([
    Buffer.from(feature('x').split('"x"')[0]!),
    Buffer.from('"\xbb\xc6"', 'latin1'),
    Buffer.from(feature('x').split('"x"')[1]!),
  ]);
  const bad: [text: string | Buffer, reason: RegExp][] = [
    [feature(1).replace('[1,2]', '[1,,2]'), /bad JSON/],
    [feature(2).replace('"LineString"', '"Polygon"'), /a Polygon, not a line/],
    [feature(3).replace('[1,2]', '[1]'), /\[1\] is no position/],
    [feature(4).replace('[1,2]', '[null,2]'), /no position/],
    [feature(5).replace('[1,2]', '[1,91]'), /1, 91 is no longitude and latitude/],
    [feature(6).replace(',[3,4]', ''), /single point/],
    ['{"hello":"world"}', /no GeoJSON feature/],
    ['{"type":"Feature","properties":{}}', /no GeoJSON feature/],
    [feature(7).replace('[[1,2],[3,4]]', '7'), /coordinates are no list/],
    [invalidUtf8, /not valid UTF-8/],
  ];
  const mixed = bad.flatMap(([text]) => [Buffer.from(feature('good')), Buffer.from(text)]);
  const comma = Buffer.from(',\n');
  const joined = (separator: Buffer) =>
    Buffer.concat(mixed.flatMap((each, i) => (i === 0 ? [each] : [separator, each])));
  const document = Buffer.concat([
    Buffer.from('{"type":"FeatureCollection","features":['),
    joined(comma),
    Buffer.from(']}'),
  ]);
  const paths = [write('bad.geojson', document), write('bad.geojsonl', joined(Buffer.from('\n')))];
  for (const path of paths) {
    const { features, rejected } = await readAll(path, {}, ['id']);
    assert.equal(features.length, bad.length);
    assert.ok(features.every(({ values }) => values[0] === 'good'));
    assert.equal(rejected.length, bad.length);
    for (const [i, [, reason]] of bad.entries()) {
      assert.match(rejected[i]!.reason, reason);
      assert.equal(rejected[i]!.record, `${path.endsWith('l') ? 'line' : 'feature'} ${2 * i + 2}`);
    }
  }
  const { rejected } = await readAll(paths[0]!, {}, []);
  const offset = Number(/at byte (\d+)$/.exec(rejected[0]!.reason)?.[1]);
  assert.equal(document.subarray(offset, offset + 15).toString(), '{"type":"Featur');
});

test('after a missing or a spare bracket the way back is found', async () => {
  const unclosed = feature(2).replace(/\}\}$/, '');
  const spare = feature(2).replace('"geometry"', '},"geometry"');
  const openString = feature(2).replace('"LineString"', '"LineString');
  for (const broken of [unclosed, spare, openString]) {
    for (const separator of [',', ',\n', ' ,\n  ']) {
      const text = `{"type":"FeatureCollection","features":[${[feature(1), broken, feature(3), feature(4)].join(separator)}]}`;
      const { features, rejected } = await readAll(write('resume.geojson', text), {}, ['id']);
      assert.deepEqual(
        features.map(({ values }) => values[0]),
        [1, 3, 4],
        text,
      );
      assert.ok(rejected.length > 0);
    }
  }
});

test('of a truncated document what is there is read, and the end is told', async () => {
  const text = collection(feature(1), feature(2), feature(3));
  for (const [cut, read] of [
    [30, 2],
    [2, 3],
    [1, 3],
  ] as const) {
    const { features, rejected } = await readAll(write('cut.geojson', text.slice(0, -cut)), {}, ['id']);
    assert.equal(features.length, read, `${cut} bytes less`);
    assert.match(rejected.at(-1)!.reason, /the file ends/);
  }
  const sequence = [feature(1), feature(2)].join('\n').slice(0, -10);
  const { features, rejected } = await readAll(write('cut.geojsonl', sequence), {}, ['id']);
  assert.equal(features.length, 1);
  assert.deepEqual(
    rejected.map(({ record }) => record),
    ['line 2'],
  );
});

test('any bytes after the start of a collection end in features or rejects, never in an exception', async () => {
  const pieces = fc.constantFrom(
    feature(1),
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'null',
    '1',
    '\n',
    '"type":"Feature"',
    '{"type":"Feature",',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
      const path = write('any.geojson', `{"type":"FeatureCollection","features":[${feature(0)},${parts.join('')}`);
      const { features } = await readAll(path, {}, ['id']);
      assert.ok(features.length >= 1);
      assert.equal(features[0]?.values[0], 0);
    }),
    { numRuns: 150 },
  );
});

test('the system of the legacy crs member is obeyed', async () => {
  const crs = '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}';
  const text = `{"type":"FeatureCollection",${crs},"features":[${feature(1).replace('[1,2]', '[11131949.079327,0]')}]}`;
  const { source, features } = await readAll(write('mercator.geojson', text));
  assert.equal(source.crs, 'EPSG:3857');
  const [lon] = (coordinates(features[0]?.geometry) as number[][])[0]!;
  assert.ok(Math.abs(lon! - 100) < 1e-6);
});

test('columns that turn up only after the first thousand features can still be asked for', async () => {
  const many = Array.from({ length: 1200 }, (_, i) => feature(i));
  const path = write('late.geojson', collection(...many, feature('last', ',"late":5')));
  const { source, features, batches } = await readAll(path, {}, ['late']);
  assert.deepEqual(source.columns, ['id']);
  assert.equal(features.at(-1)?.values[0], 5);
  assert.equal(batches[0]?.features.length, 1000);
});
