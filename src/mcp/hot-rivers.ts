/** Replies to recent lookups of rivers, kept ready: the same few rivers are asked for again and again. */
import { type ByteString, inOnePiece } from '../format/byte-string.ts';
import type { Arguments } from '../service/arguments.ts';
import { hashOf } from '../service/hash.ts';
import { createHotReplies } from '../service/hot-replies.ts';
import type { Service } from '../service/service.ts';

/** Some 5 KiB each. */
const CAPACITY = 2048;

export interface HotRivers {
  get(service: Service, key: string): ByteString | undefined;
  /** Keeps the reply if it is offered for the second time within a while. */
  offer(service: Service, key: string, reply: ByteString): void;
}

/** Empties itself when the service is another, which has another dataset. */
export function createHotRivers(capacity = CAPACITY): HotRivers {
  const replies = createHotReplies<{ text: ByteString }>(capacity);
  let owner: Service | undefined;
  return {
    get(service, key) {
      return service === owner ? replies.get(key, hashOf(key))?.text : undefined;
    },
    offer(service, key, text) {
      if (service !== owner) replies.clear();
      owner = service;
      const reply = { text };
      if (replies.offer(key, hashOf(key), reply)) reply.text = inOnePiece(text);
    },
  };
}

const MEMBERS: ReadonlySet<string> = new Set(['basincode', 'subbasincd', 'binstrval', 'binstrlen', 'level']);

/** `undefined` for calls of other tools, and for arguments that are not plainly numbers and text. */
export function hotKey(name: string, given: Arguments): string | undefined {
  if (name !== 'get_river') return undefined;
  const { basincode, subbasincd, binstrval, binstrlen, level = 1 } = given;
  if (typeof subbasincd !== 'string' || !Number.isSafeInteger(binstrval)) return undefined;
  if (typeof basincode !== 'number' || typeof binstrlen !== 'number' || typeof level !== 'number') return undefined;
  for (const member in given) if (!MEMBERS.has(member)) return undefined;
  return `${basincode}/${subbasincd}/${binstrval}/${binstrlen}/${level}`;
}
