/** From the body of a request to the body of its reply: which protocol era it speaks, and who answers it. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  type InboundClassificationOutcome,
  type InboundLadderRejection,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { type ByteString, toByteString } from '../format/byte-string.ts';
import { CONTENT_TYPES, type Framing, frame } from './framing.ts';
import { createModernEra } from './modern-era.ts';
import { shareServer } from './shared-server.ts';
import type { ShortWay } from './short-way.ts';

export interface McpReply {
  status: number;
  /** '' where there is no body. */
  contentType: string;
  body: ByteString;
}

/** What HTTP refuses is told in one sentence. */
export interface McpRefusal {
  status: number;
  detail: string;
  reason: string;
}

/** The headers that say which era a request is of, and what it asks. */
export interface EraHeaders {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

export interface McpEndpoint {
  answer(body: string, headers: IncomingHttpHeaders, framing: Framing): Promise<McpReply | McpRefusal>;
  close(): Promise<void>;
}

export interface EndpointParts {
  /** Makes a server that is connected to nothing yet. */
  buildServer(): Server;
  shortWay?: ShortWay;
  timeLimitMs: number;
  onFault(error: unknown): void;
}

/** A batch multiplies what one request costs. */
const LARGEST_BATCH = 20;

const TOO_LATE: McpRefusal = {
  status: 503,
  detail: 'The service is not available at the moment.',
  reason: 'the answer took longer than the time limit',
};

const NO_BODY: McpReply = { status: 202, contentType: '', body: '' };

function badRequest(detail: string, reason: string): McpRefusal {
  return { status: 400, detail, reason };
}

function okay(framing: Framing, messages: readonly ByteString[], isBatch: boolean): McpReply {
  return { status: 200, contentType: CONTENT_TYPES[framing], body: frame(framing, messages, isBatch) };
}

/** What the promise gives; `undefined` where the time limit passes first. */
async function within<T>(timeLimitMs: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeLimitMs, undefined);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function eraHeadersOf(headers: IncomingHttpHeaders): EraHeaders {
  const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  return {
    version: single(headers['mcp-protocol-version']),
    method: single(headers['mcp-method']),
    name: single(headers['mcp-name']),
  };
}

function classified(body: unknown, { version, method, name }: EraHeaders): InboundClassificationOutcome {
  return classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
}

function parsed(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

/** A refusal in the words of JSON-RPC, under the id of the request where it has one. */
function rejectionReply({ httpStatus, code, message, data }: InboundLadderRejection, body: unknown): McpReply {
  const given = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  const id = typeof given === 'string' || typeof given === 'number' ? given : null;
  const error = { code, message, ...(data !== undefined && { data }) };
  const said = toByteString(JSON.stringify({ jsonrpc: '2.0', error, id }));
  return { status: httpStatus, contentType: CONTENT_TYPES.json, body: said };
}

export async function createEndpoint(parts: EndpointParts): Promise<McpEndpoint> {
  const { buildServer, shortWay, timeLimitMs, onFault } = parts;
  const shared = await shareServer(buildServer());
  const modern = createModernEra(buildServer, timeLimitMs);

  async function answerLegacy(messages: readonly unknown[], framing: Framing, isBatch: boolean) {
    const requests = messages.filter(isJSONRPCRequest);
    const answers = await Promise.all(requests.map((request) => shared.dispatch(request, timeLimitMs)));
    if (answers.includes(undefined)) return TOO_LATE;
    const said = (answers as JSONRPCMessage[][]).flat();
    if (said.length === 0) return NO_BODY;
    const wanted = framing === 'json' ? said.filter((message) => !('method' in message)) : said;
    const texts = wanted.map((message) => toByteString(JSON.stringify(message)));
    return okay(framing, texts, isBatch);
  }

  return {
    async answer(text, headers, framing) {
      const json = parsed(text);
      if (json === undefined) return badRequest('The request body is not JSON.', 'send one JSON-RPC 2.0 request');
      const body = json.value;
      const eraHeaders = eraHeadersOf(headers);
      const { version } = eraHeaders;
      const isKnownVersion = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
      const short = isKnownVersion ? shortWay?.(body) : undefined;
      if (short !== undefined) {
        const message = short instanceof Promise ? await within(timeLimitMs, short) : short;
        return message === undefined ? TOO_LATE : okay(framing, [message], false);
      }
      if (Array.isArray(body) && body.length > LARGEST_BATCH) {
        return badRequest('The batch is too large.', `at most ${LARGEST_BATCH} messages in one batch`);
      }
      const route = classified(body, eraHeaders);
      if (route.kind === 'reject') return rejectionReply(route, body);
      if (route.kind === 'modern') return (await modern.answer(body, eraHeaders, framing)) ?? TOO_LATE;
      if (route.reason === 'notification' || route.reason === 'response') return NO_BODY;
      if (!isKnownVersion && route.reason !== 'initialize') {
        const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
        return badRequest('The protocol version is not supported.', `MCP-Protocol-Version may be ${known}`);
      }
      return await answerLegacy(Array.isArray(body) ? body : [body], framing, Array.isArray(body));
    },
    async close() {
      await Promise.all([shared.close(), modern.close()]).catch(onFault);
    },
  };
}
