/** Packs a tile that was made when asked for. */
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Later } from './store.ts';

const zip = promisify(gzip);
/** Half the time of the usual level, for one part in fifty more bytes. */
const OPTIONS = { level: 4 };
/** A smaller one is packed sooner than handed over to another thread. */
const WORTH_A_THREAD_BYTES = 8000;

/** Undefined for an empty one. */
export function zipTile(bytes: Uint8Array): Later<Uint8Array | undefined> {
  if (bytes.length === 0) return undefined;
  return bytes.length < WORTH_A_THREAD_BYTES ? gzipSync(bytes, OPTIONS) : zip(bytes, OPTIONS);
}
