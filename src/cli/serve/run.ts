/** Serving with given settings until a signal says to stop, in this process or in several. */

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { findPackageJSON, flushCompileCache } from 'node:module';
import type { Settings } from '../../config.ts';
import { DatasetError } from '../../store/dataset-error.ts';
import { CommandError, type Io } from '../command.ts';
import { metricsOfAll, shareMetrics, startWorkers } from './cluster.ts';
import { datasetToServe, openDatasetAt } from './dataset.ts';
import { greeting } from './greeting.ts';
import { type ServingProcess, startServing } from './process.ts';

function versionOf(): string {
  const path = findPackageJSON(import.meta.url);
  return path === undefined ? 'unknown' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** Until a signal to stop has come and everything under way is done; the exit status. */
async function untilStopped(serving: ServingProcess): Promise<number> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  const swap = () => void serving.swap();
  process.on('SIGHUP', swap).on('SIGTERM', stop).on('SIGINT', stop);
  await stopped;
  const finished = await serving.stop();
  process.off('SIGHUP', swap).off('SIGTERM', stop).off('SIGINT', stop);
  return finished ? 0 : 1;
}

async function serveInThisProcess(path: string, settings: Settings, { stdout }: Io): Promise<number> {
  const serving = await startServing(path, settings, { version: versionOf() });
  stdout.write(await greeting(serving.service(), settings.host, serving.port, settings.publicUrl));
  flushCompileCache();
  return await untilStopped(serving);
}

/** The channel to the primary keeps a worker alive until it is closed. */
async function serveAsWorker(path: string, settings: Settings): Promise<number> {
  try {
    const serving = await startServing(path, settings, { version: versionOf(), metricsText: metricsOfAll() });
    shareMetrics(serving.metrics.registry);
    return await untilStopped(serving);
  } finally {
    cluster.worker?.disconnect();
  }
}

async function serveWithWorkers(path: string, settings: Settings, { stdout }: Io): Promise<number> {
  const { service, close } = await openDatasetAt(path);
  const { port, ended } = await startWorkers(settings.workers, { WATERCODE_DATASET: path });
  if (port !== 0) stdout.write(await greeting(service, settings.host, port, settings.publicUrl));
  close();
  return await ended;
}

/** The exit status. */
export async function serveWith(settings: Settings, io: Io): Promise<number> {
  const path = await datasetToServe(settings.dataset, io.stderr);
  try {
    if (cluster.isWorker) return await serveAsWorker(path, settings);
    return settings.workers > 1
      ? await serveWithWorkers(path, settings, io)
      : await serveInThisProcess(path, settings, io);
  } catch (error) {
    throw error instanceof DatasetError ? new CommandError(error.message) : error;
  }
}
