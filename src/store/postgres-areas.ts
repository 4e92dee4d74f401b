/** Sub-basins and basins of an edition. */
import { boxOfLines } from '../format/geometry-blob.ts';
import { rangeWithout } from './id-ranges.ts';
import { basincodeOf, type PostgresBasins } from './postgres-basins.ts';
import { linesOfWkb } from './postgres-geometry.ts';
import type { EditionReader } from './postgres-query.ts';
import { createRecent } from './postgres-recent.ts';
import type { IdRange, LineCoordinates, Store, SubbasinRow } from './store.ts';

type RawSubbasin = Omit<SubbasinRow, 'areaKm2'> & { areaKm2: number | null };

type AreaStore = Pick<
  Store,
  'subbasin' | 'subbasinByCode' | 'subbasinsInto' | 'rangesOfSubbasin' | 'subbasinLines' | 'subbasinBox' | 'basin'
>;

const REMEMBERED = 2_000;

export function createPostgresAreas(reader: EditionReader, basins: PostgresBasins): AreaStore {
  const { schema } = reader;
  const columns = `id, basincode, subbasincd, parent, joins, outlet, strahler, reaches, length_km AS "lengthKm",
    area_km2 AS "areaKm2", name, name_en AS "nameEn"`;
  const byId = reader.prepare<RawSubbasin>(
    'subbasin',
    `SELECT ${columns} FROM ${schema}.subbasin WHERE basincode = $1 AND id = $2`,
  );
  const byCode = reader.prepare<RawSubbasin>(
    'subbasin-code',
    `SELECT ${columns} FROM ${schema}.subbasin WHERE basincode = $1 AND code = $2`,
  );
  const into = reader.prepare<RawSubbasin>(
    'subbasins-into',
    `SELECT ${columns} FROM ${schema}.subbasin WHERE basincode = $1 AND parent = $2 ORDER BY code`,
  );
  const geometry = reader.prepare<{ lines: Buffer }>(
    'subbasin-lines',
    `SELECT ST_AsBinary(geom, 'NDR') AS lines FROM ${schema}.subbasin WHERE basincode = $1 AND id = $2`,
  );
  const ranges = reader.prepare<IdRange & { own: boolean }>(
    'subbasin-ranges',
    `SELECT id AS first, last, id = $2 AS own FROM ${schema}.reach WHERE basincode = $1 AND id IN (
       SELECT $2 UNION ALL SELECT outlet FROM ${schema}.subbasin WHERE basincode = $1 AND parent = $3
     ) ORDER BY id`,
  );
  const recent = createRecent<number, SubbasinRow>(REMEMBERED);

  function toRow(raw: RawSubbasin): SubbasinRow {
    const row = { ...raw, areaKm2: raw.areaKm2 ?? undefined };
    recent.set(row.id, row);
    return row;
  }

  async function linesOf(id: number): Promise<LineCoordinates[] | undefined> {
    const found = await geometry.one(basins.ofSubbasin(id), id);
    return found && linesOfWkb(found.lines);
  }

  return {
    async subbasin(id) {
      const known = recent.get(id);
      const basin = basins.ofSubbasin(id);
      if (known !== undefined || basin === undefined) return known;
      const raw = await byId.one(basin, id);
      return raw && toRow(raw);
    },
    async subbasinByCode(code) {
      const raw = await byCode.one(basincodeOf(code), code);
      return raw && toRow(raw);
    },
    subbasinsInto: async (id) => (await into.all(basins.ofSubbasin(id), id)).map(toRow),
    async rangesOfSubbasin(subbasin) {
      const found = await ranges.all(subbasin.basincode, subbasin.outlet, subbasin.id);
      const whole = found.find(({ own }) => own);
      const holes = found.filter(({ own }) => !own);
      return whole === undefined ? [] : rangeWithout(whole, holes);
    },
    subbasinLines: linesOf,
    async subbasinBox(id) {
      const lines = await linesOf(id);
      return lines && boxOfLines(lines);
    },
    basin: basins.basin,
  };
}
