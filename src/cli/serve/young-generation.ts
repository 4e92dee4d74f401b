/**
 * Keeps V8's young generation small. Replies live for a moment: under load V8 would let it grow to 64 MiB, and be hardly
 * quicker for it. Its limit can only be set from outside, before a process starts; that it grows no further can be said at
 * any time.
 */

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Of each of its halves, which come in sizes of 1, 2, 4 and 8 MiB, a little less for what V8 keeps in them itself. At the
 * 1 MiB of a fresh process there would be so many scavenges that a reply takes some 7 % more CPU.
 */
const ENOUGH_BYTES = 7 << 20;

const NUMBERS_AN_ARRAY = 1000;
const ARRAYS_ALIVE = 128;
/** Many times what is needed; should V8 not let it grow, the start goes on all the same. */
const MOST_ROUNDS = 100;

/** Whoever has set a limit for the process keeps it. */
export function keepYoungGenerationSmall(): void {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (given.includes('semi-space')) return;
  growYoungGeneration();
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** It grows when much of it outlives a scavenge: some megabytes of arrays, of which the last ones are alive, do that. */
function growYoungGeneration(): void {
  const alive: number[][] = [];
  for (let round = 0; round < MOST_ROUNDS && youngGenerationBytes() < ENOUGH_BYTES; round++) {
    for (let i = 0; i < ARRAYS_ALIVE; i++) alive[i] = new Array<number>(NUMBERS_AN_ARRAY).fill(0.5);
  }
}

function youngGenerationBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return space === undefined ? 0 : space.space_used_size + space.space_available_size;
}
