/** What can refuse a request before anybody looks at what it asks. */

import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.ts';
import { detailOf, HttpError } from './errors.ts';
import type { PhaseHolder } from './phase.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { HttpSettings } from './settings.ts';

export interface Gate {
  /** The refusal, or `undefined` for a request that may come in. Counts the request against the client's rate. */
  refusalOf(request: IncomingMessage, nowMs: number): HttpError | undefined;
}

/** Asked by machines that must not be held back. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export function createGate(settings: HttpSettings, phase: PhaseHolder): Gate {
  const limiter = createRateLimiter(settings.rateLimit, settings.rateBurst);

  function isHttp11WithoutHost(request: IncomingMessage): boolean {
    return request.headers.host === undefined && request.httpVersionMajor === 1 && request.httpVersionMinor === 1;
  }

  return {
    refusalOf(request, nowMs) {
      const target = request.url ?? '';
      if (PROBES.has(target)) return undefined;
      if (phase.phase === 'closing') {
        return new HttpError(503, detailOf(503, target), 'the service is shutting down', {
          'retry-after': '1',
          connection: 'close',
        });
      }
      const waitS = limiter.secondsToWait(clientAddress(request, settings.trustProxy), nowMs);
      if (waitS > 0) {
        const reason = `at most ${settings.rateLimit} requests a second; wait as Retry-After says`;
        return new HttpError(429, detailOf(429, target), reason, { 'retry-after': String(waitS) });
      }
      if (target.length > settings.targetLimitBytes) {
        return new HttpError(414, detailOf(414, target), `at most ${settings.targetLimitBytes} bytes`);
      }
      if (isHttp11WithoutHost(request)) {
        return new HttpError(400, 'Bad request.', 'HTTP/1.1 wants a Host header');
      }
      return undefined;
    },
  };
}
