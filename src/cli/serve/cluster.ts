/** Several serving processes on one port: started, told what to do, replaced when they die, their metrics added up. */

import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Between the death of a worker that never came to listen and the next try. */
const RETRY_DELAY_MS = 1000;

const METRICS_QUESTION = 'watercode:metrics?';
const METRICS_ANSWER = 'watercode:metrics';

interface MetricsMessage {
  type: string;
  number: number;
  text?: string;
}

function isMetricsMessage(message: unknown, type: string): message is MetricsMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}

export interface Primary {
  port: number;
  /** Resolves with the exit status once every worker has ended. */
  ended: Promise<number>;
}

/**
 * Starts the workers. While none has come to listen yet, one that ends takes the others with it, and its status is the
 * status of all: what keeps it from starting (a busy port, a bad setting) keeps every other one.
 */
export async function startWorkers(count: number, environment: Record<string, string>): Promise<Primary> {
  const aggregator = new AggregatorRegistry();
  const alive = new Set<number>();
  const listening = new Set<number>();
  let everListened = false;
  let stopping = false;
  let status = 0;
  const { promise: port, resolve: onListening } = Promise.withResolvers<number>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<number>();

  function start(): void {
    if (!stopping) alive.add(cluster.fork(environment).id);
  }

  function tellAll(signal: NodeJS.Signals): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }

  function stop(): void {
    stopping = true;
    tellAll('SIGTERM');
  }

  function replace(worker: Worker, code: number | null): void {
    alive.delete(worker.id);
    const didListen = listening.delete(worker.id);
    if (!stopping && !everListened) {
      status = code ?? 1;
      stop();
    }
    if (!stopping) setTimeout(start, didListen ? 0 : RETRY_DELAY_MS);
    else if (alive.size === 0) onEnded(status);
  }

  cluster.on('listening', (worker, address) => {
    everListened = true;
    listening.add(worker.id);
    onListening(address.port);
  });
  cluster.on('exit', replace);
  cluster.on('message', (worker, message) => {
    if (!isMetricsMessage(message, METRICS_QUESTION)) return;
    aggregator.clusterMetrics().then(
      (text) => worker.send({ type: METRICS_ANSWER, number: message.number, text }),
      () => worker.send({ type: METRICS_ANSWER, number: message.number, text: '' }),
    );
  });
  process.on('SIGHUP', () => tellAll('SIGHUP'));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  for (let i = 0; i < count; i++) start();
  return { port: await Promise.race([port, ended.then(() => 0)]), ended };
}

/** In a worker: answers for this process when the primary adds up. */
export function shareMetrics(registry: Registry): void {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
}

/** In a worker: asks the primary for the metrics of all workers. */
export function metricsOfAll(): () => Promise<string> {
  let asked = 0;
  const waiting = new Map<number, (text: string) => void>();
  process.on('message', (message) => {
    if (!isMetricsMessage(message, METRICS_ANSWER)) return;
    waiting.get(message.number)?.(message.text ?? '');
    waiting.delete(message.number);
  });
  return () => {
    const number = asked++;
    return new Promise((resolve) => {
      waiting.set(number, resolve);
      process.send!({ type: METRICS_QUESTION, number });
    });
  };
}
