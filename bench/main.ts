/** `npm run bench`: runs the benchmarks that are asked for, prints what they found and writes it down. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { originOf } from './datasets.ts';
import { type Circumstances, isWholeRun, resultTable, type SubjectResult, tableAsText, writePage } from './report.ts';
import type { Bench, BenchOptions, Outcome } from './result.ts';

interface Subject {
  title: string;
  load(): Promise<Bench>;
}

const SUBJECTS: Record<string, Subject> = {
  code: { title: 'Reading and writing codes', load: () => import('./code.ts') },
  http: { title: 'River lookups over HTTP', load: () => import('./http.ts') },
  mcp: { title: 'MCP against REST', load: () => import('./mcp.ts') },
  peer: { title: 'The same lookup by MapServer', load: () => import('./peer.ts') },
  tiles: { title: 'Map tiles', load: () => import('./tiles.ts') },
  upstream: { title: 'Everything upstream', load: () => import('./upstream.ts') },
  search: { title: 'Search by name', load: () => import('./search.ts') },
  start: { title: 'Start and memory', load: () => import('./start.ts') },
  build: { title: 'Building a dataset', load: () => import('./build.ts') },
  latency: { title: 'Times of replies', load: () => import('./latency.ts') },
  growth: { title: 'As the dataset grows', load: () => import('./growth.ts') },
  postgres: { title: 'PostgreSQL', load: () => import('./postgres.ts') },
  soak: { title: 'Soak', load: () => import('./soak.ts') },
};

const ROOT = join(import.meta.dirname, '..');

const QUICK_NOTE = '\nA quick run gives a rough picture only: small datasets, few rounds. Bars are for a full one.';

const HELP = `npm run bench [-- [NAME...] [--quick] [--largest N] [--output FOLDER]]

Measures how fast watercode is, each figure against a baseline of the same run. Without names, all of:
${Object.entries(SUBJECTS)
  .map(([name, { title }]) => `  ${name.padEnd(10)}${title}`)
  .join('\n')}

  --quick           small datasets and few rounds: two minutes
  --largest N       leaves out datasets of more than N reaches; the one of 8,000,000 takes long to make
  --output FOLDER   where latest.json and performance.md go; bench/results/ when left out. There, once every subject has been
                    run in full, the page is docs/performance.md
  --help            this text

A bar that is missed is shown, and never a failure. Datasets are built once, into cache/: the first full run takes a while.
`;

function circumstances(quick: boolean): Circumstances {
  const { commit, changed } = originOf();
  const gdal = spawnSync('ogr2ogr', ['--version'], { encoding: 'utf8' }).stdout?.match(/GDAL ([\d.]+)/)?.[1];
  return {
    date: new Date().toISOString(),
    commit: changed ? `${commit} with changes` : commit,
    quick,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    versions: {
      Node: process.versions.node,
      SQLite: process.versions.sqlite ?? 'unknown',
      ...(gdal !== undefined && { GDAL: gdal }),
    },
  };
}

async function measure(name: string, options: BenchOptions): Promise<SubjectResult> {
  const { title, load } = SUBJECTS[name]!;
  const before = circumstances(options.quick);
  const found = await (await load()).run(options);
  const outcome: Outcome = Array.isArray(found) ? { results: found } : found;
  return { subject: name, title, circumstances: before, outcome };
}

/** Each in a process of its own: what one leaves behind in memory, and in what the compiler has learnt, slows down others. */
function measureEach(names: readonly string[], flags: readonly string[]): number {
  for (const name of names) {
    const end = name === names.at(-1) ? [] : ['--more-follow'];
    const args = [import.meta.filename, name, ...flags, ...end];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

/** The latest of each subject, of quick runs and of full ones. */
function merge(path: string, fresh: SubjectResult): SubjectResult[] {
  const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SubjectResult[]) : [];
  const keyOf = ({ subject, circumstances }: SubjectResult) => `${subject} ${circumstances.quick}`;
  const all = new Map([...earlier, fresh].map((result) => [keyOf(result), result]));
  const order = Object.keys(SUBJECTS);
  return [...all.values()].toSorted((a, b) => order.indexOf(a.subject) - order.indexOf(b.subject));
}

/** The page of quick or of full runs; that of the project once there is a full run of everything. */
function writePages(
  folder: string,
  all: readonly SubjectResult[],
  { quick, own }: { quick: boolean; own: boolean },
): string {
  const alike = all.filter(({ circumstances }) => circumstances.quick === quick);
  const isForProject = own && isWholeRun(alike, Object.keys(SUBJECTS));
  const page = isForProject ? join(ROOT, 'docs/performance.md') : join(folder, 'performance.md');
  writePage(page, alike);
  return page;
}

function print({ outcome, title }: SubjectResult): void {
  if (outcome.results.length > 0) console.log(`\n${tableAsText(resultTable(title, outcome.results))}`);
  for (const table of outcome.tables ?? []) console.log(`\n${tableAsText(table)}`);
  for (const text of outcome.missing ?? []) console.log(`\nNot measured: ${text}`);
}

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      largest: { type: 'string', default: '8000000' },
      output: { type: 'string' },
      // Not for people: said to each process of a run but the last.
      'more-follow': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

async function main(): Promise<number> {
  let given: ReturnType<typeof readArguments>;
  try {
    given = readArguments();
  } catch (error) {
    console.error(`${(error as Error).message}\nSee "npm run bench -- --help".`);
    return 2;
  }
  const { values, positionals } = given;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const unknown = positionals.find((name) => !Object.hasOwn(SUBJECTS, name));
  if (unknown !== undefined) {
    console.error(`There is no benchmark "${unknown}". There are: ${Object.keys(SUBJECTS).join(', ')}.`);
    return 2;
  }
  const { quick } = values;
  const largest = Number(values.largest);
  if (!Number.isSafeInteger(largest) || largest < 1) {
    console.error('--largest wants a number of reaches, such as 1000000.');
    return 2;
  }
  const [name, ...others] = positionals.length > 0 ? positionals : Object.keys(SUBJECTS);
  if (others.length > 0) {
    const flags = ['--largest', values.largest, ...(quick ? ['--quick'] : [])];
    if (values.output !== undefined) flags.push('--output', values.output);
    return measureEach([name!, ...others], flags);
  }
  const folder = values.output ?? join(ROOT, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const latest = join(folder, 'latest.json');
  const say = (text: string) => console.error(`${name}: ${text}`);
  const result = await measure(name!, { quick, largest, say });
  print(result);
  const all = merge(latest, result);
  writeFileSync(latest, `${JSON.stringify(all, undefined, 1)}\n`);
  const page = writePages(folder, all, { quick, own: values.output === undefined });
  if (!values['more-follow'])
    console.log(`\nResults: ${shownPath(latest)}, as a page: ${shownPath(page)}${quick ? QUICK_NOTE : ''}`);
  return 0;
}

function shownPath(path: string): string {
  return relative(process.cwd(), path) || path;
}

process.exitCode = await main();
