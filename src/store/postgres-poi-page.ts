/** Fills one page with points of interest that meet the conditions of a query, and tells where the next one starts. */
import { distanceM, isInBox } from '../format/sphere.ts';
import type { PoiPosition, PoiQuery } from './store.ts';
import { compareText } from './text-order.ts';

/** As much of a row as the conditions need. */
export interface PoiCandidate {
  id: number;
  basincode: number;
  type: string;
  keyUpper: string;
  reach: number;
  lon: number;
  lat: number;
}

export interface PoiPageBuilder {
  readonly taken: readonly PoiCandidate[];
  /** Takes the row if it meets the conditions; true when the page can take no more. */
  add(row: PoiCandidate): boolean;
  stopAfter(row: PoiCandidate): void;
  full(): boolean;
  next(): PoiPosition | undefined;
}

export function createPoiPage(query: PoiQuery): PoiPageBuilder {
  const taken: PoiCandidate[] = [];
  let next: PoiPosition | undefined;
  return {
    taken,
    add(row) {
      if (!meets(row, query)) return false;
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

function meets(row: PoiCandidate, { ranges, box, near }: PoiQuery): boolean {
  if (ranges !== undefined && !ranges.some(({ first, last }) => row.reach >= first && row.reach <= last)) return false;
  if (box !== undefined && !isInBox(row, box)) return false;
  return near === undefined || distanceM(near.lon, near.lat, row.lon, row.lat) <= near.radiusM;
}
