/** Opening the dataset to serve, and checking one before it is swapped in. */

import { verifyFileHash } from '../../dataset/identity.ts';
import type { Later, OpenDataset, SwapSteps } from '../../http/holder.ts';
import { createService } from '../../service/service.ts';
import { isPostgresAddress } from '../../store/postgres-address.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import type { Io } from '../command.ts';
import { createProgressBar } from '../progress.ts';
import { readKnowledge } from './knowledge.ts';

export function openDataset(path: string): OpenDataset {
  const store = openSqliteStore(path);
  return { service: createService(store, { knowledge: readKnowledge() }), close: () => store.close() };
}

/** The same for a path or the address of a database. */
export function openDatasetAt(place: string): Later<OpenDataset> {
  if (!isPostgresAddress(place)) return openDataset(place);
  return import('./postgres.ts').then(({ openPostgresDataset }) => openPostgresDataset(place));
}

export const SWAP_STEPS: SwapSteps = {
  async verify(path) {
    // Editions in a database were checked when they were published.
    if (isPostgresAddress(path)) return;
    const { ok, expected, actual } = await verifyFileHash(path);
    if (ok) return;
    const shown = expected === '' ? 'it has no identity' : `its identity is ${expected}, but its bytes give ${actual}`;
    throw new Error(`${path} is damaged or not finished: ${shown}. Copy or build it again`);
  },
  open: openDatasetAt,
};

/** The path given, or that of the default dataset, which is built first where it is not there yet. */
export async function datasetToServe(given: string, stderr: Io['stderr']): Promise<string> {
  if (given !== '') return given;
  const { ensureDefaultDataset } = await import('../../dataset/default.ts');
  const bar = createProgressBar(stderr);
  try {
    let isAnnounced = false;
    return await ensureDefaultDataset((stage, part) => {
      if (!isAnnounced) stderr.write('Building the default dataset, once:\n');
      isAnnounced = true;
      bar.update(stage, part);
    });
  } finally {
    bar.end();
  }
}
