/** Before the tests: the programs they use beyond npm are there, or are installed where that is possible. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Tool {
  name: string;
  debianPackages: readonly string[];
  neededFor: string;
  isThere(): boolean;
  /** What has to be done before it is installed. */
  prepare?(): void;
}

/** With this, installing PostgreSQL starts no server: the tests start their own. */
const NO_SYSTEM_CLUSTER = '/etc/postgresql-common/createcluster.d/no-main.conf';

const TOOLS: readonly Tool[] = [
  {
    name: 'GDAL',
    debianPackages: ['gdal-bin'],
    neededFor: 'reading datasets as a GIS does',
    isThere: () => runs('ogr2ogr', '--version'),
  },
  {
    name: 'zbarimg',
    debianPackages: ['zbar-tools'],
    neededFor: 'decoding QR codes',
    isThere: () => runs('zbarimg', '--version'),
  },
  {
    name: 'Chromium',
    debianPackages: ['chromium'],
    neededFor: 'the map in a real browser',
    isThere: () => existsSync('/usr/bin/chromium'),
  },
  {
    name: 'a Chinese font',
    debianPackages: ['fontconfig', 'fonts-noto-cjk'],
    neededFor: 'labels on the map',
    isThere: () => spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout?.trim() !== '' && runs('fc-list'),
  },
  {
    name: 'PostgreSQL 15 with PostGIS',
    debianPackages: ['postgresql-15', 'postgresql-15-postgis-3'],
    neededFor: 'the PostgreSQL store',
    isThere: () =>
      existsSync('/usr/lib/postgresql/15/bin/initdb') &&
      existsSync('/usr/share/postgresql/15/extension/postgis.control'),
    prepare() {
      mkdirSync(dirname(NO_SYSTEM_CLUSTER), { recursive: true });
      writeFileSync(NO_SYSTEM_CLUSTER, 'create_main_cluster = false\n');
    },
  },
];

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).error === undefined;
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

const missing = TOOLS.filter((tool) => !tool.isThere());
if (missing.length > 0) {
  const packages = missing.flatMap((tool) => tool.debianPackages);
  if (process.getuid?.() !== 0 || !runs('apt-get', '--version')) {
    for (const { name, neededFor } of missing) console.error(`The tests need ${name}: ${neededFor}.`);
    console.error(`Install it first: sudo apt-get install ${packages.join(' ')}`);
    process.exit(1);
  }
  console.error(`Installing ${packages.join(', ')} for the tests ...`);
  for (const tool of missing) tool.prepare?.();
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', ...packages);
}
