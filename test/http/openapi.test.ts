import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ENTRIES } from '../../src/http/docs/catalogue.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../../src/http/docs/openapi-types.ts';
import { exampleAddress } from '../../src/http/docs/page.ts';
import { OPERATIONS } from '../../src/service/operations.ts';
import { type TinyApp, tinyApp } from './support/tiny-app.ts';

let tiny: TinyApp;
let document: OpenApiDocument;

before(async () => {
  tiny = await tinyApp();
  document = (await tiny.get('/api/openapi.json', { 'accept-language': 'en' })).json();
});

function operations(): { method: string; path: string; operation: OpenApiOperation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation: operation as OpenApiOperation })),
  );
}

test('the document is valid OpenAPI 3.1 in both languages', async () => {
  for (const language of ['en', 'zh']) {
    const text = (await tiny.get(`/api/openapi.json?lang=${language}`)).json();
    const { valid, errors } = await new Validator().validate(text);
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(text.openapi, '3.1.0');
    assert.equal(text.info.version, '1.2.3');
  }
});

test('every operation of the table is in the document, and every path of the document is a route', () => {
  for (const { name, rest } of OPERATIONS) {
    for (const path of rest) assert.ok(document.paths[path] !== undefined, `${name} ${path}`);
  }
  for (const { method, path } of operations()) {
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    assert.ok(tiny.app.hasRoute({ method: method.toUpperCase() as 'GET', url }), `${method} ${url}`);
  }
  assert.equal(new Set(operations().map(({ operation }) => operation.operationId)).size, operations().length);
});

test('every example in it works on the dataset served, and the reply is as its schema says', async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const check = (schema: object, body: unknown, what: string) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
    const validate = ajv.compile(JSON.parse(text));
    assert.ok(validate(body), `${what}: ${JSON.stringify(validate.errors)}`);
  };
  let checked = 0;
  for (const { method, path, operation } of operations()) {
    const { content = {} } = operation.responses['200'] as OpenApiResponse;
    for (const [type, { schema }] of Object.entries(content)) {
      const example = operation.requestBody?.content['application/json']?.example;
      const response = await tiny.app.inject({
        method: method as 'GET',
        url: exampleAddress(path, operation),
        headers: { accept: type },
        ...(example === undefined ? {} : { payload: example as object }),
      });
      const what = `${method} ${exampleAddress(path, operation)} ${type}`;
      assert.equal(response.statusCode, 200, what);
      assert.ok(String(response.headers['content-type']).startsWith(type), what);
      if (type.endsWith('json')) check(schema, response.json(), what);
      checked++;
    }
  }
  assert.ok(checked >= 18, String(checked));
  for (const url of ['/api/pois', '/api/pois/dam/nowhere', '/api/ma/resolve', '/nowhere']) {
    check({ $ref: '#/components/schemas/Error' }, (await tiny.get(url)).json(), url);
  }
});

test('the parameters of the path and query are those that the routes know', () => {
  for (const { resource } of ENTRIES) {
    const path = resource.path.replace(/:(\w+)/g, '{$1}');
    const { parameters } = document.paths[path]!.get!;
    const named = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
    assert.deepEqual(
      named('path'),
      [...resource.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    );
    assert.deepEqual(named('query'), [...resource.query, ...(resource.formats.length > 1 ? ['f'] : [])]);
  }
});

test('the page of documentation stands alone: no script, no other host, one style sheet that its policy lets in', async () => {
  const { body, headers } = await tiny.get('/api/docs');
  assert.ok(!/<script|<link|<img|<iframe|\son\w+=|style="/i.test(body));
  for (const [, address] of body.matchAll(/(?:href|src)="([^"]+)"/g)) assert.match(address!, /^(\/|#)/);
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)![1]!;
  const hash = createHash('sha256').update(style).digest('base64');
  assert.ok(String(headers['content-security-policy']).includes(`style-src 'sha256-${hash}'`));
});

test('the page names every operation and its links work, in both languages', async () => {
  for (const language of ['zh', 'en']) {
    const { body } = await tiny.get(`/api/docs?lang=${language}`);
    assert.ok(body.includes(`<html lang="${language}">`));
    for (const { operation } of operations())
      assert.ok(body.includes(`id="${operation.operationId}"`), operation.operationId);
    const links = [...body.matchAll(/href="(\/[^"]+)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));
    assert.ok(links.length > 15);
    for (const link of links) assert.equal((await tiny.get(link)).statusCode, 200, link);
  }
  assert.equal((await tiny.get('/api/docs?lang=fr')).statusCode, 400);
});
