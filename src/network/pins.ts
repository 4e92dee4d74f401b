/** Pins: which outlet keeps which basin code from one edition to the next. */
import type { Pin } from './network.ts';
import type { NoteBook } from './notes.ts';

const EARTH_RADIUS_KM = 6371.0088;
const KM_A_DEGREE = (Math.PI * EARTH_RADIUS_KM) / 180;
const RADIANS = Math.PI / 180;
export const LAST_SINGLE_BASIN = 899;

export interface OutletPoints {
  /** Reaches that are outlets. */
  outlets: Int32Array;
  endLon: Float64Array;
  endLat: Float64Array;
  /** Falling importance, for outlets at the same distance. */
  compare: (a: number, b: number) => number;
}

/**
 * Every pin claims the outlet nearest to it; if two claim one outlet, or two pins have one code, the closer claim holds. Returns
 * the basin code of each claimed outlet.
 */
export function matchPins(
  pins: readonly Pin[],
  points: OutletPoints,
  limitKm: number,
  notes: NoteBook,
): Map<number, number> {
  const nearest = nearestOutlet(points, limitKm);
  const claims: { pin: Pin; outlet: number; km: number }[] = [];
  for (const pin of pins) {
    if (!isPinnable(pin.basincode)) {
      notes.add(
        'pin-invalid',
        -1,
        () =>
          `Pin ${pin.basincode} is left out: pins are codes of single basins, such as 3261; the last three digits run from 001 to ${LAST_SINGLE_BASIN}`,
      );
      continue;
    }
    const found = nearest(pin.lon, pin.lat);
    if (found === undefined) {
      notes.add(
        'pin-unmatched',
        -1,
        () =>
          `Pin ${pin.basincode} at ${pin.lon}, ${pin.lat} has no outlet within ${limitKm} km; its code stays reserved`,
      );
    } else {
      claims.push({ pin, ...found });
    }
  }
  claims.sort(
    (a, b) => a.km - b.km || a.pin.basincode - b.pin.basincode || a.pin.lon - b.pin.lon || a.pin.lat - b.pin.lat,
  );

  const codes = new Map<number, number>();
  const used = new Set<number>();
  for (const { pin, outlet, km } of claims) {
    const holder = codes.get(outlet);
    if (holder !== undefined && holder !== pin.basincode) {
      notes.add(
        'pin-conflict',
        outlet,
        () => `Pins ${holder} and ${pin.basincode} are nearest to the same outlet; ${holder} is closer and keeps it`,
      );
    } else if (used.has(pin.basincode) && holder === undefined) {
      notes.add(
        'pin-conflict',
        outlet,
        () =>
          `Two pins have the code ${pin.basincode}; the one ${km.toFixed(1)} km from its outlet gives way to a closer one`,
      );
    } else {
      codes.set(outlet, pin.basincode);
      used.add(pin.basincode);
    }
  }
  return codes;
}

export function isPinnable(basincode: number): boolean {
  const number = basincode % 1000;
  return (
    Number.isInteger(basincode) && basincode >= 1000 && basincode <= 9999 && number >= 1 && number <= LAST_SINGLE_BASIN
  );
}

/** Outlets are kept in rows of latitude, so that a pin looks at a narrow band only. */
function nearestOutlet({ outlets, endLon, endLat, compare }: OutletPoints, limitKm: number) {
  const rowDegrees = 0.25;
  const rows = new Map<number, number[]>();
  const rowOf = (lat: number) => Math.floor(lat / rowDegrees);
  for (const outlet of outlets) {
    const row = rowOf(endLat[outlet]!);
    const list = rows.get(row);
    if (list === undefined) rows.set(row, [outlet]);
    else list.push(outlet);
  }
  return (lon: number, lat: number): { outlet: number; km: number } | undefined => {
    const reach = limitKm / KM_A_DEGREE;
    let best: { outlet: number; km: number } | undefined;
    for (let row = rowOf(Math.max(-90, lat - reach)); row <= rowOf(Math.min(90, lat + reach)); row++) {
      for (const outlet of rows.get(row) ?? []) {
        const km = distanceKm(lon, lat, endLon[outlet]!, endLat[outlet]!);
        if (!(km <= limitKm)) continue;
        if (best === undefined || km < best.km || (km === best.km && compare(outlet, best.outlet) < 0))
          best = { outlet, km };
      }
    }
    return best;
  };
}

export function distanceKm(lonA: number, latA: number, lonB: number, latB: number): number {
  const north = Math.sin(((latB - latA) * RADIANS) / 2);
  const east = Math.sin(((lonB - lonA) * RADIANS) / 2);
  const h = north * north + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * east * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
