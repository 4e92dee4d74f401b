/** Writes the `subbasin` layer, basins and named rivers. */
import type { DatabaseSync } from 'node:sqlite';
import { boxOfLines, createGeometryEncoder } from '../format/geometry-blob.ts';
import type { DatasetContent } from './content.ts';
import type { Naming } from './naming.ts';
import { rounded } from './write-reaches.ts';

/** A sub-basin of more reaches is drawn by its greatest ones. */
const MOST_LINES = 100;
/** Then each line keeps at most this many points. */
const MOST_POINTS = 8;
const ORDERS = 32;
/** Basin numbers from here on are areas of many small basins. */
const FIRST_AREA = 900;

/** fid of each zone: zones in the order of their codes. */
export function zoneFids(content: DatasetContent): Int32Array {
  const { zones } = content.coded;
  const order = Array.from(zones.keys());
  const codes = zones.map((zone) => `${zone.basincode}${zone.subbasincd}`);
  order.sort((a, b) => (codes[a]! < codes[b]! ? -1 : 1));
  const fids = new Int32Array(zones.length);
  order.forEach((zone, i) => {
    fids[zone] = i + 1;
  });
  return fids;
}

/** Returns the box of each sub-basin in the order of its fid. */
export function writeSubbasins(
  db: DatabaseSync,
  content: DatasetContent,
  naming: Naming,
  fids: Int32Array,
): Float64Array {
  const { network, coded } = content;
  const { zones } = coded;
  const zoneOfFid = new Int32Array(zones.length);
  for (let zone = 0; zone < zones.length; zone++) zoneOfFid[fids[zone]! - 1] = zone;
  const counts = new Int32Array(zones.length);
  const lengths = new Float64Array(zones.length);
  const byOrder = new Int32Array(zones.length * ORDERS);
  for (let reach = 0; reach < network.count; reach++) {
    const zone = coded.zone[reach]!;
    counts[zone]!++;
    lengths[zone]! += network.lengthKm[reach]!;
    byOrder[zone * ORDERS + Math.min(ORDERS - 1, coded.strahler[reach]!)]!++;
  }
  const drawn = reachesToDraw(content, counts, byOrder);
  const encoder = createGeometryEncoder();
  const put = db.prepare(`INSERT INTO subbasin VALUES (${Array(14).fill('?').join(', ')})`);
  const boxes = new Float64Array(zones.length * 4);
  for (let i = 0; i < zones.length; i++) {
    const at = zoneOfFid[i]!;
    const zone = zones[at]!;
    const code = `${zone.basincode}${zone.subbasincd}`;
    const whole = counts[at]! <= MOST_LINES;
    const lines: Float64Array[] = [];
    for (let d = drawn.starts[at]!; d < drawn.starts[at + 1]!; d++) {
      const line = content.lineOf(drawn.reaches[d]!);
      lines.push(whole ? line : thinned(line));
    }
    const box = boxOfLines(lines);
    boxes.set(box, i * 4);
    const name = naming.subbasinName(zone.outlet, code);
    const area = network.areaKm2?.[zone.outlet] ?? Number.NaN;
    put.run(
      i + 1,
      code,
      zone.basincode,
      zone.subbasincd,
      zone.parent < 0 ? null : fids[zone.parent]!,
      zone.joins < 0 ? null : coded.id[zone.joins]!,
      coded.id[zone.outlet]!,
      coded.strahler[zone.outlet]!,
      counts[at]!,
      rounded(lengths[at]!),
      Number.isNaN(area) ? null : area,
      name.zh,
      name.en,
      encoder.multiLine(lines, box),
    );
  }
  return boxes;
}

