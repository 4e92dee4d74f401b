/** The map: the page at `/`, the same page for every MA string at `/ma/...`, and the files it is made of at `/app/...`. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../service/types.ts';
import { detailOf, HttpError } from './errors.ts';
import { isNoneMatch } from './etag.ts';
import { FORMATS } from './formats.ts';
import type { ServiceHolder } from './holder.ts';
import { chooseLanguage } from './negotiation.ts';
import { pathAndQuery, pathOf, readQuery } from './query.ts';
import { createWebFiles } from './web/files.ts';
import { createPage } from './web/page.ts';
import { PERMISSIONS_POLICY } from './web/policy.ts';
import { type Preview, previewOfHome, previewOfMa } from './web/preview.ts';

export interface WebOptions {
  holder: ServiceHolder;
  publicUrl: string;
}

const PAGE_QUERY: ReadonlySet<string> = new Set(['lang']);

/** `?lang=` wins over the header, so that a link can be shared in one language. */
function languageOf(request: FastifyRequest): Language {
  const named = readQuery(pathAndQuery(request.raw.url!), PAGE_QUERY).get('lang');
  return named === 'zh' || named === 'en' ? named : chooseLanguage(request.headers['accept-language']);
}

/** What stands behind `/ma/`, decoded; as it is where its escapes are broken, which no MA string has. */
function maOf(request: FastifyRequest): string {
  const text = pathOf(request.raw.url!).slice('/ma/'.length);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function webPlugin({ holder, publicUrl }: WebOptions): (app: FastifyInstance) => void {
  return (app) => {
    const files = createWebFiles();
    const page = createPage(publicUrl);

    function sendPage(reply: FastifyReply, preview: Preview, language: Language): FastifyReply {
      return reply
        .code(preview.status)
        .headers({
          'content-security-policy': page.policy,
          'permissions-policy': PERMISSIONS_POLICY,
          'cache-control': 'public, no-cache',
          vary: 'Accept-Language',
          'content-language': language,
          'content-type': FORMATS.html.contentType,
        })
        .send(page.render(preview, language));
    }

    app.get('/', async (request, reply) => {
      const language = languageOf(request);
      return sendPage(reply, previewOfHome(holder.current(), language), language);
    });

    app.get('/ma/*', async (request, reply) => {
      const language = languageOf(request);
      const preview = await holder.use((service) => previewOfMa(service, maOf(request), language));
      return sendPage(reply, preview, language);
    });

    app.get('/app/*', async (request, reply) => {
      const path = pathOf(request.raw.url!);
      const file = await files.find(path.slice('/app/'.length));
      if (file === undefined) throw new HttpError(404, detailOf(404, path), 'the map has no such file');
      reply.headers({
        'content-security-policy': page.policy,
        'cache-control': 'public, no-cache',
        etag: `W/${file.etag}`,
        vary: 'Accept-Encoding',
      });
      const ifNoneMatch = request.headers['if-none-match'];
      if (ifNoneMatch !== undefined && isNoneMatch(ifNoneMatch, file.etag)) return reply.code(304).send();
      reply.header('content-type', file.contentType);
      const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? file.gzipped : undefined;
      if (packed !== undefined) reply.header('content-encoding', 'gzip');
      return reply.send(packed ?? file.body);
    });
  };
}
