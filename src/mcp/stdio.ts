/** The same server over standard input and output, for clients that start it themselves. */
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildServer, type ServerParts } from './server.ts';

/** Until the client closes our input. */
export async function serveOverStdio(parts: ServerParts, input: Readable, output: Writable): Promise<void> {
  const transport = new StdioServerTransport(input, output);
  const handle = serveStdio(() => buildServer(parts), { transport, maxSubscriptions: 0, onerror: parts.onFault });
  await finished(input, { writable: false }).catch(parts.onFault);
  await handle.close();
}
