/** The dBase table beside a Shapefile: its header, and one record's bytes to values. */

import { isAscii, isUtf8 } from 'node:buffer';
import { SourceError, type Value } from './feature.ts';
import { RowError } from './row.ts';
import { guessEncoding, withoutCutCharacter } from './text-encoding.ts';

export interface DbfField {
  name: string;
  /** `C`, `N`, `F`, `D`, `L`, ... */
  type: string;
  /** Of its first byte in a record, whose byte 0 is the deletion mark. */
  offset: number;
  length: number;
}

export interface DbfHeader {
  recordCount: number;
  headerBytes: number;
  recordBytes: number;
  fields: DbfField[];
  /** From the language driver byte; undefined where it says nothing. */
  encoding: string | undefined;
}

/** Language driver ids that name one encoding; 0x57, "ANSI", stands for whatever Windows was set to. */
const LANGUAGE_DRIVERS: ReadonlyMap<number, string> = new Map([
  [0x03, 'windows-1252'],
  [0x13, 'shift_jis'],
  [0x4d, 'gbk'],
  [0x4e, 'euc-kr'],
  [0x4f, 'big5'],
  [0x50, 'windows-874'],
  [0x58, 'windows-1252'],
  [0x59, 'windows-1252'],
  [0x78, 'big5'],
  [0x79, 'euc-kr'],
  [0x7a, 'gbk'],
  [0x7b, 'shift_jis'],
  [0x7c, 'windows-874'],
  [0x7d, 'windows-1255'],
  [0x7e, 'windows-1256'],
  [0xc8, 'windows-1250'],
  [0xc9, 'windows-1251'],
  [0xca, 'windows-1254'],
  [0xcb, 'windows-1253'],
  [0xcc, 'windows-1257'],
]);

export const DBF_PREFIX_BYTES = 32;

/** Bytes of the whole header, from its first 32. */
export function dbfHeaderBytes(prefix: Buffer): number {
  return prefix.readUInt16LE(8);
}

/** Field names are in the table's encoding too: `encoding` decodes them, or they are guessed. */
export function parseDbfHeader(header: Buffer, encoding: string | undefined): DbfHeader {
  const ownEncoding = LANGUAGE_DRIVERS.get(header[29]!);
  const recordBytes = header.readUInt16LE(10);
  const fields: DbfField[] = [];
  let offset = 1;
  for (let at = 32; at + 32 <= header.length && header[at] !== 0x0d && header[at] !== 0; at += 32) {
    const raw = header.subarray(at, at + 11);
    const nul = raw.indexOf(0);
    const nameBytes = nul < 0 ? raw : raw.subarray(0, nul);
    const type = String.fromCharCode(header[at + 11]!);
    // Long text: its high length byte stands where numbers have their decimals.
    const length = type === 'C' ? header[at + 16]! + 256 * header[at + 17]! : header[at + 16]!;
    fields.push({ name: decodeName(nameBytes, encoding ?? ownEncoding), type, offset, length });
    offset += length;
  }
  if (fields.length === 0 || offset > recordBytes) {
    throw new SourceError('The .dbf beside the .shp has a damaged header, so the attributes cannot be read.');
  }
  return {
    recordCount: header.readUInt32LE(4),
    headerBytes: header.length,
    recordBytes,
    fields,
    encoding: ownEncoding,
  };
}

function decodeName(bytes: Buffer, encoding: string | undefined): string {
  const chosen = encoding ?? guessEncoding(bytes);
  return new TextDecoder(chosen).decode(chosen === 'utf-8' ? withoutCutCharacter(bytes) : bytes).trim();
}

export function isDeleted(record: Buffer): boolean {
  return record[0] === 0x2a;
}

/** Turns the bytes of a text field into a string; throws RowError for what is not in the encoding. */
export type TextReader = (bytes: Buffer) => string;

export function textReader(encoding: string): TextReader {
  if (encoding === 'utf-8') {
    return (bytes) => {
      if (isAscii(bytes)) return bytes.toString('latin1');
      const whole = withoutCutCharacter(bytes);
      if (!isUtf8(whole))
        throw new RowError('a text is not valid UTF-8; if the file is in another encoding, give it with --encoding');
      return Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('utf8');
    };
  }
  const decoder = new TextDecoder(encoding);
  return (bytes) => (isAscii(bytes) ? bytes.toString('latin1') : decoder.decode(bytes));
}

/** For a table that names no encoding: UTF-8 until a text is not, and GB 18030 from then on. */
export function guessingTextReader(sample: readonly Buffer[]): TextReader {
  const other = sample.map(guessEncoding).find((encoding) => encoding !== 'utf-8');
  if (other !== undefined) return textReader(other);
  const utf8 = textReader('utf-8');
  let later: TextReader | undefined;
  return (bytes) => {
    if (later) return later(bytes);
    if (isAscii(bytes) || isUtf8(withoutCutCharacter(bytes))) return utf8(bytes);
    later = textReader(guessEncoding(bytes));
    return later(bytes);
  };
}

export function textBytes(record: Buffer, field: DbfField): Buffer {
  let end = field.offset + field.length;
  while (end > field.offset && (record[end - 1] === 0x20 || record[end - 1] === 0)) end--;
  return record.subarray(field.offset, end);
}

export function readField(record: Buffer, field: DbfField, text: TextReader): Value {
  switch (field.type) {
    case 'N':
    case 'F':
      return readNumber(record, field);
    case 'D':
      return readDate(textBytes(record, field).toString('latin1'));
    case 'L':
      return readLogical(record[field.offset]!);
    case 'I':
    case '+':
      return field.length === 4 ? record.readInt32LE(field.offset) : null;
    case 'O':
    case 'B':
      return field.length === 8 ? record.readDoubleLE(field.offset) : null;
    case 'C':
    case 'V': {
      const bytes = textBytes(record, field);
      return bytes.length === 0 ? null : text(bytes).trim() || null;
    }
    default:
      return null;
  }
}

/** Whole numbers digit by digit: most columns of a river table are ids, and this is several times faster than a string. */
function readNumber(record: Buffer, field: DbfField): Value {
  let at = field.offset;
  const end = at + field.length;
  while (at < end && (record[at] === 0x20 || record[at] === 0)) at++;
  const start = at;
  const negative = record[at] === 0x2d;
  if (negative) at++;
  let value = 0;
  let digits = 0;
  while (at < end && digits < 15) {
    const digit = record[at]! - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    digits++;
    at++;
  }
  if (digits > 0 && (at === end || record[at] === 0x20 || record[at] === 0)) return negative ? -value : value;
  return numberOf(record.toString('latin1', start, end));
}

function numberOf(padded: string): Value {
  const text = padded.replaceAll('\0', '').trim();
  // Asterisks are how dBase writes a number that does not fit, and some write null.
  if (text === '' || text.startsWith('*')) return null;
  if (/^[+-]?\d{16,}$/.test(text)) {
    const big = BigInt(text);
    return big >= Number.MIN_SAFE_INTEGER && big <= Number.MAX_SAFE_INTEGER ? Number(big) : big;
  }
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) throw new RowError(`"${text}" stands where a number should`);
  return Number.isFinite(value) ? value : null;
}

function readDate(text: string): Value {
  const date = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  return date && date[0] !== '00000000' ? `${date[1]}-${date[2]}-${date[3]}` : null;
}

function readLogical(byte: number): Value {
  const letter = String.fromCharCode(byte).toUpperCase();
  if (letter === 'T' || letter === 'Y') return true;
  return letter === 'F' || letter === 'N' ? false : null;
}
