/**
 * The short way from the socket to a river record, for the plain form of the most frequent request. It knows only how
 * to say 200: everything else (rarer formats, conditions, refusals, errors) it leaves to the ordinary route, whose
 * replies it equals in every header and byte. A reply goes to the socket as one ready text, head and body.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ByteString, inOnePiece } from '../format/byte-string.ts';
import { hashOf } from '../service/hash.ts';
import { createHotReplies } from '../service/hot-replies.ts';
import type { Service } from '../service/service.ts';
import type { Language } from '../service/types.ts';
import { editionOf, tagOf } from './etag.ts';
import { FORMATS } from './formats.ts';
import type { Gate } from './gate.ts';
import type { Later } from './holder.ts';
import type { Metrics } from './metrics.ts';
import { chooseLanguage } from './negotiation.ts';
import type { PhaseHolder } from './phase.ts';
import { createReadyHead, type ReadyHead, type RiverFormat } from './ready-head.ts';
import { requestIdOf } from './request-id.ts';
import { type ResourceContext, variantOf } from './resource.ts';
import { RIVER } from './routes/rivers.ts';

/** True when the request has been answered. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

interface ReadyReply {
  /** What of the head depends on the reach. */
  head: string;
  body: ByteString;
}

/** What is not written in this form goes the ordinary way. Groups: basincode, subbasincd, V, L, level. */
const PLAIN_TARGET = /^\/api\/rivers\/([1-9]\d{3})\/([0-9A-Z]{1,48})\/(0|[1-9]\d{0,19})\/([1-9]\d{0,7})\/([1-9]\d?)$/;

const PREFIX = '/api/rivers/';

export interface FastPathParts {
  gate: Gate;
  phase: PhaseHolder;
  metrics: Metrics;
}

/** A representation in one language. */
interface Variant {
  /** In the entity tag. */
  name: string;
  head: ReadyHead;
  /** Put before the target to tell it apart from other variants; `undefined` for features, which are too long to keep. */
  keyPrefix: string | undefined;
  body(code: string, level: number): Later<ByteString | undefined>;
}

/** What is kept for the service in use, and thrown away with it. */
interface Kept {
  service: Service;
  edition: string;
  variants: Record<RiverFormat, Record<Language, Variant>>;
  /** A store across a network answers later: then the ordinary way is as short as this one. */
  answersLater: boolean;
}

/** Asks for nothing that changes the reply or what happens to the connection after it. */
function isPlain({ method, httpVersionMinor, headers }: IncomingMessage): boolean {
  const { connection } = headers;
  return (
    method === 'GET' &&
    httpVersionMinor === 1 &&
    (connection === undefined || connection === 'keep-alive') &&
    headers['if-none-match'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** `undefined` where it takes a closer look to tell. */
function plainFormat(accept: string | undefined): RiverFormat | undefined {
  if (accept === undefined || accept === '*/*' || accept === FORMATS.json.type) return 'json';
  return accept === FORMATS.geojson.type ? 'geojson' : undefined;
}

export function createRiverFastPath(context: ResourceContext, { gate, phase, metrics }: FastPathParts): FastPath {
  const { holder, settings, version } = context;
  const observe = metrics.observer('GET', RIVER.path, 200);
  const hot = createHotReplies<ReadyReply>(settings.hotReplies);
  let kept: Kept | undefined;

  function keptFor(service: Service): Kept {
    if (kept?.service === service) return kept;
    hot.clear();
    const variant = (format: RiverFormat, language: Language): Variant => ({
      name: variantOf(RIVER, format, language),
      head: createReadyHead(context, service, format, language),
      keyPrefix: format === 'geojson' ? undefined : language === 'zh' ? '' : language,
      body: (code, level) =>
        format === 'json' ? service.riverBody(code, level, language) : service.riverFeatureBody(code, level, language),
    });
    const variants = {
      json: { zh: variant('json', 'zh'), en: variant('json', 'en') },
      geojson: { zh: variant('geojson', 'zh'), en: variant('geojson', 'en') },
    };
    kept = { service, edition: editionOf(service.dataset.identity, version), variants, answersLater: false };
    return kept;
  }

  function lookUp(own: Kept, target: string, hash: number, variant: Variant): ReadyReply | undefined {
    const { name, head, body: bodyOf } = variant;
    const match = PLAIN_TARGET.exec(target);
    if (match === null) return undefined;
    const body = bodyOf(`${match[1]}${match[2]}.${match[3]}.${match[4]}`, Number(match[5]));
    if (body === undefined) return undefined;
    if (body instanceof Promise) {
      body.catch(() => undefined);
      own.answersLater = true;
      return undefined;
    }
    return { head: head.partOf(tagOf(own.edition, hash, name), body.length), body };
  }

  function find(own: Kept, target: string, variant: Variant): ReadyReply | undefined {
    if (own.answersLater) return undefined;
    const hash = hashOf(target);
    if (variant.keyPrefix === undefined) return lookUp(own, target, hash, variant);
    const key = variant.keyPrefix + target;
    const keyHash = variant.keyPrefix === '' ? hash : ~hash;
    const known = hot.get(key, keyHash);
    if (known !== undefined) return known;
    const made = lookUp(own, target, hash, variant);
    if (made !== undefined && hot.offer(key, keyHash, made)) {
      made.head = inOnePiece(made.head);
      made.body = inOnePiece(made.body);
    }
    return made;
  }

  return (request, response) => {
    const target = request.url!;
    if (!target.startsWith(PREFIX) || !isPlain(request)) return false;
    if (settings.accessLog || phase.phase !== 'serving') return false;
    // None while an earlier request of the connection is being answered; and a reader too slow must not fill our memory.
    const { socket } = response;
    if (socket === null || socket.writableLength > 0) return false;
    const format = plainFormat(request.headers.accept);
    if (format === undefined) return false;
    const startMs = performance.now();
    const own = keptFor(holder.current());
    const variant = own.variants[format][chooseLanguage(request.headers['accept-language'])];
    let reply: ReadyReply | undefined;
    try {
      reply = find(own, target, variant);
    } catch {
      // Whatever it was will happen again on the ordinary way, which reports it.
      return false;
    }
    if (reply === undefined || gate.refusalOf(request, startMs) !== undefined) return false;
    socket.write(variant.head.whole(requestIdOf(request), reply.head, startMs) + reply.body, 'latin1');
    // Node then does all that follows a reply: the rest of the request is read, and the connection waits for the next.
    response.emit('finish');
    observe((performance.now() - startMs) / 1000);
    return true;
  };
}
