/** Looks up positions by id: an open-addressing hash table in one typed array, for millions of numeric or text ids. */

/** All numbers, or all texts. A reach without an id, or nothing to refer to, is NaN, undefined or ''. */
export type Ids = Float64Array | readonly (string | undefined)[];

export interface IdTable {
  /** Position of the id, or -1. */
  find(id: number | string | undefined): number;
  /** Adds position `at` under `ids[at]`; gives the position that is there already, or -1. */
  add(at: number): number;
  /** Lets position `at` stand for `ids[at]` instead of the one there now. */
  replace(at: number): void;
}

export function isMissing(id: number | string | undefined): boolean {
  return id === undefined || id === '' || Number.isNaN(id);
}

/** A table for `ids`, still empty. At most half full, so that a lookup sees two slots or so. */
export function openIdTable(ids: Ids): IdTable {
  let size = 16;
  while (size < 2 * ids.length) size *= 2;
  const mask = size - 1;
  /** Position + 1; 0 is free. */
  const slots = new Int32Array(size);

  const slotOf = (id: number | string): number => {
    let slot = (typeof id === 'number' ? hashNumber(id) : hashText(id)) & mask;
    while (slots[slot] !== 0 && ids[slots[slot]! - 1] !== id) slot = (slot + 1) & mask;
    return slot;
  };
  return {
    find(id) {
      return isMissing(id) ? -1 : slots[slotOf(id!)]! - 1;
    },
    add(at) {
      const slot = slotOf(ids[at]!);
      if (slots[slot] !== 0) return slots[slot]! - 1;
      slots[slot] = at + 1;
      return -1;
    },
    replace(at) {
      slots[slotOf(ids[at]!)] = at + 1;
    },
  };
}

function hashNumber(id: number): number {
  return mix((id | 0) ^ Math.imul(Math.floor(id / 2 ** 32) | 0, 0x9e3779b1));
}

function hashText(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** Spreads every bit of the input over the low bits that choose the slot. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
