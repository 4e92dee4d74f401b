/** Map tiles of an edition: those of the first zooms as they are stored, the others made from the spatial index. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TilePoi, TileReach } from '../format/tile-content.ts';
import { encodeTile } from '../format/tile-encode.ts';
import { degreesOfTile, projectLine, type TileAddress, worldX, worldY } from '../format/tile-mercator.ts';
import { JUNCTION, MOST_REACHES, PREBUILT_ZOOM, showsJunctions } from '../format/tile-plan.ts';
import { boxValues, inBox, lineOfWkb } from './postgres-geometry.ts';
import type { EditionReader } from './postgres-query.ts';
import type { Box, DatasetInfo, Store } from './store.ts';

const zip = promisify(gzip);

type ReachInTile = Omit<TileReach, 'line' | 'top'> & { upstreamKm: number; wkb: Buffer };
type PoiInTile = Omit<TilePoi, 'x' | 'y' | 'icon'> & { upstreamKm: number; lon: number; lat: number };

/** Reaches of a higher order, and those of just this order with at least so much upstream. */
interface Least {
  order: number;
  upstreamKm: number;
}

export function createPostgresTiles(
  { schema, prepare }: EditionReader,
  info: DatasetInfo,
  leastOrders: readonly number[],
): Pick<Store, 'tile'> {
  const stored = prepare<{ data: Buffer }>(
    'tile',
    `SELECT data FROM ${schema}.tile WHERE z = $1 AND x = $2 AND y = $3`,
  );
  const orders = prepare<{ order: number; count: number }>(
    'tile-orders',
    `SELECT strahler AS "order", count(*)::int AS count FROM ${schema}.reach
     WHERE ${inBox('geom', 1)} AND strahler >= $9 GROUP BY strahler`,
  );
  const upstreamKm = prepare<{ upstreamKm: number }>(
    'tile-upstream',
    `SELECT upstream_km AS "upstreamKm" FROM ${schema}.reach
     WHERE ${inBox('geom', 1)} AND strahler = $9 ORDER BY upstream_km DESC LIMIT 1 OFFSET $10`,
  );
  const reaches = prepare<ReachInTile>(
    'tile-reaches',
    `SELECT id, down, code, strahler AS "order", coalesce(river, 0) AS river, coalesce(name, '') AS name,
       coalesce(name_en, '') AS "nameEn", upstream_km AS "upstreamKm", ST_AsBinary(geom, 'NDR') AS wkb
     FROM ${schema}.reach WHERE ${inBox('geom', 1)} AND (strahler > $9 OR (strahler = $9 AND upstream_km >= $10))`,
  );
  const pois = prepare<PoiInTile>(
    'tile-pois',
    `SELECT poi.id, type, key, poi.name, poi.name_en AS "nameEn", upstream_km AS "upstreamKm",
       ST_X(poi.geom) AS lon, ST_Y(poi.geom) AS lat
     FROM ${schema}.poi JOIN ${schema}.reach ON reach.basincode = poi.basincode AND reach.id = poi.reach
     WHERE ${inBox('poi.geom', 1)} AND (type <> '${JUNCTION}' OR $9)`,
  );
  const icons = new Map(info.poiTypes.map(({ type, icon }) => [type, icon]));

  /** What of the reaches in the boxes there is room for, the greatest orders first. */
  async function leastThatFits(boxes: readonly Box[], leastOrder: number): Promise<Least> {
    let room = MOST_REACHES;
    const counts = new Map<number, number>();
    for (const box of boxes) {
      for (const { order, count } of await orders.all(...boxValues(box), leastOrder)) {
        counts.set(order, (counts.get(order) ?? 0) + count);
      }
    }
    for (const [order, count] of [...counts].sort(([a], [b]) => b - a)) {
      if (count > room) {
        const found = await upstreamKm.one(...boxValues(boxes[0]!), order, room);
        return { order, upstreamKm: found?.upstreamKm ?? 0 };
      }
      room -= count;
    }
    return { order: leastOrder, upstreamKm: 0 };
  }

  async function reachesIn(boxes: readonly Box[], leastOrder: number): Promise<TileReach[]> {
    const { order, upstreamKm: leastKm } = await leastThatFits(boxes, leastOrder);
    const found = await inBoxes(boxes, (box) => reaches.all(...boxValues(box), order, leastKm));
    return found
      .sort((a, b) => b.order - a.order || b.upstreamKm - a.upstreamKm || a.id - b.id)
      .slice(0, MOST_REACHES)
      .map((reach) => ({ ...reach, top: reach.id, line: projectLine(lineOfWkb(reach.wkb)) }));
  }

  /** Junctions last: other points are what people look for. */
  async function poisIn(boxes: readonly Box[], withJunctions: boolean): Promise<TilePoi[]> {
    const rank = ({ type }: PoiInTile) => (type === JUNCTION ? 1 : 0);
    const found = await inBoxes(boxes, (box) => pois.all(...boxValues(box), withJunctions));
    return found
      .sort((a, b) => rank(a) - rank(b) || b.upstreamKm - a.upstreamKm || a.id - b.id)
      .map((poi) => ({ ...poi, icon: icons.get(poi.type) ?? '', x: worldX(poi.lon), y: worldY(poi.lat) }));
  }

  async function make(address: TileAddress): Promise<Uint8Array> {
    const boxes = boxesOf(address, info.bbox);
    const leastOrder = leastOrders[address.z - PREBUILT_ZOOM - 1] ?? 1;
    return encodeTile(address, await reachesIn(boxes, leastOrder), await poisIn(boxes, showsJunctions(address.z)));
  }

  return {
    async tile(z, x, y) {
      if (z <= PREBUILT_ZOOM) return (await stored.one(z, x, y))?.data;
      const bytes = await make({ z, x, y });
      return bytes.length === 0 ? undefined : zip(bytes);
    },
  };
}

/** The tile with its buffer, once more for each turn round the world after which it meets the data. */
function boxesOf(address: TileAddress, [dataWest, , dataEast]: Box): Box[] {
  const [west, south, east, north] = degreesOfTile(address);
  return [0, -360, 360]
    .filter((turn) => west + turn <= dataEast && east + turn >= dataWest)
    .map((turn) => [west + turn, south, east + turn, north]);
}

/** What two boxes share comes once. */
async function inBoxes<Row extends { id: number }>(
  boxes: readonly Box[],
  find: (box: Box) => Promise<Row[]>,
): Promise<Row[]> {
  const found = new Map<number, Row>();
  for (const box of boxes) for (const row of await find(box)) found.set(row.id, row);
  return [...found.values()];
}
