/** Answering what never becomes a request (malformed HTTP, CONNECT, strange expectations) in the shape of every other error. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { detailOf } from './errors.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';

const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

const MALFORMED = 'Bad request.';
const MALFORMED_REASON = 'not readable as HTTP; in addresses, percent-encode every character outside ASCII';

function errorHeaders(body: string): Record<string, string> {
  return {
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...COMMON_HEADERS,
    connection: 'close',
  };
}

function endSocket(socket: Duplex, status: number, further: Record<string, string> = {}): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ detail: status === 400 ? MALFORMED : detailOf(status, '') });
  const lines = Object.entries({ ...errorHeaders(body), ...further }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${REASON_PHRASES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroy();
  });
}

/** A reply already under way on the connection must not be followed by a second one. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return message?.headersSent === true;
}

export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_CODE[error.code ?? ''] ?? 400;
  endSocket(socket, status, status === 400 ? { 'x-error-reason': MALFORMED_REASON } : {});
}

/** Must be called once for a server, which then also sends JSON where Node itself would send an empty body or nothing. */
export function answerProtocolErrors(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    endSocket(socket, 405, { allow: 'GET, HEAD, OPTIONS, POST' });
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ detail: detailOf(417, '') });
    response.writeHead(417, errorHeaders(body));
    response.end(body);
  });
}
