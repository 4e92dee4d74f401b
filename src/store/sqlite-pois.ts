/** Points of interest in a dataset file: one by key, and pages of those that meet conditions, at a bounded cost. */
import type { DatabaseSync } from 'node:sqlite';
import { decodePoint } from '../format/geometry-blob.ts';
import { boxAround, splitAtAntimeridian } from '../format/sphere.ts';
import { createPoiPage, isAfter, type PoiCandidate, type PoiPageBuilder } from './poi-page.ts';
import { JUNCTION, type SqlitePoiCounts } from './sqlite-poi-counts.ts';
import { prepare } from './sqlite-query.ts';
import type { Box, IdRange, Place, PoiPosition, PoiQuery, PoiRow, Store } from './store.ts';
import { compareText } from './text-order.ts';

/** Up to so many candidates are gathered and sorted; where there are more, they are met soon enough in order of keys. */
const GATHER_LIMIT = 5_000;
/** Rows looked at for one page in order of keys: 20,000 take some 30 ms. */
const SCAN_LIMIT = 20_000;
/** Sorts after every character that a code has. */
const AFTER_CODE = '~';

interface Candidate extends PoiCandidate {
  geom: Uint8Array;
}

type RawPoi = Omit<PoiRow, 'lon' | 'lat'> & { geom: Uint8Array };