/** For each zone the reaches of its greatest orders, as many orders as fit; grouped by zone. */
function reachesToDraw(content: DatasetContent, counts: Int32Array, byOrder: Int32Array) {
  const { network, coded } = content;
  const zones = coded.zones.length;
  const lowest = new Uint8Array(zones);
  const starts = new Int32Array(zones + 1);
  for (let zone = 0; zone < zones; zone++) {
    let order = ORDERS - 1;
    let taken = byOrder[zone * ORDERS + order]!;
    while (order > 0 && (taken === 0 || taken + byOrder[zone * ORDERS + order - 1]! <= Math.max(MOST_LINES, taken))) {
      order--;
      taken += byOrder[zone * ORDERS + order]!;
    }
    lowest[zone] = order;
    starts[zone + 1] = starts[zone]! + Math.min(taken, counts[zone]!);
  }
  const reaches = new Int32Array(starts[zones]!);
  const next = starts.slice(0, zones);
  for (let i = 0; i < network.count; i++) {
    const reach = coded.byId[i]!;
    const zone = coded.zone[reach]!;
    if (coded.strahler[reach]! >= lowest[zone]!) reaches[next[zone]!++] = reach;
  }
  return { starts, reaches };
}

function thinned(line: Float64Array): Float64Array {
  const points = line.length / 2;
  if (points <= MOST_POINTS) return line;
  const kept = new Float64Array(MOST_POINTS * 2);
  for (let i = 0; i < MOST_POINTS; i++) {
    const from = Math.round((i * (points - 1)) / (MOST_POINTS - 1));
    kept.set(line.subarray(from * 2, from * 2 + 2), i * 2);
  }
  return kept;
}

export function writeBasins(db: DatabaseSync, content: DatasetContent, naming: Naming): number {
  const { network, coded } = content;
  interface Sum {
    outlets: number;
    outlet: number;
    reaches: number;
    subbasins: number;
    lengthKm: number;
    areaKm2: number;
    first: number;
    last: number;
  }
  const sums = new Map<number, Sum>();
  for (const zone of coded.zones) {
    let sum = sums.get(zone.basincode);
    if (sum === undefined) {
      sum = {
        outlets: 0,
        outlet: -1,
        reaches: 0,
        subbasins: 0,
        lengthKm: 0,
        areaKm2: 0,
        first: Number.MAX_SAFE_INTEGER,
        last: 0,
      };
      sums.set(zone.basincode, sum);
    }
    sum.subbasins++;
    if (zone.parent >= 0) continue;
    const first = coded.id[zone.outlet]!;
    if (first < sum.first) sum.outlet = zone.outlet;
    sum.outlets++;
    sum.reaches += coded.last[zone.outlet]! - first + 1;
    sum.lengthKm += coded.upstreamLengthKm[zone.outlet]!;
    sum.areaKm2 += network.areaKm2?.[zone.outlet] ?? Number.NaN;
    sum.first = Math.min(sum.first, first);
    sum.last = Math.max(sum.last, coded.last[zone.outlet]!);
  }
  const put = db.prepare(`INSERT INTO basin VALUES (${Array(10).fill('?').join(', ')})`);
  for (const [basincode, sum] of [...sums].sort((a, b) => a[0] - b[0])) {
    const isArea = basincode % 1000 >= FIRST_AREA;
    const name = naming.basinName(sum.outlet, basincode, isArea);
    const area = Number.isNaN(sum.areaKm2) ? null : sum.areaKm2;
    put.run(
      basincode,
      name.zh,
      name.en,
      sum.outlets,
      sum.reaches,
      sum.subbasins,
      rounded(sum.lengthKm),
      area,
      sum.first,
      sum.last,
    );
  }
  return sums.size;
}

export function writeRivers(db: DatabaseSync, content: DatasetContent): void {
  const { coded } = content;
  const put = db.prepare('INSERT INTO river VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  content.rivers.forEach((river, i) => {
    put.run(
      i + 1,
      river.name.zh,
      river.name.en,
      coded.id[river.mouth]!,
      river.reaches,
      rounded(river.lengthKm),
      coded.strahler[river.mouth]!,
      coded.weight[river.mouth]!,
    );
  });
}
