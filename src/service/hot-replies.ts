/**
 * A bounded memory of replies that are asked for again and again: the clock algorithm, which gives each a second chance.
 * A key comes in when it is asked for the second time within a while: to keep what is asked once would cost more than
 * it ever saves.
 */

import { hashOf } from './hash.ts';

export interface HotReplies<T> {
  get(key: string): T | undefined;
  /** Offers a reply that was not in it; it is kept, which is then true, if the key was offered before. */
  offer(key: string, reply: T): boolean;
  clear(): void;
}

/** Hashes of the keys offered lately, four places for each reply kept. A collision only lets a key in early. */
function offersSize(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(4 * Math.max(1, capacity)));
}

export function createHotReplies<T>(capacity: number): HotReplies<T> {
  const slotOf = new Map<string, number>();
  const keys: string[] = [];
  const replies: T[] = [];
  const askedAgain = new Uint8Array(capacity);
  const offered = new Uint32Array(offersSize(capacity));
  let hand = 0;

  function wasOffered(key: string): boolean {
    const hash = hashOf(key) || 1;
    const place = hash & (offered.length - 1);
    if (offered[place] === hash) return true;
    offered[place] = hash;
    return false;
  }

  function freeSlot(): number {
    if (keys.length < capacity) return keys.length;
    while (askedAgain[hand] === 1) {
      askedAgain[hand] = 0;
      hand = (hand + 1) % capacity;
    }
    const slot = hand;
    hand = (hand + 1) % capacity;
    slotOf.delete(keys[slot]!);
    return slot;
  }

  return {
    get(key) {
      const slot = slotOf.get(key);
      if (slot === undefined) return undefined;
      askedAgain[slot] = 1;
      return replies[slot];
    },
    offer(key, reply) {
      if (capacity === 0 || !wasOffered(key)) return false;
      const slot = freeSlot();
      keys[slot] = key;
      replies[slot] = reply;
      askedAgain[slot] = 0;
      slotOf.set(key, slot);
      return true;
    },
    clear() {
      slotOf.clear();
      keys.length = 0;
      replies.length = 0;
      askedAgain.fill(0);
      offered.fill(0);
      hand = 0;
    },
  };
}
