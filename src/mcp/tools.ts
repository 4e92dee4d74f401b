/** The tools: their list, made once from the operations of the service, and the answer to a call. */
import type { Tool } from '@modelcontextprotocol/server';
import type { ByteString } from '../format/byte-string.ts';
import { type Arguments, readArguments, segmentOf } from '../service/arguments.ts';
import { OPERATIONS, type Operation, toolDescription } from '../service/operations.ts';
import type { JsonSchema } from '../service/output-schemas.ts';
import type { Service } from '../service/service.ts';
import { fittingJson } from './answer-size.ts';
import { errorText, INTERNAL_ERROR_TEXT, TOO_LARGE_TEXT } from './tool-errors.ts';

/** Only names of properties depend on it; the contract's are Chinese. */
const LANGUAGE = 'zh';

/** When a model should reach for it, and what is left out of long answers. */
const WHEN_TO_USE: Readonly<Record<string, string>> = {
  watershed_knowledge:
    '用户使用水信息码、水资源、水电或遥感功能时先调用一次；需要解释编码规则或不确定该用哪个工具时调用。',
  generate_ma:
    '已知河流、子流域编码或兴趣点的 type 和 key，要得到可分享、可打印的水信息码时使用；编码未知时先用 search_all。',
  resolve_ma: '用户给出一个 MA 字符串、想知道它指什么时先用它，再用得到的编码调用 get_river、get_subbasin 或 get_poi。',
  get_subbasin: '想了解一片子流域（面积、河网、上下游子流域）时使用；编码来自 search_all 或 resolve_ma。',
  get_river: '已知河段编码、想了解这条河时使用；只知道名称先用 search_all，只知道位置先用 locate。',
  get_poi: '已知兴趣点的类型和标识、想了解详情时使用；只知道名称先用 search_all。',
  search_pois:
    '想列出某流域、子流域或河段上的水坝、水文站、城市、汇流点等时使用。最多返回 50 条；total 是总数，truncated 为 true 时请缩小范围或指定 type。',
  search_all: '只知道名称、不知道编码时首先使用。返回最重要的 20 条及 total；结果中的编码可直接用于其他工具。',
  locate: '用户给出坐标或地图上的一点、问附近是哪条河时使用。默认返回 50 km 内最近的 5 条。',
  trace:
    '问某处上游有什么、下游流到哪里、有哪些支流、集水面积多大时使用。总数在 sums 中，rivers 是有名称的河流（最多 20 条）；河段每页最多 50 条，用 next 作为 cursor 续页。',
  relate: '问两条河或两个地点是否相通、谁在上游、相距多远、在哪里汇合时使用；a、b 可用 search_all 结果中的 ma。',
};

/** Long answers are cut, and then say so. */
function withTruncated(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as Readonly<Record<string, unknown>>;
  return { ...schema, properties: { truncated: { type: 'boolean' }, ...properties } };
}

function toolOf(operation: Operation): Tool {
  const { name, summary, inputSchema, outputSchema } = operation;
  const title = `${summary.zh} ${summary.en}`;
  return {
    name,
    title,
    description: `${toolDescription(operation)}\n何时使用：${WHEN_TO_USE[name] ?? operation.summary.zh}`,
    inputSchema: inputSchema as Tool['inputSchema'],
    outputSchema: withTruncated(outputSchema) as Tool['outputSchema'],
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

export const TOOLS: readonly Tool[] = OPERATIONS.map(toolOf);

const BY_NAME: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

export function isTool(name: string): boolean {
  return BY_NAME.has(name);
}

export type ToolAnswer =
  /** `json` is the structure; `text` is what people and models read. */
  { isError: false; text: string; json: string } | { isError: true; text: string };

const RIVER = 'get_river';
const KNOWLEDGE = 'watershed_knowledge';

const LONGEST_READY_BYTES = 10_000;

/**
 * The common lookup at once: its record is kept as JSON, so there is nothing to write. `undefined` for every other tool,
 * where the record is not to be had at once, and for whatever is wrong, which `callTool` finds words for.
 */
export function readyAnswer(service: Service, name: string, given: Arguments): ByteString | undefined {
  if (name !== RIVER) return undefined;
  try {
    const values = readArguments(given, ['basincode', 'subbasincd', 'binstrval', 'binstrlen', 'level']);
    const body = service.riverBody(segmentOf(values), values.level ?? 1, LANGUAGE);
    if (typeof body !== 'string' || body.length > LONGEST_READY_BYTES) return undefined;
    return body;
  } catch {
    return undefined;
  }
}

async function answerOf(service: Service, operation: Operation, given: Arguments): Promise<ToolAnswer> {
  const json = fittingJson(await operation.run(service, given, LANGUAGE));
  if (json === undefined) return { isError: true, text: TOO_LARGE_TEXT };
  const text = operation.name === KNOWLEDGE ? (JSON.parse(json) as { text: string }).text : json;
  return { isError: false, text, json };
}

/** Never throws: a fault of our own is told to `onFault`, and not to the caller. */
export async function callTool(
  service: Service,
  name: string,
  given: Arguments,
  onFault: (error: unknown) => void,
): Promise<ToolAnswer> {
  try {
    return await answerOf(service, BY_NAME.get(name)!, given);
  } catch (error) {
    const text = errorText(name, given, error);
    if (text === undefined) onFault(error);
    return { isError: true, text: text ?? INTERNAL_ERROR_TEXT };
  }
}
