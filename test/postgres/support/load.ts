/** Asks a service without pause, as several clients, and keeps count of what came back. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Reply {
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface LoadResult {
  requests: number;
  slowestMs: number;
  /** What was wrong with replies that were not right. */
  failures: string[];
}

export interface Load {
  stop(): Promise<LoadResult>;
}

const CLIENTS = 8;
const REPLY_LIMIT_MS = 10_000;

export function fetchReply(port: number, url: string, agent?: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: url, agent, timeout: REPLY_LIMIT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ url, status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    asked.on('timeout', () => asked.destroy(new Error('no reply in time')));
    asked.on('error', reject);
    asked.end();
  });
}

/** `wrongWith` tells what is wrong with a reply, if anything is. */
export function startLoad(
  port: number,
  urls: readonly string[],
  wrongWith: (reply: Reply) => string | undefined,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const result: LoadResult = { requests: 0, slowestMs: 0, failures: [] };
  let stopped = false;

  async function client(first: number): Promise<void> {
    for (let i = first; !stopped; i += 1) {
      const url = urls[i % urls.length]!;
      const startMs = performance.now();
      try {
        const wrong = wrongWith(await fetchReply(port, url, agent));
        if (wrong !== undefined) result.failures.push(`${url}: ${wrong}`);
      } catch (error) {
        result.failures.push(`${url}: ${(error as Error).message}`);
      }
      result.requests += 1;
      result.slowestMs = Math.max(result.slowestMs, performance.now() - startMs);
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, i) => client(Math.floor((i * urls.length) / CLIENTS)));
  return {
    async stop() {
      stopped = true;
      await Promise.all(clients);
      agent.destroy();
      return result;
    },
  };
}
