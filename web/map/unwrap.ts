/** Rings that cross the antimeridian, made to run on past 180 degrees instead of jumping across the whole map. */

import type { MultiPolygon, Polygon, Position } from 'geojson';

/** A step longer than half the world is one across the antimeridian. */
function unwrapRing(ring: readonly Position[]): Position[] {
  const unwrapped: Position[] = [];
  let shift = 0;
  let before = ring[0]?.[0] ?? 0;
  for (const position of ring) {
    const [lon = 0, lat = 0] = position;
    if (lon - before > 180) shift -= 360;
    else if (lon - before < -180) shift += 360;
    before = lon;
    unwrapped.push([lon + shift, lat]);
  }
  return shift === 0 ? unwrapped : closeAroundPole(unwrapped);
}

/** A ring that does not end where it started goes around a pole: it is led along that pole. */
function closeAroundPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  const pole = last[1]! < 0 ? -90 : 90;
  return [...ring, [last[0]!, pole], [first[0]!, pole], first];
}

export function unwrap(geometry: Polygon | MultiPolygon): MultiPolygon {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unwrapRing)) };
}
