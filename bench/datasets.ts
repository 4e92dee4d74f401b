/** The datasets that benchmarks use: built once into `cache/`, named by their content and the code that built them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cachedNetwork } from './generate.ts';
import { nameOfRiver } from './names.ts';
import { runToEnd } from './processes.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'cache');
export const COMMAND_FILE = join(ROOT, 'src/cli/main.ts');

/** Whatever a dataset depends on. */
const SOURCES = ['src/code', 'src/network', 'src/source', 'src/dataset', 'src/format'];
const GENERATORS = ['bench/generate.ts', 'bench/generate-reaches.ts', 'bench/generate-terrain.ts', 'bench/names.ts'];

export interface DatasetOptions {
  /** Gives every reach a river name of its own, Chinese and English. */
  named?: boolean;
  say(text: string): void;
}

/** The path of a dataset with so many reaches. */
export async function benchDataset(reaches: number, { named = false, say }: DatasetOptions): Promise<string> {
  const kind = `bench-${reaches}${named ? '-named' : ''}`;
  const path = join(CACHE, `${kind}-${fingerprint()}.gpkg`);
  if (existsSync(path)) return path;
  say(`building a dataset of ${reaches.toLocaleString('en')} reaches, once`);
  const network = cachedNetwork(reaches);
  const source = named ? nameEveryReach(network, `${path}.names`) : network;
  try {
    await runToEnd(process.execPath, [COMMAND_FILE, 'build', source, '-o', `${path}.new.gpkg`]);
    renameSync(`${path}.new.gpkg`, path);
  } finally {
    if (named) rmSync(source, { force: true });
    for (const end of ['new.gpkg', 'new.report.json', 'new.report.md']) rmSync(`${path}.${end}`, { force: true });
  }
  clearOlder(kind, path);
  return path;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of [...SOURCES, ...GENERATORS].flatMap(filesOf)) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}

function filesOf(name: string): string[] {
  const path = join(ROOT, name);
  if (name.endsWith('.ts')) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => join(path, file));
}

function clearOlder(kind: string, path: string): void {
  for (const name of readdirSync(CACHE)) {
    const isOfKind = name.startsWith(`${kind}-`) && /^[0-9a-f]{12}\.gpkg$/.test(name.slice(kind.length + 1));
    if (isOfKind && join(CACHE, name) !== path) rmSync(join(CACHE, name), { force: true });
  }
}

function nameEveryReach(network: string, path: string): string {
  const named = `${path}.gpkg`;
  copyFileSync(network, named, constants.COPYFILE_FICLONE);
  const db = new DatabaseSync(named);
  db.function('chinese_name', (fid) => nameOfRiver(Number(fid)).name);
  db.function('english_name', (fid) => nameOfRiver(Number(fid)).nameEn);
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    ALTER TABLE rivers ADD COLUMN name_en TEXT;
    UPDATE rivers SET name = chinese_name(fid), name_en = english_name(fid)`);
  db.close();
  return named;
}

export interface Origin {
  commit: string;
  /** Whether files differ from that commit, the page of results and its charts apart. */
  changed: boolean;
}

export function originOf(): Origin {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    return {
      commit: git('rev-parse', '--short', 'HEAD'),
      changed: git('status', '--porcelain', '--', ':!docs/performance*') !== '',
    };
  } catch {
    return { commit: 'unknown', changed: false };
  }
}
