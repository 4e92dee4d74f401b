/** Every operation, defined once: from here come the list of tools, their schemas, the OpenAPI document and its texts. */
import { type Arguments, need, onlyNamed, readArguments, SEGMENT, segmentOf, withoutAny } from './arguments.ts';
import type { Reason } from './errors.ts';
import type { JsonSchema } from './output-schemas.ts';
import {
  KNOWLEDGE_SCHEMA,
  LOCATE_SCHEMA,
  LOOKUP_SCHEMA,
  MA_SCHEMA,
  POI_LIST_SCHEMA,
  POI_SCHEMA,
  RELATION_SCHEMA,
  RESOLUTION_SCHEMA,
  RIVER_SCHEMA,
  SEARCH_SCHEMA,
  SUBBASIN_SCHEMA,
  TRACE_SCHEMA,
} from './output-schemas.ts';
import { PARAMETERS, type ParameterName } from './parameters.ts';
import type { Service } from './service.ts';
import type { Language } from './types.ts';

export interface OperationParameter {
  name: ParameterName;
  required: boolean;
  default?: number | string;
}

export interface Operation {
  /** Also the name of its tool. */
  name: string;
  summary: Reason;
  /** What it is for and when to use it; the list of parameters is added by `toolDescription`. */
  description: Reason;
  parameters: readonly OperationParameter[];
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  /** Path templates of its REST twin, with the method where it is not GET. */
  rest: readonly string[];
  /** Checks the arguments and answers. Throws only the errors of `errors.ts`. */
  run(service: Service, given: Arguments, language: Language): Promise<object>;
}

/** Tool answers are read by language models: long lists are cut, and say so. */
const TOOL_LIST_LIMIT = 50;
/** More than this are not counted. */
const COUNT_LIMIT = 1000;

const SUBBASIN = ['basincode', 'subbasincd', 'level'] as const;
const GENERATE = ['type', 'key', ...SEGMENT, 'level'] as const;
const SEGMENT_PATH = '{basincode}/{subbasincd}/{binstrval}/{binstrlen}';

interface Definition extends Omit<Operation, 'parameters' | 'inputSchema'> {
  required: readonly ParameterName[];
  optional?: readonly ParameterName[];
  defaults?: Partial<Record<ParameterName, number | string>>;
}

function operation({ required, optional = [], defaults = {}, ...rest }: Definition): Operation {
  const parameters = [...required, ...optional].map((name) => {
    const value = defaults[name];
    return { name, required: required.includes(name), ...(value !== undefined && { default: value }) };
  });
  const properties = Object.fromEntries(
    parameters.map(({ name, default: value }) => {
      return [name, { type: PARAMETERS[name].type, ...(value !== undefined && { default: value }) }];
    }),
  );
  const inputSchema = {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    $schema: 'http://json-schema.org/draft-07/schema#',
  };
  return { ...rest, parameters, inputSchema };
}

