/** Text of unknown or declared encoding to strings; where nothing is declared, UTF-8 if it is that, else GB 18030. */

import { isUtf8 } from 'node:buffer';
import { SourceError } from './feature.ts';

/** What a `.cpg` file or the user may say, to the name that TextDecoder knows. */
export function encodingNamed(name: string): string {
  const plain = name.trim().toLowerCase();
  const codePage = /^(?:cp|windows-|ansi |oem |ms|ibm)?\s*(\d{3,5})$/.exec(plain)?.[1];
  const label = codePage === undefined ? plain : (CODE_PAGES.get(Number(codePage)) ?? `windows-${codePage}`);
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    throw new SourceError(`The text encoding "${name}" is not known. Try --encoding utf-8, gb18030 or big5.`, {
      cause,
    });
  }
}

const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [936, 'gbk'],
  [54936, 'gb18030'],
  [950, 'big5'],
  [932, 'shift_jis'],
  [949, 'euc-kr'],
  [65001, 'utf-8'],
  [866, 'ibm866'],
  [874, 'windows-874'],
  // Western OEM pages; TextDecoder has none of them, and plain letters are the same.
  [437, 'windows-1252'],
  [850, 'windows-1252'],
  [88591, 'iso-8859-1'],
]);

/** UTF-8 when the bytes are valid UTF-8, else GB 18030, else Western. */
export function guessEncoding(bytes: Uint8Array): string {
  if (isUtf8(withoutCutCharacter(bytes))) return 'utf-8';
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: true });
    return 'gb18030';
  } catch {
    return 'windows-1252';
  }
}

export function decodeGuessing(bytes: Uint8Array): string {
  return new TextDecoder(guessEncoding(bytes)).decode(bytes);
}

/** Text cut to a number of bytes may end inside a character: the bytes without that rest. */
export function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
