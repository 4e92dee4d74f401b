/** The application with its MCP endpoint over a dataset, and ways to call it. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { openDataset, SWAP_STEPS } from '../../../src/cli/serve/dataset.ts';
import { defaultSettings, type Settings } from '../../../src/config.ts';
import { buildApp } from '../../../src/http/app.ts';
import { createHolder } from '../../../src/http/holder.ts';
import { type McpPluginOptions, mcpPlugin } from '../../../src/mcp/plugin.ts';
import { listenOn } from '../../http/support/raw.ts';
import { tinyFile } from '../../http/support/tiny-app.ts';

export const BOTH = 'application/json, text/event-stream';
export const MCP_PATH = '/api/mcp';

/** What a call of a tool carries in the era without `initialize`; `mcp-name` is the tool's. */
export const ERA_OF_2026 = {
  meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
};

export interface McpApp {
  app: FastifyInstance;
  post(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** The messages of a call, whatever the framing. */
  call(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Starts listening, and gives the address of the endpoint. */
  listen(): Promise<URL>;
}

export type Plugin = (options: McpPluginOptions) => (app: FastifyInstance) => Promise<void>;

export interface McpAppOptions {
  settings?: Partial<Settings>;
  /** Path of a dataset; the tiny one unless given. */
  dataset?: string;
  plugin?: Plugin;
}

/** The data of each event, parsed. */
export function eventsOf(body: string): Record<string, unknown>[] {
  return body
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const data = /^event: message\ndata: ([^\n]*)$/.exec(event)?.[1];
      if (data === undefined) throw new Error(`not an event: ${event}`);
      return JSON.parse(data) as Record<string, unknown>;
    });
}

export async function mcpApp({ settings = {}, dataset, plugin = mcpPlugin }: McpAppOptions = {}): Promise<McpApp> {
  const holder = createHolder(openDataset(dataset ?? (await tinyFile())), SWAP_STEPS);
  const all = { ...defaultSettings(), ...settings };
  const app = buildApp({
    holder,
    settings: all,
    version: '1.2.3',
    plugins: [(scope) => plugin({ holder, settings: all, version: '1.2.3' })(scope)],
  });
  await app.ready();

  function post(body: unknown, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return app.inject({
      method: 'POST',
      url: MCP_PATH,
      headers: { 'content-type': 'application/json', accept: BOTH, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  return {
    app,
    post,
    async call(method, params) {
      const response = await post({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
      const [message] = eventsOf(response.body);
      if (message === undefined) throw new Error(`no event in ${response.body}`);
      return message;
    },
    async listen() {
      const port = await listenOn(app);
      return new URL(`http://127.0.0.1:${port}${MCP_PATH}`);
    },
  };
}
