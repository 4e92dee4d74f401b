/** The words of a name as a tsvector, in its binary form: each with the columns it stands in. */

/** Weight (A, B, C) and position of a word in each column; positions only tell them apart. */
const MARKS: Readonly<Record<string, number>> = {
  /** Chinese. */
  z: (3 << 14) | 1,
  /** English. */
  e: (2 << 14) | 2,
  /** Pinyin. */
  p: (1 << 14) | 3,
};
const COLUMNS = ['z', 'e', 'p'] as const;

/** A tsvector takes words of 2,046 bytes at most; so long a name is found by its beginning. */
const LONGEST_WORD = 600;

/** Both what is kept and what is looked for goes through this. */
export function indexedWord(word: string): string {
  return word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD).toWellFormed() : word;
}

/** Takes words with a space between, each behind the first letter of its column: `z黄河 ehuang eriver`. */
export function createWordsEncoder(): (words: string) => Uint8Array {
  let buffer = Buffer.allocUnsafe(4096);
  const columnsOf = new Map<string, string>();
  return (words) => {
    columnsOf.clear();
    for (const marked of words === '' ? [] : words.split(' ')) {
      const word = indexedWord(marked.slice(1));
      columnsOf.set(word, (columnsOf.get(word) ?? '') + marked[0]);
    }
    const most = 4 + words.length * 3 + columnsOf.size * (3 + COLUMNS.length * 2);
    if (buffer.length < most) buffer = Buffer.allocUnsafe(most * 2);
    let at = buffer.writeInt32BE(columnsOf.size, 0);
    for (const [word, columns] of columnsOf) {
      const marks = COLUMNS.filter((column) => columns.includes(column));
      at += buffer.write(word, at);
      buffer[at] = 0;
      at = buffer.writeUInt16BE(marks.length, at + 1);
      for (const column of marks) at = buffer.writeUInt16BE(MARKS[column]!, at);
    }
    return buffer.subarray(0, at);
  };
}
