/** Keeps answers to a size that a language model can read: whole items only, and `truncated` where some were left out. */
import { toJson } from '../service/json.ts';

/** An answer stands in a reply twice, as text and as structure; at two characters a token both are below 20,000 tokens. */
const MOST_CHARACTERS = 39_000;

/** As text it is quoted once more, which makes it longer. */
function fits(json: string): boolean {
  return json.length * 2 <= MOST_CHARACTERS && JSON.stringify(json).length + json.length <= MOST_CHARACTERS;
}

type Members = Record<string, unknown>;

/** The member that takes most room and can be shortened: a list before a text. */
function longestMember(value: Members, is: (member: unknown) => boolean): string | undefined {
  let longest: string | undefined;
  let most = 0;
  for (const [name, member] of Object.entries(value)) {
    if (!is(member)) continue;
    const { length } = toJson(member);
    if (length > most && (member as ArrayLike<unknown>).length > 0) [longest, most] = [name, length];
  }
  return longest;
}

/** The greatest count of 0 to `most` that still fits; 0 where none does. */
function greatestThatFits(most: number, fitsWith: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fitsWith(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function shortened(member: unknown, count: number): unknown {
  if (Array.isArray(member)) return member.slice(0, count);
  return `${(member as string).slice(0, count).toWellFormed()}…`;
}

/** The JSON of the answer, cut where it would be too long; `undefined` where even that is not enough. */
export function fittingJson(answer: object): string | undefined {
  const whole = toJson(answer);
  if (fits(whole)) return whole;
  const cut: Members = { ...answer, truncated: true };
  const isText = (member: unknown) => typeof member === 'string';
  for (const is of [Array.isArray, isText]) {
    const tried = new Set<string>();
    for (;;) {
      const untried = Object.fromEntries(Object.entries(cut).filter(([name]) => !tried.has(name)));
      const name = longestMember(untried, is);
      if (name === undefined) break;
      tried.add(name);
      const member = cut[name];
      const fitsWith = (count: number) => fits(toJson({ ...cut, [name]: shortened(member, count) }));
      cut[name] = shortened(member, greatestThatFits((member as ArrayLike<unknown>).length, fitsWith));
      const json = toJson(cut);
      if (fits(json)) return json;
    }
  }
  return undefined;
}

interface JsonWithRaw {
  rawJSON(text: string): unknown;
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

const keepDigits: SourceReviver = (_key, value, { source }) => {
  const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isInexact && source !== undefined ? (JSON as unknown as JsonWithRaw).rawJSON(source) : value;
};

/** Parses JSON so that writing it again gives the same digits, whole numbers past 2^53 included. */
export function parseExactly(json: string): Record<string, unknown> {
  const reviver = /[0-9]{16}/.test(json) ? (keepDigits as (key: string, value: unknown) => unknown) : undefined;
  return JSON.parse(json, reviver) as Record<string, unknown>;
}
