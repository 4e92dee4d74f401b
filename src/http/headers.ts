/** The headers that every reply carries: open to scripts of any origin, closed to everything a JSON reply never needs. */

const EXPOSED = 'Content-Language, ETag, Link, Retry-After, X-Error-Reason, X-Request-Id';

export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

export const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'Accept, Accept-Language, Content-Type, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
};

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Public and shared for a while, then asked for again with If-None-Match. */
export function cacheControl(seconds: number): string {
  return seconds === 0 ? 'public, no-cache' : `public, max-age=${seconds}`;
}
