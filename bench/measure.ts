/** Measuring on a machine that does other things too: sides take turns in short slices, and medians are what counts. */

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export interface Summary {
  ratio: number;
  spread: [number, number];
}

/** The median, and the middle half. */
export function summarise(values: readonly number[]): Summary {
  return { ratio: median(values), spread: [quantile(values, 0.25), quantile(values, 0.75)] };
}

/**
 * Runs every side once a round, each round starting with another one, so that what slows the machine down slows all of
 * them. The first rounds warm up and do not count. Gives for each side its slices, in the order of the rounds.
 */
export async function interleave<Name extends string, Slice>(
  sides: Readonly<Record<Name, () => Promise<Slice> | Slice>>,
  rounds: number,
  warmUps = 2,
): Promise<Record<Name, Slice[]>> {
  const names = Object.keys(sides) as Name[];
  const slices = Object.fromEntries(names.map((name) => [name, [] as Slice[]])) as Record<Name, Slice[]>;
  for (let round = -warmUps; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round + warmUps) % names.length]!;
      const slice = await sides[name]();
      if (round >= 0) slices[name].push(slice);
    }
  }
  return slices;
}

/** Round by round: the value of one side over that of the other. */
export function ratiosOf<Slice>(
  above: readonly Slice[],
  below: readonly Slice[],
  value: (slice: Slice) => number,
): number[] {
  return above.map((slice, round) => value(slice) / value(below[round]!));
}
