/** Figures for people: three or four digits that matter, no exponent. */

export function figure(value: number): string {
  if (value >= 1000) return String(Math.round(value));
  return value.toFixed(value >= 100 ? 1 : 2).replace(/\.?0+$/, '');
}

/** A sum or difference of lengths that are each given to the metre. */
export function toTheMetre(km: number): number {
  return Math.round(km * 1000) / 1000;
}
