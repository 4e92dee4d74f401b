/** One thing that can be read with GET: from the request to its representation, with all that HTTP wants around it. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toJson } from '../service/json.ts';
import type { Service } from '../service/service.ts';
import type { Language } from '../service/types.ts';
import { editionOf, entityTag, isNoneMatch } from './etag.ts';
import { chooseFormat, FORMATS, type FormatName } from './formats.ts';
import { cacheControl } from './headers.ts';
import type { Later, ServiceHolder } from './holder.ts';
import { chooseLanguage } from './negotiation.ts';
import { pathAndQuery, pathOf, readQuery } from './query.ts';
import type { HttpSettings } from './settings.ts';

/** What a request asks, read and ready. */
export interface Exchange {
  service: Service;
  /** Of the path, decoded. */
  parameters: Readonly<Record<string, string>>;
  /** The known parameters of the query, decoded. */
  query: ReadonlyMap<string, string>;
  format: FormatName;
  language: Language;
  /** The greatest page that the settings allow. */
  limitMax: number;
}

export interface Answer {
  /** Objects are sent as JSON. */
  body: string | Uint8Array | object;
  /** The cursor of the next page. */
  next?: string | undefined;
}

export interface Resource {
  /** As the router writes paths: `/api/pois/:type/:key`. */
  path: string;
  formats: readonly [FormatName, ...FormatName[]];
  /** Names of the query parameters it knows, `f` apart. */
  query: readonly string[];
  /** Whether the names of properties in it follow Accept-Language. */
  followsLanguage: boolean;
  /** Another way to name the format in the query, which counts where `f` is not given. */
  formatInQuery?(query: ReadonlyMap<string, string>): string | undefined;
  /** Sent with every representation, in place of the common ones of the same name. */
  headers?: Readonly<Record<string, string>>;
  answer(exchange: Exchange): Later<Answer>;
}

export interface ResourceContext {
  holder: ServiceHolder;
  settings: HttpSettings;
  version: string;
}

function varyOf({ formats, followsLanguage }: Resource): string {
  const names = [formats.length > 1 ? 'Accept' : '', followsLanguage ? 'Accept-Language' : ''];
  return names.filter((name) => name !== '').join(', ');
}

/** The link to the next page keeps everything the client asked, but for the cursor. */
function nextLink(publicUrl: string, target: string, query: ReadonlyMap<string, string>, cursor: string): string {
  const next = new URLSearchParams([...query].filter(([name]) => name !== 'cursor'));
  next.set('cursor', cursor);
  const path = pathOf(target).replace(/[^!-~]|[<>"]/g, encodeURIComponent);
  return `<${publicUrl}${path}?${next}>; rel="next"`;
}

/** What is known of a reply before its body is. */
export interface ReplyHead {
  tag: string;
  headers: Record<string, string>;
}

/** What tells the representations of one address apart. */
export function variantOf({ followsLanguage }: Resource, format: FormatName, language: Language): string {
  return followsLanguage ? `${language}-${format}` : format;
}

/** In this order, behind the common headers, in every reply; the short way of the river lookup sends them too. */
export function replyHead(
  context: ResourceContext,
  resource: Resource,
  service: Service,
  target: string,
  format: FormatName,
  language: Language,
): ReplyHead {
  const edition = editionOf(service.dataset.identity, context.version);
  const tag = entityTag(edition, target, variantOf(resource, format, language));
  const headers: Record<string, string> = {
    etag: tag,
    'cache-control': cacheControl(context.settings.cacheSeconds),
  };
  const vary = varyOf(resource);
  if (vary !== '') headers.vary = vary;
  if (resource.followsLanguage) headers['content-language'] = language;
  return { tag, headers };
}

export function addResource(app: FastifyInstance, context: ResourceContext, resource: Resource): void {
  const known: ReadonlySet<string> = new Set([...resource.query, 'f']);

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const target = pathAndQuery(request.raw.url!);
    const query = readQuery(target, known);
    const named = query.get('f') ?? resource.formatInQuery?.(query);
    const format = chooseFormat(named, request.headers.accept, resource.formats);
    const language = resource.followsLanguage ? chooseLanguage(request.headers['accept-language']) : 'zh';
    const parameters = request.params as Readonly<Record<string, string>>;
    return await context.holder.use(async (service) => {
      const { limitMax } = context.settings;
      const { body, next } = await resource.answer({ service, parameters, query, format, language, limitMax });
      const { tag, headers } = replyHead(context, resource, service, target, format, language);
      reply.headers(headers);
      if (resource.headers !== undefined) reply.headers(resource.headers);
      if (next !== undefined) reply.header('link', nextLink(context.settings.publicUrl, target, query, next));
      const ifNoneMatch = request.headers['if-none-match'];
      if (ifNoneMatch !== undefined && isNoneMatch(ifNoneMatch, tag)) return reply.code(304).send();
      reply.header('content-type', FORMATS[format].contentType);
      // As bytes: to let Node encode a long text while it writes takes several times as long.
      return reply.send(
        body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : toJson(body)),
      );
    });
  }

  app.get(resource.path, handle);
}
