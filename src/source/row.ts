/** Gathers features and rejected rows into batches, so that readers hand over about a thousand at a time. */

import type { Batch, RejectedRow, SourceFeature } from './feature.ts';

export const BATCH_SIZE = 1000;

/** Why one row could not be read; the reader catches it, notes the row and goes on. */
export class RowError extends Error {
  override name = 'RowError';
}

export class Batcher {
  #features: SourceFeature[] = [];
  #rejected: RejectedRow[] = [];

  add(feature: SourceFeature): void {
    this.#features.push(feature);
  }

  reject(record: string, reason: string): void {
    this.#rejected.push({ record, reason });
  }

  /** Rejects the row when the error is about the row; anything else is not ours to swallow. */
  rejectFor(record: string, error: unknown): void {
    if (!(error instanceof RowError)) throw error;
    this.reject(record, error.message);
  }

  get full(): boolean {
    return this.#features.length >= BATCH_SIZE || this.#rejected.length >= BATCH_SIZE;
  }

  take(progress: number): Batch {
    const batch = { features: this.#features, rejected: this.#rejected, progress: Math.min(1, progress) };
    this.#features = [];
    this.#rejected = [];
    return batch;
  }
}
