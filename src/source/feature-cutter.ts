/** What the two ways of cutting features out of GeoJSON text have in common: bytes go in, features' bytes come out. */

export interface FeatureCut {
  bytes: Buffer;
  /** Where it starts in the file. */
  offset: number;
  /** `feature 7`, `line 7`. */
  record: string;
  /** ` at byte 1234`, for messages; empty where the record says enough. */
  where: string;
  /** False when the text ends before the feature does. */
  complete: boolean;
}

export interface FeatureCutter {
  push(chunk: Buffer): void;
  /** The next feature in what has been pushed; undefined when more is needed. A cut is valid until the next `push`. */
  next(): FeatureCut | undefined;
  finish(): void;
  /** After a cut that proved broken: takes up again inside it, where a next feature starts; false if none does. */
  resumeInside(cut: FeatureCut): boolean;
}

/** One feature may have a million vertices, not more: past that a bracket is missing, and memory must stay bounded. */
export const MAX_FEATURE_BYTES = 1 << 26;
