/** `npm run bench`: runs the benchmarks that are asked for, prints what they found and writes it down. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { originOf } from './datasets.ts';
import { type Circumstances, resultTable, type SubjectResult, tableAsText, writePage } from './report.ts';
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

const HELP = `npm run bench [-- [NAME...] [--quick] [--largest N] [--output FOLDER]]

Measures how fast watercode is, each figure against a baseline of the same run. Without names, all of:
${Object.entries(SUBJECTS)
  .map(([name, { title }]) => `  ${name.padEnd(10)}${title}`)
  .join('\n')}

  --quick           small datasets and few rounds: two minutes
  --largest N       leaves out datasets of more than N reaches; the one of 8,000,000 takes long to make
  --output FOLDER   where latest.json and performance.md go. Without it the results go to bench/results/, and those of a
                    full run also become docs/performance.md
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
    const { status } = spawnSync(process.execPath, [import.meta.filename, name, ...flags], { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

/** Earlier results of other subjects stay, those of a quick run apart from those of a full one. */
function merge(path: string, fresh: SubjectResult): SubjectResult[] {
  const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SubjectResult[]) : [];
  const kept = earlier.filter((old) => old.circumstances.quick === fresh.circumstances.quick);
  const all = new Map([...kept, fresh].map((result) => [result.subject, result]));
  return Object.keys(SUBJECTS).flatMap((name) => all.get(name) ?? []);
}

function print({ outcome }: SubjectResult): void {
  if (outcome.results.length > 0) console.log(`\n${tableAsText(resultTable(outcome.results))}`);
  for (const table of outcome.tables ?? []) console.log(`\n${tableAsText(table)}`);
  for (const text of outcome.missing ?? []) console.log(`\nNot measured: ${text}`);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      largest: { type: 'string', default: '8000000' },
      output: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
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
  const page =
    quick || values.output !== undefined ? join(folder, 'performance.md') : join(ROOT, 'docs/performance.md');
  writePage(page, all);
  return 0;
}

process.exitCode = await main();
