/** Map tiles of a dataset file: those of the first zooms as they are stored, the others made from the spatial index. */
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { decodeLine, decodePoint } from '../format/geometry-blob.ts';
import type { TilePoi, TileReach } from '../format/tile-content.ts';
import { encodeTile } from '../format/tile-encode.ts';
import { degreesOfTile, projectLine, type TileAddress, worldX, worldY } from '../format/tile-mercator.ts';
import { JUNCTION, LEAST_ORDERS_KEY, MOST_REACHES, PREBUILT_ZOOM, showsJunctions } from '../format/tile-plan.ts';
import { prepare } from './sqlite-query.ts';
import type { Box, DatasetInfo, Store } from './store.ts';

const zip = promisify(gzip);
const HALF_THE_WORLD = 180;
/** To SQLite. */
const NO_LIMIT = -1;
/** For the values of a box, in their order. */
const IN_BOX = 'maxx >= ? AND maxy >= ? AND minx <= ? AND miny <= ?';
/** For those of an area. */
const IN_AREA = `${IN_BOX} AND maxx - minx >= ?`;

/** A box, and the least width in degrees of what is looked for there. */
type Area = readonly [...Box, leastWidth: number];

type ReachInTile = Omit<TileReach, 'line' | 'top'> & { upstreamKm: number; geom: Uint8Array };
type PoiInTile = Omit<TilePoi, 'x' | 'y' | 'icon'> & { upstreamKm: number; geom: Uint8Array };

/** Reaches of a higher order, and those of just this order with at least so much upstream. */
interface Least {
  order: number;
  upstreamKm: number;
}

