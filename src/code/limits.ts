/** The numbers that bound a code; spec/code.md gives the clauses. */

/** Longest string that is read or written (spec 5.1). */
export const MAX_MA_LENGTH = 1024;
/** Longest sub-basin code (spec 5.6). */
export const MAX_SUBBASINCD_LENGTH = 48;
/** Greatest V that is read (spec 2.5). */
export const MAX_BINSTRVAL = 18446744073709551615n;
/** Greatest L that is read (spec 2.5). */
export const MAX_BINSTRLEN = 99999999;
/** V of every code that this project assigns stays below this (spec 2.10). */
export const ASSIGNED_BINSTRVAL_END = 2 ** 53;
