/** Asking a server, in slices: how many replies, at what cost to the server, after what time. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Server } from './processes.ts';
import type { RequestList } from './requests.ts';

export interface LoadJob {
  ms: number;
  /** As fast as answers come, when left out. */
  ratePerS?: number;
}

export interface LoadReport {
  requests: number;
  errors: number;
  ms: number;
  clientCpuMs: number;
  /** Only where a rate was given. */
  latenciesMs: Float64Array;
}

export interface Slice extends LoadReport {
  /** Processor time of the server. */
  cpuMs: number;
}

export interface Load {
  slice(job: LoadJob): Promise<Slice>;
  close(): Promise<void>;
}

const CONNECTIONS = 32;
const THREAD = join(import.meta.dirname, 'load-thread.ts');

/** Requests are taken at random from the list. */
export async function openLoad(server: Server, requests: RequestList, connections = CONNECTIONS): Promise<Load> {
  const worker = new Worker(THREAD, { workerData: { port: server.port, requests, connections, seed: 20_261_115 } });
  await once(worker, 'message');
  return {
    async slice(job) {
      const before = await server.cpuMs();
      worker.postMessage(job);
      const [report] = (await once(worker, 'message')) as [LoadReport];
      const cpuMs = (await server.cpuMs()) - before;
      if (report.errors > 0) throw new Error(`${report.errors} of ${report.requests} requests failed`);
      return { ...report, cpuMs };
    },
    async close() {
      await worker.terminate();
    },
  };
}

export function perSecond({ requests, ms }: Slice): number {
  return (1000 * requests) / ms;
}

export function cpuMicroseconds({ cpuMs, requests }: Slice): number {
  return (1000 * cpuMs) / requests;
}
