/** The head of a river reply as text: the same lines, in the same order, as Node writes for the ordinary route. */

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
  whole(requestId: string, part: string): string;
}

const REQUEST_ID = 'x-request-id: ';
const TAG = 'etag: ';
const LINE_END = '\r\n';

export function createReadyHead(
  context: ResourceContext,
  service: Service,
  format: RiverFormat,
  language: Language,
): ReadyHead {
  const { headers } = replyHead(context, RIVER, service, '', format, language);
  const { etag: _, ...others } = headers;
  const beforeId = `HTTP/1.1 200 OK${LINE_END}${lines(COMMON_HEADERS)}${REQUEST_ID}`;
  const afterTag = `${LINE_END}${lines({ ...others, 'content-type': FORMATS[format].contentType })}content-length: `;
  const afterDate = lines({ Connection: 'keep-alive', 'Keep-Alive': `timeout=${KEEP_ALIVE_MS / 1000}` });
  return {
    partOf: (tag, contentLength) => `${LINE_END}${TAG}${tag}${afterTag}${contentLength}${LINE_END}Date: `,
    whole: (requestId, part) => `${beforeId}${requestId}${part}${dateNow()}${LINE_END}${afterDate}${LINE_END}`,
  };
}

function lines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}${LINE_END}`)
    .join('');
}

let date = '';
let dateSecond = 0;

/** Written anew once a second. */
function dateNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== dateSecond) {
    date = new Date(now).toUTCString();
    dateSecond = second;
  }
  return date;
}
