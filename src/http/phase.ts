/** Where a process stands between start and end: what /readyz says, and whether requests are still answered. */

/** `leaving`: still answering, but not ready for more; `closing`: new requests are refused. */
export type Phase = 'serving' | 'leaving' | 'closing';

export interface PhaseHolder {
  phase: Phase;
}

/** What /readyz goes by. */
export interface Readiness extends PhaseHolder {
  /** What keeps the data from being read at the moment, where something can. */
  fault?(): string | undefined;
}
