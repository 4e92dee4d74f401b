/** Writes the fields of a protocol-buffer message one after the other into bytes that grow. */

const encoder = new TextEncoder();

/** How a field's content is written; the tag of a field is its number and this. */
const VARINT = 0;
const WITH_LENGTH = 2;

export interface ByteWriter {
  readonly size: number;
  varint(value: number): void;
  numberField(field: number, value: number): void;
  textField(field: number, text: string): void;
  bytesField(field: number, bytes: Uint8Array): void;
  /** The packed values of a repeated number. */
  packedField(field: number, values: ArrayLike<number>, count: number): void;
  /** Fields written elsewhere. */
  append(fields: Uint8Array): void;
  clear(): void;
  /** A view, valid until the next write. */
  written(): Uint8Array;
}

export function createByteWriter(): ByteWriter {
  let bytes = new Uint8Array(256);
  let size = 0;

  function reserve(more: number): void {
    if (size + more <= bytes.length) return;
    const grown = new Uint8Array(Math.max(bytes.length * 2, size + more));
    grown.set(bytes.subarray(0, size));
    bytes = grown;
  }

  /** Whole numbers from 0 to 2^53 - 1. */
  function varint(value: number): void {
    reserve(8);
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

  function bytesField(field: number, content: Uint8Array): void {
    varint(field * 8 + WITH_LENGTH);
    varint(content.length);
    append(content);
  }

  return {
    get size() {
      return size;
    },
    varint,
    append,
    bytesField,
    numberField(field, value) {
      varint(field * 8 + VARINT);
      varint(value);
    },
    textField(field, text) {
      bytesField(field, encoder.encode(text));
    },
    packedField(field, values, count) {
      let length = 0;
      for (let i = 0; i < count; i++) length += varintSize(values[i]!);
      varint(field * 8 + WITH_LENGTH);
      varint(length);
      for (let i = 0; i < count; i++) varint(values[i]!);
    },
    clear() {
      size = 0;
    },
    written: () => bytes.subarray(0, size),
  };
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) size++;
  return size;
}
