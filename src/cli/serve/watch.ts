/** Noticing that there is a new dataset: a file was replaced and has stopped changing, or a database went over to another edition. */

import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isPostgresAddress } from '../../store/postgres-address.ts';

/** Time without a change after which a file counts as finished. */
const QUIET_MS = 700;

async function stateOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}

export interface DatasetWatch {
  /** What keeps the dataset from being read at the moment, where something can. */
  fault?(): string | undefined;
  close(): void;
}

/** The folder is watched, as a file that is replaced by renaming has another inode afterwards. */
export async function watchFile(path: string, onReplaced: () => void): Promise<DatasetWatch> {
  const name = basename(path);
  let served = await stateOf(path);
  let pending = '';
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const state = await stateOf(path);
    if (state === '' || state === served) return;
    if (state === pending) {
      served = state;
      onReplaced();
      return;
    }
    pending = state;
    wait();
  }

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), QUIET_MS);
    timer.unref();
  }

  const watcher = watch(dirname(resolve(path)), (_event, changed) => {
    if (changed === null || changed === name) wait();
  });
  watcher.unref();
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/** Files are watched only when that is wanted; a database always tells. */
export async function watchDataset(
  place: string,
  watchesFiles: boolean,
  onNew: () => Promise<unknown>,
): Promise<DatasetWatch> {
  if (isPostgresAddress(place)) return await (await import('./postgres.ts')).watchEditions(place, onNew);
  return watchesFiles ? await watchFile(place, () => void onNew()) : { close: () => undefined };
}
