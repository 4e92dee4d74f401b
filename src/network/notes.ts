/** Things worth telling about a network, collected while working on it: a few of each kind in full, the rest as a count. */
import type { NetworkNote } from './network.ts';

export interface NoteBook {
  /** `text` is only called for notes that are kept, so a million of one kind cost nothing. */
  add(kind: string, reach: number, text: () => string): void;
  count(kind: string): number;
  /** All kept notes, each kind followed by one line for those left out. */
  list(): NetworkNote[];
}

export const NOTES_OF_A_KIND = 100;

export function openNoteBook(limit = NOTES_OF_A_KIND): NoteBook {
  const kinds = new Map<string, { kept: NetworkNote[]; count: number }>();
  return {
    add(kind, reach, text) {
      let entry = kinds.get(kind);
      if (entry === undefined) {
        entry = { kept: [], count: 0 };
        kinds.set(kind, entry);
      }
      entry.count++;
      if (entry.kept.length < limit) entry.kept.push({ kind, reach, text: text() });
    },
    count: (kind) => kinds.get(kind)?.count ?? 0,
    list() {
      const notes: NetworkNote[] = [];
      for (const [kind, { kept, count }] of kinds) {
        notes.push(...kept);
        const left = count - kept.length;
        if (left > 0) notes.push({ kind, reach: -1, text: `${left} more of this kind (${count} in all)` });
      }
      return notes;
    },
  };
}
