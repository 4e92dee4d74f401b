/** What a build did: read, mended, left out and why, counted in full and told with a few examples of each kind. */

/** Examples of each kind that are kept for the report. */
const EXAMPLES = 20;

export interface ReportedSource {
  path: string;
  format: string;
  layer: string;
  crs: string;
  preset: string;
  /** Which column was taken for what, and those that nothing was taken from. */
  columns: Partial<Record<string, string>>;
  unused: string[];
  /** Where it was taken from which way the water goes. */
  topology: 'ids' | 'nodes' | 'codes' | 'geometry';
  read: number;
  rejected: number;
}

export interface ReportedKind {
  kind: string;
  count: number;
  examples: { record: string; text: string }[];
}

/** What happened to the good of the data (`mended`), and what was left out (`rejected`). */
export type ReportSection = 'mended' | 'rejected';

export interface BuildReport {
  output: string;
  identity: string;
  sources: ReportedSource[];
  rejected: ReportedKind[];
  mended: ReportedKind[];
  counts: Record<string, number>;
  /** Number of reaches of each Strahler order, from 1. */
  orders: number[];
  /** Seconds for each stage. */
  seconds: Record<string, number>;
  peakMemoryMiB: number;
}

export interface ReportBook {
  note(section: ReportSection, kind: string, record: string, text: string, count?: number): void;
  kinds(section: ReportSection): ReportedKind[];
}

export function openReportBook(): ReportBook {
  const sections = { mended: new Map<string, ReportedKind>(), rejected: new Map<string, ReportedKind>() };
  return {
    note(section, kind, record, text, count = 1) {
      let entry = sections[section].get(kind);
      if (entry === undefined) {
        entry = { kind, count: 0, examples: [] };
        sections[section].set(kind, entry);
      }
      entry.count += count;
      if (entry.examples.length < EXAMPLES) entry.examples.push({ record, text });
    },
    kinds: (section) => [...sections[section].values()],
  };
}

export function reportToMarkdown(report: BuildReport): string {
  const lines = [
    '# Build report',
    '',
    report.output === ''
      ? 'A dry run: nothing was written.'
      : `Dataset: \`${report.output}\`, identity \`${report.identity}\`.`,
    '',
    '## Sources',
    '',
    '| file | format | layer | coordinates | columns as | read | left out |',
    '|---|---|---|---|---|---:|---:|',
    ...report.sources.map(
      (s) =>
        `| ${cell(s.path)} | ${s.format} | ${cell(s.layer)} | ${cell(s.crs)} | ${s.preset} | ${s.read} | ${s.rejected} |`,
    ),
    '',
    ...report.sources.flatMap(columnLines),
    '## Result',
    '',
    '| what | number |',
    '|---|---:|',
    ...Object.entries(report.counts).map(([name, count]) => `| ${name} | ${count} |`),
    ...report.orders.map((count, i) => `| reaches of Strahler order ${i + 1} | ${count} |`),
    '',
    ...section('Mended', report.mended, 'Nothing had to be mended.'),
    ...section('Left out', report.rejected, 'Nothing was left out.'),
    '## Time',
    '',
    '| stage | seconds |',
    '|---|---:|',
    ...Object.entries(report.seconds).map(([stage, seconds]) => `| ${stage} | ${seconds.toFixed(2)} |`),
    '',
    `Peak memory: ${Math.round(report.peakMemoryMiB)} MiB.`,
    '',
  ];
  return lines.join('\n');
}

function section(title: string, kinds: ReportedKind[], nothing: string): string[] {
  const lines = [`## ${title}`, ''];
  if (kinds.length === 0) lines.push(nothing, '');
  for (const { kind, count, examples } of kinds) {
    lines.push(`### ${kind}: ${count}`, '');
    for (const { record, text } of examples) lines.push(`- ${record === '' ? '' : `${record}: `}${text}`);
    if (count > examples.length) lines.push(`- ... and ${count - examples.length} more`);
    lines.push('');
  }
  return lines;
}

function columnLines({ path, columns, unused, topology }: ReportedSource): string[] {
  const used = Object.entries(columns).map(([role, column]) => `${role} = \`${column}\``);
  return [
    `In ${path}: which way the water goes is taken from ${topology}. Columns used: ${used.join(', ') || 'none'}.` +
      (unused.length === 0 ? '' : ` Not used: ${unused.map((column) => `\`${column}\``).join(', ')}.`),
    '',
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
