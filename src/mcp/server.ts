/** Makes an MCP server over a dataset: what it can do, what it tells clients at the start, and who answers what. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Arguments } from '../service/arguments.ts';
import { parseExactly } from './answer-size.ts';
import { complete } from './completions.ts';
import type { Later, ServiceHolder } from './holder.ts';
import { PROMPTS, promptOf } from './prompts.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts';
import { shown } from './tool-errors.ts';
import { callTool, isTool, TOOLS, type ToolAnswer } from './tools.ts';

export interface ServerParts {
  holder: ServiceHolder;
  /** Of the software. */
  version: string;
  /** Told of faults of our own, which clients never see the words of. */
  onFault(error: unknown): void;
}

/** Clients cut them at 2,048 characters, so that the key point comes first. */
export const INSTRUCTIONS =
  '查询世界河流：先用 search_all（按名称）或 locate（按经纬度）得到编码，再用编码调用其他工具；不要猜编码。' +
  '编码由 basincode（四位整数）、subbasincd（文本，保留前导零，如 "001"）、binstrval、binstrlen 组成；level 不确定时用 1。' +
  '支流、上游、下游用 trace；两处关系用 relate；MA 字符串用 resolve_ma 解析、generate_ma 生成；水坝、水文站、城市用 search_pois。' +
  '背景知识用 watershed_knowledge。列表有上限：看 total 和 truncated。所有工具只读。\n\n' +
  'Looks rivers up by their water information code. First get a code with search_all (by name) or locate (by longitude ' +
  'and latitude), then use it with the other tools; never guess codes. A code is basincode (four digits), subbasincd (text: ' +
  'keep leading zeros, "001"), binstrval and binstrlen; use level 1 when unsure. Tributaries, upstream and downstream: trace. ' +
  'How two places relate: relate. MA strings: resolve_ma reads, generate_ma writes. Dams, gauges, cities: search_pois. ' +
  'Background: watershed_knowledge. Lists are bounded: look at total and truncated. All tools only read.';

export function toCallToolResult(answer: ToolAnswer): CallToolResult {
  const content = [{ type: 'text' as const, text: answer.text }];
  if (answer.isError) return { content, isError: true };
  return { content, structuredContent: parseExactly(answer.json) };
}

export function unknownTool(name: string): ProtocolError {
  const names = TOOLS.map((tool) => tool.name).join(', ');
  const message = `没有工具 ${shown(name)}；可用的有 ${names}。There is no tool ${shown(name)}; call one of those.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

export function buildServer({ holder, version, onFault }: ServerParts): Server {
  const server = new Server(
    { name: 'watercode', title: '水信息码 Water information code', version },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        prompts: { listChanged: false },
        completions: {},
      },
      instructions: INSTRUCTIONS,
    },
  );

  /** The words of an unforeseen error are for the log only. */
  async function guarded<T>(work: () => Later<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      onFault(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    }
  }

  server.setRequestHandler('tools/list', () => ({ tools: [...TOOLS] }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) => {
    if (!isTool(name)) throw unknownTool(name);
    return guarded(async () => {
      const answer = await holder.use((service) => callTool(service, name, given as Arguments, onFault));
      return toCallToolResult(answer);
    });
  });
  server.setRequestHandler('resources/list', () =>
    guarded(async () => ({ resources: await holder.use(listResources) })),
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    guarded(() => holder.use((service) => readResource(service, uri))),
  );
  server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler('prompts/get', ({ params }) => guarded(() => promptOf(params.name, params.arguments)));
  server.setRequestHandler('completion/complete', ({ params }) =>
    guarded(() => holder.use((service) => complete(service, params))),
  );
  server.onerror = onFault;
  return server;
}
