/** The dataset that comes with the project: the world's rivers, built from `data/` on first use. */
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDataset } from './build.ts';
import type { BuildReport } from './report.ts';
import type { Progress } from './write.ts';

/** The folder that holds package.json: two up from here in a checkout, three in a packed build. */
function packageRoot(): string {
  for (const up of ['../..', '../../..']) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error('watercode is not installed whole: its package.json is missing');
}

const TABLES = {
  rivers: 'rivers/reaches.csv',
  names: 'names/rivers.csv',
  facts: 'facts/rivers.csv',
  pois: ['pois/dams.csv', 'pois/gauges.csv', 'pois/cities.csv'],
  types: 'pois/types.csv',
  pins: 'pins.csv',
};

/** Natural Earth draws rivers to about this; a dam may lie that far from the line. */
const POI_LIMIT_KM = 25;
const PIN_LIMIT_KM = 60;

export async function buildDefaultDataset(output: string, progress?: Progress): Promise<BuildReport> {
  const data = (path: string) => join(packageRoot(), 'data', path);
  return await buildDataset({
    sources: [data(TABLES.rivers)],
    output,
    names: [data(TABLES.names)],
    facts: [data(TABLES.facts)],
    pois: TABLES.pois.map(data),
    poiTypes: [data(TABLES.types)],
    pins: [data(TABLES.pins)],
    poiLimitKm: POI_LIMIT_KM,
    pinLimitKm: PIN_LIMIT_KM,
    labels: {
      title: '世界主要河流',
      titleEn: 'Great rivers of the world',
      edition: '2026.11',
      // Not the time of the build: the same data has the same identity on every machine.
      builtAt: '2026-11-15T00:00:00.000Z',
      source: 'Natural Earth 10m rivers and lake centerlines; names, facts and points by the watercode authors',
      licence: 'Public domain (Natural Earth); MIT (names, facts and points)',
    },
    ...(progress && { progress }),
  });
}

/** Where the default dataset is kept. Its name tells the data and the code it was made from, so a change of either makes a new one. */
export function defaultDatasetPath(): string {
  const hash = createHash('sha256');
  for (const path of inputFiles()) hash.update(readFileSync(path));
  return join(cacheFolder(), `default-${hash.digest('hex').slice(0, 12)}.gpkg`);
}

function inputFiles(): string[] {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const folders = ['code', 'format', 'network', 'source', 'dataset'].map((name) => join(here, '..', name));
  const files = [...folders, join(packageRoot(), 'data')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files.filter((path) => /\.(csv|ts|js)$/.test(path) && statSync(path).isFile()).sort();
}

function cacheFolder(): string {
  const own = join(packageRoot(), 'cache');
  const home = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'watercode');
  for (const folder of [process.env.WATERCODE_CACHE ?? own, home]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // The next folder may be writable.
    }
  }
  throw new Error(`Neither ${own} nor ${home} can be written to. Set WATERCODE_CACHE to a folder that can.`);
}

/** Builds it if it is not there yet; older builds in the same folder are cleared away. */
export async function ensureDefaultDataset(progress?: Progress): Promise<string> {
  const path = defaultDatasetPath();
  if (existsSync(path)) return path;
  const folder = join(path, '..');
  await buildDefaultDataset(path, progress);
  for (const name of readdirSync(folder)) {
    if (/^default-[0-9a-f]{12}\.gpkg$/.test(name) && join(folder, name) !== path)
      rmSync(join(folder, name), { force: true });
  }
  return path;
}
