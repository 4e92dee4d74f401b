/** Ending a serving process without failing a request: say so, stop listening, let what is under way finish. */

import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PhaseHolder } from '../../http/phase.ts';

/** From the signal to the end, whatever is still under way. */
export const SHUTDOWN_LIMIT_MS = 10_000;

/** Connections that became idle after the listener was closed are looked for this often. */
const SWEEP_MS = 50;

/** True when everything under way could finish, false when the rest had to be cut off. */
export async function closeGracefully(server: Server, phase: PhaseHolder, delayS: number): Promise<boolean> {
  const deadlineMs = performance.now() + SHUTDOWN_LIMIT_MS + delayS * 1000;
  phase.phase = 'leaving';
  if (delayS > 0) await sleep(delayS * 1000);
  phase.phase = 'closing';
  let closed = false;
  server.close(() => {
    closed = true;
  });
  while (!closed && performance.now() < deadlineMs) {
    server.closeIdleConnections();
    await sleep(SWEEP_MS);
  }
  if (!closed) server.closeAllConnections();
  return closed;
}
