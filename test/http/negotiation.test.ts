import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editionOf, entityTag, isNoneMatch } from '../../src/http/etag.ts';
import { chooseLanguage, chooseMediaType } from '../../src/http/negotiation.ts';

const OFFERED = ['application/json', 'application/geo+json'] as const;

test('Accept: the best quality wins, the more specific range counts, ties go to the first offer', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/geo+json', 'application/geo+json'],
    ['APPLICATION/GEO+JSON', 'application/geo+json'],
    ['application/geo+json; charset=utf-8', 'application/geo+json'],
    ['application/json;q=0.5, application/geo+json', 'application/geo+json'],
    ['application/json;q=0.5, application/geo+json;q=0.4', 'application/json'],
    ['application/geo+json, */*', 'application/json'],
    ['application/geo+json, */*;q=0.1', 'application/geo+json'],
    ['application/json;q=0, */*', 'application/geo+json'],
    ['application/*;q=0.2, application/geo+json;q=0.3', 'application/geo+json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['*/*;q=0', undefined],
    ['application/json;q=abc, application/geo+json', 'application/geo+json'],
    ['garbage', 'application/json'],
    [', ,;q=1', 'application/json'],
  ];
  for (const [header, expected] of cases) assert.equal(chooseMediaType(header, OFFERED), expected, String(header));
});

test('Accept-Language: English only where it is liked better than Chinese', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'zh'],
    ['', 'zh'],
    ['*', 'zh'],
    ['en', 'en'],
    ['EN-gb', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en;q=0.8,zh;q=0.9', 'zh'],
    ['en;q=0.9,zh;q=0.8', 'en'],
    ['fr, en;q=0.3', 'en'],
    ['fr', 'zh'],
    ['en;q=0', 'zh'],
    ['zh;q=0, *', 'en'],
    ['english', 'zh'],
  ];
  for (const [header, expected] of cases) assert.equal(chooseLanguage(header), expected, String(header));
});

test('any header at all is read without throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      const type = chooseMediaType(header, OFFERED);
      assert.ok(type === undefined || OFFERED.includes(type));
      assert.match(chooseLanguage(header), /^(zh|en)$/);
      assert.equal(typeof isNoneMatch(header, '"x"'), 'boolean');
    }),
  );
});

test('entity tags differ by dataset, software, address, language and representation, and are strong', () => {
  const tags = [
    entityTag(editionOf('a'.repeat(64), '1.0.0'), '/api', 'json'),
    entityTag(editionOf('b'.repeat(64), '1.0.0'), '/api', 'json'),
    entityTag(editionOf('a'.repeat(64), '1.0.1'), '/api', 'json'),
    entityTag(editionOf('a'.repeat(64), '1.0.0'), '/api?x', 'json'),
    entityTag(editionOf('a'.repeat(64), '1.0.0'), '/api', 'zh-json'),
    entityTag(editionOf('a'.repeat(64), '1.0.0'), '/api', 'en-json'),
  ];
  assert.equal(new Set(tags).size, tags.length);
  for (const tag of tags) assert.match(tag, /^"[!#-~]+"$/);
});

test('If-None-Match: lists, weak tags and the star', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ', '*', ' * ', '"x,y", "a"']) {
    assert.ok(isNoneMatch(header, '"a"'), header);
  }
  for (const header of ['', '"b"', 'a', '"A"', 'W/"b", "c"', '"a', '"a"b'])
    assert.ok(!isNoneMatch(header, '"a"'), header);
});
