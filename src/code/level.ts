/** Which reaches the network of a level has (spec 4.2). */

/**
 * Is a reach of this Strahler order in the network of this level?
 *
 * @example isAtLevel(3, 1) // true: level 1 is the whole network
 * @example isAtLevel(3, 4) // false
 */
export function isAtLevel(strahler: number, level: number): boolean {
  return strahler >= level;
}
