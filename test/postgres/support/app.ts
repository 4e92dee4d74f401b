/** The whole application over any dataset, in a file or in a database, as `watercode serve` puts it together. */
import type { FastifyInstance } from 'fastify';
import { openDatasetAt, SWAP_STEPS } from '../../../src/cli/serve/dataset.ts';
import { furtherParts } from '../../../src/cli/serve/parts.ts';
import { defaultSettings } from '../../../src/config.ts';
import { buildApp } from '../../../src/http/app.ts';
import { createHolder, type SwappingHolder } from '../../../src/http/holder.ts';

export interface PlacedApp {
  app: FastifyInstance;
  holder: SwappingHolder;
  close(): Promise<void>;
}

const VERSION = '1.2.3';

export async function appOver(place: string): Promise<PlacedApp> {
  const holder = createHolder(await openDatasetAt(place), SWAP_STEPS);
  const settings = defaultSettings();
  const app = buildApp({ ...furtherParts(settings, holder, VERSION), holder, settings, version: VERSION });
  await app.ready();
  return {
    app,
    holder,
    async close() {
      await app.close();
      holder.close();
    },
  };
}
