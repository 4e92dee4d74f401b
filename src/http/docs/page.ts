/** The documentation as a page of HTML, made from the OpenAPI document alone. */

import type { Language } from '../../service/types.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi-types.ts';
import { STYLE } from './style.ts';

const WORDS = {
  zh: {
    parameters: '参数',
    where: '位置',
    type: '类型',
    meaning: '含义',
    example: '示例',
    required: '必填',
    responses: '响应',
    tryIt: '试一试',
    body: '请求体',
    machine: '机器可读的文档',
    other: 'English',
    in: { path: '路径', query: '查询', header: '请求头' },
  },
  en: {
    parameters: 'Parameters',
    where: 'where',
    type: 'type',
    meaning: 'meaning',
    example: 'example',
    required: 'required',
    responses: 'Responses',
    tryIt: 'Try it',
    body: 'Body',
    machine: 'For machines',
    other: '中文',
    in: { path: 'path', query: 'query', header: 'header' },
  },
} as const;

type Words = (typeof WORDS)[Language];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('\n');
}

function typeOf(schema: object): string {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  return values === undefined ? (type ?? '') : values.join(' | ');
}

function parameterRow(parameter: OpenApiParameter, words: Words): string {
  const cells = [
    `<code>${escapeHtml(parameter.name)}</code>${parameter.required ? ` <span class="soft">${words.required}</span>` : ''}`,
    words.in[parameter.in],
    escapeHtml(typeOf(parameter.schema)),
    escapeHtml(parameter.description),
    parameter.example === undefined ? '' : `<code>${escapeHtml(String(parameter.example))}</code>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function parameterTable({ parameters }: OpenApiOperation, words: Words): string {
  if (parameters.length === 0) return '';
  const head = [words.parameters, words.where, words.type, words.meaning, words.example];
  return `<div class="scroll"><table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead>
<tbody>${parameters.map((parameter) => parameterRow(parameter, words)).join('\n')}</tbody></table></div>`;
}

/** The address with every example filled in; optional parameters without an example are left out. */
export function exampleAddress(path: string, operation: OpenApiOperation): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, in: place, example } of operation.parameters) {
    if (example === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(example)));
    if (place === 'query') query.set(name, String(example));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function tryLinks(path: string, operation: OpenApiOperation, server: string, words: Words): string {
  const base = exampleAddress(path, operation);
  const response = operation.responses['200'] as OpenApiResponse | undefined;
  const links = [base];
  if (response?.content?.['application/geo+json'] !== undefined)
    links.push(`${base}${base.includes('?') ? '&' : '?'}f=geojson`);
  const anchors = links.map((link) => `<a href="${escapeHtml(server + link)}"><code>${escapeHtml(link)}</code></a>`);
  return `<p class="try"><strong>${words.tryIt}</strong> ${anchors.join(' ')}</p>`;
}

function responseList(operation: OpenApiOperation, document: OpenApiDocument, words: Words): string {
  const items = Object.entries(operation.responses).map(([status, response]) => {
    const full = '$ref' in response ? document.components.responses[response.$ref.split('/').pop()!]! : response;
    const types = Object.keys(full.content ?? {}).map((type) => `<code>${escapeHtml(type)}</code>`);
    return `<tr><td><code>${status}</code></td><td>${escapeHtml(full.description)}</td><td>${types.join(' ')}</td></tr>`;
  });
  return `<details><summary>${words.responses}</summary><div class="scroll"><table><tbody>${items.join('\n')}</tbody></table></div></details>`;
}

function article(
  method: string,
  path: string,
  operation: OpenApiOperation,
  document: OpenApiDocument,
  words: Words,
): string {
  const server = document.servers[0]?.url.replace(/\/$/, '') ?? '';
  const body = operation.requestBody?.content['application/json']?.example;
  return `<article id="${escapeHtml(operation.operationId)}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p><strong>${escapeHtml(operation.summary)}</strong></p>
${paragraphs(operation.description)}
${parameterTable(operation, words)}
${body === undefined ? tryLinks(path, operation, server, words) : `<p>${words.body}</p><pre><code>${escapeHtml(JSON.stringify(body, undefined, 2))}</code></pre>`}
${responseList(operation, document, words)}
</article>`;
}

export function docsPage(document: OpenApiDocument, language: Language): string {
  const words = WORDS[language];
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation: operation as OpenApiOperation })),
  );
  const groups = document.tags.map(({ name, description }) => {
    return { name, description, members: operations.filter(({ operation }) => operation.tags.includes(name)) };
  });
  const other = language === 'zh' ? 'en' : 'zh';
  const server = document.servers[0]?.url.replace(/\/$/, '') ?? '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(document.info.title)}</h1>
${paragraphs(document.info.description)}
<p class="soft"><a href="${server}/api/docs?lang=${other}" hreflang="${other}" lang="${other}">${words.other}</a> · ${words.machine}: <a href="${server}/api/openapi.json?lang=${language}">OpenAPI 3.1</a></p>
</header>
<nav><ul>
${operations.map(({ operation }) => `<li><a href="#${escapeHtml(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`).join('\n')}
</ul></nav>
<main>
${groups
  .filter(({ members }) => members.length > 0)
  .map(
    ({ description, members }) => `<h2>${escapeHtml(description)}</h2>
${members.map(({ method, path, operation }) => article(method, path, operation, document, words)).join('\n')}`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}
