/** Writes the fields of a protocol-buffer message one after the other into bytes that grow. */

const encoder = new TextEncoder();

/** How a field's content is written; the tag of a field is its number and this. */
const VARINT = 0;
const WITH_LENGTH = 2;

/** Of 53 bits. */
const MOST_VARINT_BYTES = 8;

export interface ByteWriter {
  readonly size: number;
  varint(value: number): void;
  numberField(field: number, value: number): void;
  textField(field: number, text: string): void;
  bytesField(field: number, bytes: Uint8Array): void;
  /** The packed values of a repeated number from 0 to 2^31 - 1, the first `count` of them, in so many bytes. */
  packedField(field: number, values: Int32Array, count: number, bytes: number): void;
  /** The head of a field whose content, of so many bytes, is written next. */
  startField(field: number, bytes: number): void;
  /** Fields written elsewhere. */
  append(fields: Uint8Array): void;
  /** A view, valid until the next write. */
  written(): Uint8Array;
}

export function createByteWriter(room = 256): ByteWriter {
  let bytes = new Uint8Array(room);
  let size = 0;

  function reserve(more: number): void {
    if (size + more > bytes.length) grow(more);
  }

  function grow(more: number): void {
    const grown = new Uint8Array(Math.max(bytes.length * 2, size + more));
    grown.set(bytes.subarray(0, size));
    bytes = grown;
  }

  /** Whole numbers from 0 to 2^53 - 1. */
  function varint(value: number): void {
    reserve(MOST_VARINT_BYTES);
    let rest = value;
    while (rest > 0x7fffffff) {
      bytes[size++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest > 0x7f) {
      bytes[size++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[size++] = rest;
  }

  function append(content: Uint8Array): void {
    reserve(content.length);
    bytes.set(content, size);
    size += content.length;
  }

  function startField(field: number, length: number): void {
    varint(field * 8 + WITH_LENGTH);
    varint(length);
  }

  function bytesField(field: number, content: Uint8Array): void {
    startField(field, content.length);
    append(content);
  }

  return {
    get size() {
      return size;
    },
    varint,
    append,
    startField,
    bytesField,
    numberField(field, value) {
      varint(field * 8 + VARINT);
      varint(value);
    },
    textField(field, text) {
      const length = textBytes(text);
      startField(field, length);
      reserve(length);
      // Most are codes: for a few letters a call of the encoder costs more than all the rest.
      if (length === text.length) for (let i = 0; i < length; i++) bytes[size++] = text.charCodeAt(i);
      else size += encoder.encodeInto(text, bytes.subarray(size)).written;
    },
    packedField(field, values, count, length) {
      startField(field, length);
      reserve(length);
      for (let i = 0; i < count; i++) {
        let rest = values[i]!;
        for (; rest > 0x7f; rest >>>= 7) bytes[size++] = (rest & 0x7f) | 0x80;
        bytes[size++] = rest;
      }
    },
    written: () => bytes.subarray(0, size),
  };
}

export function varintBytes(value: number): number {
  if (value <= 0x7f) return 1;
  if (value <= 0x3fff) return 2;
  let size = 2;
  for (let rest = Math.floor(value / 0x4000); rest > 0; rest = Math.floor(rest / 128)) size++;
  return size;
}

export function packedBytes(values: Int32Array, count: number): number {
  let size = 0;
  for (let i = 0; i < count; i++) size += varintBytes(values[i]!);
  return size;
}

/** Of a field with so many bytes of content; fields have numbers below 16, and so heads of a byte and the length. */
export function fieldBytes(length: number): number {
  return 1 + varintBytes(length) + length;
}

/** In UTF-8, where half of a pair without the other half becomes the replacement character. */
export function textBytes(text: string): number {
  let size = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x7f) continue;
    size += unit <= 0x7ff ? 1 : 2;
    const isPair = (unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i++;
  }
  return size;
}
