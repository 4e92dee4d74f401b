/** Which failures of a query mean that the host is at fault, so that another host may well answer. */

/** Thrown where no host can answer at the moment. Its message holds no secret and no SQL. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** 08 connection, 57P0x shutdown and start, 53300 too many connections, 40001 cancelled by replay, 53100 and 53200 no space. */
const HOST_STATES = /^(?:08...|57P0[1-5]|53[123]00|40001|XX00[12])$/;
/** The edition is not there (yet): a replica that lags, or one where it was pruned. */
const MISSING_STATES = new Set(['42P01', '3F000']);
const CANCELLED = '57014';

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** Texts of the driver, which gives these errors no code. */
const DRIVER_TEXTS =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The server does not support SSL|Cannot use a pool after calling end)/;

export function isHostFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return HOST_STATES.test(code) || SYSTEM_CODES.has(code) || DRIVER_TEXTS.test(error.message);
}

export function isMissingEdition(error: unknown): boolean {
  return error instanceof Error && MISSING_STATES.has(codeOf(error));
}

export function isTooSlow(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === CANCELLED || error.message.startsWith('Query read timeout'));
}

/** Why a host can't be used, for people; messages of PostgreSQL itself name users and databases but no passwords. */
export function faultText(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(faultText))].join(', ');
  return error instanceof Error ? error.message || codeOf(error) : 'unknown fault';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
