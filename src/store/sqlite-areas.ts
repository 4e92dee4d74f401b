/** Sub-basins and basins in a dataset file. */
import type { DatabaseSync } from 'node:sqlite';
import { boxOfLines, decodeMultiLine } from '../format/geometry-blob.ts';
import { rangeWithout } from './id-ranges.ts';
import { prepare } from './sqlite-query.ts';
import type { BasinRow, IdRange, Store, SubbasinRow } from './store.ts';

type RawSubbasin = Omit<SubbasinRow, 'areaKm2'> & { areaKm2: number | null };
type RawBasin = Omit<BasinRow, 'areaKm2'> & { areaKm2: number | null };

type AreaStore = Pick<
  Store,
  'subbasin' | 'subbasinByCode' | 'subbasinsInto' | 'rangesOfSubbasin' | 'subbasinLines' | 'subbasinBox' | 'basin'
>;

export function createSqliteAreas(db: DatabaseSync): AreaStore {
  const columns = `fid AS id, basincode, subbasincd, coalesce(parent, 0) AS parent, coalesce(joins, 0) AS joins, outlet,
    strahler, reaches, length_km AS lengthKm, area_km2 AS areaKm2, name, name_en AS nameEn`;
  const byId = prepare<RawSubbasin>(db, `SELECT ${columns} FROM subbasin WHERE fid = ?`);
  const byCode = prepare<RawSubbasin>(db, `SELECT ${columns} FROM subbasin WHERE code = ?`);
  const into = prepare<RawSubbasin>(db, `SELECT ${columns} FROM subbasin WHERE parent = ? ORDER BY code`);
  const geometry = prepare<{ geom: Uint8Array }>(db, 'SELECT geom FROM subbasin WHERE fid = ?');
  const outletRange = prepare<IdRange>(db, 'SELECT fid AS first, last FROM reach WHERE fid = ?');
  const inflowRanges = prepare<IdRange>(
    db,
    `SELECT reach.fid AS first, reach.last AS last FROM subbasin JOIN reach ON reach.fid = subbasin.outlet
     WHERE subbasin.parent = ? ORDER BY reach.fid`,
  );
  const basin = prepare<RawBasin>(
    db,
    `SELECT basincode, name, name_en AS nameEn, outlets, reaches, subbasins, length_km AS lengthKm, area_km2 AS areaKm2,
       first, last FROM basin WHERE basincode = ?`,
  );

  function linesOf(id: number) {
    const found = geometry.get(id);
    return found && decodeMultiLine(found.geom);
  }

  return {
    subbasin: (id) => toRow(byId.get(id)),
    subbasinByCode: (code) => toRow(byCode.get(code)),
    subbasinsInto: (id) => into.all(id).map((raw) => toRow(raw)!),
    rangesOfSubbasin(subbasin) {
      const whole = outletRange.get(subbasin.outlet);
      return whole === undefined ? [] : rangeWithout(whole, inflowRanges.all(subbasin.id));
    },
    subbasinLines: linesOf,
    subbasinBox(id) {
      const lines = linesOf(id);
      return lines && boxOfLines(lines);
    },
    basin: (basincode) => toRow(basin.get(basincode)),
  };
}

function toRow<Row extends { areaKm2: number | null }>(raw: Row | undefined) {
  return raw && { ...raw, areaKm2: raw.areaKm2 ?? undefined };
}
