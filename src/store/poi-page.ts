/** Fills one page with points of interest that meet the conditions of a query, and tells where the next one starts. */
import { distanceM, isInBox } from '../format/sphere.ts';
import type { Place, PoiPosition, PoiQuery } from './store.ts';
import { compareText } from './text-order.ts';

/** As much of a row as every condition needs but those on its place. */
export interface PoiCandidate {
  id: number;
  type: string;
  keyUpper: string;
  reach: number;
}

export interface PoiPageBuilder<Row extends PoiCandidate> {
  readonly taken: readonly Row[];
  /** Takes the row if it meets the conditions; true when the page can take no more. */
  add(row: Row): boolean;
  stopAfter(row: Row): void;
  full(): boolean;
  next(): PoiPosition | undefined;
}

/** The place of a row is looked at only where a condition asks for it. */
export function createPoiPage<Row extends PoiCandidate>(
  query: PoiQuery,
  placeOf: (row: Row) => Place,
): PoiPageBuilder<Row> {
  const taken: Row[] = [];
  let next: PoiPosition | undefined;

  function meets(row: Row): boolean {
    const { ranges, box, near } = query;
    if (ranges !== undefined && !ranges.some(({ first, last }) => row.reach >= first && row.reach <= last))
      return false;
    if (box === undefined && near === undefined) return true;
    const place = placeOf(row);
    if (box !== undefined && !isInBox(place, box)) return false;
    return near === undefined || distanceM(near.lon, near.lat, place.lon, place.lat) <= near.radiusM;
  }

  return {
    taken,
    add(row) {
      if (!meets(row)) return false;
      const previous = taken.at(-1);
      if (taken.length === query.limit && previous !== undefined) {
        next = positionOf(previous);
        return true;
      }
      taken.push(row);
      return false;
    },
    stopAfter(row) {
      next = positionOf(row);
    },
    full: () => next !== undefined,
    next: () => next,
  };
}

export function isAfter(row: PoiCandidate, after: PoiPosition): boolean {
  const types = compareText(row.type, after.type);
  return types > 0 || (types === 0 && compareText(row.keyUpper, after.keyUpper) > 0);
}

function positionOf({ type, keyUpper, id }: PoiCandidate): PoiPosition {
  return { type, keyUpper, id };
}
