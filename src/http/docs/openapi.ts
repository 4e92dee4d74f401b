/** The OpenAPI 3.1 document, made from the table of operations, with examples from the dataset that is served. */

import type { Reason } from '../../service/errors.ts';
import type { Service } from '../../service/service.ts';
import type { Language } from '../../service/types.ts';
import { detailOf } from '../errors.ts';
import { FORMATS } from '../formats.ts';
import { MOST_CODES } from '../routes/lookup.ts';
import { ENTRIES, type Entry, LOOKUP_ENTRY, TAGS, templateOf } from './catalogue.ts';
import { type Examples, examplesOf } from './examples.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi-types.ts';
import { parametersOf } from './parameters.ts';

const TITLE: Reason = { zh: '水信息码查询服务', en: 'Water information code lookup service' };

const INTRODUCTION: Reason = {
  zh: '按水信息码、名称或位置查询河流。每个响应都可缓存（ETag）；错误的响应体总是 {"detail": "..."}，原因在响应头 X-Error-Reason 中。',
  en: 'Look rivers up by code, by name or by place. Every reply can be cached (ETag). The body of an error is always {"detail": "..."}; the reason is in the header X-Error-Reason.',
};

const STATUSES: Readonly<Record<number, Reason>> = {
  304: { zh: '内容未变', en: 'Not changed since the reply with that ETag' },
  400: { zh: '参数有误', en: 'A parameter is wrong' },
  404: { zh: '没有这个资源', en: 'There is no such thing' },
  406: { zh: '没有所要的格式', en: 'None of the formats asked for can be given' },
  413: { zh: '请求体过大', en: 'The body is too large' },
  414: { zh: '请求地址过长', en: 'The request target is too long' },
  415: { zh: '请求体不是 JSON', en: 'The body is not JSON' },
  429: { zh: '请求过多，稍后再试', en: 'Too many requests; wait as Retry-After says' },
  500: { zh: '服务器出错', en: 'The service failed' },
  503: { zh: '服务正在关闭', en: 'The service is shutting down' },
};

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };

function errorResponses(language: Language): Record<string, OpenApiResponse> {
  const entries = Object.entries(STATUSES).map(([status, text]): [string, OpenApiResponse] => {
    if (status === '304') return [`Status${status}`, { description: text[language] }];
    const example = { detail: detailOf(Number(status), '') };
    return [
      `Status${status}`,
      {
        description: text[language],
        headers: { 'X-Error-Reason': { schema: { type: 'string' } } },
        content: { [FORMATS.json.type]: { schema: ERROR_SCHEMA, example } },
      },
    ];
  });
  return Object.fromEntries(entries);
}

function references(statuses: readonly number[]): Record<string, { $ref: string }> {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Status${status}` }]));
}

function operationOf(entry: Entry, known: Examples, language: Language): OpenApiOperation {
  const { id, tag, resource, summary, description } = entry;
  const content = resource.formats.map((format) => {
    const schema = entry.schemas[format] === undefined ? { type: 'string' } : { $ref: schemaReference(id, format) };
    return [FORMATS[format].type, { schema }];
  });
  const headers = { ETag: { schema: { type: 'string' } } };
  const paging = resource.query.includes('cursor') ? { Link: { schema: { type: 'string' } } } : {};
  return {
    operationId: id,
    tags: [tag],
    summary: summary[language],
    description: description[language],
    parameters: parametersOf(entry, known, language),
    responses: {
      200: { description: 'OK', headers: { ...headers, ...paging }, content: Object.fromEntries(content) },
      ...references([304, 400, 404, ...(resource.formats.length > 1 ? [406] : []), 414, 429, 500, 503]),
    },
  };
}

function schemaReference(id: string, format: string): string {
  return `#/components/schemas/${id}_${format}`;
}

function lookupOperation(known: Examples, language: Language): OpenApiOperation {
  const { id, tag, summary, description } = LOOKUP_ENTRY;
  const codes = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MOST_CODES };
  return {
    ...{ operationId: id, tags: [tag], summary: summary[language], description: description[language] },
    parameters: [],
    requestBody: {
      required: true,
      content: {
        [FORMATS.json.type]: {
          schema: { type: 'object', required: ['codes'], properties: { codes } },
          example: { codes: [known.b, known.a, known.ma].filter((code) => code !== undefined) },
        },
      },
    },
    responses: {
      200: { description: 'OK', content: { [FORMATS.json.type]: { schema: { $ref: schemaReference(id, 'json') } } } },
      ...references([400, 413, 414, 415, 429, 500, 503]),
    },
  };
}

function schemas(): Record<string, object> {
  const error = {
    type: 'object',
    required: ['detail'],
    additionalProperties: false,
    properties: { detail: { type: 'string' } },
  };
  const all: Record<string, object> = { Error: error, [`${LOOKUP_ENTRY.id}_json`]: LOOKUP_ENTRY.schema };
  for (const { id, schemas: own } of ENTRIES) {
    for (const [format, schema] of Object.entries(own)) all[`${id}_${format}`] = schema;
  }
  return all;
}

export async function openApiDocument(
  service: Service,
  options: { publicUrl: string; version: string; language: Language },
): Promise<OpenApiDocument> {
  const { publicUrl, version, language } = options;
  const known = await examplesOf(service);
  const { title, titleEn, edition, licence } = service.dataset;
  const about = language === 'zh' ? `数据集：${title}（${edition}）。` : `Dataset: ${titleEn} (${edition}).`;
  const paths: OpenApiDocument['paths'] = {};
  for (const entry of ENTRIES) paths[templateOf(entry.resource.path)] = { get: operationOf(entry, known, language) };
  paths[LOOKUP_ENTRY.path] = { post: lookupOperation(known, language) };
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE[language],
      version,
      description: `${INTRODUCTION[language]}\n\n${about}`,
      license: { name: licence },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    tags: Object.entries(TAGS).map(([name, text]) => ({ name, description: text[language] })),
    paths,
    components: { schemas: schemas(), responses: errorResponses(language) },
  };
}
