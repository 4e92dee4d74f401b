/** The word for as many of a thing as there are: 1 reach, 2 reaches. */

const PLURALS: Readonly<Record<string, string>> = { reach: 'reaches' };

export function nounFor(count: number, thing: string): string {
  return count === 1 ? thing : (PLURALS[thing] ?? `${thing}s`);
}
