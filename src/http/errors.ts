/** From what went wrong to a status and the error body, which is always exactly `{"detail": "..."}`. */

import { InvalidInputError, InvalidMaError, NotFoundError } from '../service/errors.ts';

/** The texts of the contract. */
const INVALID_INPUT = '参数验证失败';
const INVALID_MA = 'Invalid MA format';
const NOT_FOUND = 'Resource not found';
const SERVER_FAULT = '服务器内部错误';
const SERVER_FAULT_MA = 'Server error';

/** A refusal that belongs to HTTP, not to the domain. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, reason = '', headers: Readonly<Record<string, string>> = {}) {
    super(reason);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

export interface ErrorReply {
  status: number;
  detail: string;
  /** For X-Error-Reason; '' for none. */
  reason: string;
  headers: Readonly<Record<string, string>>;
}

/** For statuses that the contract has no text for. */
const DETAILS: Readonly<Record<number, string>> = {
  403: 'Forbidden.',
  405: 'Method not allowed.',
  406: 'None of the formats asked for can be given.',
  408: 'The request took too long to arrive.',
  413: 'The request body is too large.',
  414: 'The request target is too long.',
  415: 'The content type is not supported.',
  417: 'The expectation cannot be met.',
  429: 'Too many requests.',
  431: 'The request headers are too large.',
  503: 'The service is not available at the moment.',
};

function invalidInputText(path: string): string {
  return path === '/api/ma/resolve' ? INVALID_MA : INVALID_INPUT;
}

function serverFaultText(path: string): string {
  return path.startsWith('/api/ma/') ? SERVER_FAULT_MA : SERVER_FAULT;
}

/** The text for a status on a path, in the words of the contract where it has some. */
export function detailOf(status: number, path: string): string {
  if (status === 400) return invalidInputText(path);
  if (status === 404) return NOT_FOUND;
  if (status === 500) return serverFaultText(path);
  return DETAILS[status] ?? (status < 500 ? 'The request cannot be answered.' : serverFaultText(path));
}

/** Reasons of the framework's own errors, which a client should see in our words. */
const FRAMEWORK_REASONS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'the path has a percent sign that is not followed by the two hexadecimal digits of a UTF-8 byte',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'send the body with Content-Type: application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'send fewer or shorter codes',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'the body is empty; send JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'the body is not JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the body is not as long as Content-Length says',
};

interface FrameworkError {
  code: string;
  statusCode: number;
}

function isFrameworkError(error: unknown): error is FrameworkError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && 'code' in error;
}

export function errorReplyOf(error: unknown, path: string): ErrorReply {
  if (error instanceof HttpError) {
    return { status: error.status, detail: error.detail, reason: error.message, headers: error.headers };
  }
  const plain = (status: number, reason: string): ErrorReply => {
    return { status, detail: detailOf(status, path), reason, headers: {} };
  };
  if (error instanceof NotFoundError) return plain(404, error.reason.en);
  if (error instanceof InvalidInputError) return plain(400, error.reason.en);
  if (error instanceof InvalidMaError) return { ...plain(400, error.reason.en), detail: INVALID_MA };
  if (isFrameworkError(error)) {
    if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return plain(503, 'the answer took longer than the time limit');
    if (error.statusCode >= 400 && error.statusCode < 500) {
      return plain(error.statusCode, FRAMEWORK_REASONS[error.code] ?? '');
    }
  }
  return plain(500, '');
}

const LONGEST_REASON = 500;

/** A header may hold printable ASCII only; other characters are written as \u escapes. */
export function reasonHeader(reason: string): string {
  const ascii = reason.replace(/[^ -~]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return ascii.length > LONGEST_REASON ? `${ascii.slice(0, LONGEST_REASON - 3)}...` : ascii;
}
