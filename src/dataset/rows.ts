/** The rows of all sources in columns: ids and where they flow, figures, names, lines, codes where the source has them. */
import type { Role } from '../source/preset.ts';
import { type IdColumn, idColumn, type NumberColumn, numberColumn } from './columns.ts';
import { createLineStore, type LineStore } from './line-store.ts';
import type { ReportedSource } from './report.ts';

/** The roles found in at least one source, and one entry a row in each column. */
export interface Rows {
  count: number;
  sources: ReportedSource[];
  has: Set<Role>;
  /** How close ends of lines are that are meant to meet, by the coarsest source. */
  snapDegrees: number;
  id: IdColumn;
  down: IdColumn;
  fromNode: IdColumn;
  toNode: IdColumn;
  /** NaN for a point without one: its line is drawn later. */
  lengthKm: NumberColumn;
  areaKm2: NumberColumn;
  catchmentKm2: NumberColumn;
  /** 2 where the row is the minor way of a divergence. */
  divergence: NumberColumn;
  continent: NumberColumn;
  /** Number of the row's name in `names`, or -1. */
  name: NumberColumn;
  names: { zh: string; en: string }[];
  /** Whether the row was a point and has no line of its own. */
  isPoint: NumberColumn;
  lines: LineStore;
  basincode: NumberColumn;
  subbasincd: string[];
  binstrval: bigint[];
  binstrlen: NumberColumn;
  /** Codes seen so far, where the source has them. */
  codes: Set<string>;
}

export function createRows(): Rows {
  return {
    count: 0,
    sources: [],
    has: new Set(),
    snapDegrees: 0,
    id: idColumn(),
    down: idColumn(),
    fromNode: idColumn(),
    toNode: idColumn(),
    lengthKm: numberColumn(),
    areaKm2: numberColumn(),
    catchmentKm2: numberColumn(),
    divergence: numberColumn(),
    continent: numberColumn(),
    name: numberColumn(),
    names: [],
    isPoint: numberColumn(),
    lines: createLineStore(),
    basincode: numberColumn(),
    subbasincd: [],
    binstrval: [],
    binstrlen: numberColumn(),
    codes: new Set(),
  };
}
