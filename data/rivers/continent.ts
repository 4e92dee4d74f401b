/** The continent a mouth is on, as the first digit of its basin's code: coarse outlines, drawn through the seas. */

import type { Place } from './mends.ts';

const AFRICA = 1;
const ASIA = 3;
const EUROPE = 4;
const NORTH_AMERICA = 5;
const OCEANIA = 6;
const SOUTH_AMERICA = 7;

/** The first outline that holds the place decides; everything else is Asia. */
const OUTLINES: readonly (readonly [continent: number, outline: readonly Place[]])[] = [
  [
    AFRICA,
    [
      [-30, 35.93],
      [-2, 35.95],
      [3, 37.2],
      [8, 37.8],
      [11.2, 37.6],
      [12.5, 35.3],
      [20, 34],
      [31, 33],
      [34.2, 31.3],
      [34.9, 29.5],
      [34.4, 27.8],
      [38, 20],
      [42.6, 13.2],
      [43.4, 12.4],
      [51.6, 12.2],
      [65, 10],
      [65, -45],
      [-30, -45],
    ],
  ],
  // East along the Dardanelles, the Bosporus, the Caucasus, the Caspian Sea, the Ural river and mountains.
  [
    EUROPE,
    [
      [-32, 30],
      [-2, 35.9],
      [12, 35.4],
      [20, 34],
      [27, 34.5],
      [26, 38],
      [26.1, 39.9],
      [27.4, 40.6],
      [28.9, 40.9],
      [29.2, 41.3],
      [34, 43],
      [39, 43.7],
      [43, 42.7],
      [48.5, 41.8],
      [50, 44],
      [53, 46.7],
      [52, 49],
      [54, 51],
      [58.5, 51.2],
      [60, 55],
      [59.5, 62],
      [65, 66.5],
      [65, 82],
      [-32, 82],
    ],
  ],
  [
    SOUTH_AMERICA,
    [
      [-95, -60],
      [-95, 5],
      [-78, 7],
      [-77.3, 8.7],
      [-75.5, 12.7],
      [-61, 11.5],
      [-30, 11.5],
      [-30, -60],
    ],
  ],
  [
    NORTH_AMERICA,
    [
      [-169, 0],
      [-169, 84],
      [-12, 84],
      [-32, 60],
      [-32, 0],
    ],
  ],
  [
    OCEANIA,
    [
      [111, -10.8],
      [129, -10.8],
      [130.3, 1],
      [150, 3],
      [180, 3],
      [180, -60],
      [111, -60],
    ],
  ],
];

export function continentOf(lon: number, lat: number): number {
  return OUTLINES.find(([, outline]) => isInside(outline, lon, lat))?.[0] ?? ASIA;
}

function isInside(outline: readonly Place[], lon: number, lat: number): boolean {
  let inside = false;
  for (const [i, [lon1, lat1]] of outline.entries()) {
    const [lon0, lat0] = outline.at(i - 1)!;
    if (lat0 > lat !== lat1 > lat && lon < lon0 + ((lat - lat0) / (lat1 - lat0)) * (lon1 - lon0)) inside = !inside;
  }
  return inside;
}
