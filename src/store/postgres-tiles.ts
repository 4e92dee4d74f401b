/** Map tiles of an edition: those of the first zooms as they are stored, the others made when they are asked for. */
import type { TilePoi, TileReach } from '../format/tile-content.ts';
import { encodeTile } from '../format/tile-encode.ts';
import { createLineReader } from '../format/tile-line.ts';
import { decodeTileList, type TileList } from '../format/tile-list.ts';
import { type TileAddress, worldX, worldY } from '../format/tile-mercator.ts';
import { JUNCTION, MOST_REACHES, PREBUILT_ZOOM, showsJunctions } from '../format/tile-plan.ts';
import { areasOfTile, boxesOfTile } from './lookup-areas.ts';
import { boxValues, inBox } from './postgres-geometry.ts';
import { areaValues, inArea, touchesBox } from './postgres-lookup.ts';
import type { EditionReader } from './postgres-query.ts';
import type { DatasetInfo, Store } from './store.ts';
import { zipTile } from './zip-tile.ts';

type ReachInTile = Omit<TileReach, 'line' | 'top'> & { upstreamKm: number; wkb: Buffer };
type PoiInTile = Omit<TilePoi, 'x' | 'y' | 'icon'> & { upstreamKm: number; lon: number; lat: number };

export function createPostgresTiles(
  { schema, prepare, planned }: EditionReader,
  info: DatasetInfo,
  leastOrders: readonly number[],
): Pick<Store, 'tile'> {
  const stored = prepare<{ data: Buffer }>(
    'tile',
    `SELECT data FROM ${schema}.tile WHERE z = $1 AND x = $2 AND y = $3`,
  );
  const reaches = `SELECT id, down, code, strahler AS "order", coalesce(river, 0) AS river, coalesce(name, '') AS name,
      coalesce(name_en, '') AS "nameEn", upstream_km AS "upstreamKm", ST_AsBinary(geom, 'NDR') AS wkb
    FROM ${schema}.reach`;
  const reachesIn = prepare<ReachInTile>('tile-reaches', `${reaches} WHERE ${inArea('geom', 1)} AND strahler >= $10`);
  // Planned for its very ids, which are then kept in a hash table and not looked through for every row.
  const reachesListed = planned<ReachInTile>(`${reaches} WHERE ${touchesBox('geom', 1)} AND id = ANY ($5::int[])`);
  const pois = `SELECT poi.id, type, key, poi.name, poi.name_en AS "nameEn", upstream_km AS "upstreamKm",
      ST_X(poi.geom) AS lon, ST_Y(poi.geom) AS lat
    FROM ${schema}.poi JOIN ${schema}.reach ON reach.basincode = poi.basincode AND reach.id = poi.reach`;
  const poisIn = prepare<PoiInTile>(
    'tile-pois',
    `${pois} WHERE ${inBox('poi.geom', 1)} AND (type <> '${JUNCTION}' OR $9)`,
  );
  const poisListed = planned<PoiInTile>(`${pois} WHERE ${touchesBox('poi.geom', 1)} AND poi.id = ANY ($5::int[])`);
  const lines = createLineReader();
  const icons = new Map(info.poiTypes.map(({ type, icon }) => [type, icon]));

  async function listOf({ z, x, y }: TileAddress): Promise<TileList | undefined> {
    const found = await stored.one(z, x, y);
    return found && decodeTileList(found.data);
  }

  function findReaches(address: TileAddress, list: TileList | undefined): Promise<ReachInTile[]> {
    const areas = areasOfTile(address, info.bbox);
    if (list !== undefined) {
      return inEach(areas, ([west, south, east, north]) => reachesListed.all(west, south, east, north, list.reaches));
    }
    const leastOrder = leastOrders[address.z - PREBUILT_ZOOM - 1] ?? 1;
    return inEach(areas, (area) => reachesIn.all(...areaValues(area), leastOrder));
  }

  function findPois(address: TileAddress, list: TileList | undefined): Promise<PoiInTile[]> {
    const boxes = boxesOfTile(address, info.bbox);
    if (list !== undefined) return inEach(boxes, (box) => poisListed.all(...box, list.pois));
    return inEach(boxes, (box) => poisIn.all(...boxValues(box), showsJunctions(address.z)));
  }

  function shownReaches(found: ReachInTile[]): TileReach[] {
    lines.clear();
    return found
      .sort((a, b) => b.order - a.order || b.upstreamKm - a.upstreamKm || a.id - b.id)
      .slice(0, MOST_REACHES)
      .map((reach) => ({ ...reach, top: reach.id, line: lines.ofWkb(reach.wkb) }));
  }

  /** Junctions last: other points are what people look for. */
  function shownPois(found: PoiInTile[]): TilePoi[] {
    const rank = ({ type }: PoiInTile) => (type === JUNCTION ? 1 : 0);
    return found
      .sort((a, b) => rank(a) - rank(b) || b.upstreamKm - a.upstreamKm || a.id - b.id)
      .map((poi) => ({ ...poi, icon: icons.get(poi.type) ?? '', x: worldX(poi.lon), y: worldY(poi.lat) }));
  }

  async function make(address: TileAddress): Promise<Uint8Array> {
    const list = await listOf(address);
    const foundReaches = await findReaches(address, list);
    const foundPois = await findPois(address, list);
    return encodeTile(address, shownReaches(foundReaches), shownPois(foundPois));
  }

  return {
    async tile(z, x, y) {
      if (z <= PREBUILT_ZOOM) return (await stored.one(z, x, y))?.data;
      return zipTile(await make({ z, x, y }));
    },
  };
}

/** What two of them share comes once. */
async function inEach<Where, Row extends { id: number }>(
  all: readonly Where[],
  find: (where: Where) => Promise<Row[]>,
): Promise<Row[]> {
  const found = new Map<number, Row>();
  for (const where of all) for (const row of await find(where)) found.set(row.id, row);
  return [...found.values()];
}
