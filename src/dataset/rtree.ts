/**
 * Writes a spatial index in one pass: boxes are put in the order of a Hilbert curve and packed into full nodes, which go
 * straight into the tables behind SQLite's R*Tree. Inserting through the virtual table costs ten times as much, and the
 * packed tree answers quicker. The node format is SQLite's: depth and cell count, then cells of a 64-bit id and four
 * 32-bit floats, all big-endian.
 */
import type { DatabaseSync } from 'node:sqlite';

const CELLS_PER_NODE = 51;
const CELL_BYTES = 24;
const NODE_BYTES = 4 + CELLS_PER_NODE * CELL_BYTES;
const ROOT = 1;

/** Boxes as west, south, east, north for each id; ids are 1, 2, 3, ... in that order. */
export function writeSpatialIndex(db: DatabaseSync, table: string, column: string, boxes: Float64Array): void {
  const name = `rtree_${table}_${column}`;
  db.exec(`CREATE VIRTUAL TABLE "${name}" USING rtree(id, minx, maxx, miny, maxy)`);
  const count = boxes.length / 4;
  if (count === 0) return;
  db.exec(`DELETE FROM "${name}_node"`);
  const putNode = db.prepare(`INSERT INTO "${name}_node" (nodeno, data) VALUES (?, ?)`);
  const putRow = db.prepare(`INSERT INTO "${name}_rowid" (rowid, nodeno) VALUES (?, ?)`);
  const putParent = db.prepare(`INSERT INTO "${name}_parent" (nodeno, parentnode) VALUES (?, ?)`);

  let level = leafLevel(boxes);
  const nodeOfRow = new Int32Array(count);
  let next = ROOT + 1;
  for (let depth = 0; ; depth++) {
    const size = level.ids.length;
    const nodes = Math.ceil(size / CELLS_PER_NODE);
    const parents: Level = { ids: new Float64Array(nodes), boxes: new Float32Array(nodes * 4) };
    for (let n = 0; n < nodes; n++) {
      const node = nodes === 1 ? ROOT : next++;
      const from = n * CELLS_PER_NODE;
      const to = Math.min(size, from + CELLS_PER_NODE);
      putNode.run(node, nodeBytes(level, from, to, nodes === 1 ? depth : 0));
      for (let i = from; i < to; i++) {
        if (depth === 0) nodeOfRow[level.ids[i]! - 1] = node;
        else putParent.run(level.ids[i]!, node);
      }
      parents.ids[n] = node;
      boundingBox(level, from, to, parents.boxes, n * 4);
    }
    if (nodes === 1) break;
    level = parents;
  }
  for (let row = 0; row < count; row++) putRow.run(row + 1, nodeOfRow[row]!);
}

interface Level {
  ids: Float64Array;
  /** minx, maxx, miny, maxy for each id. */
  boxes: Float32Array;
}

function leafLevel(boxes: Float64Array): Level {
  const count = boxes.length / 4;
  const curve = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const x = ((boxes[i * 4]! + boxes[i * 4 + 2]!) / 2 + 180) / 360;
    const y = ((boxes[i * 4 + 1]! + boxes[i * 4 + 3]!) / 2 + 90) / 180;
    curve[i] = hilbert(unit16(x), unit16(y));
  }
  const order = sortedOrder(curve);
  const level: Level = { ids: new Float64Array(count), boxes: new Float32Array(count * 4) };
  for (let n = 0; n < count; n++) {
    const i = order[n]!;
    level.ids[n] = i + 1;
    level.boxes[n * 4] = floatBelow(boxes[i * 4]!);
    level.boxes[n * 4 + 1] = floatAbove(boxes[i * 4 + 2]!);
    level.boxes[n * 4 + 2] = floatBelow(boxes[i * 4 + 1]!);
    level.boxes[n * 4 + 3] = floatAbove(boxes[i * 4 + 3]!);
  }
  return level;
}

function unit16(value: number): number {
  return Math.max(0, Math.min(0xffff, Math.floor(value * 0x10000)));
}

/** Distance along a Hilbert curve over a grid of 65,536 by 65,536 cells. */
export function hilbert(x: number, y: number): number {
  let d = 0;
  for (let s = 0x8000; s > 0; s >>= 1) {
    const rx = (x & s) > 0 ? 1 : 0;
    const ry = (y & s) > 0 ? 1 : 0;
    d += s * s * ((3 * rx) ^ ry);
    if (ry === 0) {
      if (rx === 1) {
        x = 0xffff - x;
        y = 0xffff - y;
      }
      const swap = x;
      x = y;
      y = swap;
    }
  }
  return d;
}

/** Indices in ascending order of their positions on the curve: a radix sort, 11 bits at a time. */
function sortedOrder(curve: Uint32Array): Int32Array {
  const count = curve.length;
  let order = Int32Array.from(curve.keys());
  let other = new Int32Array(count);
  for (let shift = 0; shift < 33; shift += 11) {
    const starts = new Uint32Array(2049);
    for (let i = 0; i < count; i++) starts[((curve[i]! >>> shift) & 2047) + 1]!++;
    for (let b = 0; b < 2048; b++) starts[b + 1]! += starts[b]!;
    for (let i = 0; i < count; i++) {
      const item = order[i]!;
      const bucket = (curve[item]! >>> shift) & 2047;
      other[starts[bucket]!++] = item;
    }
    [order, other] = [other, order];
  }
  return order;
}

function nodeBytes(level: Level, from: number, to: number, depth: number): Uint8Array {
  const bytes = new Uint8Array(NODE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, depth);
  view.setUint16(2, to - from);
  let at = 4;
  for (let i = from; i < to; i++, at += CELL_BYTES) {
    const id = level.ids[i]!;
    view.setUint32(at, Math.floor(id / 2 ** 32));
    view.setUint32(at + 4, id >>> 0);
    for (let c = 0; c < 4; c++) view.setFloat32(at + 8 + c * 4, level.boxes[i * 4 + c]!);
  }
  return bytes;
}

function boundingBox(level: Level, from: number, to: number, into: Float32Array, at: number): void {
  into.set(level.boxes.subarray(from * 4, from * 4 + 4), at);
  for (let i = from + 1; i < to; i++) {
    into[at] = Math.min(into[at]!, level.boxes[i * 4]!);
    into[at + 1] = Math.max(into[at + 1]!, level.boxes[i * 4 + 1]!);
    into[at + 2] = Math.min(into[at + 2]!, level.boxes[i * 4 + 2]!);
    into[at + 3] = Math.max(into[at + 3]!, level.boxes[i * 4 + 3]!);
  }
}

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** The greatest 32-bit float that is not above the value. */
export function floatBelow(value: number): number {
  single[0] = value;
  if (single[0] > value) step(-1);
  return single[0];
}

/** The smallest 32-bit float that is not below the value. */
export function floatAbove(value: number): number {
  single[0] = value;
  if (single[0] < value) step(1);
  return single[0];
}

function step(direction: 1 | -1): void {
  if (single[0] === 0) {
    bits[0] = direction === 1 ? 1 : -0x7fffffff;
    return;
  }
  bits[0]! += (single[0]! > 0 ? 1 : -1) * direction;
}
