/** How a reply is written: as events of a stream, or as plain JSON where that alone is accepted. */

import type { ByteString } from '../format/byte-string.ts';

export type Framing = 'events' | 'json';

export const CONTENT_TYPES: Readonly<Record<Framing, string>> = {
  events: 'text/event-stream',
  json: 'application/json; charset=utf-8',
};

/** How exactly a range of an Accept header names the type; 0 where it does not cover it. */
function exactness(range: string, type: string): number {
  if (range === type) return 3;
  if (range === `${type.slice(0, type.indexOf('/'))}/*`) return 2;
  return range === '*/*' ? 1 : 0;
}

/** The range that names the type most exactly decides, as HTTP has it. */
function isAccepted(accept: string, type: string): boolean {
  let best = 0;
  let accepted = false;
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const match = exactness(range, type);
    if (match <= best) continue;
    best = match;
    accepted = !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
  }
  return accepted;
}

const USUAL = 'application/json, text/event-stream';

/** `undefined` where neither is accepted. Without an Accept header anything is. */
export function chooseFraming(accept: string | undefined): Framing | undefined {
  if (accept === undefined || accept === USUAL || accept.trim() === '') return 'events';
  if (isAccepted(accept, 'text/event-stream')) return 'events';
  return isAccepted(accept, 'application/json') ? 'json' : undefined;
}

/** One event for each message; as JSON a batch is a list, and a single answer stands alone. */
export function frame(framing: Framing, messages: readonly ByteString[], isBatch: boolean): ByteString {
  if (framing === 'events') return messages.map((message) => `event: message\ndata: ${message}\n\n`).join('');
  return isBatch ? `[${messages.join(',')}]` : messages.at(-1)!;
}
