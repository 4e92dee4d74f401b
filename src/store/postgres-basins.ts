/** Basins of an edition, all in memory (they are some thousands), and the basin of any id: keys start with its code. */
import type { EditionReader } from './postgres-query.ts';
import { createRecent } from './postgres-recent.ts';
import type { BasinRow } from './store.ts';

export interface PostgresBasins {
  basin(basincode: number): BasinRow | undefined;
  /** Undefined where there is no such id. */
  ofReach(id: number): number | undefined;
  ofSubbasin(id: number): number | undefined;
  ofRiver(id: number): Promise<number | undefined>;
  /** What a row just read tells of a river, so that it need not be asked. */
  rememberRiver(id: number, basincode: number): void;
}

type RawBasin = Omit<BasinRow, 'areaKm2'> & { areaKm2: number | null; firstSubbasin: number; lastSubbasin: number };

interface Run {
  basincode: number;
  first: number;
  last: number;
}

const REMEMBERED_RIVERS = 10_000;

export async function loadPostgresBasins(reader: EditionReader): Promise<PostgresBasins> {
  const all = await reader
    .prepare<RawBasin>(
      'basins',
      `SELECT basincode, name, name_en AS "nameEn", outlets, reaches, subbasins, length_km AS "lengthKm",
         area_km2 AS "areaKm2", first, last, first_subbasin AS "firstSubbasin", last_subbasin AS "lastSubbasin"
       FROM ${reader.schema}.basin`,
    )
    .all();
  const riverPlace = reader.prepare<{ basincode: number }>(
    'river-place',
    `SELECT basincode FROM ${reader.schema}.name WHERE kind = 'river' AND ref = $1`,
  );
  const reachRuns = runsOf(all.map(({ basincode, first, last }) => ({ basincode, first, last })));
  const subbasinRuns = runsOf(
    all.map(({ basincode, firstSubbasin, lastSubbasin }) => ({ basincode, first: firstSubbasin, last: lastSubbasin })),
  );
  const rows = new Map(
    all.map(({ firstSubbasin: _, lastSubbasin: __, ...row }) => [
      row.basincode,
      { ...row, areaKm2: row.areaKm2 ?? undefined },
    ]),
  );
  const rivers = createRecent<number, number>(REMEMBERED_RIVERS);
  return {
    basin: (basincode) => rows.get(basincode),
    ofReach: (id) => basinOf(reachRuns, id),
    ofSubbasin: (id) => basinOf(subbasinRuns, id),
    async ofRiver(id) {
      const known = rivers.get(id);
      if (known !== undefined) return known;
      const found = await riverPlace.one(id);
      if (found !== undefined) rivers.set(id, found.basincode);
      return found?.basincode;
    },
    rememberRiver: rivers.set,
  };
}

/** The code of a basin, sub-basin or reach starts with that of its basin. */
export function basincodeOf(code: string): number {
  return Number(code.slice(0, 4));
}

function runsOf(runs: Run[]): Run[] {
  return runs.sort((a, b) => a.first - b.first);
}

function basinOf(runs: readonly Run[], id: number): number | undefined {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.last < id) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && id >= run.first ? run.basincode : undefined;
}