export function createSqlitePois(db: DatabaseSync, counts: SqlitePoiCounts): Pick<Store, 'poi' | 'poiById' | 'pois'> {
  const columns = `poi.fid AS id, poi.type, poi.key, poi.geom, poi.reach, reach.code, poi.name, poi.name_en AS nameEn,
    poi.description, poi.description_en AS descriptionEn, poi.properties, poi.photos`;
  const joined = 'poi JOIN reach ON reach.fid = poi.reach';
  const byId = prepare<RawPoi>(db, `SELECT ${columns} FROM ${joined} WHERE poi.fid = ?`);
  const byKey = prepare<RawPoi>(db, `SELECT ${columns} FROM ${joined} WHERE type = ? AND key_upper = ?`);
  const light = 'SELECT fid AS id, type, key_upper AS keyUpper, reach, geom FROM poi';
  const candidate = prepare<Candidate>(db, `${light} WHERE fid = ?`);
  const candidateByKey = prepare<Candidate>(db, `${light} WHERE type = ? AND key_upper = ?`);
  const byKeys = prepare<Candidate>(
    db,
    `${light} INDEXED BY poi_type_key WHERE type = ? AND key_upper > ? AND key_upper < ? ORDER BY key_upper`,
  );
  const onReaches = prepare<Candidate>(
    db,
    `${light} INDEXED BY poi_type_reach WHERE type = ? AND reach BETWEEN ? AND ? ORDER BY reach, fid`,
  );
  const inBox = prepare<{ id: number }>(
    db,
    'SELECT id FROM rtree_poi_geom WHERE maxx >= ? AND maxy >= ? AND minx <= ? AND miny <= ? LIMIT +?',
  );

  /** In order of keys within one type, between two texts, both left out. */
  function scanKeys(page: PoiPageBuilder<Candidate>, type: string, above: string, below: string): void {
    let seen = 0;
    for (const row of byKeys.iterate(type, above, below)) {
      if (page.add(row)) return;
      if (++seen === SCAN_LIMIT) {
        page.stopAfter(row);
        return;
      }
    }
  }

  function scanNetwork(
    page: PoiPageBuilder<Candidate>,
    type: string,
    ranges: readonly IdRange[],
    after: PoiPosition | undefined,
  ): void {
    const start = after === undefined ? 0 : (candidate.get(after.id)?.reach ?? 0);
    let seen = 0;
    for (const { first, last } of ranges) {
      if (last < start) continue;
      for (const row of onReaches.iterate(type, Math.max(first, start), last)) {
        if (after !== undefined && row.reach === start && row.id <= after.id) continue;
        if (page.add(row)) return;
        if (++seen === SCAN_LIMIT) {
          page.stopAfter(row);
          return;
        }
      }
    }
  }

  function gather(page: PoiPageBuilder<Candidate>, rows: Candidate[]): void {
    rows.sort((a, b) => compareText(a.type, b.type) || compareText(a.keyUpper, b.keyUpper));
    for (const row of rows) if (page.add(row)) return;
  }

  /** What one type adds to the page, in order of keys. */
  function addType(
    page: PoiPageBuilder<Candidate>,
    type: string,
    query: PoiQuery,
    after: PoiPosition | undefined,
  ): void {
    const { ranges, codePrefix } = query;
    const above = after?.keyUpper ?? '';
    if (type === JUNCTION && codePrefix !== undefined) {
      // The one type whose keys say where it is.
      const start = codePrefix.whole === 'basin' ? codePrefix.text : `${codePrefix.text}-`;
      scanKeys(page, type, above > start ? above : start, start + AFTER_CODE);
    } else if (ranges === undefined) {
      scanKeys(page, type, above, LAST_TEXT);
    } else {
      const count = ranges.reduce((sum, range) => sum + counts.ofType(type, range), 0);
      if (count > GATHER_LIMIT) {
        scanKeys(page, type, above, LAST_TEXT);
        return;
      }
      const rows = ranges.flatMap(({ first, last }) => onReaches.all(type, first, last));
      gather(
        page,
        rows.filter((row) => compareText(row.keyUpper, above) > 0),
      );
    }
  }

  /** Ids in a box, or undefined where they are too many to gather. */
  function idsInBox(box: Box): number[] | undefined {
    const ids: number[] = [];
    for (const [west, south, east, north] of splitAtAntimeridian(box)) {
      for (const row of inBox.all(west, south, east, north, GATHER_LIMIT + 1)) ids.push(row.id);
    }
    return ids.length > GATHER_LIMIT ? undefined : ids;
  }

  function fill(page: PoiPageBuilder<Candidate>, query: PoiQuery): void {
    const { types, keyUpper, ranges, after } = query;
    if (keyUpper !== undefined) {
      const rows = types.map((type) => candidateByKey.get(type, keyUpper)).filter((row) => row !== undefined);
      gather(
        page,
        rows.filter((row) => after === undefined || isAfter(row, after)),
      );
      return;
    }
    const box = query.box ?? (query.near && boxAround(query.near, query.near.radiusM));
    const ids = box !== undefined && ranges === undefined ? idsInBox(box) : undefined;
    if (ids !== undefined) {
      const rows = ids.map((id) => candidate.get(id)!).filter((row) => types.includes(row.type));
      gather(
        page,
        rows.filter((row) => after === undefined || isAfter(row, after)),
      );
      return;
    }
    for (const type of types) {
      if (after !== undefined && compareText(type, after.type) < 0) continue;
      const afterHere = after?.type === type ? after : undefined;
      if (query.order === 'network' && ranges !== undefined) scanNetwork(page, type, ranges, afterHere);
      else addType(page, type, query, afterHere);
      if (page.full()) return;
    }
  }

  return {
    poi(type, keyUpper) {
      const raw = byKey.get(type, keyUpper);
      return raw && toRow(raw);
    },
    poiById(id) {
      const raw = byId.get(id);
      return raw && toRow(raw);
    },
    pois(query) {
      const page = createPoiPage(query, placeOf);
      fill(page, query);
      return { rows: page.taken.map(({ id }) => toRow(byId.get(id)!)), next: page.next() };
    },
  };
}

/** Above every key, as keys are text without this character. */
const LAST_TEXT = '\u{10ffff}';

function placeOf({ geom }: Candidate): Place {
  return decodePoint(geom);
}

function toRow(raw: RawPoi): PoiRow {
  const { geom, ...rest } = raw;
  return { ...rest, ...decodePoint(geom) };
}
