/** `POST /api/mcp` in the application: who may call, what is refused before anything is read, and the reply. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ByteString, toByteString } from '../format/byte-string.ts';
import { type AccessSettings, createAccess } from './access.ts';
import { createEndpoint, type EndpointParts, type McpRefusal } from './endpoint.ts';
import { chooseFraming } from './framing.ts';
import type { ServiceHolder } from './holder.ts';
import { buildServer } from './server.ts';
import { createShortWay } from './short-way.ts';

export const MCP_PATH = '/api/mcp';

export interface McpSettings extends AccessSettings {
  /** Whether the endpoint answers at all. */
  mcp: boolean;
  bodyLimitBytes: number;
  requestTimeLimitS: number;
}

export interface McpPluginOptions {
  holder: ServiceHolder;
  settings: McpSettings;
  /** Of the software. */
  version: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const DISABLED: McpRefusal = { status: 503, detail: 'MCP disabled', reason: 'the setting mcp is off' };
const FAILED: McpRefusal = { status: 500, detail: '服务器内部错误', reason: '' };

const PREFLIGHT_HEADERS = {
  allow: 'OPTIONS, POST',
  'access-control-allow-methods': 'OPTIONS, POST',
  'access-control-allow-headers':
    'Accept, Accept-Language, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, ' +
    'Mcp-Protocol-Version, Mcp-Session-Id, X-Request-Id',
  'access-control-max-age': '86400',
};

/**
 * Past the framework, whose time limit ends with the body of a request and costs an exception then. The body goes out
 * as a byte string, which Node sends in one piece with the headers.
 */
function send(reply: FastifyReply, status: number, headers: Readonly<Record<string, string>>, body: ByteString): void {
  const set = reply.getHeaders() as OutgoingHttpHeaders;
  reply.raw.writeHead(status, { ...set, ...headers, 'content-length': body.length });
  reply.raw.end(body, 'latin1');
}

function refuse(reply: FastifyReply, { status, detail, reason }: McpRefusal): void {
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
  if (reason !== '') headers['x-error-reason'] = reason;
  // A body that nobody will read must not be taken for the next request of the connection.
  if (!reply.request.raw.complete) headers.connection = 'close';
  reply.hijack();
  send(reply, status, headers, toByteString(JSON.stringify({ detail })));
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(contentType);
}

/** What HTTP alone can tell, before the body is read. */
function refusalOf({ method, headers }: FastifyRequest): McpRefusal | undefined {
  if (method !== 'POST') return undefined;
  if (!isJson(headers['content-type'])) {
    const detail = 'The content type is not supported.';
    return { status: 415, detail, reason: 'send Content-Type: application/json' };
  }
  if (chooseFraming(headers.accept) === undefined) {
    const detail = 'None of the formats asked for can be given.';
    return { status: 406, detail, reason: 'accept text/event-stream or application/json' };
  }
  return undefined;
}

/** The endpoint over any server; `mcpPlugin` is the one over a dataset. */
export function endpointPlugin(settings: McpSettings, parts: Pick<EndpointParts, 'buildServer' | 'shortWay'>) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!settings.mcp) {
      app.all(MCP_PATH, { onRequest: (_request, reply) => refuse(reply, DISABLED) }, () => undefined);
      return;
    }
    const access = createAccess(settings);
    const onFault = (error: unknown) => app.log.error({ err: error }, 'an MCP request failed');
    const endpoint = await createEndpoint({ ...parts, timeLimitMs: settings.requestTimeLimitS * 1000, onFault });
    app.addHook('onClose', () => endpoint.close());

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const framing = chooseFraming(request.headers.accept)!;
      const text = typeof request.body === 'string' ? request.body : '';
      const answered = await endpoint.answer(text, request.headers, framing);
      if ('detail' in answered) refuse(reply, answered);
      else if (answered.body === '') send(reply, answered.status, {}, '');
      else {
        const headers = { 'content-type': answered.contentType, 'cache-control': 'no-store' };
        send(reply, answered.status, headers, answered.body);
      }
    }

    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: settings.bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.addHook('onRequest', (request, reply, done) => {
      const reason = access.refusalOf(request.headers);
      const refusal = reason === undefined ? refusalOf(request) : { status: 403, detail: 'Forbidden.', reason };
      if (refusal === undefined) done();
      else refuse(reply, refusal);
    });
    app.options(MCP_PATH, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
    app.post(MCP_PATH, (request, reply) => {
      reply.hijack();
      answer(request, reply).catch((error: unknown) => {
        onFault(error);
        refuse(reply, FAILED);
      });
    });
  };
}

export function mcpPlugin({ holder, settings, version }: McpPluginOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const onFault = (error: unknown) => app.log.error({ err: error }, 'an MCP request failed');
    const parts = { holder, version, onFault };
    await endpointPlugin(settings, { buildServer: () => buildServer(parts), shortWay: createShortWay(parts) })(app);
  };
}
