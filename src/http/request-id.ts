/** One id for each request, taken from X-Request-Id when it is sane, so that one call can be followed through several services. */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[\w.:-]{1,64}$/;

const processPart = randomBytes(5).toString('hex');
let made = 0;

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && SANE.test(given)) return given;
  made = (made + 1) % Number.MAX_SAFE_INTEGER;
  return `${processPart}-${made.toString(36)}`;
}