export function createSqliteTiles(db: DatabaseSync, info: DatasetInfo): Pick<Store, 'tile'> {
  const stored = prepare<{ data: Uint8Array }>(db, 'SELECT data FROM tile WHERE z = ? AND x = ? AND y = ?');
  const orders = prepare<{ order: number; count: number }>(
    db,
    `SELECT strahler AS "order", count(*) AS count FROM rtree_reach_geom JOIN reach ON fid = id
     WHERE ${IN_AREA} AND strahler >= ? GROUP BY strahler ORDER BY strahler DESC`,
  );
  const upstreamKm = prepare<{ upstreamKm: number }>(
    db,
    `SELECT upstream_km AS upstreamKm FROM rtree_reach_geom JOIN reach ON fid = id
     WHERE ${IN_AREA} AND strahler = ? ORDER BY upstream_km DESC LIMIT 1 OFFSET ?`,
  );
  const reaches = prepare<ReachInTile>(
    db,
    `SELECT fid AS id, coalesce(down, 0) AS down, code, strahler AS "order", coalesce(river, 0) AS river,
       coalesce(name, '') AS name, coalesce(name_en, '') AS nameEn, upstream_km AS upstreamKm, geom
     FROM rtree_reach_geom JOIN reach ON fid = id
     WHERE ${IN_AREA} AND strahler >= ? AND (strahler > ? OR upstream_km >= ?) LIMIT ?`,
  );
  const pois = prepare<PoiInTile>(
    db,
    `SELECT poi.fid AS id, type, key, poi.name, poi.name_en AS nameEn, upstream_km AS upstreamKm, poi.geom
     FROM rtree_poi_geom JOIN poi ON poi.fid = id JOIN reach ON reach.fid = poi.reach
     WHERE ${IN_BOX} AND (type <> '${JUNCTION}' OR ?)`,
  );
  const leastOrders = readLeastOrders(db);
  const icons = new Map(info.poiTypes.map(({ type, icon }) => [type, icon]));

  /** What of the reaches in the areas there is room for, the greatest orders first. */
  function leastThatFits(areas: readonly Area[], leastOrder: number): Least {
    let room = MOST_REACHES;
    const counts = new Map<number, number>();
    for (const area of areas) {
      for (const { order, count } of orders.all(...area, leastOrder)) {
        counts.set(order, (counts.get(order) ?? 0) + count);
      }
    }
    for (const [order, count] of [...counts].sort(([a], [b]) => b - a)) {
      if (count > room) {
        const found = upstreamKm.get(...areas[0]!, order, room);
        return { order, upstreamKm: found?.upstreamKm ?? 0 };
      }
      room -= count;
    }
    return { order: leastOrder, upstreamKm: 0 };
  }

  /** Nearly always all of them fit: so they are counted only where they do not. */
  function reachesIn(areas: readonly Area[], leastOrder: number): TileReach[] {
    const find = ({ order, upstreamKm: leastKm }: Least, most: number) =>
      inEach(areas, (area) => reaches.all(...area, order, order, leastKm, most));
    let found = find({ order: leastOrder, upstreamKm: 0 }, MOST_REACHES + 1);
    if (found.length > MOST_REACHES) found = find(leastThatFits(areas, leastOrder), NO_LIMIT);
    return found
      .sort((a, b) => b.order - a.order || b.upstreamKm - a.upstreamKm || a.id - b.id)
      .slice(0, MOST_REACHES)
      .map((reach) => ({ ...reach, top: reach.id, line: projectLine(decodeLine(reach.geom)) }));
  }

  /** Junctions last: other points are what people look for. */
  function poisIn(boxes: readonly Box[], withJunctions: boolean): TilePoi[] {
    const rank = ({ type }: PoiInTile) => (type === JUNCTION ? 1 : 0);
    return inEach(boxes, (box) => pois.all(...box, withJunctions ? 1 : 0))
      .sort((a, b) => rank(a) - rank(b) || b.upstreamKm - a.upstreamKm || a.id - b.id)
      .map((poi) => {
        const { lon, lat } = decodePoint(poi.geom);
        return { ...poi, icon: icons.get(poi.type) ?? '', x: worldX(lon), y: worldY(lat) };
      });
  }

  function make(address: TileAddress): Uint8Array {
    const boxes = boxesOf(address, info.bbox);
    const leastOrder = leastOrders[address.z - PREBUILT_ZOOM - 1] ?? 1;
    const areas = areasOf(boxes, address, info.bbox);
    return encodeTile(address, reachesIn(areas, leastOrder), poisIn(boxes, showsJunctions(address.z)));
  }

  return {
    tile(z, x, y) {
      if (z <= PREBUILT_ZOOM) return stored.get(z, x, y)?.data;
      const bytes = make({ z, x, y });
      return bytes.length === 0 ? undefined : zip(bytes);
    },
  };
}

function readLeastOrders(db: DatabaseSync): number[] {
  const row = prepare<{ value: string }>(db, 'SELECT value FROM meta WHERE key = ?').get(LEAST_ORDERS_KEY);
  return row === undefined || row.value === '' ? [] : row.value.split(',').map(Number);
}

/** The tile with its buffer, once more for each turn round the world after which it meets the data. */
function boxesOf(address: TileAddress, [dataWest, , dataEast]: Box): Box[] {
  const [west, south, east, north] = degreesOfTile(address);
  return [0, -360, 360]
    .filter((turn) => west + turn <= dataEast && east + turn >= dataWest)
    .map((turn) => [west + turn, south, east + turn, north]);
}

/**
 * The boxes; and where data lies all round the world, the lines across the antimeridian: the index has them with the
 * box of their plain longitudes, which goes the other way round and is wider than half the world.
 */
function areasOf(boxes: readonly Box[], address: TileAddress, [dataWest, , dataEast]: Box): Area[] {
  const areas = boxes.map((box): Area => [...box, 0]);
  if (dataEast - dataWest <= HALF_THE_WORLD) return areas;
  const [, south, , north] = degreesOfTile(address);
  return [...areas, [0, south, 0, north, HALF_THE_WORLD]];
}

/** What two of them share comes once. */
function inEach<Where, Row extends { id: number }>(all: readonly Where[], find: (where: Where) => Row[]): Row[] {
  if (all.length === 1) return find(all[0]!);
  return [...new Map(all.flatMap(find).map((row) => [row.id, row])).values()];
}
