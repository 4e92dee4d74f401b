/** The files of the map page: found by address, made ready on first use, and kept in memory. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { stripTypes } from './strip-types.ts';

export interface WebFile {
  contentType: string;
  /** Of the content, whatever it is packed in: sent as a weak one. */
  etag: string;
  body: Buffer;
  /** Undefined where packing gains nothing. */
  gzipped: Buffer | undefined;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.ts': SCRIPT_TYPE,
  '.js': SCRIPT_TYPE,
  '.mjs': SCRIPT_TYPE,
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
};

/** The folder that holds `web/` and `src/code/`: two up from here in a checkout, more in a packed build. */
function projectRoot(): string {
  for (const up of ['../../../', '../../../../']) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(join(folder, 'web/index.html'))) return folder;
  }
  throw new Error('watercode is not installed whole: its folder web/ is missing');
}

export const PROJECT_ROOT = projectRoot();

const requireHere = createRequire(import.meta.url);

function packageFolder(name: string): string {
  return dirname(requireHere.resolve(`${name}/package.json`));
}

/** Where the files of each part of an address are; one folder deep, plain names only: nothing else can be asked for. */
const PLACES: readonly { prefix: string; folder: () => string; names: RegExp }[] = [
  {
    prefix: 'web/',
    folder: () => join(PROJECT_ROOT, 'web'),
    names: /^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.(?:ts|css|svg|png)$/,
  },
  { prefix: 'src/code/', folder: () => join(PROJECT_ROOT, 'src/code'), names: /^[a-z0-9-]+\.ts$/ },
  {
    prefix: 'lib/maplibre-gl/',
    folder: () => join(packageFolder('maplibre-gl'), 'dist'),
    names: /^maplibre-gl(?:-worker)?\.(?:mjs|css)$/,
  },
  {
    prefix: 'lib/topojson-client/',
    folder: () => join(packageFolder('topojson-client'), 'src'),
    names: /^[a-z]+\.js$/,
  },
  { prefix: 'lib/world-atlas/', folder: () => packageFolder('world-atlas'), names: /^land-(?:10|50|110)m\.json$/ },
];

function pathOnDisk(address: string): string | undefined {
  for (const { prefix, folder, names } of PLACES) {
    const name = address.slice(prefix.length);
    if (address.startsWith(prefix) && names.test(name)) return join(folder(), name);
  }
  return undefined;
}

const pack = promisify(gzip);

/** Smaller than one network packet anyway. */
const WORTH_PACKING_BYTES = 1024;

async function prepare(path: string): Promise<WebFile> {
  const raw = await readFile(path);
  const extension = extname(path);
  const body = extension === '.ts' ? Buffer.from(stripTypes(raw.toString('utf8'))) : raw;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const worthPacking = extension !== '.png' && body.length > WORTH_PACKING_BYTES;
  return { contentType: CONTENT_TYPES[extension]!, etag, body, gzipped: worthPacking ? await pack(body) : undefined };
}

export interface WebFiles {
  /** Undefined where there is no such file. */
  find(address: string): Promise<WebFile | undefined>;
}

export function createWebFiles(): WebFiles {
  const ready = new Map<string, Promise<WebFile>>();
  return {
    async find(address) {
      const path = pathOnDisk(address);
      if (path === undefined || !existsSync(path)) return undefined;
      let file = ready.get(path);
      if (file === undefined) {
        file = prepare(path);
        ready.set(path, file);
        file.catch(() => ready.delete(path));
      }
      return await file;
    },
  };
}

/** Addresses of all modules of the page, so that the browser need not find them one behind the other. */
export function moduleAddresses(): string[] {
  return ['web', 'src/code'].flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((address) => address.endsWith('.ts'))
      .sort(),
  );
}
