/** Where a process stands between start and end: what /readyz says, and whether requests are still answered. */

/** `leaving`: still answering, but not ready for more; `closing`: new requests are refused. */
export type Phase = 'serving' | 'leaving' | 'closing';

export interface PhaseHolder {
  phase: Phase;
}
