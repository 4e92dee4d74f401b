/** Takes apart what `matchQuery` asks the index: the terms that a name must have, each of which has a list of names. */

const TERM = /(?:\{pinyin\} : )?"[^"]*"(?: \*)?/g;
/** Words, or all of them together as pinyin. */
const EITHER = /\(\((.*)\) OR (\{pinyin\} : "[^"]*" \*)\)/;
const PAIR = /^"[^"]{2}"$/;

export interface TierParts {
  /** Without the exact names, which another index has. */
  expression: string;
  /** A name that has all terms of one of these, and was in no earlier tier, is a hit. */
  anyOf: readonly (readonly string[])[];
  /** The characters in a row that it asks for and nothing else, at least three. */
  run: string | undefined;
}

/** Of a tier behind the exact names. */
export function partsOfTier(tier: string, exact: string): TierParts {
  const notExact = ` NOT ${exact}`;
  const anyOf = termsIn(tier.slice(0, tier.indexOf(notExact)));
  return { expression: tier.replace(notExact, ''), anyOf, run: runOfPairs(anyOf.flat(), exact) };
}

function termsIn(expression: string): string[][] {
  const either = EITHER.exec(expression);
  if (either === null) return [expression.match(TERM)!];
  const [whole, words, pinyin] = either;
  const others = expression.replace(whole, '').match(TERM) ?? [];
  return [
    [...others, ...words!.match(TERM)!],
    [...others, pinyin!],
  ];
}

/** Each run of characters has one pair less than characters: as many pairs as that are of one run. */
function runOfPairs(terms: readonly string[], exact: string): string | undefined {
  const characters = exact.slice('"?'.length, -1);
  const isRun = terms.length > 1 && terms.length === characters.length - 1 && terms.every((term) => PAIR.test(term));
  return isRun ? characters : undefined;
}
