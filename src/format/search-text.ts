/**
 * The text of names in the search index, and the question put to it: made here both, so that what is indexed is found.
 *
 * Characters of Chinese (and Japanese and Korean) go in as pairs and the last one alone, 嘉陵江 as `嘉陵 陵江 江`, so that
 * any piece of a name finds it; other scripts as words. Pinyin goes in joined from each syllable on, `huanghe he`, so
 * that it is found with and without spaces. A mark and the whole name, without spaces, finds exact names.
 */

/** Starts the token of a whole name. Private use, so no text has it; the index takes it as a letter. */
const WHOLE = '\uE000';
/** Beginnings of words up to so many letters are in the index ready-made (its option `prefix`). */
const INDEXED_PREFIX = 6;
/** Stand-ins for characters that the index does not know; two that share one are told apart by `accepts`. */
const STAND_IN_FIRST = 0xe100;
const STAND_IN_COUNT = 0x1700;

/** Scripts written without spaces, and the stand-ins. */
const CHARACTERS = '\\u3041-\\u3096\\u30A1-\\u30FA\\u3400-\\u4DB5\\u4E00-\\u9FCC\\uAC00-\\uD7A3\\uE100-\\uF7FF';
const PIECES = new RegExp(`([${CHARACTERS}]+)|((?:(?![${CHARACTERS}])[\\p{L}\\p{N}])+)`, 'gu');
/** Letters and digits that the index's tokenizer, which ends at Unicode 6.1, is known to take as such. */
const KNOWN_TO_INDEX =
  '0-9a-z\\u00AA-\\u02AF\\u0370-\\u037D\\u0386-\\u0527\\u0531-\\u0587\\u05D0-\\u05EA\\u0620-\\u06D3\\u0904-\\u0939' +
  '\\u0E01-\\u0E30\\u10A0-\\u10C5\\u10D0-\\u10FA\\u1E00-\\u1EFF\\u3041-\\u3096\\u30A1-\\u30FA\\u3400-\\u4DB5' +
  '\\u4E00-\\u9FCC\\uAC00-\\uD7A3';
const UNKNOWN_TO_INDEX = new RegExp(`(?![${KNOWN_TO_INDEX}])[\\p{L}\\p{N}]`, 'gu');
const JOINED_BY = /['’ʻʼ`·]/g;

/** Letters that normalisation does not take apart. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};

interface Piece {
  /** Found by any part of it, or as a word. */
  kind: 'characters' | 'word';
  text: string;
}

/** A name may hold any script, so both columns take the same. */
export { indexText as indexTextEn, indexText as indexTextZh };

function indexText(name: string): string {
  const pieces = piecesOf(name);
  if (pieces.length === 0) return '';
  const tokens = pieces.flatMap((piece) => (piece.kind === 'word' ? [piece.text] : pairsOf(piece.text)));
  return [...tokens, WHOLE + joined(pieces)].join(' ');
}

/** For the syllables of a Chinese name in pinyin, with or without tones. */
export function indexTextPinyin(syllables: readonly string[]): string {
  const tokens = new Set<string>();
  for (const umlaut of ['u', 'v']) {
    const plain = syllables.map((syllable) =>
      joined(piecesOf(syllable.normalize('NFC').replace(/[vüǖǘǚǜ]/gi, umlaut))),
    );
    for (let from = 0; from < plain.length; from++) tokens.add(plain.slice(from).join(''));
    tokens.add(WHOLE + plain.join(''));
  }
  tokens.delete('');
  tokens.delete(WHOLE);
  return [...tokens].join(' ');
}

export interface NameMatch {
  /** FTS5 expressions, the best first, none with hits of another: names that are the text itself come before all others. */
  tiers: readonly [exact: string, ...others: string[]];
  /** Does a row that was found really hold the text? Pairs of characters alone can't tell. Not asked of exact names. */
  accepts(name: string, nameEn: string): boolean;
  /** Whether `accepts` ever says no. */
  needsCheck: boolean;
}

/** What a typed text asks the index; undefined where there is nothing in it to look for. */
export function matchQuery(text: string): NameMatch | undefined {
  const pieces = piecesOf(text);
  if (pieces.length === 0) return undefined;
  const exact = quoted(WHOLE + joined(pieces));
  const runs = pieces.filter((piece) => piece.kind === 'characters').map((piece) => piece.text);
  const words = pieces.filter((piece) => piece.kind === 'word').map((piece) => piece.text);
  const toCheck = runs.filter((run) => run.length > 2 || /[\uE100-\uF7FF]/.test(run));
  const others = wordExpressions(words).map((expression) => {
    return [...runs.flatMap(runExpressions), expression].filter((part) => part !== '').join(' AND ');
  });
  return {
    tiers: [
      exact,
      ...others.map((tier, i) => [`(${tier})`, exact, ...others.slice(0, i).map(bracketed)].join(' NOT ')),
    ],
    needsCheck: toCheck.length > 0,
    accepts(name, nameEn) {
      const whole = `${fold(name)} ${fold(nameEn)}`;
      return toCheck.every((run) => whole.includes(run));
    },
  };
}

function runExpressions(run: string): string[] {
  if (run.length === 1) return [`${quoted(run)} *`];
  return pairsOf(run).slice(0, -1).map(quoted);
}

/**
 * The last word may be unfinished; and all of them together may be pinyin typed with spaces. Past the beginnings that
 * the index keeps, all hits of an unfinished word are gathered before the first is given (15 ms for 200,000), so that
 * there names with the whole word are a tier of their own, and mostly enough.
 */
function wordExpressions(words: readonly string[]): string[] {
  const last = words.at(-1);
  if (last === undefined) return [''];
  const before = words.slice(0, -1).map(quoted);
  const unfinished = [...before, `${quoted(last)} *`].join(' AND ');
  const either = words.length === 1 ? unfinished : `((${unfinished}) OR {pinyin} : ${quoted(words.join(''))} *)`;
  return last.length <= INDEXED_PREFIX ? [either] : [[...before, quoted(last)].join(' AND '), either];
}

function bracketed(expression: string): string {
  return `(${expression})`;
}

function quoted(token: string): string {
  return `"${token}"`;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [whole, run] of fold(text).matchAll(PIECES)) {
    pieces.push({ kind: run === undefined ? 'word' : 'characters', text: whole });
  }
  return pieces;
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('');
}

function pairsOf(run: string): string[] {
  const pairs: string[] = [];
  for (let i = 0; i + 1 < run.length; i++) pairs.push(run.slice(i, i + 2));
  pairs.push(run.slice(-1));
  return pairs;
}

/** Lower case, without marks, one form for each character, each of one UTF-16 unit. */
function fold(text: string): string {
  return text
    .replace(JOINED_BY, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[æœøđðħıłŋßþŧ]/g, (letter) => PLAIN_LETTERS[letter]!)
    .replace(UNKNOWN_TO_INDEX, (character) =>
      String.fromCharCode(STAND_IN_FIRST + (character.codePointAt(0)! % STAND_IN_COUNT)),
    );
}
