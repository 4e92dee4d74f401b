/** The table of operations: the contract's tools to the letter, and runs that check their arguments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { Arguments } from '../../src/service/arguments.ts';
import { InvalidInputError, InvalidMaError, NotFoundError } from '../../src/service/errors.ts';
import { toJson } from '../../src/service/json.ts';
import { OPERATIONS, toolDescription } from '../../src/service/operations.ts';
import { createService } from '../../src/service/service.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const knowledge = new Map([
  ['zh/more', '# 其他'],
  ['zh/hydropower', '# 水电'],
  [
    'zh/water-code',
    '# 水信息码\n\n例如 {{example.name_zh}}：{{example.ma}}（{{dataset.title}}，{{dataset.reaches}} 个河段，{{unknown}}）',
  ],
  ['en/water-code', '# The water information code\n\nFor example {{example.name_en}}: {{example.code}}'],
]);
const service = createService(openSqliteStore(await tinyDatasetFile()), { knowledge });
const operationOf = (name: string) => OPERATIONS.find((operation) => operation.name === name)!;
const run = async (name: string, given: Arguments) => operationOf(name).run(service, given, 'zh');

const number = { type: 'number' };
const string = { type: 'string' };
const CONTRACT: [string, Record<string, unknown>, string[]][] = [
  ['watershed_knowledge', {}, []],
  [
    'generate_ma',
    {
      type: string,
      key: string,
      basincode: number,
      subbasincd: string,
      binstrval: number,
      binstrlen: number,
      level: number,
    },
    ['type', 'key', 'basincode', 'subbasincd', 'binstrval', 'binstrlen', 'level'],
  ],
  ['resolve_ma', { ma: string }, ['ma']],
  ['get_subbasin', { basincode: number, subbasincd: string, level: number }, ['basincode', 'subbasincd', 'level']],
  [
    'get_river',
    {
      basincode: number,
      subbasincd: string,
      binstrval: number,
      binstrlen: number,
      level: { type: 'number', default: 1 },
    },
    ['basincode', 'subbasincd', 'binstrval', 'binstrlen'],
  ],
  ['get_poi', { type: string, key: string }, ['type', 'key']],
  [
    'search_pois',
    { basincode: number, subbasincd: string, binstrval: number, binstrlen: number, type: string, key: string },
    ['basincode', 'subbasincd', 'binstrval', 'binstrlen', 'type', 'key'],
  ],
  ['search_all', { q: string }, ['q']],
];

test('the tools of the contract come first, in its order, with its schemas', () => {
  for (const [i, [name, properties, required]] of CONTRACT.entries()) {
    const operation = OPERATIONS[i]!;
    assert.equal(operation.name, name);
    assert.deepEqual(operation.inputSchema, {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      $schema: 'http://json-schema.org/draft-07/schema#',
    });
    assert.deepEqual(Object.keys(operation.inputSchema.properties as object), Object.keys(properties));
  }
  assert.deepEqual(
    OPERATIONS.slice(8).map((operation) => operation.name),
    ['locate', 'trace', 'relate'],
  );
});

test('every description is Chinese and lists the parameters', () => {
  for (const operation of OPERATIONS) {
    const text = toolDescription(operation);
    assert.match(text, /^\p{Script=Han}/u);
    for (const { name } of operation.parameters) assert.ok(text.includes(`- ${name}（`), `${operation.name} ${name}`);
    assert.match(operation.description.en, /^[\x20-\x7e]+$/);
    assert.equal('$schema' in operation.outputSchema, false);
  }
});

const GOOD: [string, Arguments][] = [
  ['watershed_knowledge', {}],
  [
    'generate_ma',
    { type: 'rivers', key: '', basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1, level: 1 },
  ],
  [
    'generate_ma',
    { type: 'subbasins', key: '', basincode: '3261', subbasincd: '001', binstrval: 0, binstrlen: 0, level: '1' },
  ],
  [
    'generate_ma',
    { type: 'junction', key: '3261001-0-5', basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, level: 0 },
  ],
  [
    'generate_ma',
    { type: 'dam', key: '小浪底', basincode: -5, subbasincd: '!', binstrval: 'x', binstrlen: null, level: 0 },
  ],
  ['resolve_ma', { ma: 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV' }],
  ['get_subbasin', { basincode: 3261, subbasincd: '001', level: 1 }],
  ['get_river', { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1 }],
  ['get_river', { basincode: '3261', subbasincd: '001', binstrval: '0', binstrlen: '1', level: '2' }],
  ['get_poi', { type: 'junction', key: '3261001-0-5' }],
  ['search_pois', { basincode: 3261, subbasincd: '', binstrval: 0, binstrlen: 0, type: '', key: '' }],
  ['search_pois', { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 4, type: 'dam', key: '' }],
  ['search_pois', { basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, type: 'dam', key: 'LIUJIAXIA' }],
  ['search_all', { q: '黄河' }],
  ['locate', { lon: 110.3, lat: 34.6 }],
  ['trace', { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1, direction: 'upstream', limit: 5 }],
  ['trace', { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 9, direction: 'downstream' }],
  ['relate', { a: '3261001.0.9', b: '3261001' }],
];

test('what an operation answers fits its output schema', async () => {
  const ajv = new Ajv({ strict: false });
  for (const [name, given] of GOOD) {
    const answer = JSON.parse(toJson(await run(name, given)));
    const validate = ajv.compile(operationOf(name).outputSchema);
    assert.ok(validate(answer), `${name}: ${JSON.stringify(validate.errors)}`);
  }
});

test('zero and empty text mean any in search_pois, but a segment value of zero is a value', async () => {
  const some = (await run('search_pois', GOOD[11]![1])) as { items: { key: string }[]; truncated: boolean };
  assert.deepEqual(
    some.items.map((item) => item.key),
    ['Sanmenxia-1', '小浪底'],
  );
  assert.equal(some.truncated, false);
  await assert.rejects(
    run('search_pois', { basincode: 0, subbasincd: '', binstrval: 0, binstrlen: 0, type: '', key: '' }),
    InvalidInputError,
  );
});

test('missing, unknown and wrong arguments are refused by name', async () => {
  const bad: [string, Arguments, string][] = [
    ['get_river', { basincode: 3261 }, 'subbasincd'],
    ['get_river', { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1, extra: 1 }, 'extra'],
    ['get_river', { basincode: 1, subbasincd: '001', binstrval: 0, binstrlen: 1 }, 'basincode'],
    ['watershed_knowledge', { topic: 'x' }, 'topic'],
    ['generate_ma', { type: 'junction', key: 'x', extra: 1 }, 'extra'],
    ['generate_ma', { type: 'junction', key: '' }, 'key'],
    ['generate_ma', {}, 'type'],
    ['search_all', { q: '' }, 'q'],
    ['trace', { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 1, direction: 'up' }, 'direction'],
    ['locate', { lon: 110 }, 'lat'],
  ];
  for (const [name, given, parameter] of bad) {
    await assert.rejects(run(name, given), (error) => {
      assert.ok(error instanceof InvalidInputError, `${name}: ${error}`);
      assert.equal(error.parameter, parameter);
      return true;
    });
  }
});

test('any arguments give an answer or a declared error', async () => {
  const value = fc.oneof(
    fc.anything(),
    fc.constantFrom<unknown>(0, 1, '', '001', 3261, '3261', 'junction', 'upstream', 2 ** 60, '黄河'),
  );
  const cases = fc.constantFrom(...OPERATIONS).chain((operation) => {
    const names = operation.parameters.map((parameter) => parameter.name);
    return fc.tuple(
      fc.constant(operation),
      fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
    );
  });
  await fc.assert(
    fc.asyncProperty(cases, async ([operation, given]) => {
      try {
        assert.equal(typeof (await operation.run(service, given as Arguments, 'en')), 'object');
      } catch (error) {
        const declared =
          error instanceof InvalidInputError || error instanceof InvalidMaError || error instanceof NotFoundError;
        assert.ok(declared, `${operation.name}: ${error}`);
      }
    }),
    { numRuns: 600 },
  );
});

test('knowledge is told by topic and as one text, with the examples of this dataset', async () => {
  const topics = await service.knowledgeTopics();
  assert.deepEqual(
    topics.map(({ name }) => name),
    ['water-code', 'hydropower', 'more'],
  );
  const [topic] = topics;
  assert.deepEqual(
    [topic?.name, topic?.title, topic?.titleEn],
    ['water-code', '水信息码', 'The water information code'],
  );
  const { ma, code } = await service.example();
  const text = await service.watershedKnowledge();
  assert.ok(text.startsWith('# 水信息码'));
  assert.ok(text.includes(`黄河：${ma}（测试河网，40 个河段，{{unknown}}）`));
  assert.ok(text.includes(`Yellow River: ${code}`));
  assert.ok(text.indexOf('水信息码') < text.indexOf('The water information code'));
  assert.equal((await service.lookup([ma]))[0]?.status, 200);
});
