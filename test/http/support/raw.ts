/** Talking to a server byte by byte, and reading what it really sends. */

import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on any free port of this machine. */
export async function listenOn(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends the bytes, and gives all that comes back until the server closes or is silent for a while. */
export async function exchangeBytes(port: number, bytes: string | Uint8Array, silenceMs = 2000): Promise<Buffer> {
  const socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.on('close', resolve));
  return Buffer.concat(chunks);
}

export interface RawResponse {
  status: number;
  /** Names as sent, in the order sent. */
  headers: [string, string][];
  body: Buffer;
}

const NEVER_WITH_BODY: ReadonlySet<number> = new Set([204, 304]);

/** The first response in the bytes; `undefined` where they hold none. */
export function parseResponse(bytes: Buffer): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const status = Number(statusLine.split(' ')[1]);
  const start = end + 4;
  if (NEVER_WITH_BODY.has(status)) return { status, headers, body: bytes.subarray(start, start) };
  return { status, headers, body: bytes.subarray(start, length === undefined ? undefined : start + Number(length)) };
}
