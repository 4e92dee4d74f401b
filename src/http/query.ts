/** Reading the query of a request target strictly: no parameter twice, no broken percent-escape. */

import { InvalidInputError } from '../service/errors.ts';

/** An MA string may hold `+` but never a space inside, so that there a plus sign is one even when it was not escaped. */
const PLUS_IS_PLUS: ReadonlySet<string> = new Set(['ma', 'a', 'b']);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidInputError('query', {
      en: 'the query has a percent sign that is not followed by the two hexadecimal digits of a UTF-8 byte',
      zh: '查询串中的百分号后面不是 UTF-8 字节的两位十六进制数',
    });
  }
}

/** The target without scheme and host, which a proxy's client may send in front of the path. */
export function pathAndQuery(target: string): string {
  if (target.startsWith('/')) return target;
  const match = /^https?:\/\/[^/?#]*/i.exec(target);
  const rest = match === null ? target : target.slice(match[0].length);
  return match !== null && !rest.startsWith('/') ? `/${rest}` : rest;
}

export function pathOf(target: string): string {
  const own = pathAndQuery(target);
  const end = own.search(/[?#]/);
  return end < 0 ? own : own.slice(0, end);
}

/** The values of the known parameters. Others are ignored, as browsers and proxies add some of their own. */
export function readQuery(target: string, known: ReadonlySet<string>): Map<string, string> {
  const values = new Map<string, string>();
  const start = target.indexOf('?');
  if (start < 0) return values;
  const fragment = target.indexOf('#', start);
  for (const pair of target.slice(start + 1, fragment < 0 ? undefined : fragment).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    const raw = equals < 0 ? '' : pair.slice(equals + 1);
    const value = decode(PLUS_IS_PLUS.has(name) ? raw : raw.replaceAll('+', ' '));
    if (!known.has(name)) continue;
    if (values.has(name)) {
      throw new InvalidInputError(name, {
        en: `${name} is given more than once; give it once`,
        zh: `参数 ${name} 重复出现，只能给一次`,
      });
    }
    values.set(name, value);
  }
  return values;
}
