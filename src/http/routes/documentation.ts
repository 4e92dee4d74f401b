/** The OpenAPI document and the page made from it. */

import { InvalidInputError } from '../../service/errors.ts';
import type { Language } from '../../service/types.ts';
import { openApiDocument } from '../docs/openapi.ts';
import { docsPage } from '../docs/page.ts';
import { DOCS_CONTENT_SECURITY_POLICY } from '../docs/style.ts';
import type { Exchange, Resource } from '../resource.ts';

/** `lang` wins over Accept-Language, for the link from one language to the other. */
function languageOf({ query, language }: Exchange): Language {
  const lang = query.get('lang') ?? language;
  if (lang === 'zh' || lang === 'en') return lang;
  throw new InvalidInputError('lang', { en: 'lang must be zh or en', zh: '参数 lang 只能是 zh 或 en' });
}

export function documentationResources(publicUrl: string, version: string): Resource[] {
  const documentFor = (exchange: Exchange) =>
    openApiDocument(exchange.service, { publicUrl, version, language: languageOf(exchange) });
  return [
    {
      path: '/api/openapi.json',
      formats: ['json'],
      query: ['lang'],
      followsLanguage: true,
      answer: async (exchange) => ({ body: await documentFor(exchange) }),
    },
    {
      path: '/api/docs',
      formats: ['html'],
      query: ['lang'],
      followsLanguage: true,
      headers: { 'content-security-policy': DOCS_CONTENT_SECURITY_POLICY },
      answer: async (exchange) => ({ body: docsPage(await documentFor(exchange), languageOf(exchange)) }),
    },
  ];
}
