/** The hand-written corrections of `mends.csv`: reads them and applies those that change lines. */

import { readFileSync } from 'node:fs';
import { kmBetween, nearestOnSegment } from '../../src/network/measure.ts';

const KINDS = ['join', 'extend', 'part', 'drop', 'outlet', 'inland', 'name'] as const;

export type Place = readonly [lon: number, lat: number];

export interface Mend {
  /**
   * `join`: draws a line between two others, along the path. `extend`: goes on from a line to a mouth, along the path. `part`:
   * takes the line through the second place off what it touches at the first. `drop`: leaves a line out. `outlet`: water
   * leaves here. `inland`: no water leaves here, though the sea is near. `name`: what the reach that passes here is called.
   */
  kind: (typeof KINDS)[number];
  path: Place[];
  name: string;
  reason: string;
}

export interface NamedLine {
  name: string;
  line: Float64Array;
}

/** A mend must find what it mends within this distance, so that none stays behind when the source changes. */
const REACH_KM = 4;
/** How much a parted end draws back: more than the snapping tolerance. */
const PART_KM = 3;

export function readMends(): Mend[] {
  const [, ...rows] = readFileSync(new URL('mends.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return rows.map((row) => {
    const [kind, path, name, ...reason] = row.split(',');
    const known = KINDS.find((k) => k === kind);
    if (!known) throw new Error(`mends.csv: "${kind}" is none of ${KINDS.join(', ')}: ${row}`);
    const places = path!.split(';').map((place) => place.trim().split(' ').map(Number) as [number, number]);
    if (places.flat().some(Number.isNaN)) throw new Error(`mends.csv: not a path of "lon lat;lon lat": ${row}`);
    return { kind: known, path: places, name: name!, reason: reason.join(',') };
  });
}

/** The lines after all joins, extensions, parts and drops. */
export function mendLines(lines: readonly NamedLine[], mends: readonly Mend[]): NamedLine[] {
  const mended = lines.slice();
  for (const mend of mends) {
    const [first, second] = mend.path as [Place, Place?];
    if (mend.kind === 'outlet' || mend.kind === 'inland') nearestLine(mended, first, mend);
    if (mend.kind === 'drop') mended.splice(nearestLine(mended, first, mend).line, 1);
    if (mend.kind === 'part') mended.push(...partLine(mended, first, second!, mend));
    if (mend.kind === 'join' || mend.kind === 'extend') {
      const path = mend.path.slice();
      path[0] = nearestLine(mended, first, mend).place;
      if (mend.kind === 'join') path[path.length - 1] = nearestLine(mended, path.at(-1)!, mend).place;
      mended.push({ name: mend.name, line: Float64Array.from(path.flat()) });
    }
  }
  return mended;
}

/** Whether a mend says that water leaves here, or that it does not; undefined where none says anything. */
export function mendedOutlet(mends: readonly Mend[], lon: number, lat: number): boolean | undefined {
  const isHere = (place: Place) => kmBetween(lon, lat, ...place) < REACH_KM;
  for (const { kind, path } of mends) {
    if (kind === 'outlet' && isHere(path[0]!)) return true;
    if (kind === 'inland' && isHere(path[0]!)) return false;
    if (kind === 'extend' && isHere(path.at(-1)!)) return true;
    if ((kind === 'extend' || kind === 'join') && isHere(path[0]!)) return false;
    if (kind === 'join' && isHere(path.at(-1)!)) return false;
  }
  return undefined;
}

export function nearestLine(
  lines: readonly NamedLine[],
  [lon, lat]: Place,
  mend: Mend,
): { line: number; place: Place } {
  const cos = Math.cos((lat * Math.PI) / 180);
  let best = { line: -1, place: [0, 0] as Place, km: Infinity };
  for (const [i, { line }] of lines.entries()) {
    for (let k = 0; k + 3 < line.length; k += 2) {
      const [lon0, lat0, lon1, lat1] = [line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!];
      if (Math.min(Math.abs(lat0 - lat), Math.abs(lat1 - lat)) > 1) continue;
      const t = nearestOnSegment(lon * cos, lat, lon0 * cos, lat0, lon1 * cos, lat1);
      const place: Place = [lon0 + (lon1 - lon0) * t, lat0 + (lat1 - lat0) * t];
      const km = kmBetween(lon, lat, ...place);
      if (km < best.km) best = { line: i, place, km };
    }
  }
  if (best.km > REACH_KM) throw new Error(`mends.csv: no line near ${lon} ${lat}: ${mend.kind}, ${mend.reason}`);
  return best;
}

/** Cuts the line at the first place and draws back the side towards the second; gives the other side, if there is one. */
function partLine(lines: NamedLine[], at: Place, toward: Place, mend: Mend): NamedLine[] {
  const index = nearestLine(lines, toward, mend).line;
  const { name, line } = lines[index]!;
  const nearestPoint = ([lon, lat]: Place) => {
    let best = 0;
    for (let k = 2; k < line.length; k += 2) {
      if (kmBetween(lon, lat, line[k]!, line[k + 1]!) < kmBetween(lon, lat, line[best]!, line[best + 1]!)) best = k;
    }
    return best;
  };
  const cut = nearestPoint(at);
  if (kmBetween(...at, line[cut]!, line[cut + 1]!) > REACH_KM) {
    throw new Error(`mends.csv: the line at ${toward.join(' ')} does not pass ${at.join(' ')}: part, ${mend.reason}`);
  }
  const isNear = (k: number) => kmBetween(line[cut]!, line[cut + 1]!, line[k]!, line[k + 1]!) < PART_KM;
  const goesOn = nearestPoint(toward) > cut;
  let back = cut;
  while (isNear(back)) back += goesOn ? 2 : -2;
  lines[index] = { name, line: goesOn ? line.slice(back) : line.slice(0, back + 2) };
  const other = goesOn ? line.slice(0, cut + 2) : line.slice(cut);
  return other.length > 2 ? [{ name, line: other }] : [];
}
