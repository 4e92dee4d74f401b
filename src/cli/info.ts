/** `watercode info`: what a dataset holds, and whether it is whole. */

import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Check, verifyDataset } from '../dataset/verify.ts';
import { type Command, CommandError, type Io, UsageError } from './command.ts';
import { nounFor } from './noun.ts';
import { writeLine } from './output.ts';
import { createProgressBar } from './progress.ts';

interface DatasetSummary {
  file: string;
  bytes: number;
  meta: Record<string, string>;
  poiTypes: Record<string, number>;
  orders: Record<string, number>;
  largestBasins: { basincode: number; name: string; nameEn: string; reaches: number; lengthKm: number }[];
  checks?: Check[];
}

export const info: Command = {
  name: 'info',
  summary: 'Show a dataset, and verify it.',
  usage: ['info FILE [--verify] [--json]'],
  examples: [
    { line: 'watercode info rivers.gpkg', shows: 'title, edition, counts, the largest basins' },
    {
      line: 'watercode info rivers.gpkg --verify',
      shows: 'checks every byte and every reach; exit code 1 if anything is wrong',
    },
    { line: 'watercode info rivers.gpkg --json', shows: 'the same for programs' },
  ],
  options: {
    verify: { type: 'boolean', help: 'Check the hash, the GeoPackage and the rules of the code on every reach.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  async run({ values, positionals }, io) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0)
      throw new UsageError('give one dataset file. See "watercode info --help".');
    if (!existsSync(file)) throw new CommandError(`there is no file ${file}.`);
    const summary = summaryOf(file, values.verify === true);
    if (values.verify === true) {
      const bar = createProgressBar(io.stderr);
      summary.checks = await verifyDataset(file, bar.update);
      bar.end();
    }
    await writeLine(io.stdout, values.json === true ? JSON.stringify(summary, null, 2) : textOf(summary));
    const failed = summary.checks?.some(({ ok }) => !ok) ?? false;
    if (failed) await adviceOn(io, file);
    return failed ? 1 : 0;
  },
};

async function adviceOn(io: Io, file: string): Promise<void> {
  await writeLine(io.stderr, `${file} is not as it was built. Build it again, or copy it again from where it came.`);
}

/** A damaged file may not even open; then its checks say so. */
function summaryOf(file: string, mayBeDamaged: boolean): DatasetSummary {
  const summary: DatasetSummary = {
    file,
    bytes: statSync(file).size,
    meta: {},
    poiTypes: {},
    orders: {},
    largestBasins: [],
  };
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const pairs = (sql: string) =>
      Object.fromEntries((db!.prepare(sql).all() as { k: string; v: string | number }[]).map(({ k, v }) => [k, v]));
    summary.meta = pairs('SELECT key AS k, value AS v FROM meta') as Record<string, string>;
    summary.poiTypes = pairs('SELECT type AS k, count AS v FROM poi_type ORDER BY type') as Record<string, number>;
    summary.orders = pairs('SELECT strahler AS k, count(*) AS v FROM reach_record GROUP BY 1 ORDER BY 1') as Record<
      string,
      number
    >;
    summary.largestBasins = db
      .prepare(
        'SELECT basincode, name, name_en AS nameEn, reaches, length_km AS lengthKm FROM basin ORDER BY length_km DESC LIMIT 10',
      )
      .all() as unknown as DatasetSummary['largestBasins'];
  } catch (error) {
    if (!mayBeDamaged) {
      throw new CommandError(
        `${file} is no watercode dataset (${(error as Error).message}). Make one with "watercode build".`,
      );
    }
  } finally {
    db?.close();
  }
  return summary;
}

function textOf({ file, bytes, meta, poiTypes, orders, largestBasins, checks }: DatasetSummary): string {
  const counts = ['basin', 'subbasin', 'reach', 'river', 'poi'].map((thing) => {
    const count = meta[`count_${nounFor(0, thing)}`];
    return `${count ?? '?'} ${nounFor(Number(count), thing)}`;
  });
  const lines = [
    [...new Set([meta.title_en ?? file, meta.title ?? file])].join(' · '),
    `  file      ${file}, ${(bytes / 1024 / 1024).toFixed(1)} MiB`,
    `  edition   ${meta.edition}, built ${meta.built_at}`,
    `  source    ${meta.source}`,
    `  licence   ${meta.licence}`,
    `  identity  ${meta.identity}`,
    `  MA        MA.1002.${meta.ma_register}.${meta.ma_schema}${meta.ma_resolution}${meta.ma_version}/...`,
    `  extent    ${meta.bbox}`,
    `  holds     ${counts.join(', ')}`,
    `  POIs      ${Object.entries(poiTypes)
      .map(([type, count]) => `${type} ${count}`)
      .join(', ')}`,
    `  orders    ${Object.entries(orders)
      .map(([order, count]) => `${order}: ${count}`)
      .join(', ')}`,
    '  largest basins',
    ...largestBasins.map(
      (b) =>
        `    ${b.basincode}  ${b.nameEn} · ${b.name}, ${b.reaches} ${nounFor(b.reaches, 'reach')}, ${Math.round(b.lengthKm)} km`,
    ),
  ];
  for (const { name, ok, faults } of checks ?? []) {
    lines.push(`  ${ok ? '✓' : '✗'} ${name}`, ...faults.map((fault) => `      ${fault}`));
  }
  return lines.join('\n');
}
