/** Reads a whole source into plain arrays, and makes temporary folders for the files tests generate. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Batch, Geometry, OpenOptions, RejectedRow, Source, SourceFeature } from '../../../src/source/feature.ts';
import { openSource } from '../../../src/source/open.ts';

export const ORIGINAL = new URL('../../fixtures/source/rivers.geojsonl', import.meta.url).pathname;
export const COLUMNS = ['id', 'next', 'name', 'len', 'wide', 'note'];

/** A folder that is gone when the test file is through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watercode-source-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function ogr2ogr(...args: string[]): void {
  execFileSync('ogr2ogr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

export interface Everything {
  source: Source;
  features: SourceFeature[];
  rejected: RejectedRow[];
  batches: Batch[];
}

export async function readAll(
  path: string,
  options: OpenOptions = {},
  columns?: readonly string[],
): Promise<Everything> {
  const source = await openSource(path, options);
  const batches: Batch[] = [];
  for await (const batch of source.read(columns ?? source.columns)) batches.push(batch);
  source.close();
  return {
    source,
    batches,
    features: batches.flatMap(({ features }) => features),
    rejected: batches.flatMap(({ rejected }) => rejected),
  };
}

/** Coordinates as nested lists, which compare and print well. */
export function coordinates(geometry: Geometry | undefined): number[][] | number[] | undefined {
  if (geometry?.kind === 'point') return [geometry.lon, geometry.lat];
  return geometry?.parts.map((part) => Array.from(part));
}
