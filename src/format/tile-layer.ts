/** One layer of a Mapbox Vector Tile (version 2.1): features with their properties, and the geometry commands of lines and points. */
import { createByteWriter } from './tile-bytes.ts';
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

export type Properties = Readonly<Record<string, string | number>>;

export interface LayerWriter {
  /** So far, in bytes. */
  readonly size: number;
  /** Lines in units of the tile; nothing is added, and false given, where all of them are shorter than a unit. */
  addLines(id: number, lines: readonly Float64Array[], properties: Properties): boolean;
  addPoint(id: number, x: number, y: number, properties: Properties): void;
  /** The layer as a field of the tile; empty where it has no feature. */
  finish(): Uint8Array;
}

export function createLayerWriter(name: string): LayerWriter {
  const features = createByteWriter();
  const feature = createByteWriter();
  const value = createByteWriter();
  const values = createByteWriter();
  const keyNumbers = new Map<string, number>();
  const valueNumbers = new Map<string | number, number>();
  let commands: number[] = [];
  let cursorX = 0;
  let cursorY = 0;

  function keyNumber(key: string): number {
    const known = keyNumbers.get(key);
    if (known !== undefined) return known;
    keyNumbers.set(key, keyNumbers.size);
    return keyNumbers.size - 1;
  }

  function valueNumber(content: string | number): number {
    const known = valueNumbers.get(content);
    if (known !== undefined) return known;
    value.clear();
    if (typeof content === 'string') value.textField(VALUE.text, content);
    else value.numberField(VALUE.unsigned, content);
    values.bytesField(LAYER.values, value.written());
    valueNumbers.set(content, valueNumbers.size);
    return valueNumbers.size - 1;
  }

  function step(x: number, y: number): void {
    commands.push(zigzag(x - cursorX), zigzag(y - cursorY));
    cursorX = x;
    cursorY = y;
  }

  function start(): void {
    commands = [];
    cursorX = 0;
    cursorY = 0;
  }

  function addLine(line: Float64Array): void {
    const begin = commands.length;
    const fromX = cursorX;
    const fromY = cursorY;
    commands.push(MOVE_TO | (1 << 3));
    step(Math.round(line[0]!), Math.round(line[1]!));
    const count = commands.push(0) - 1;
    let steps = 0;
    for (let i = 2; i < line.length; i += 2) {
      const x = Math.round(line[i]!);
      const y = Math.round(line[i + 1]!);
      if (x === cursorX && y === cursorY) continue;
      step(x, y);
      steps++;
    }
    commands[count] = LINE_TO | (steps << 3);
    if (steps > 0) return;
    commands.length = begin;
    cursorX = fromX;
    cursorY = fromY;
  }

  function addFeature(id: number, type: number, properties: Properties): void {
    const tags: number[] = [];
    for (const key in properties) tags.push(keyNumber(key), valueNumber(properties[key]!));
    feature.clear();
    feature.numberField(FEATURE.id, id);
    feature.packedField(FEATURE.tags, tags, tags.length);
    feature.numberField(FEATURE.type, type);
    feature.packedField(FEATURE.geometry, commands, commands.length);
    features.bytesField(LAYER.features, feature.written());
  }

  return {
    get size() {
      return features.size + values.size;
    },
    addLines(id, lines, properties) {
      start();
      for (const line of lines) addLine(line);
      if (commands.length === 0) return false;
      addFeature(id, GEOMETRY_TYPE.line, properties);
      return true;
    },
    addPoint(id, x, y, properties) {
      start();
      commands.push(MOVE_TO | (1 << 3));
      step(x, y);
      addFeature(id, GEOMETRY_TYPE.point, properties);
    },
    finish() {
      if (features.size === 0) return new Uint8Array(0);
      const layer = createByteWriter();
      layer.textField(LAYER.name, name);
      layer.append(features.written());
      for (const key of keyNumbers.keys()) layer.textField(LAYER.keys, key);
      layer.append(values.written());
      layer.numberField(LAYER.extent, EXTENT);
      layer.numberField(LAYER.version, SPECIFICATION_VERSION);
      const tile = createByteWriter();
      tile.bytesField(TILE_LAYERS, layer.written());
      return tile.written();
    },
  };
}

/** Small numbers of either sign as small numbers without one. */
function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}
