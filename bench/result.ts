/** What a benchmark gives back: bars that were reached or not, and the tables and plots that go with them. */

export interface BenchResult {
  name: string;
  /** The median of all rounds. Against a baseline: how many times. Else in `unit`. */
  ratio: number;
  /** What it must reach. */
  bar: number;
  /** What half of all rounds lie between. */
  spread: [number, number];
  /** Whether the bar is a least or a greatest value. A least one when left out. */
  better?: 'more' | 'less';
  goal?: number;
  /** Left out for ratios. */
  unit?: string;
  /** The same ratio in processor time of the server for each request: steadier on a busy machine. */
  cpuRatio?: number;
  /** What it was measured against, and on what. */
  against?: string;
}

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  note?: string;
}

export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  /** Also the name of its file. */
  name: string;
  title: string;
  x: { title: string; logarithmic?: boolean };
  y: { title: string; logarithmic?: boolean };
  lines: readonly Line[];
}

export interface Outcome {
  results: readonly BenchResult[];
  tables?: readonly Table[];
  plots?: readonly Plot[];
  /** What was not measured, and why. */
  missing?: readonly string[];
}

export interface BenchOptions {
  /** Small datasets and few rounds. */
  quick: boolean;
  /** Datasets of more reaches than this are left out; none when it is not given. */
  largest?: number;
  /** Says what is going on. */
  say(text: string): void;
}

/** A file of `bench/` that measures something. */
export interface Bench {
  run(options: BenchOptions): Promise<Outcome | BenchResult[]>;
}

export function isReached({ ratio, bar, better }: BenchResult): boolean {
  return better === 'less' ? ratio <= bar : ratio >= bar;
}
