/** The hits of one tier in order of importance: how many there are, and the next so many, with little read twice. */
import type { NameIndex } from './sqlite-name-index.ts';
import type { NameEntry } from './store.ts';

export interface Hits {
  /** Counted up to `room`. */
  count(room: number): number;
  /** The first ones above a rank. */
  take(above: number, room: number): Taken;
  /** Of all of them; undefined where they are too many to have been looked for. */
  ranks(): readonly number[] | undefined;
}

export interface Taken {
  entries: NameEntry[];
  /** Where the search gave up looking, if it did. */
  stoppedAt: number | undefined;
}

/** The ranks of the first hits above one, and where looking for them was given up, if it was. */
export type Listing = (above: number, room: number) => Listed;

export interface Listed {
  ranks: number[];
  stoppedAt: number | undefined;
}

/** The most that is asked for a page, and of a count. */
export interface Rooms {
  page: number;
  count: number;
}

const ALL = 2 ** 31 - 1;

/** Of one term, whose hits come as fast as they are taken: a page is, and the others are counted where that is not all. */
export function hitsOfTerm(index: NameIndex, term: string, rooms: Rooms, atLeast = 0): Hits {
  let first: NameEntry[] | undefined;
  const front = (): NameEntry[] => {
    first ??= index.entries(term, 0, rooms.page);
    return first;
  };
  const isAll = () => front().length < rooms.page;
  return {
    count(room) {
      if (isAll()) return Math.min(room, front().length);
      return atLeast >= room ? room : index.count(term, room);
    },
    take(above, room) {
      const isInFront = isAll() || (above === 0 && room <= rooms.page);
      const entries = isInFront ? front().filter(({ rank }) => rank > above) : index.entries(term, above, room);
      return { entries: entries.slice(0, room), stoppedAt: undefined };
    },
    ranks: () => (isAll() ? front().map(({ rank }) => rank) : index.ranks(term, 0, ALL)),
  };
}

/** Where it is the finding that takes time: as many as are counted are found at once, and only those of a page are read. */
export function hitsListed(index: NameIndex, list: Listing, rooms: Rooms): Hits {
  const most = Math.max(rooms.page, rooms.count);
  let first: Listed | undefined;
  const front = (): Listed => {
    first ??= list(0, most);
    return first;
  };
  const isAll = () => front().stoppedAt === undefined && front().ranks.length < most;
  return {
    count: (room) => (front().stoppedAt === undefined ? Math.min(room, front().ranks.length) : room),
    take(above, room) {
      const { ranks, stoppedAt } = isAll() || above === 0 ? front() : list(above, room);
      const taken = ranks.filter((rank) => rank > above).slice(0, room);
      return { entries: index.entriesAt(taken), stoppedAt: taken.length < room ? stoppedAt : undefined };
    },
    ranks: () => (isAll() ? front().ranks : undefined),
  };
}
