/** The tools, resources and prompts that the official conformance suite asks a server for, as a server of their own. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (content: string) => ({ type: 'text' as const, text: content });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, content: string) => {
  return { type: 'resource' as const, resource: { uri, mimeType, text: content } };
};

type Handler = (ctx: ServerContext, given: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>;

async function inThreeSteps(step: (index: number) => Promise<void>): Promise<void> {
  for (const index of [0, 1, 2]) {
    if (index > 0) await sleep(10);
    await step(index);
  }
}

const TOOLS: Readonly<Record<string, Handler>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  async test_tool_with_logging(ctx) {
    const steps = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
    await inThreeSteps((index) => ctx.mcpReq.log('info', steps[index]));
    return { content: [text('Logged three messages.')] };
  },
  async test_tool_with_progress(ctx) {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    await inThreeSteps(async (index) => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: index * 50, total: 100 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    });
    return { content: [text('Reported progress.')] };
  },
  test_error_handling: () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  async test_sampling(ctx, { prompt }) {
    const messages = [{ role: 'user' as const, content: text(String(prompt)) }];
    const answer = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 });
    return { content: [text(`LLM response: ${JSON.stringify(answer.content)}`)] };
  },
  async test_elicitation(ctx, { message }) {
    const properties = { username: { type: 'string' as const }, email: { type: 'string' as const } };
    const requestedSchema = { type: 'object' as const, properties, required: ['username', 'email'] };
    const answer = await ctx.mcpReq.elicitInput({ mode: 'form', message: String(message), requestedSchema });
    return { content: [text(`User response: ${JSON.stringify(answer)}`)] };
  },
  json_schema_2020_12_tool: () => ({ content: [text('ok')] }),
};

const JSON_SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

function readResource(uri: string): ReadResourceResult {
  if (uri === 'test://static-text') {
    return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text: data }] };
}

const PROMPTS: Readonly<
  Record<string, (given: Record<string, string>) => GetPromptResult['messages'][number]['content'][]>
> = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [image, text('Please analyze the image above.')],
};

function unknown(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown: ${name}`);
}

export function buildConformanceServer(): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };
  const server = new Server({ name: 'conformance', version: '1.0.0' }, { capabilities });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => {
      const inputSchema = name === 'json_schema_2020_12_tool' ? JSON_SCHEMA_2020_12 : { type: 'object' as const };
      return { name, description: `Fixture ${name}`, inputSchema };
    }),
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, ctx) => {
    const handler = TOOLS[name];
    if (handler === undefined) throw unknown(name);
    return handler(ctx, given);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({ uri, name: uri, description: uri })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => readResource(uri));
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({ name, description: `Fixture ${name}` })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const contents = PROMPTS[name]?.(given);
    if (contents === undefined) throw unknown(name);
    return { messages: contents.map((content) => ({ role: 'user', content })) };
  });
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['test'], total: 1, hasMore: false },
  }));
  return server;
}
