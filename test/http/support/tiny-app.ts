/** The whole application over the tiny dataset, as tests want it. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { openDataset, SWAP_STEPS } from '../../../src/cli/serve/dataset.ts';
import { defaultSettings, type Settings } from '../../../src/config.ts';
import { type AppOptions, buildApp } from '../../../src/http/app.ts';
import { createHolder, type SwappingHolder } from '../../../src/http/holder.ts';
import { tinyDatasetFile } from '../../support/tiny-dataset.ts';

let file: Promise<string> | undefined;

/** One file for all tests of a process. */
export function tinyFile(): Promise<string> {
  file ??= tinyDatasetFile();
  return file;
}

export interface TinyApp {
  app: FastifyInstance;
  holder: SwappingHolder;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export async function tinyApp(settings: Partial<Settings> = {}, options: Partial<AppOptions> = {}): Promise<TinyApp> {
  const holder = createHolder(openDataset(await tinyFile()), SWAP_STEPS);
  const app = buildApp({ holder, settings: { ...defaultSettings(), ...settings }, version: '1.2.3', ...options });
  await app.ready();
  return { app, holder, get: (url, headers = {}) => app.inject({ url, headers }) };
}

/** A reach of the tiny network, as path. */
export const YELLOW_RIVER = '/api/rivers/3261/001/0/9/1';
