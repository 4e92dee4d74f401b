/** The HTTP application: hooks, errors and routes put together, apart from listening. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type AllowedMethods, createAllowedMethods } from './allowed-methods.ts';
import { detailOf, type ErrorReply, errorReplyOf, HttpError, reasonHeader } from './errors.ts';
import { createGate } from './gate.ts';
import { COMMON_HEADERS, JSON_TYPE, PREFLIGHT_HEADERS } from './headers.ts';
import type { ServiceHolder } from './holder.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { PhaseHolder } from './phase.ts';
import { answerClientError, answerProtocolErrors } from './protocol-errors.ts';
import { pathOf } from './query.ts';
import { requestIdOf } from './request-id.ts';
import { createRiverFastPath } from './river-fast-path.ts';
import { addRoutes } from './routes.ts';
import { type HttpSettings, KEEP_ALIVE_MS } from './settings.ts';

export interface AppOptions {
  holder: ServiceHolder;
  settings: HttpSettings;
  /** Of the software; in the OpenAPI document and in every entity tag. */
  version: string;
  /** None logs nothing. */
  logger?: { level: string; stream?: { write(line: string): void } };
  metrics?: Metrics;
  /** Says what /metrics sends, where several processes have to be added up. */
  metricsText?: () => Promise<string>;
  phase?: PhaseHolder;
  /** Further parts, such as the MCP endpoint and the map; registered behind the routes of this folder. */
  plugins?: readonly ((app: FastifyInstance) => Promise<void> | void)[];
  /** Paths of those parts that `GET /api` links to. */
  links?: readonly { rel: string; path: string; title: string }[];
}

/** Room for the other headers of a request beside the longest target. */
const HEADERS_BYTES = 16 * 1024;

export function buildApp(options: AppOptions): FastifyInstance {
  const { holder, settings, phase = { phase: 'serving' } } = options;
  const metrics = options.metrics ?? createMetrics(() => holder.current().dataset, { ofProcess: false });
  const gate = createGate(settings, phase);
  const allowed = createAllowedMethods();
  const context = { holder, settings, version: options.version };
  const fastPath = createRiverFastPath(context, { gate, phase, metrics });

  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: settings.bodyLimitBytes,
    handlerTimeout: settings.requestTimeLimitS * 1000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: settings.targetLimitBytes },
    frameworkErrors: (error, request, reply) => {
      reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
      sendError(
        request,
        reply,
        errorReplyOf(gate.refusalOf(request.raw, performance.now()) ?? error, pathOf(request.raw.url!)),
      );
      metrics.observe(request.method, 'unmatched', reply.statusCode, 0);
    },
    serverFactory: (fastify) =>
      createHttpServer(settings, (request, response) => {
        if (!fastPath(request, response)) fastify(request, response);
      }),
  });
  app.addHook('onRoute', (route) => allowed.add(route.method, route.url));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
    if (phase.phase !== 'serving') reply.header('connection', 'close');
    const refusal = gate.refusalOf(request.raw, performance.now());
    if (refusal !== undefined) sendError(request, reply, errorReplyOf(refusal, pathOf(request.raw.url!)));
    else if (request.is404) answerWithoutRoute(request, reply, allowed);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (settings.accessLog) logRequest(request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const answer = errorReplyOf(error, pathOf(request.raw.url!));
    if (answer.status >= 500) request.log.error({ err: error, url: request.raw.url }, 'a request failed');
    sendError(request, reply, answer);
  });

  addRoutes(app, context, { metricsText: options.metricsText ?? metrics.text, phase, links: options.links ?? [] });
  for (const plugin of options.plugins ?? []) app.register(async (scope) => await plugin(scope));
  return app;
}

/** The server as Node makes it, told to leave to us what it would answer in a shape of its own. */
function createHttpServer(
  settings: HttpSettings,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const timeLimitMs = settings.requestTimeLimitS * 1000;
  const server = createServer(
    {
      maxHeaderSize: settings.targetLimitBytes + HEADERS_BYTES,
      requestTimeout: timeLimitMs,
      headersTimeout: timeLimitMs,
      connectionsCheckingInterval: Math.min(timeLimitMs, 5000),
      requireHostHeader: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  );
  server.on('clientError', answerClientError);
  answerProtocolErrors(server);
  return server;
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, detail, reason, headers }: ErrorReply,
): void {
  if (reply.sent) return;
  reply
    .code(status)
    .removeHeader('etag')
    .removeHeader('link')
    .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers });
  if (reason !== '') reply.header('x-error-reason', reasonHeader(reason));
  // A body that nobody will read must not be taken for the next request of the connection.
  if (status === 413 || (request.raw.headers['content-length'] !== undefined && !request.raw.complete)) {
    reply.header('connection', 'close');
  }
  reply.send(JSON.stringify({ detail }));
}

/** OPTIONS of a known path, a wrong method (405), or a path that nothing is at (404). */
function answerWithoutRoute(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods): void {
  const path = pathOf(request.raw.url!);
  const methods = path === '*' ? ['GET', 'HEAD', 'OPTIONS', 'POST'] : allowed.at(path);
  if (methods.length === 0) {
    const reason = 'there is nothing at this path; GET /api lists what there is';
    sendError(request, reply, errorReplyOf(new HttpError(404, detailOf(404, path), reason), path));
    return;
  }
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS') {
    const headers = { allow, 'access-control-allow-methods': allow, ...PREFLIGHT_HEADERS };
    reply.code(204).headers(headers).send();
    return;
  }
  const refusal = new HttpError(405, detailOf(405, path), `use ${allow}`, { allow });
  sendError(request, reply, errorReplyOf(refusal, path));
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, id } = request;
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  request.log.info({ id, method, url: request.raw.url, status: reply.statusCode, ms }, 'request');
}