export const OPERATIONS: readonly Operation[] = [
  operation({
    name: 'watershed_knowledge',
    summary: { zh: '水资源与水信息码知识', en: 'Knowledge of water resources and the water information code' },
    description: {
      zh: '返回水资源、水信息码、水电和遥感的背景知识，以及哪个工具回答哪类问题。用户使用水信息码或水资源功能时先调用它。',
      en: 'Background on water resources, the water information code, hydropower and remote sensing, and which tool answers which question. Call it first.',
    },
    required: [],
    outputSchema: KNOWLEDGE_SCHEMA,
    rest: ['/api/knowledge'],
    async run(service, given) {
      readArguments(given, []);
      return { text: await service.watershedKnowledge() };
    },
  }),
  operation({
    name: 'generate_ma',
    summary: { zh: '生成水信息码', en: 'Make an MA string' },
    description: {
      zh: '由河流、子流域或兴趣点数据生成水信息码（MA 字符串）。type 为 rivers、subbasins 或 junction（或其他兴趣点类型）；type 不是 rivers、subbasins 时需要 key，否则需要 basincode、subbasincd、binstrval、binstrlen 和 level。用不到的参数给 0 或空文本。',
      en: 'Makes the MA string of a river, a sub-basin or a point of interest. type is rivers, subbasins, junction or another POI type; POIs need key, the others the code and level. Give 0 or empty text for what is not needed.',
    },
    required: GENERATE,
    outputSchema: MA_SCHEMA,
    rest: ['/api/ma/generate'],
    async run(service, given) {
      const type = need(readArguments(onlyNamed(given, GENERATE, ['type']), ['type']), 'type');
      const names =
        type === 'rivers' ? [...SEGMENT, 'level' as const] : type === 'subbasins' ? SUBBASIN : ['key' as const];
      const used = onlyNamed(withoutAny(given), GENERATE, names);
      return service.generateMa({ type, ...readArguments(used, names) });
    },
  }),
  operation({
    name: 'resolve_ma',
    summary: { zh: '解析水信息码', en: 'Parse an MA string' },
    description: {
      zh: '把水信息码（MA 字符串）解析为专有、标准和扩展三部分。只解析，不查数据。',
      en: 'Parses an MA string into its proprietary, standard and extension parts. Parses only: what it names need not exist.',
    },
    required: ['ma'],
    outputSchema: RESOLUTION_SCHEMA,
    rest: ['/api/ma/resolve'],
    async run(service, given) {
      return service.resolveMa(need(readArguments(given, ['ma']), 'ma'));
    },
  }),
  operation({
    name: 'get_subbasin',
    summary: { zh: '查询子流域', en: 'One sub-basin' },
    description: {
      zh: '按流域码、子流域码和层级返回子流域详情：河段数、河网长度、出口、上下游子流域。',
      en: 'Details of a sub-basin: reaches, length of its network, outlet, sub-basins above and below.',
    },
    required: SUBBASIN,
    outputSchema: SUBBASIN_SCHEMA,
    rest: ['/api/subbasins/{basincode}/{subbasincd}/{level}'],
    async run(service, given, language) {
      const values = readArguments(given, SUBBASIN);
      const input = {
        basincode: need(values, 'basincode'),
        subbasincd: need(values, 'subbasincd'),
        level: need(values, 'level'),
      };
      return service.getSubbasin(input, language);
    },
  }),
  operation({
    name: 'get_river',
    summary: { zh: '查询河流', en: 'One river' },
    description: {
      zh: '按流域码、子流域码、二叉树编码和层级返回河流（河段）详情。',
      en: 'Details of a river reach by basin code, sub-basin code, binary-tree code and level.',
    },
    required: [...SEGMENT],
    optional: ['level'],
    defaults: { level: 1 },
    outputSchema: RIVER_SCHEMA,
    rest: [`/api/rivers/${SEGMENT_PATH}/{level}`],
    async run(service, given, language) {
      const values = readArguments(given, [...SEGMENT, 'level']);
      return service.getRiver(segmentOf(values), values.level ?? 1, language);
    },
  }),
  operation({
    name: 'get_poi',
    summary: { zh: '查询兴趣点', en: 'One point of interest' },
    description: {
      zh: '按类型和标识返回兴趣点详情。type 可为 junction（汇流点），其 key 是下游河段编码，如 3261001-0-4。',
      en: 'Details of a point of interest by type and key. type may be junction, whose key is the code of the reach below it, like 3261001-0-4.',
    },
    required: ['type', 'key'],
    outputSchema: POI_SCHEMA,
    rest: ['/api/pois/{type}/{key}'],
    async run(service, given, language) {
      const values = readArguments(given, ['type', 'key']);
      return service.getPoi({ type: need(values, 'type'), key: need(values, 'key') }, language);
    },
  }),
  operation({
    name: 'search_pois',
    summary: { zh: '搜索兴趣点', en: 'Search points of interest' },
    description: {
      zh: '按流域、子流域、河段、类型和标识的组合搜索兴趣点。type 可为 junction。不限定的参数给 0 或空文本。',
      en: 'Searches points of interest by basin, sub-basin, segment, type and key together. type may be junction. Give 0 or empty text for any.',
    },
    required: [...SEGMENT, 'type', 'key'],
    outputSchema: POI_LIST_SCHEMA,
    rest: ['/api/pois'],
    async run(service, given) {
      const values = readArguments(withoutAny(given), [...SEGMENT, 'type', 'key']);
      const { items, next } = await service.searchPois({ ...values, limit: TOOL_LIST_LIMIT });
      if (next === undefined) return { items, truncated: false, total: items.length, totalIsMore: false };
      const counted = await service.searchPois({ ...values, limit: COUNT_LIMIT });
      const total = counted.items.length;
      const totalIsMore = counted.next !== undefined;
      const truncated = totalIsMore || total > TOOL_LIST_LIMIT;
      return { items: counted.items.slice(0, TOOL_LIST_LIMIT), truncated, total, totalIsMore };
    },
  }),
  operation({
    name: 'search_all',
    summary: { zh: '全局搜索', en: 'Search everything' },
    description: {
      zh: '按名称（中文、英文、拼音）、编码或水信息码搜索河流、子流域、流域和兴趣点。',
      en: 'Searches rivers, sub-basins, basins and points of interest by name (Chinese, English, pinyin), code or MA string.',
    },
    required: ['q'],
    outputSchema: SEARCH_SCHEMA,
    rest: ['/api/search'],
    async run(service, given) {
      return service.searchAll({ q: need(readArguments(given, ['q']), 'q') });
    },
  }),
  operation({
    name: 'locate',
    summary: { zh: '按位置定位河流', en: 'Rivers near a place' },
    description: {
      zh: '返回离给定经纬度最近的河段及距离。',
      en: 'The river reaches nearest to a longitude and latitude, with their distances.',
    },
    required: ['lon', 'lat'],
    optional: ['limit', 'maxDistanceM', 'level'],
    outputSchema: LOCATE_SCHEMA,
    rest: ['/api/locate'],
    async run(service, given) {
      const { limit, maxDistanceM, level, ...values } = readArguments(given, [
        'lon',
        'lat',
        'limit',
        'maxDistanceM',
        'level',
      ]);
      return service.locate({ lon: need(values, 'lon'), lat: need(values, 'lat'), limit, maxDistanceM, level });
    },
  }),
  operation({
    name: 'trace',
    summary: { zh: '追踪上游或下游', en: 'Trace upstream or downstream' },
    description: {
      zh: '返回河段上游或下游的全部：河段数、总长、面积、有名称的河流、兴趣点数，以及分页的河段列表。',
      en: 'Everything upstream or downstream of a reach: how many reaches, total length, area, named rivers, points of interest, and the reaches page by page.',
    },
    required: [...SEGMENT, 'direction'],
    optional: ['limit', 'cursor', 'minStrahler'],
    outputSchema: TRACE_SCHEMA,
    rest: [`/api/rivers/${SEGMENT_PATH}/{level}/upstream`, `/api/rivers/${SEGMENT_PATH}/{level}/downstream`],
    async run(service, given) {
      const values = readArguments(given, [...SEGMENT, 'direction', 'limit', 'cursor', 'minStrahler']);
      return service.trace({
        code: segmentOf(values),
        direction: need(values, 'direction'),
        limit: Math.min(values.limit ?? TOOL_LIST_LIMIT, TOOL_LIST_LIMIT),
        cursor: values.cursor,
        minStrahler: values.minStrahler,
      });
    },
  }),
  operation({
    name: 'relate',
    summary: { zh: '两个编码的关系', en: 'How two codes relate' },
    description: {
      zh: '判断两个水信息码（或标准部分）的关系：同一、上游、下游、同流域或不同流域，并给出沿河距离和汇合处。',
      en: 'How two MA strings (or standard parts) lie to each other: same, upstream, downstream, same basin or different basins, with the distance along the river and where they meet.',
    },
    required: ['a', 'b'],
    outputSchema: RELATION_SCHEMA,
    rest: ['/api/ma/relation'],
    async run(service, given) {
      const values = readArguments(given, ['a', 'b']);
      return service.relate({ a: need(values, 'a'), b: need(values, 'b') });
    },
  }),
];

/** Over REST alone: its input is a list, in the body. */
export const LOOKUP_OPERATION = {
  name: 'lookup',
  summary: { zh: '批量查询', en: 'Many codes at once' },
  description: {
    zh: '一次查询多个水信息码或标准部分，逐个给出结果。',
    en: 'Looks up many MA strings or standard parts; an answer for each, in order.',
  },
  outputSchema: LOOKUP_SCHEMA,
  rest: ['POST /api/lookup'],
} as const;

/** The description of a tool in Chinese, with its parameters listed. */
export function toolDescription({ description, parameters }: Operation): string {
  if (parameters.length === 0) return `${description.zh}\n参数：无`;
  const lines = parameters.map(({ name, required, default: value }) => {
    const note = required ? '必填' : value === undefined ? '可选' : `可选，默认 ${value}`;
    return `- ${name}（${PARAMETERS[name].type}，${note}）：${PARAMETERS[name].description.zh}`;
  });
  return `${description.zh}\n参数：\n${lines.join('\n')}`;
}
