/** Many codes at once: a result for each, so that one bad code does not spoil the others. */

import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { InvalidInputError } from '../../service/errors.ts';
import { toJson } from '../../service/json.ts';
import type { Service } from '../../service/service.ts';
import type { Language, LookupResult } from '../../service/types.ts';
import { detailOf, HttpError } from '../errors.ts';
import { FORMATS } from '../formats.ts';
import { chooseLanguage } from '../negotiation.ts';
import type { ResourceContext } from '../resource.ts';

export const LOOKUP_PATH = '/api/lookup';
export const MOST_CODES = 1000;

/** A code is no longer than a tenth of this; more would only be sent to waste time. */
const LONGEST_CODE = 4096;

/** Then other requests get their turn: a river takes 50 microseconds, the greatest sub-basin 400. */
const CODES_A_TURN = 20;

function readCodes(body: unknown): string[] {
  const codes: unknown = typeof body === 'object' && body !== null && 'codes' in body ? body.codes : undefined;
  if (!Array.isArray(codes) || codes.length === 0 || codes.length > MOST_CODES) {
    throw new InvalidInputError('codes', {
      en: `the body must be {"codes": [...]} with 1 to ${MOST_CODES} MA strings or codes such as 3261001.0.1715`,
      zh: `请求体必须是 {"codes": [...]}，含 1 到 ${MOST_CODES} 个 MA 码或标准段，如 3261001.0.1715`,
    });
  }
  const wrong = codes.findIndex((code) => typeof code !== 'string' || code.length > LONGEST_CODE);
  if (wrong >= 0) {
    throw new InvalidInputError('codes', {
      en: `codes[${wrong}] must be a text of at most ${LONGEST_CODE} characters, such as "3261001.0.1715"`,
      zh: `codes[${wrong}] 必须是至多 ${LONGEST_CODE} 个字符的文本，如 "3261001.0.1715"`,
    });
  }
  return codes;
}

/** Ends early, with what it has, once nobody waits for it. */
async function lookUpInTurns(
  service: Service,
  codes: readonly string[],
  language: Language,
  isOver: () => boolean,
): Promise<LookupResult[]> {
  const results: LookupResult[] = [];
  for (let at = 0; at < codes.length && !isOver(); at += CODES_A_TURN) {
    results.push(...(await service.lookup(codes.slice(at, at + CODES_A_TURN), language)));
    await othersTurn();
  }
  return results;
}

/** The framework's own limit ends when a body has been read, which is before the work begins. */
async function within<T>(limitMs: number, work: (isOver: () => boolean) => Promise<T>): Promise<T> {
  let isOver = false;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isOver = true;
    reject(new HttpError(503, detailOf(503, LOOKUP_PATH), 'the answer took longer than the time limit'));
  }, limitMs);
  try {
    return await Promise.race([work(() => isOver), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

export function addLookupRoute(app: FastifyInstance, { holder, settings }: ResourceContext): void {
  app.post(LOOKUP_PATH, async (request, reply) => {
    const codes = readCodes(request.body);
    const language = chooseLanguage(request.headers['accept-language']);
    const results = await within(
      Math.max(0, settings.requestTimeLimitS * 1000 - reply.elapsedTime),
      async (isOver) => await holder.use((service) => lookUpInTurns(service, codes, language, isOver)),
    );
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept-Language', 'content-language': language })
      .type(FORMATS.json.contentType)
      .send(toJson({ results }));
  });
}
