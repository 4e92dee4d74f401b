/** One serving process: opens the dataset, listens, swaps datasets when told, and ends without failing a request. */

import type { Settings } from '../../config.ts';
import { buildApp } from '../../http/app.ts';
import { createHolder, type SwapResult } from '../../http/holder.ts';
import { createMetrics, type Metrics } from '../../http/metrics.ts';
import type { Readiness } from '../../http/phase.ts';
import type { Service } from '../../service/service.ts';
import { openDatasetAt, SWAP_STEPS } from './dataset.ts';
import { listen } from './listen.ts';
import { furtherParts } from './parts.ts';
import { closeGracefully } from './shutdown.ts';
import { watchDataset } from './watch.ts';

export interface ServingProcess {
  readonly port: number;
  readonly metrics: Metrics;
  service(): Service;
  swap(): Promise<SwapResult>;
  /** True when everything under way could finish. */
  stop(): Promise<boolean>;
}

export interface ServingOptions {
  version: string;
  /** Where several processes have to be added up. */
  metricsText?: () => Promise<string>;
}

export async function startServing(path: string, settings: Settings, options: ServingOptions): Promise<ServingProcess> {
  const holder = createHolder(await openDatasetAt(path), SWAP_STEPS);
  const phase: Readiness = { phase: 'serving' };
  const metrics = createMetrics(() => holder.current().dataset, { ofProcess: true });
  const app = buildApp({
    ...furtherParts(settings, holder, options.version),
    ...options,
    holder,
    settings,
    metrics,
    phase,
    logger: { level: settings.logLevel, stream: process.stderr },
  });

  async function swap(): Promise<SwapResult> {
    const result = await holder.swap(path);
    if (result.swapped) app.log.info({ identity: result.identity }, 'serving the new dataset');
    else app.log.error({ reason: result.reason }, 'the new dataset was refused; still serving the old one');
    return result;
  }

  await app.ready();
  const port = await listen(app.server, settings.host, settings.port);
  const watch = await watchDataset(path, settings.watch, swap);
  phase.fault = () => watch.fault?.();
  return {
    port,
    metrics,
    service: () => holder.current(),
    swap,
    async stop() {
      watch.close();
      const finished = await closeGracefully(app.server, phase, settings.shutdownDelayS);
      await app.close();
      holder.close();
      return finished;
    },
  };
}
