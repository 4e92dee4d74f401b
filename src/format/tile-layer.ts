/** One layer of a Mapbox Vector Tile (version 2.1): features with their properties, and the geometry commands of lines and points. */
import { type ByteWriter, createByteWriter, fieldBytes, packedBytes, textBytes, varintBytes } from './tile-bytes.ts';
import { EXTENT } from './tile-mercator.ts';

/** Numbers of the fields in the specification's messages. */
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 };
const FEATURE = { id: 1, tags: 2, type: 3, geometry: 4 };
const VALUE = { text: 1, unsigned: 5 };
const TILE_LAYERS = 3;
const GEOMETRY_TYPE = { point: 1, line: 2 };
const MOVE_TO = 1;
const LINE_TO = 2;
const SPECIFICATION_VERSION = 2;

/** Bytes to start with. */
const ROOM = 4096;

/** Of a feature: one for each key of the layer, or for the first of them. */
export type Values = readonly (string | number)[];

export interface LayerWriter {
  /** So far, in bytes. */
  readonly size: number;
  /** A line of the next feature: the first `length` numbers of these, in units of the tile. */
  addLine(points: Float64Array, length: number): void;
  /** Makes a feature of the lines added since the last; none where all of them are shorter than a unit. */
  endLines(id: number, values: Values): void;
  addPoint(id: number, x: number, y: number, values: Values): void;
  /** Writes the layer as a field of the tile, if it has any feature. */
  finish(tile: ByteWriter): void;
}

/** Values of the key `different` are so for all features: there is no need to look for the same one. */
export function createLayerWriter(name: string, keys: readonly string[], different?: string): LayerWriter {
  const features = createByteWriter(ROOM);
  const values = createByteWriter(ROOM);
  const numbers = new Map<string | number, number>();
  const differentAt = different === undefined ? -1 : keys.indexOf(different);
  const tags = new Int32Array(keys.length * 2);
  let valueCount = 0;
  let keysInUse = 0;
  let commands = new Int32Array(256);
  let count = 0;
  let cursorX = 0;
  let cursorY = 0;

  function numberOf(value: string | number): number {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, valueCount);
    return addValue(value);
  }

  function addValue(value: string | number): number {
    if (typeof value === 'string') {
      values.startField(LAYER.values, fieldBytes(textBytes(value)));
      values.textField(VALUE.text, value);
    } else {
      values.startField(LAYER.values, 1 + varintBytes(value));
      values.numberField(VALUE.unsigned, value);
    }
    return valueCount++;
  }

  function reserve(more: number): void {
    if (count + more <= commands.length) return;
    const grown = new Int32Array(Math.max(commands.length * 2, count + more));
    grown.set(commands);
    commands = grown;
  }

  function step(x: number, y: number): void {
    commands[count++] = zigzag(x - cursorX);
    commands[count++] = zigzag(y - cursorY);
    cursorX = x;
    cursorY = y;
  }

  function addLine(points: Float64Array, length: number): void {
    reserve(length + 2);
    const begin = count;
    const fromX = cursorX;
    const fromY = cursorY;
    commands[count++] = MOVE_TO | (1 << 3);
    step(Math.round(points[0]!), Math.round(points[1]!));
    const head = count++;
    for (let i = 2; i < length; i += 2) {
      const x = Math.round(points[i]!);
      const y = Math.round(points[i + 1]!);
      if (x !== cursorX || y !== cursorY) step(x, y);
    }
    const steps = (count - head - 1) / 2;
    commands[head] = LINE_TO | (steps << 3);
    if (steps > 0) return;
    count = begin;
    cursorX = fromX;
    cursorY = fromY;
  }

  function addFeature(id: number, type: number, own: Values): void {
    for (let i = 0; i < own.length; i++) {
      tags[i * 2] = i;
      tags[i * 2 + 1] = i === differentAt ? addValue(own[i]!) : numberOf(own[i]!);
    }
    keysInUse = Math.max(keysInUse, own.length);
    const tagCount = own.length * 2;
    const tagBytes = packedBytes(tags, tagCount);
    const geometryBytes = packedBytes(commands, count);
    const numberBytes = 1 + varintBytes(id) + 1 + varintBytes(type);
    features.startField(LAYER.features, numberBytes + fieldBytes(tagBytes) + fieldBytes(geometryBytes));
    features.numberField(FEATURE.id, id);
    features.packedField(FEATURE.tags, tags, tagCount, tagBytes);
    features.numberField(FEATURE.type, type);
    features.packedField(FEATURE.geometry, commands, count, geometryBytes);
    count = 0;
    cursorX = 0;
    cursorY = 0;
  }

  return {
    get size() {
      return features.size + values.size;
    },
    addLine,
    endLines(id, own) {
      if (count > 0) addFeature(id, GEOMETRY_TYPE.line, own);
    },
    addPoint(id, x, y, own) {
      commands[count++] = MOVE_TO | (1 << 3);
      step(x, y);
      addFeature(id, GEOMETRY_TYPE.point, own);
    },
    finish(tile) {
      if (features.size === 0) return;
      const head = createByteWriter();
      head.textField(LAYER.name, name);
      const middle = createByteWriter();
      for (const key of keys.slice(0, keysInUse)) middle.textField(LAYER.keys, key);
      const end = createByteWriter();
      end.numberField(LAYER.extent, EXTENT);
      end.numberField(LAYER.version, SPECIFICATION_VERSION);
      const parts = [head, features, middle, values, end];
      tile.startField(
        TILE_LAYERS,
        parts.reduce((sum, { size }) => sum + size, 0),
      );
      for (const part of parts) tile.append(part.written());
    },
  };
}

/** Small numbers of either sign as small numbers without one. */
function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}
