/** The properties of a FlatGeobuf feature: only the columns asked for, the others stepped over. */

import { isUtf8 } from 'node:buffer';
import type { Value } from './feature.ts';
import type { FlatTable } from './flatbuffer.ts';
import { RowError } from './row.ts';

export interface Column {
  name: string;
  type: number;
}

/** Numbers of fields in the tables of the FlatGeobuf schema. */
const COLUMN = { name: 0, type: 1 };
const FEATURE = { properties: 1, columns: 2 };

export function columnsOf(tables: readonly FlatTable[]): Column[] {
  return tables.map((table) => ({ name: table.text(COLUMN.name) ?? '', type: table.uint8(COLUMN.type) ?? 0 }));
}

/** Bytes of a value by column type; 0 where its length stands before it. */
const VALUE_BYTES: readonly number[] = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 0, 0, 0];

/** Reads the values of the columns asked for, and steps over the others. */
export class FlatGeobufValues {
  readonly #columns: readonly Column[];
  readonly #wanted: readonly string[];
  readonly #slotOf: number[][];

  constructor(columns: readonly Column[], wanted: readonly string[]) {
    this.#columns = columns;
    this.#wanted = wanted;
    this.#slotOf = slotsOf(columns, wanted);
  }

  valuesOf(feature: FlatTable): Value[] {
    const values: Value[] = new Array(this.#wanted.length).fill(null);
    const properties = feature.vector(FEATURE.properties, 1);
    if (!properties) return values;
    const own = feature.tables(FEATURE.columns);
    const columns = own.length > 0 ? columnsOf(own) : this.#columns;
    const slotOf = own.length > 0 ? slotsOf(columns, this.#wanted) : this.#slotOf;
    let at = 0;
    while (at + 2 <= properties.length) {
      const index = properties.readUInt16LE(at);
      const type = columns[index]?.type;
      let bytes = type === undefined ? undefined : VALUE_BYTES[type];
      if (type === undefined || bytes === undefined)
        throw new RowError(`the properties name a column ${index} that is not there`);
      at += 2;
      if (bytes === 0) {
        bytes = properties.readUInt32LE(at);
        at += 4;
      }
      if (at + bytes > properties.length) throw new RowError('the properties end early');
      const slots = slotOf[index]!;
      if (slots.length > 0) {
        const value = readValue(properties, at, type, bytes);
        for (const slot of slots) values[slot] = value;
      }
      at += bytes;
    }
    return values;
  }
}

function slotsOf(columns: readonly Column[], wanted: readonly string[]): number[][] {
  return columns.map(({ name }) => wanted.flatMap((each, i) => (each === name ? [i] : [])));
}

function readValue(bytes: Buffer, at: number, type: number, length: number): Value {
  switch (type) {
    case 0:
      return bytes.readInt8(at);
    case 1:
      return bytes.readUInt8(at);
    case 2:
      return bytes.readUInt8(at) !== 0;
    case 3:
      return bytes.readInt16LE(at);
    case 4:
      return bytes.readUInt16LE(at);
    case 5:
      return bytes.readInt32LE(at);
    case 6:
      return bytes.readUInt32LE(at);
    case 7:
      return numberIfSafe(bytes.readBigInt64LE(at));
    case 8:
      return numberIfSafe(bytes.readBigUInt64LE(at));
    case 9:
      return finiteOrNull(bytes.readFloatLE(at));
    case 10:
      return finiteOrNull(bytes.readDoubleLE(at));
    case 14:
      return null;
    default: {
      const text = bytes.subarray(at, at + length);
      if (!isUtf8(text)) throw new RowError('a text is not valid UTF-8');
      return text.toString('utf8');
    }
  }
}

function numberIfSafe(value: bigint): Value {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function finiteOrNull(value: number): Value {
  return Number.isFinite(value) ? value : null;
}
