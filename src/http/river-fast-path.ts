/**
 * The short way from the socket to a river record, for the plain form of the most frequent request. It knows only how
 * to say 200: everything else (other formats, conditions, refusals, errors) it leaves to the ordinary route, whose
 * replies it equals in every header and byte.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '../service/service.ts';
import type { Language } from '../service/types.ts';
import { editionOf, entityTag } from './etag.ts';
import { FORMATS } from './formats.ts';
import type { Gate } from './gate.ts';
import { COMMON_HEADERS } from './headers.ts';
import { createHotReplies, type HotReplies } from './hot-replies.ts';
import type { Metrics } from './metrics.ts';
import { chooseLanguage } from './negotiation.ts';
import type { PhaseHolder } from './phase.ts';
import { requestIdOf } from './request-id.ts';
import { type ResourceContext, replyHead, variantOf } from './resource.ts';
import { RIVER } from './routes/rivers.ts';

/** True when the request has been answered. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

interface ReadyReply {
  tag: string;
  contentLength: string;
  /** The UTF-8 bytes as a one-byte string, which Node sends together with the headers in one piece. */
  body: string;
}

/** What is not written in this form goes the ordinary way. Groups: basincode, subbasincd, V, L, level. */
const PLAIN_TARGET = /^\/api\/rivers\/([1-9]\d{3})\/([0-9A-Z]{1,48})\/(0|[1-9]\d{0,19})\/([1-9]\d{0,7})\/([1-9]\d?)$/;

const PREFIX = '/api/rivers/';

export interface FastPathParts {
  gate: Gate;
  phase: PhaseHolder;
  metrics: Metrics;
}

/** All headers of a reply in one language, as `writeHead` takes them: names and values in turn. */
class HeaderLine {
  readonly values: string[];
  readonly #requestId: number;
  readonly #tag: number;
  readonly #contentLength: number;

  constructor(context: ResourceContext, service: Service, language: Language) {
    const { headers } = replyHead(context, RIVER, service, '', 'json', language);
    const entries = { ...COMMON_HEADERS, 'x-request-id': '', ...headers, 'content-type': FORMATS.json.contentType };
    this.values = [...Object.entries(entries).flat(), 'content-length', ''];
    this.#requestId = this.values.indexOf('x-request-id') + 1;
    this.#tag = this.values.indexOf('etag') + 1;
    this.#contentLength = this.values.length - 1;
  }

  /** The same array each time: `writeHead` has read it when it returns. */
  fill(requestId: string, { tag, contentLength }: ReadyReply): string[] {
    this.values[this.#requestId] = requestId;
    this.values[this.#tag] = tag;
    this.values[this.#contentLength] = contentLength;
    return this.values;
  }
}

/** What is kept for the service in use, and thrown away with it. */
interface Kept {
  service: Service;
  edition: string;
  hot: Record<Language, HotReplies<ReadyReply>>;
  headers: Record<Language, HeaderLine>;
  /** A store across a network answers later: then the ordinary way is as short as this one. */
  answersLater: boolean;
}

export function createRiverFastPath(context: ResourceContext, { gate, phase, metrics }: FastPathParts): FastPath {
  const { holder, settings, version } = context;
  const observe = metrics.observer('GET', RIVER.path, 200);
  const hot = {
    zh: createHotReplies<ReadyReply>(settings.hotReplies),
    en: createHotReplies<ReadyReply>(settings.hotReplies),
  };
  let kept: Kept | undefined;

  function keptFor(service: Service): Kept {
    if (kept?.service === service) return kept;
    hot.zh.clear();
    hot.en.clear();
    const headers = { zh: new HeaderLine(context, service, 'zh'), en: new HeaderLine(context, service, 'en') };
    kept = { service, edition: editionOf(service.dataset.identity, version), hot, headers, answersLater: false };
    return kept;
  }

  function lookUp(own: Kept, target: string, language: Language): ReadyReply | undefined {
    const match = PLAIN_TARGET.exec(target);
    if (match === null) return undefined;
    const code = `${match[1]}${match[2]}.${match[3]}.${match[4]}`;
    const body = own.service.riverBody(code, Number(match[5]), language);
    if (body === undefined) return undefined;
    if (body instanceof Promise) {
      body.catch(() => undefined);
      own.answersLater = true;
      return undefined;
    }
    return {
      tag: entityTag(own.edition, target, variantOf(RIVER, 'json', language)),
      contentLength: String(body.length),
      body: Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'),
    };
  }

  function find(own: Kept, target: string, language: Language): ReadyReply | undefined {
    if (own.answersLater) return undefined;
    const known = own.hot[language].get(target);
    if (known !== undefined) return known;
    const made = lookUp(own, target, language);
    if (made !== undefined) own.hot[language].offer(target, made);
    return made;
  }

  return (request, response) => {
    const target = request.url!;
    if (request.method !== 'GET' || !target.startsWith(PREFIX)) return false;
    if (settings.accessLog || phase.phase !== 'serving') return false;
    const startMs = performance.now();
    const { accept, 'accept-language': acceptLanguage, 'if-none-match': condition } = request.headers;
    if (condition !== undefined) return false;
    if (accept !== undefined && accept !== '*/*' && accept !== FORMATS.json.type) return false;
    const language = chooseLanguage(acceptLanguage);
    const own = keptFor(holder.current());
    let reply: ReadyReply | undefined;
    try {
      reply = find(own, target, language);
    } catch {
      // Whatever it was will happen again on the ordinary way, which reports it.
      return false;
    }
    if (reply === undefined || gate.refusalOf(request) !== undefined) return false;
    response.writeHead(200, own.headers[language].fill(requestIdOf(request), reply));
    response.end(reply.body, 'latin1');
    observe((performance.now() - startMs) / 1000);
    return true;
  };
}
