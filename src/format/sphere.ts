/** Distances on the sphere: between points, from a point to a line, and boxes around a circle. */
import type { Box, LineCoordinates } from './geometry-blob.ts';

export interface Place {
  lon: number;
  lat: number;
}

const EARTH_RADIUS_M = 6371008.8;
const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

/** Along the great circle (haversine). */
export function distanceM(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2);
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function lineLengthKm(line: LineCoordinates): number {
  let sum = 0;
  for (let i = 2; i < line.length; i += 2) sum += distanceM(line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!);
  return sum / 1000;
}

/** The point of a line nearest to a place: segments are straight in a flat map around that place. */
export function nearestOnLine(place: Place, line: LineCoordinates): { distanceM: number; point: Place } {
  const shrink = Math.cos(place.lat * RADIANS);
  let best = Number.POSITIVE_INFINITY;
  let bestX = 0;
  let bestY = 0;
  let ax = eastOf(place.lon, line[0]!);
  let ay = line[1]! - place.lat;
  for (let i = 0; i < line.length; i += 2) {
    const bx = eastOf(place.lon, line[i]!);
    const by = line[i + 1]! - place.lat;
    const dx = eastOf(ax, bx) * shrink;
    const dy = by - ay;
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : Math.max(0, Math.min(1, -(ax * shrink * dx + ay * dy) / square));
    const x = ax * shrink + along * dx;
    const y = ay + along * dy;
    if (x * x + y * y < best) {
      best = x * x + y * y;
      bestX = ax + along * eastOf(ax, bx);
      bestY = y;
    }
    ax = bx;
    ay = by;
  }
  const point = { lon: wrapLongitude(place.lon + bestX), lat: place.lat + bestY };
  return { distanceM: distanceM(place.lon, place.lat, point.lon, point.lat), point };
}

/** A box that holds every point within the radius; it may cross the antimeridian (west > east) or hold a pole. */
export function boxAround(place: Place, radiusM: number): Box {
  const dLat = radiusM / METRES_PER_DEGREE;
  const south = Math.max(-90, place.lat - dLat);
  const north = Math.min(90, place.lat + dLat);
  const sine = Math.sin(Math.min(dLat, 90) * RADIANS) / Math.cos(place.lat * RADIANS);
  if (south === -90 || north === 90 || sine >= 1) return [-180, south, 180, north];
  const dLon = Math.asin(sine) / RADIANS;
  return [wrapLongitude(place.lon - dLon), south, wrapLongitude(place.lon + dLon), north];
}

/** One box, or the two on either side of the antimeridian. */
export function splitAtAntimeridian([west, south, east, north]: Box): Box[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

export function isInBox(place: Place, [west, south, east, north]: Box): boolean {
  if (place.lat < south || place.lat > north) return false;
  return west <= east ? place.lon >= west && place.lon <= east : place.lon >= west || place.lon <= east;
}

/** Degrees from one longitude east to another, the short way round: -180 to 180. */
function eastOf(from: number, to: number): number {
  const degrees = to - from;
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}

function wrapLongitude(lon: number): number {
  if (lon > 180) return lon - 360;
  return lon < -180 ? lon + 360 : lon;
}
