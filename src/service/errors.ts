/** What can be wrong with a question. The domain knows no HTTP: `http/` and `mcp/` each turn these into their own words. */

/** A reason for people, in both languages, saying what was wrong and what to do. */
export interface Reason {
  en: string;
  zh: string;
}

export class InvalidInputError extends Error {
  override name = 'InvalidInputError';
  readonly parameter: string;
  readonly reason: Reason;

  constructor(parameter: string, reason: Reason) {
    super(reason.en);
    this.parameter = parameter;
    this.reason = reason;
  }
}

export class InvalidMaError extends Error {
  override name = 'InvalidMaError';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.en);
    this.reason = reason;
  }
}

export class NotFoundError extends Error {
  override name = 'NotFoundError';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.en);
    this.reason = reason;
  }
}
