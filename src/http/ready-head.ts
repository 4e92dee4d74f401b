/** The head of a river reply as text: the same lines, in the same order, as Node writes for the ordinary route. */

import { inOnePiece } from '../format/byte-string.ts';
import type { Service } from '../service/service.ts';
import type { Language } from '../service/types.ts';
import { FORMATS } from './formats.ts';
import { COMMON_HEADERS } from './headers.ts';
import { type ResourceContext, replyHead } from './resource.ts';
import { RIVER } from './routes/rivers.ts';
import { KEEP_ALIVE_MS } from './settings.ts';

export type RiverFormat = 'json' | 'geojson';

export interface ReadyHead {
  /** What of the head depends on the reach, which may be kept. */
  partOf(tag: string, contentLength: number): string;
  /** With its empty line. */
  whole(requestId: string, part: string, nowMs: number): string;
}

const REQUEST_ID = 'x-request-id: ';
const TAG = 'etag: ';
const LINE_END = '\r\n';
const BEFORE_DATE = '\r\nDate: ';

export function createReadyHead(
  context: ResourceContext,
  service: Service,
  format: RiverFormat,
  language: Language,
): ReadyHead {
  const { headers } = replyHead(context, RIVER, service, '', format, language);
  const { etag: _, ...others } = headers;
  const beforeTag = inOnePiece(`${LINE_END}${TAG}`);
  const beforeId = inOnePiece(`HTTP/1.1 200 OK${LINE_END}${lines(COMMON_HEADERS)}${REQUEST_ID}`);
  const type = lines({ ...others, 'content-type': FORMATS[format].contentType });
  const afterTag = inOnePiece(`${LINE_END}${type}content-length: `);
  return {
    partOf: (tag, contentLength) => `${beforeTag}${tag}${afterTag}${contentLength}${BEFORE_DATE}`,
    whole: (requestId, part, nowMs) => beforeId + requestId + part + endAt(nowMs),
  };
}

function lines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}${LINE_END}`)
    .join('');
}

const AFTER_DATE = lines({ Connection: 'keep-alive', 'Keep-Alive': `timeout=${KEEP_ALIVE_MS / 1000}` });

let end = '';
let endHoldsUntilMs = 0;

/** From the date on, which is written anew once a second. Times as `performance.now` has them: the caller has one at hand. */
function endAt(nowMs: number): string {
  if (nowMs >= endHoldsUntilMs) {
    const now = Date.now();
    end = inOnePiece(`${new Date(now).toUTCString()}${LINE_END}${AFTER_DATE}${LINE_END}`);
    endHoldsUntilMs = nowMs + 1000 - (now % 1000);
  }
  return end;
}
