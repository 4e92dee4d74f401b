/** Small networks written as files, built into datasets in a temporary folder, and read back as rows. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BuildOptions, buildDataset } from '../../src/dataset/build.ts';
import type { BuildReport } from '../../src/dataset/report.ts';

export const folder = mkdtempSync(join(tmpdir(), 'watercode-build-'));
let files = 0;

export function fileWith(text: string, extension = 'csv'): string {
  const path = join(folder, `file${files++}.${extension}`);
  writeFileSync(path, text);
  return path;
}

export interface DrawnReach {
  id: number | string;
  down?: number | string;
  line: [number, number][];
  name?: string;
  nameEn?: string;
  area?: number;
}

export function geojsonOf(reaches: readonly DrawnReach[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: reaches.map(({ id, down, line, name, nameEn, area }) => ({
      type: 'Feature',
      properties: { id, down: down ?? 0, name_zh: name ?? null, name_en: nameEn ?? null, area_km2: area ?? null },
      geometry: { type: 'LineString', coordinates: line },
    })),
  });
}

export type Row = Record<string, number | string | null>;

export interface Built {
  path: string;
  report: BuildReport;
  rows(sql: string): Row[];
  /** Code of the reach with each source id. */
  codes(): Record<string, string>;
}

export async function build(
  source: string | readonly DrawnReach[],
  options: Partial<BuildOptions> = {},
): Promise<Built> {
  const sources = options.sources ?? [typeof source === 'string' ? source : fileWith(geojsonOf(source), 'geojson')];
  const path = join(folder, `dataset${files++}.gpkg`);
  const report = await buildDataset({ ...options, sources, output: path });
  const rows = (sql: string) => {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })) as Row[];
    } finally {
      db.close();
    }
  };
  return {
    path,
    report,
    rows,
    codes: () =>
      Object.fromEntries(rows('SELECT source_id, code FROM reach').map((row) => [row.source_id, String(row.code)])),
  };
}

/** 4 and 5 meet and flow on as 2; 2 and 3 meet and flow on as 1, which is the outlet. */
export const TWO_CONFLUENCES: readonly DrawnReach[] = [
  {
    id: 1,
    line: [
      [110, 35],
      [111, 35],
    ],
    name: '黄河',
    nameEn: 'Yellow River',
    area: 1000,
  },
  {
    id: 2,
    down: 1,
    line: [
      [109, 36],
      [110, 35],
    ],
    name: '黄河',
    nameEn: 'Yellow River',
    area: 600,
  },
  {
    id: 3,
    down: 1,
    line: [
      [109, 34],
      [110, 35],
    ],
    name: '渭河',
    nameEn: 'Wei River',
    area: 300,
  },
  {
    id: 4,
    down: 2,
    line: [
      [108, 37],
      [109, 36],
    ],
    area: 400,
  },
  {
    id: 5,
    down: 2,
    line: [
      [108, 35.5],
      [109, 36],
    ],
    area: 100,
  },
];
