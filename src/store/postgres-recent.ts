/** Remembers what was read lately: an edition never changes, so what is remembered stays right. */

export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** Holds at least the last `capacity` and at most twice as many; 0 holds none. */
export function createRecent<Key, Value>(capacity: number): Recent<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      if (capacity === 0) return;
      if (young.size >= capacity) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}
