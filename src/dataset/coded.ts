/** Data that already carries codes: taken as they are. Where a zone joins the next is found from the ends of its lines. */
import { parentZoneOf } from '../code/index.ts';
import type { GivenCodes } from '../network/given-codes.ts';
import type { GivenJoin } from '../network/topology-from-codes.ts';
import type { Rows } from './rows.ts';

export function givenCodes(rows: Rows, rowOf: Int32Array): GivenCodes {
  const basincode = rows.basincode.values();
  const binstrlen = rows.binstrlen.values();
  return {
    basincode: Int32Array.from(rowOf, (row) => basincode[row]!),
    subbasincd: Array.from(rowOf, (row) => rows.subbasincd[row]!),
    binstrval: BigUint64Array.from(Array.from(rowOf, (row) => rows.binstrval[row]!)),
    binstrlen: Int32Array.from(rowOf, (row) => binstrlen[row]!),
  };
}

/** A zone's lowest reach ends where a reach of the zone below begins, if the lines were drawn to meet. */
export function joinsByPlace(rows: Rows, codes: GivenCodes): GivenJoin[] {
  const lowest = new Map<string, number>();
  for (let row = 0; row < rows.count; row++) {
    const zone = `${codes.basincode[row]} ${codes.subbasincd[row]}`;
    const known = lowest.get(zone);
    if (known === undefined || codes.binstrlen[row]! < codes.binstrlen[known]!) lowest.set(zone, row);
  }
  const startsAt = new Map<string, number[]>();
  for (let row = 0; row < rows.count; row++) {
    const line = rows.lines.get(row);
    const place = placeKey(line[0]!, line[1]!);
    const there = startsAt.get(place);
    if (there === undefined) startsAt.set(place, [row]);
    else there.push(row);
  }
  const joins: GivenJoin[] = [];
  for (const row of lowest.values()) {
    const basincode = codes.basincode[row]!;
    const subbasincd = codes.subbasincd[row]!;
    const parent = parentZoneOf({ basincode, subbasincd });
    if (parent === undefined) continue;
    const line = rows.lines.get(row);
    const into = (startsAt.get(placeKey(line.at(-2)!, line.at(-1)!)) ?? []).find(
      (other) => codes.basincode[other] === basincode && codes.subbasincd[other] === parent.subbasincd,
    );
    if (into === undefined) continue;
    joins.push({ basincode, subbasincd, binstrval: codes.binstrval[into]!, binstrlen: codes.binstrlen[into]! });
  }
  return joins;
}

/** To about a metre. */
function placeKey(lon: number, lat: number): string {
  return `${Math.round(lon * 1e5)} ${Math.round(lat * 1e5)}`;
}
