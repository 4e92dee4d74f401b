/**
 * A bounded memory of replies that are asked for again and again: the clock algorithm, which gives each a second chance.
 * A key comes in when it is asked for the second time within a while: to keep what is asked once would cost more than
 * it ever saves.
 */

export interface HotReplies<T> {
  /** `hash` is that of the key, in 32 bits, which the caller mostly needs anyway. */
  get(key: string, hash: number): T | undefined;
  /** Offers a reply that was not in it; it is kept, which is then true, if the key was offered before. */
  offer(key: string, hash: number, reply: T): boolean;
  clear(): void;
}

/**
 * Hashes of the keys offered lately, about as many as replies are kept: with more, keys that come at random would push
 * each other in and out. A collision only lets a key in early.
 */
function offersSize(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, capacity)));
}

interface Entry<T> {
  key: string;
  hash: number;
  reply: T;
  askedAgain: boolean;
}

export function createHotReplies<T>(capacity: number): HotReplies<T> {
  /** Of two keys with one hash the later one is kept. */
  const entryOf = new Map<number, Entry<T>>();
  const entries: Entry<T>[] = [];
  const offered = new Int32Array(offersSize(capacity));
  let hand = 0;

  function wasOffered(hash: number): boolean {
    const mark = hash | 0 || 1;
    const place = hash & (offered.length - 1);
    if (offered[place] === mark) return true;
    offered[place] = mark;
    return false;
  }

  function freeSlot(): number {
    if (entries.length < capacity) return entries.length;
    while (entries[hand]!.askedAgain) {
      entries[hand]!.askedAgain = false;
      hand = (hand + 1) % capacity;
    }
    const slot = hand;
    hand = (hand + 1) % capacity;
    const old = entries[slot]!;
    if (entryOf.get(old.hash) === old) entryOf.delete(old.hash);
    return slot;
  }

  return {
    get(key, hash) {
      const entry = entryOf.get(hash | 0);
      if (entry === undefined || entry.key !== key) return undefined;
      entry.askedAgain = true;
      return entry.reply;
    },
    offer(key, hash, reply) {
      if (capacity === 0 || !wasOffered(hash)) return false;
      const entry = { key, hash: hash | 0, reply, askedAgain: false };
      entries[freeSlot()] = entry;
      entryOf.set(entry.hash, entry);
      return true;
    },
    clear() {
      entryOf.clear();
      entries.length = 0;
      offered.fill(0);
      hand = 0;
    },
  };
}
