/** Results as people read them: a table for the terminal, and a page with charts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { barChart, lineChart } from './chart.ts';
import { type BenchResult, isReached, type Outcome, type Table } from './result.ts';

/** What profiles said, which no run can find out by itself. */
const FINDINGS = join(import.meta.dirname, 'findings.md');

/** Where and of what the figures are. */
export interface Circumstances {
  date: string;
  commit: string;
  quick: boolean;
  cores: number;
  memoryGiB: number;
  cpu: string;
  versions: Record<string, string>;
}

export interface SubjectResult {
  subject: string;
  title: string;
  circumstances: Circumstances;
  outcome: Outcome;
}

export function resultTable(title: string, results: readonly BenchResult[]): Table {
  return {
    title,
    columns: ['what', 'median', 'middle half', 'by CPU', 'bar', 'goal', 'reached', 'against'],
    rows: results.map((result) => {
      const { name, ratio, spread, bar, goal, better, unit, cpuRatio, against } = result;
      const show = (value: number) => `${digits(value)}${unit === undefined ? '' : ` ${unit}`}`;
      const sign = better === 'less' ? '≤' : '≥';
      return [
        name,
        show(ratio),
        `${digits(spread[0])} to ${digits(spread[1])}`,
        cpuRatio === undefined ? '' : digits(cpuRatio),
        `${sign} ${show(bar)}`,
        goal === undefined ? '' : show(goal),
        isReached(result) ? 'yes' : 'no',
        against ?? '',
      ];
    }),
  };
}

function digits(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}

export function tableAsText({ title, columns, rows, note }: Table): string {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  return [title, line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), note ?? ''].join(
    '\n',
  );
}

function tableAsMarkdown({ columns, rows, note }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [line(columns), `|${columns.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)];
  return `${lines.join('\n')}\n${note === undefined ? '' : `\n${note}\n`}`;
}

/** Whether these are full runs of all subjects: nothing less becomes the page of the project. */
export function isWholeRun(results: readonly SubjectResult[], subjects: readonly string[]): boolean {
  const full = results.filter(({ circumstances }) => !circumstances.quick);
  return subjects.every((name) => full.some(({ subject }) => subject === name));
}

/** Writes the page, and its charts into a folder of the same name beside it. */
export function writePage(path: string, subjects: readonly SubjectResult[]): void {
  const charts = path.replace(/\.md$/, '');
  mkdirSync(charts, { recursive: true });
  const folder = charts.slice(dirname(charts).length + 1);
  const results = subjects.flatMap(({ outcome }) => outcome.results);
  const parts = [HEAD, circumstancesText(subjects), '## The bars\n', barsText(results)];
  if (results.length > 0) {
    writeFileSync(join(charts, 'bars.svg'), barChart(results));
    parts.push(
      tableAsMarkdown(resultTable('The bars', results)),
      `![How far each figure is from its bar](${folder}/bars.svg)\n`,
    );
  }
  for (const { outcome, title } of subjects) {
    for (const table of outcome.tables ?? []) parts.push(`## ${table.title}\n`, tableAsMarkdown(table));
    for (const plot of outcome.plots ?? []) {
      writeFileSync(join(charts, `${plot.name}.svg`), lineChart(plot));
      if ((outcome.tables ?? []).length === 0) parts.push(`## ${title}\n`);
      parts.push(`![${plot.title}](${folder}/${plot.name}.svg)\n`);
    }
  }
  const missing = subjects.flatMap(({ outcome }) => outcome.missing ?? []);
  if (missing.length > 0) parts.push('## Not measured\n', `${missing.map((text) => `- ${text}`).join('\n')}\n`);
  parts.push(readFileSync(FINDINGS, 'utf8').trimEnd(), '', METHOD);
  writeFileSync(path, parts.join('\n'));
}

function barsText(results: readonly BenchResult[]): string {
  const missed = results.filter((result) => !isReached(result)).map(({ name }) => name);
  const reached = `${results.length - missed.length} of ${results.length} bars are reached`;
  return `A bar is what has to be reached, a goal what would be better still. A figure without a unit is a ratio: how many times
what the last column names. ${reached}${missed.length === 0 ? '.' : `; not reached: ${missed.join('; ')}.`}
`;
}

function circumstancesText(subjects: readonly SubjectResult[]): string {
  const newest = subjects.map((subject) => subject.circumstances).toSorted((a, b) => (a.date < b.date ? 1 : -1))[0];
  if (newest === undefined) return '';
  const { cores, memoryGiB, cpu, versions, quick } = newest;
  const commits = [...new Set(subjects.map(({ circumstances }) => circumstances.commit))].join(', ');
  const dates = [...new Set(subjects.map(({ circumstances }) => circumstances.date.slice(0, 10)))].sort().join(', ');
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `Machine: ${cores} cores (${cpu}), ${memoryGiB} GiB of memory. Versions: ${programs.join(', ')}.
Commit ${commits}; measured ${dates}. Datasets: made-up river networks (\`bench/generate.ts\`, seed 1), of the sizes given.
${quick ? '**From a quick run: small datasets and few rounds, so only a rough picture.**\n' : ''}`;
}

const HEAD = `# Performance

Written by \`npm run bench\`: don't edit it, run that again; the words on where time goes are in \`bench/findings.md\`. How it is
measured is said at the end.
\`npm run bench -- --quick\` takes two minutes.
`;

const METHOD = `## How it is measured

- One and the same program runs up to a sixth faster or slower from one start to the next. So river lookups are measured
  with fresh processes five times over.
- Baseline and subject take turns, in slices of 200 ms over HTTP; a ratio is taken in every round, and the median of all
  rounds counts. The middle half says between what a quarter and three quarters of the rounds lie. A busy machine slows
  both sides; the wider the middle half, the busier it was.
- "By CPU" is the same ratio in processor time of the server process (\`process.cpuUsage\`) for each reply.
- The server is one process, started as \`watercode serve\` with its defaults. The client is one thread of another process:
  32 kept-alive connections of loopback, one request at a time on each, no pipelining, codes picked at random.
  A reply that is not a whole 200 ends the run.
- The bare server is \`node:http\` with one constant body of the same size and two headers, on the same Node.
- Memory is \`RssAnon\` of Linux: what the process has for itself, without pages of the dataset file, which the system shares
  and takes back as it needs.
`;
