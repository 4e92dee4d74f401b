/** Values as files have them to what the roles want: keys, numbers, texts, continents. */

import type { Value } from './feature.ts';
import type { ContinentScheme } from './preset.ts';

/** An id as text that is equal when the ids are: 12, 12n, '12' and 12.0 are one. Undefined for no id. */
export function keyOf(value: Value): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return undefined;
  // A table that went through a spreadsheet writes 12 as 12.0.
  return /^-?\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function textOf(value: Value): string {
  return value === null ? '' : String(value).trim();
}

/** Pfafstetter regions of HydroBASINS to continents of the water code. Siberia is Asia; the Arctic and Greenland North America. */
const CONTINENT_OF_REGION: Readonly<Record<string, number>> = {
  1: 1,
  2: 4,
  3: 3,
  4: 3,
  5: 6,
  6: 7,
  7: 5,
  8: 5,
  9: 5,
};

/** The continent digit of the water code; undefined where the value names none. */
export function continentOf(value: Value, scheme: ContinentScheme): number | undefined {
  const text = keyOf(value);
  if (text === undefined) return undefined;
  if (scheme === 'hydrobasins') return CONTINENT_OF_REGION[text[0]!];
  return /^[1-9]$/.test(text) ? Number(text) : CONTINENT_NAMES[text.toLowerCase()];
}

const CONTINENT_NAMES: Readonly<Record<string, number>> = {
  africa: 1,
  antarctica: 2,
  asia: 3,
  europe: 4,
  'north america': 5,
  oceania: 6,
  australia: 6,
  'south america': 7,
  非洲: 1,
  南极洲: 2,
  亚洲: 3,
  欧洲: 4,
  北美洲: 5,
  大洋洲: 6,
  南美洲: 7,
};
