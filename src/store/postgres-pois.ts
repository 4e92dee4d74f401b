/** Points of interest of an edition: one by key, and pages of those that meet conditions, in the order of a dataset file. */
import { boxAround, splitAtAntimeridian } from '../format/sphere.ts';
import { createPoiPage, isAfter, type PoiCandidate, type PoiPageBuilder } from './poi-page.ts';
import type { PostgresBasins } from './postgres-basins.ts';
import { boxValues, inBox } from './postgres-geometry.ts';
import { JUNCTION, type PostgresPoiCounts } from './postgres-poi-counts.ts';
import { canBeStored, type EditionReader } from './postgres-query.ts';
import type { PostgresReaches } from './postgres-reaches.ts';
import type { Box, IdRange, PoiPosition, PoiQuery, PoiRow, Store } from './store.ts';
import { compareText } from './text-order.ts';

/** Up to so many candidates are gathered and sorted, as in a dataset file. */
const GATHER_LIMIT = 5_000;
/** Rows looked at for one page in order of keys, as in a dataset file. */
const SCAN_LIMIT = 20_000;
const ROWS_AT_ONCE = 2_000;
/** Sorts after every character that a code has. */
const AFTER_CODE = '~';
/** Above every key, as keys are text without this character. */
const LAST_TEXT = '\u{10ffff}';

type Place = { basincode: number };

interface Candidate extends PoiCandidate {
  basincode: number;
  lon: number;
  lat: number;
}

/** Reads rows on from a candidate, or from the start. */
type ReadOn = (last: Candidate | undefined, limit: number) => Promise<Candidate[]>;

