/** Building a dataset from a GeoPackage, against `ogr2ogr` copying the same file to a GeoPackage. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND_FILE } from './datasets.ts';
import { cachedNetwork } from './generate.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import { type Ended, runToEnd } from './processes.ts';
import type { BenchOptions, Outcome } from './result.ts';

const MIB_A_GIB = 1024;

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  if (spawnSync('ogr2ogr', ['--version']).status !== 0) {
    return { results: [], missing: ['building against ogr2ogr: install gdal-bin'] };
  }
  const reaches = quick ? 100_000 : 1_000_000;
  const network = cachedNetwork(reaches);
  const folder = mkdtempSync(join(tmpdir(), 'watercode-bench-'));
  const built = join(folder, 'built.gpkg');
  const copied = join(folder, 'copied.gpkg');
  const size = reaches.toLocaleString('en');
  say(`building ${size} reaches and copying them, in turn`);
  async function fresh(path: string, command: string, args: readonly string[]): Promise<Ended> {
    rmSync(path, { force: true });
    return await runToEnd(command, args);
  }
  try {
    const slices = await interleave(
      {
        build: () => fresh(built, process.execPath, [COMMAND_FILE, 'build', network, '-o', built]),
        copy: () => fresh(copied, 'ogr2ogr', ['-f', 'GPKG', copied, network]),
      },
      quick ? 1 : 5,
      quick ? 0 : 1,
    );
    const seconds = (of: Ended) => of.seconds;
    const memory = summarise(slices.build.map(({ peakMiB }) => peakMiB / MIB_A_GIB));
    const row = (what: string, of: Ended[]) => [
      what,
      median(of.map(seconds)).toFixed(1),
      median(of.map(({ peakMiB }) => peakMiB)).toFixed(0),
    ];
    return {
      results: [
        {
          name: `build ${size} reaches from a GeoPackage`,
          ...summarise(ratiosOf(slices.build, slices.copy, seconds)),
          bar: 2,
          goal: 1,
          better: 'less',
          against: 'the time of ogr2ogr copying the same file',
        },
        {
          name: `memory to build ${size} reaches`,
          ...memory,
          bar: 2,
          better: 'less',
          unit: 'GiB',
          against: 'its peak',
        },
      ],
      tables: [
        {
          title: `Building ${size} reaches`,
          columns: ['what', 'seconds', 'peak MiB'],
          rows: [row('watercode build', slices.build), row('ogr2ogr, a copy', slices.copy)],
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
