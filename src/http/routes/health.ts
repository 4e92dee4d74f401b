/** What machines ask about the process itself: is it alive, is it ready, how is it doing. */

import type { FastifyInstance } from 'fastify';
import { detailOf, HttpError } from '../errors.ts';
import { FORMATS } from '../formats.ts';
import type { Readiness } from '../phase.ts';

export function addHealthRoutes(app: FastifyInstance, readiness: Readiness, metricsText: () => Promise<string>): void {
  function reasonNotReady(): string | undefined {
    return readiness.phase === 'serving' ? readiness.fault?.() : 'the service is shutting down';
  }

  app.get('/healthz', (_request, reply) => {
    reply.header('cache-control', 'no-store').type(FORMATS.json.contentType).send('{"status":"ok"}');
  });
  app.get('/readyz', (_request, reply) => {
    const reason = reasonNotReady();
    if (reason !== undefined) throw new HttpError(503, detailOf(503, '/readyz'), reason);
    reply.header('cache-control', 'no-store').type(FORMATS.json.contentType).send('{"status":"ready"}');
  });
  app.get('/metrics', async (_request, reply) => {
    return reply
      .header('cache-control', 'no-store')
      .type(FORMATS.text.contentType)
      .send(await metricsText());
  });
}