export function createPostgresPois(
  reader: EditionReader,
  basins: PostgresBasins,
  counts: PostgresPoiCounts,
  reaches: Pick<PostgresReaches, 'readAhead'>,
): Pick<Store, 'poi' | 'poiById' | 'pois'> {
  const { schema } = reader;
  const columns = `poi.id, type, key, reach, code, name, name_en AS "nameEn", description, description_en AS "descriptionEn",
    properties, photos, ST_X(geom) AS lon, ST_Y(geom) AS lat`;
  const byKey = reader.prepare<PoiRow>(
    'poi-key',
    `SELECT ${columns} FROM ${schema}.poi WHERE basincode = $1 AND type = $2 AND key_upper = $3`,
  );
  const byIds = reader.prepare<PoiRow>(
    'pois',
    `SELECT ${columns} FROM unnest($1::int[], $2::int[]) AS wanted (basincode, id)
       JOIN ${schema}.poi ON poi.basincode = wanted.basincode AND poi.id = wanted.id`,
  );
  const placeOfKey = reader.prepare<Place>(
    'poi-place-key',
    `SELECT basincode FROM ${schema}.name WHERE type = $1 AND key_upper = $2`,
  );
  const placeOfId = reader.prepare<Place>(
    'poi-place-id',
    `SELECT basincode FROM ${schema}.name WHERE kind = 'poi' AND ref = $1`,
  );
  /** For junctions without a name of their own, which are no one's hit: a look into each basin. */
  const anyPlaceOfId = reader.prepare<Place>(
    'poi-any-place-id',
    `SELECT basincode FROM ${schema}.basin JOIN ${schema}.poi USING (basincode) WHERE poi.id = $1`,
  );

  const light = `SELECT id, basincode, type, key_upper AS "keyUpper", reach, ST_X(geom) AS lon, ST_Y(geom) AS lat
    FROM ${schema}.poi`;
  const candidateByKey = reader.prepare<Candidate>(
    'poi-light-key',
    `${light} WHERE basincode = $1 AND type = $2 AND key_upper = $3`,
  );
  const keysInBasin = reader.prepare<Candidate>(
    'poi-keys-in',
    `${light} WHERE basincode = $1 AND type = $2 AND key_upper > $3 AND key_upper < $4 ORDER BY key_upper LIMIT $5`,
  );
  const keys = reader.prepare<Candidate>(
    'poi-keys',
    `${light} WHERE type = $1 AND key_upper > $2 AND key_upper < $3 ORDER BY key_upper LIMIT $4`,
  );
  const onReaches = reader.prepare<Candidate>(
    'poi-reaches',
    `${light} WHERE basincode = $1 AND type = $2 AND (reach, id) > ($3, $4) AND reach <= $5 ORDER BY reach, id LIMIT $6`,
  );
  const reachOf = reader.prepare<{ reach: number }>(
    'poi-reach',
    `SELECT reach FROM ${schema}.poi WHERE basincode = $1 AND id = $2`,
  );
  const candidatesInBox = reader.prepare<Candidate>('poi-box', `${light} WHERE ${inBox('geom', 1)} LIMIT $9`);

  /** Keys of junctions start with the code of their basin; other points are found by the directory. */
  async function basinOfKey(type: string, keyUpper: string): Promise<number | undefined> {
    if (!canBeStored(type) || !canBeStored(keyUpper)) return undefined;
    if (type === JUNCTION && /^[1-9]\d{3}/.test(keyUpper)) return Number(keyUpper.slice(0, 4));
    return (await placeOfKey.one(type, keyUpper))?.basincode;
  }

  async function scan(page: PoiPageBuilder<Candidate>, readOn: ReadOn): Promise<void> {
    let last: Candidate | undefined;
    for (let seen = 0; seen < SCAN_LIMIT; ) {
      const rows = await readOn(last, ROWS_AT_ONCE);
      for (const row of rows) {
        if (page.add(row)) return;
        seen += 1;
      }
      if (rows.length < ROWS_AT_ONCE) return;
      last = rows.at(-1)!;
    }
    page.stopAfter(last!);
  }

  async function scanNetwork(
    page: PoiPageBuilder<Candidate>,
    type: string,
    ranges: readonly IdRange[],
    after: PoiPosition | undefined,
  ): Promise<void> {
    const basin = ranges[0] && basins.ofReach(ranges[0].first);
    const start = after === undefined ? 0 : ((await reachOf.one(basin, safeId(after.id)))?.reach ?? 0);
    for (const { first, last } of ranges) {
      if (last < start) continue;
      const from = first > start ? { reach: first, id: 0 } : { reach: start, id: safeId(after?.id ?? 0) };
      await scan(page, (before = from as Candidate, limit) =>
        onReaches.all(basin, type, before.reach, before.id, last, limit),
      );
      if (page.full()) return;
    }
  }

  function gather(page: PoiPageBuilder<Candidate>, rows: Candidate[], after: PoiPosition | undefined): void {
    const left = after === undefined ? rows : rows.filter((row) => isAfter(row, after));
    left.sort((a, b) => compareText(a.type, b.type) || compareText(a.keyUpper, b.keyUpper));
    for (const row of left) if (page.add(row)) return;
  }

  /** What one type adds to the page, in order of keys. */
  async function addType(
    page: PoiPageBuilder<Candidate>,
    type: string,
    { ranges, codePrefix }: PoiQuery,
    after: PoiPosition | undefined,
  ): Promise<void> {
    const above = storable(after?.keyUpper ?? '');
    if (type === JUNCTION && codePrefix !== undefined) {
      const start = codePrefix.whole === 'basin' ? codePrefix.text : `${codePrefix.text}-`;
      const from = above > start ? above : start;
      const basin = Number(codePrefix.text.slice(0, 4));
      await scan(page, (last, limit) =>
        keysInBasin.all(basin, type, last?.keyUpper ?? from, start + AFTER_CODE, limit),
      );
    } else if (ranges === undefined || (await counts.ofType(type, ranges)) > GATHER_LIMIT) {
      await scan(page, (last, limit) => keys.all(type, last?.keyUpper ?? above, LAST_TEXT, limit));
    } else {
      const rows: Candidate[] = [];
      for (const { first, last } of ranges) {
        rows.push(...(await onReaches.all(basins.ofReach(first), type, first, 0, last, GATHER_LIMIT)));
      }
      gather(page, rows, after);
    }
  }

  /** Undefined where there are too many to gather. */
  async function inside(box: Box): Promise<Candidate[] | undefined> {
    const rows: Candidate[] = [];
    for (const part of splitAtAntimeridian(box)) {
      rows.push(...(await candidatesInBox.all(...boxValues(part), GATHER_LIMIT + 1)));
    }
    return rows.length > GATHER_LIMIT ? undefined : rows;
  }

  async function byKeyOf(types: readonly string[], keyUpper: string): Promise<Candidate[]> {
    const rows: Candidate[] = [];
    for (const type of types) {
      const basin = await basinOfKey(type, keyUpper);
      const row = basin === undefined ? undefined : await candidateByKey.one(basin, type, keyUpper);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  async function fill(page: PoiPageBuilder<Candidate>, query: PoiQuery): Promise<void> {
    const { types, keyUpper, ranges, after } = query;
    if (keyUpper !== undefined) {
      gather(page, await byKeyOf(types, keyUpper), after);
      return;
    }
    const box = query.box ?? (query.near && boxAround(query.near, query.near.radiusM));
    const found = box !== undefined && ranges === undefined ? await inside(box) : undefined;
    if (found !== undefined) {
      const ofTypes = found.filter((row) => types.includes(row.type));
      gather(page, ofTypes, after);
      return;
    }
    for (const type of types) {
      if (after !== undefined && compareText(type, after.type) < 0) continue;
      const afterHere = after?.type === type ? after : undefined;
      if (query.order === 'network' && ranges !== undefined) await scanNetwork(page, type, ranges, afterHere);
      else await addType(page, type, query, afterHere);
      if (page.full()) return;
    }
  }

  async function rowsOf(places: readonly { basincode: number; id: number }[]): Promise<PoiRow[]> {
    if (places.length === 0) return [];
    const rows = await byIds.all(
      places.map(({ basincode }) => basincode),
      places.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return places.map(({ id }) => byId.get(id)!);
  }

  async function rowsAhead(places: readonly { basincode: number; id: number }[]): Promise<PoiRow[]> {
    const rows = await rowsOf(places);
    await reaches.readAhead(rows.filter(({ type }) => type === JUNCTION).map(({ reach }) => reach));
    return rows;
  }

  return {
    async poi(type, keyUpper) {
      const basin = await basinOfKey(type, keyUpper);
      return basin === undefined ? undefined : byKey.one(basin, type, keyUpper);
    },
    async poiById(id) {
      if (safeId(id) !== id) return undefined;
      const place = (await placeOfId.one(id)) ?? (await anyPlaceOfId.one(id));
      return place && (await rowsOf([{ basincode: place.basincode, id }]))[0];
    },
    async pois(query) {
      const page = createPoiPage<Candidate>(query, (row) => row);
      await fill(page, query);
      return { rows: await rowsAhead(page.taken), next: page.next() };
    },
  };
}

/** An id of a cursor may be any number; 0 where none can have it. */
function safeId(id: number): number {
  return id <= 0x7fffffff ? id : 0;
}

/** No key has the character that PostgreSQL refuses, so that what comes behind it decides nothing. */
function storable(text: string): string {
  return text.split('\0', 1)[0]!;
}
