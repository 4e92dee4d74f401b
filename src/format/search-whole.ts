/**
 * What of a name's index text is looked for as it is, never by its beginning: whole names, and characters in threes, which
 * find a longer text at once where lists of pairs would have to be compared. It goes into an index of its own that has
 * no beginnings ready-made, where whole names take a third of the room.
 */

/** As `search-text.ts` marks the token of a whole name. */
export const WHOLE = '\uE000';
/** Its stand-ins for characters that the index does not know. */
const STAND_IN = /[\uE100-\uF7FF]/;

/** Index texts of a name, as `search-text.ts` makes them. */
export interface IndexTexts {
  zh: string;
  en: string;
  pinyin: string;
}

export interface SplitTexts extends IndexTexts {
  whole: string;
}

export function splitTexts({ zh, en, pinyin }: IndexTexts): SplitTexts {
  const whole = new Set<string>();
  const withoutWhole = (text: string): string => {
    const kept: string[] = [];
    for (const token of text.split(' ')) {
      if (token.startsWith(WHOLE)) whole.add(token);
      else kept.push(token);
    }
    return kept.join(' ');
  };
  const texts = { zh: withoutWhole(zh), en: withoutWhole(en), pinyin: withoutWhole(pinyin) };
  for (const text of [texts.zh, texts.en]) for (const triple of triplesIn(text.split(' '))) whole.add(triple);
  return { ...texts, whole: [...whole].join(' ') };
}

/** The pairs of characters that follow each other in a text overlap, and its last character alone comes behind them. */
function triplesIn(tokens: readonly string[]): string[] {
  const triples: string[] = [];
  for (let i = 1; i < tokens.length; i++) {
    const [before, token] = [tokens[i - 1]!, tokens[i]!];
    if (before.length === 2 && token.length === 2 && before[1] === token[0]) triples.push(before + token[1]);
  }
  return triples;
}

/** The expression that finds texts with these characters in a row, or almost: more than three are to be compared. */
export function triplesExpression(characters: string): string {
  const triples: string[] = [];
  for (let i = 0; i + 3 <= characters.length; i++) triples.push(`"${characters.slice(i, i + 3)}"`);
  return triples.join(' AND ');
}

/** Several characters share a stand-in, so that a text which has it is to be compared. */
export function hasStandIn(characters: string): boolean {
  return STAND_IN.test(characters);
}
