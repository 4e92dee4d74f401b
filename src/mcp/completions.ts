/** Completes what a user types as the argument of a prompt or of a resource template. */
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import type { Service } from '../service/service.ts';
import type { SearchHit } from '../service/types.ts';
import { RIVER_TEMPLATE, TOPIC_TEMPLATE } from './resources.ts';

const MOST_VALUES = 20;
const LONGEST_TYPED = 200;

interface Completer {
  kinds: readonly SearchHit['kind'][];
  complete(hit: SearchHit, typed: string): string;
}

/** In the script that is being typed. */
function nameOf({ displayName, displayNameEn }: SearchHit, typed: string): string {
  return /\p{Script=Han}/u.test(typed) ? displayName : displayNameEn;
}

const BY_ARGUMENT: Readonly<Record<string, Completer>> = {
  'introduce_river name': { kinds: ['river'], complete: nameOf },
  'upstream_of place': { kinds: ['river', 'poi'], complete: nameOf },
  'explain_code ma': { kinds: ['river', 'subbasin', 'poi'], complete: ({ ma }) => ma },
  [`${RIVER_TEMPLATE} code`]: {
    kinds: ['river'],
    complete: ({ basincode, subbasincd, binstrval, binstrlen }) =>
      `${basincode}${subbasincd}.${binstrval ?? 0}.${binstrlen ?? 1}`,
  },
};

function resultOf(values: readonly string[], total: number, hasMore: boolean): CompleteResult {
  return { completion: { values: [...values], total, hasMore } };
}

export async function complete(service: Service, { ref, argument }: CompleteRequestParams): Promise<CompleteResult> {
  const owner = ref.type === 'ref/prompt' ? ref.name : ref.uri;
  const typed = argument.value.trim();
  if (owner === TOPIC_TEMPLATE && argument.name === 'topic') {
    const names = (await service.knowledgeTopics()).map(({ name }) => name).filter((name) => name.startsWith(typed));
    return resultOf(names.slice(0, MOST_VALUES), names.length, names.length > MOST_VALUES);
  }
  const key = `${owner} ${argument.name}`;
  const completer = Object.hasOwn(BY_ARGUMENT, key) ? BY_ARGUMENT[key] : undefined;
  if (completer === undefined || typed === '' || typed.length > LONGEST_TYPED) return resultOf([], 0, false);
  const { kinds } = completer;
  const { items, total, next } = await service.searchAll({ q: typed, kinds, limit: MOST_VALUES });
  const values = new Set(items.map((hit) => completer.complete(hit, typed)).filter((value) => value !== ''));
  return resultOf([...values], total, next !== undefined);
}
