/** Many codes at once: a result for each, so that one bad code does not spoil the others. */

import type { FastifyInstance } from 'fastify';
import { InvalidInputError } from '../../service/errors.ts';
import { toJson } from '../../service/json.ts';
import { FORMATS } from '../formats.ts';
import { chooseLanguage } from '../negotiation.ts';
import type { ResourceContext } from '../resource.ts';

export const LOOKUP_PATH = '/api/lookup';
export const MOST_CODES = 1000;

/** A code is no longer than a tenth of this; more would only be sent to waste time. */
const LONGEST_CODE = 4096;

function readCodes(body: unknown): string[] {
  const codes: unknown = typeof body === 'object' && body !== null && 'codes' in body ? body.codes : undefined;
  const isList = Array.isArray(codes) && codes.length > 0 && codes.length <= MOST_CODES;
  if (isList && codes.every((code) => typeof code === 'string' && code.length <= LONGEST_CODE)) return codes;
  throw new InvalidInputError('codes', {
    en: `the body must be {"codes": [...]} with 1 to ${MOST_CODES} MA strings or codes such as 3261001.0.1715`,
    zh: `请求体必须是 {"codes": [...]}，含 1 到 ${MOST_CODES} 个 MA 码或标准段，如 3261001.0.1715`,
  });
}

export function addLookupRoute(app: FastifyInstance, { holder }: ResourceContext): void {
  app.post(LOOKUP_PATH, async (request, reply) => {
    const codes = readCodes(request.body);
    const language = chooseLanguage(request.headers['accept-language']);
    const results = await holder.use((service) => service.lookup(codes, language));
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept-Language', 'content-language': language })
      .type(FORMATS.json.contentType)
      .send(toJson({ results }));
  });
}
