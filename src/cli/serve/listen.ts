/** Opening the port, with a sentence that says what to do when it cannot be had. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import { CommandError } from '../command.ts';

function advice(code: string | undefined, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: --port ${port + 1}`;
    case 'EACCES':
      return `Port ${port} needs special rights. Choose one above 1023, for example --port 8080`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}. Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all of its addresses`;
    default:
      return undefined;
  }
}

/** The port it listens on, which is another than the one asked for when that was 0. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const sentence = advice((error as NodeJS.ErrnoException).code, host, port);
    throw sentence === undefined ? error : new CommandError(sentence);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
