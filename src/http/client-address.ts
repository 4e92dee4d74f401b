/** Whom a request comes from, believing as many proxies as the settings say stand in front. */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The address that the outermost trusted proxy saw; that of the connection when the header has no such entry. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const header = request.headers['x-forwarded-for'];
  if (header === undefined) return peer;
  const hops = String(header).split(',');
  const address = hops[Math.max(0, hops.length - trustedProxies)]?.trim() ?? '';
  return isIP(address) === 0 ? peer : address;
}
