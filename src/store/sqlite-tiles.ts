/** Map tiles of a dataset file: those of the first zooms as they are stored, the others made when they are asked for. */
import type { DatabaseSync } from 'node:sqlite';
import { decodePoint } from '../format/geometry-blob.ts';
import type { TilePoi, TileReach } from '../format/tile-content.ts';
import { encodeTile } from '../format/tile-encode.ts';
import { createLineReader } from '../format/tile-line.ts';
import { decodeTileList, type TileList } from '../format/tile-list.ts';
import { type TileAddress, worldX, worldY } from '../format/tile-mercator.ts';
import { JUNCTION, LEAST_ORDERS_KEY, MOST_REACHES, PREBUILT_ZOOM, showsJunctions } from '../format/tile-plan.ts';
import { areasOfTile, boxesOfTile } from './lookup-areas.ts';
import { prepare, prepareTuple } from './sqlite-query.ts';
import type { DatasetInfo, Store } from './store.ts';
import { zipTile } from './zip-tile.ts';

/** For the values of a box, in their order. */
const IN_BOX = 'maxx >= ? AND maxy >= ? AND minx <= ? AND miny <= ?';

const REACH = 'fid, coalesce(down, 0), code, strahler, coalesce(river, 0), upstream_km, geom';
type ReachInTile = [
  id: number,
  down: number,
  code: string,
  order: number,
  river: number,
  upstreamKm: number,
  geom: Uint8Array,
];

const POI = 'poi.fid, poi.type, poi.key, poi.name, poi.name_en, upstream_km, poi.geom';
type PoiInTile = [
  id: number,
  type: string,
  key: string,
  name: string,
  nameEn: string,
  upstreamKm: number,
  geom: Uint8Array,
];

type Names = [name: string, nameEn: string];
const NO_NAMES: Names = ['', ''];

export function createSqliteTiles(db: DatabaseSync, info: DatasetInfo): Pick<Store, 'tile'> {
  const stored = prepare<{ data: Uint8Array }>(db, 'SELECT data FROM tile WHERE z = ? AND x = ? AND y = ?');
  const reachesIn = prepareTuple<ReachInTile>(
    db,
    `SELECT ${REACH} FROM rtree_reach_geom JOIN reach ON fid = id
     WHERE ${IN_BOX} AND maxx - minx >= ? AND strahler >= ?`,
  );
  const reachesListed = prepareTuple<ReachInTile>(db, `SELECT ${REACH} FROM json_each(?) JOIN reach ON fid = value`);
  const namesOfRiver = prepareTuple<Names>(db, 'SELECT name, name_en FROM river WHERE id = ?');
  const onReach = 'JOIN reach ON reach.fid = poi.reach';
  const poisIn = prepareTuple<PoiInTile>(
    db,
    `SELECT ${POI} FROM rtree_poi_geom JOIN poi ON poi.fid = id ${onReach}
     WHERE ${IN_BOX} AND (poi.type <> '${JUNCTION}' OR ?)`,
  );
  const poisListed = prepareTuple<PoiInTile>(
    db,
    `SELECT ${POI} FROM json_each(?) JOIN poi ON poi.fid = value ${onReach}`,
  );
  const leastOrders = readLeastOrders(db);
  const lines = createLineReader();
  const icons = new Map(info.poiTypes.map(({ type, icon }) => [type, icon]));

  function listOf({ z, x, y }: TileAddress): TileList | undefined {
    const found = stored.get(z, x, y);
    return found && decodeTileList(found.data);
  }

  function findReaches(address: TileAddress, list: TileList | undefined): ReachInTile[] {
    if (list !== undefined) return reachesListed.all(JSON.stringify(list.reaches));
    const leastOrder = leastOrders[address.z - PREBUILT_ZOOM - 1] ?? 1;
    return inEach(areasOfTile(address, info.bbox), (area) => reachesIn.all(...area, leastOrder));
  }

  function findPois(address: TileAddress, list: TileList | undefined): PoiInTile[] {
    if (list !== undefined) return poisListed.all(JSON.stringify(list.pois));
    const withJunctions = showsJunctions(address.z) ? 1 : 0;
    return inEach(boxesOfTile(address, info.bbox), (box) => poisIn.all(...box, withJunctions));
  }

  function shownReaches(found: ReachInTile[]): TileReach[] {
    lines.clear();
    const names = new Map([[0, NO_NAMES]]);
    return found
      .sort((a, b) => b[3] - a[3] || b[5] - a[5] || a[0] - b[0])
      .slice(0, MOST_REACHES)
      .map(([id, down, code, order, river, , geom]) => {
        const [name, nameEn] = names.get(river) ?? namesOfRiver.get(river) ?? NO_NAMES;
        names.set(river, [name, nameEn]);
        return { id, top: id, down, code, order, river, name, nameEn, line: lines.ofGeoPackage(geom) };
      });
  }

  /** Junctions last: other points are what people look for. */
  function shownPois(found: PoiInTile[]): TilePoi[] {
    const rank = (poi: PoiInTile) => (poi[1] === JUNCTION ? 1 : 0);
    return found
      .sort((a, b) => rank(a) - rank(b) || b[5] - a[5] || a[0] - b[0])
      .map(([id, type, key, name, nameEn, , geom]) => {
        const { lon, lat } = decodePoint(geom);
        return { id, type, key, name, nameEn, icon: icons.get(type) ?? '', x: worldX(lon), y: worldY(lat) };
      });
  }

  function make(address: TileAddress): Uint8Array {
    const list = listOf(address);
    const reaches = shownReaches(findReaches(address, list));
    return encodeTile(address, reaches, shownPois(findPois(address, list)));
  }

  return {
    tile(z, x, y) {
      if (z <= PREBUILT_ZOOM) return stored.get(z, x, y)?.data;
      return zipTile(make({ z, x, y }));
    },
  };
}

function readLeastOrders(db: DatabaseSync): number[] {
  const row = prepare<{ value: string }>(db, 'SELECT value FROM meta WHERE key = ?').get(LEAST_ORDERS_KEY);
  return row === undefined || row.value === '' ? [] : row.value.split(',').map(Number);
}

/** What two of them share comes once. */
function inEach<Where, Row extends [id: number, ...unknown[]]>(
  all: readonly Where[],
  find: (where: Where) => Row[],
): Row[] {
  if (all.length === 1) return find(all[0]!);
  return [...new Map(all.flatMap(find).map((row) => [row[0], row])).values()];
}
