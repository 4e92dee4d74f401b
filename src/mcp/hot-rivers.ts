/** Replies to recent lookups of rivers, kept ready: the same few rivers are asked for again and again. */
import type { Arguments } from '../service/arguments.ts';
import type { Service } from '../service/service.ts';

/** In each of two generations, some 10 KiB a reply: when the young one is full it becomes the old one. */
const GENERATION = 1024;

export interface HotRivers {
  get(service: Service, key: string): string | undefined;
  add(service: Service, key: string, reply: string): void;
}

/** Empties itself when the service is another, which has another dataset. */
export function createHotRivers(generation = GENERATION): HotRivers {
  let owner: Service | undefined;
  let young = new Map<string, string>();
  let old = new Map<string, string>();

  function add(service: Service, key: string, reply: string): void {
    if (service !== owner || young.size >= generation) {
      old = service === owner ? young : new Map();
      young = new Map();
      owner = service;
    }
    young.set(key, reply);
  }

  return {
    get(service, key) {
      if (service !== owner) return undefined;
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const reply = old.get(key);
      if (reply !== undefined) add(service, key, reply);
      return reply;
    },
    add,
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
