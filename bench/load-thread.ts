/**
 * The load: a thread of its own that asks a server over kept-alive connections of loopback, one request at a time on each.
 * Either as fast as answers come, or at random moments of a given rate; then a reply's time counts from the moment its
 * request was due, not from the moment a connection was free for it.
 */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadJob, LoadReport } from './load.ts';
import { createRandom, type RequestList } from './requests.ts';

const { port, requests, connections, seed } = workerData as {
  port: number;
  requests: RequestList;
  connections: number;
  seed: number;
};
const bytes = Buffer.from(requests.bytes);
const count = requests.starts.length - 1;
const random = createRandom(seed);

interface Connection {
  socket: Socket;
  /** Of the reply under way; 0 before its head is complete. */
  missingBytes: number;
  head: Buffer | undefined;
  /** When the request was due. */
  dueMs: number;
}

const idle: Connection[] = [];
let answered = 0;
let errors = 0;
let latenciesMs: number[] | undefined;
let onAnswer: (connection: Connection) => void = (connection) => idle.push(connection);

function ask(connection: Connection, dueMs: number): void {
  const at = Math.floor(random() * count);
  connection.dueMs = dueMs;
  connection.socket.write(bytes.toString('latin1', requests.starts[at]!, requests.starts[at + 1]!), 'latin1');
}

function finish(connection: Connection, isGood: boolean): void {
  answered++;
  if (!isGood) errors++;
  latenciesMs?.push(performance.now() - connection.dueMs);
  onAnswer(connection);
}

const OK = Buffer.from('HTTP/1.1 200');
const HEAD_END = Buffer.from('\r\n\r\n');

function receive(connection: Connection, chunk: Buffer): void {
  if (connection.missingBytes > 0) {
    connection.missingBytes -= chunk.length;
    if (connection.missingBytes <= 0) finish(connection, connection.missingBytes === 0);
    return;
  }
  const head = connection.head === undefined ? chunk : Buffer.concat([connection.head, chunk]);
  const end = head.indexOf(HEAD_END);
  if (end < 0) {
    connection.head = Buffer.from(head);
    return;
  }
  connection.head = undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error(`a reply without a length: ${head.toString('latin1', 0, end)}`);
  if (head.compare(OK, 0, OK.length, 0, OK.length) !== 0) errors++;
  connection.missingBytes = end + 4 + Number(length) - head.length;
  if (connection.missingBytes <= 0) {
    const isWhole = connection.missingBytes === 0;
    connection.missingBytes = 0;
    finish(connection, isWhole);
  }
}

function open(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer,
      callback: (size) => {
        receive(connection, buffer.subarray(0, size));
        return true;
      },
    },
  });
  const connection: Connection = { socket, missingBytes: 0, head: undefined, dueMs: 0 };
  socket.once('connect', () => {
    idle.push(connection);
    resolve();
  });
  socket.once('error', reject);
  // A server may close a connection that is idle for long; with a request under way this ends the thread, and the run.
  socket.once('close', () => {
    const at = idle.indexOf(connection);
    if (at < 0) throw new Error('the server closed a connection with a request under way');
    idle.splice(at, 1);
  });
  return promise;
}

/** As fast as answers come. */
async function saturate(endMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onAnswer = (connection) => {
    const now = performance.now();
    if (now < endMs) ask(connection, now);
    else if (idle.push(connection) === connections) resolve();
  };
  for (const connection of idle.splice(0)) ask(connection, performance.now());
  await promise;
}

const pause = new Int32Array(new SharedArrayBuffer(4));
/** Replies that come meanwhile are taken in this much late. */
const LONGEST_PAUSE_MS = 0.1;

/** At random moments, so many a second on average. */
async function pace(endMs: number, ratePerS: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let dueMs = performance.now();
  const waiting: number[] = [];
  onAnswer = (connection) => {
    const due = waiting.shift();
    if (due === undefined) idle.push(connection);
    else ask(connection, due);
  };
  function turn(): void {
    const now = performance.now();
    while (dueMs <= now && dueMs < endMs) {
      const connection = idle.pop();
      if (connection === undefined) waiting.push(dueMs);
      else ask(connection, dueMs);
      dueMs -= (Math.log(1 - random()) * 1000) / ratePerS;
    }
    if (dueMs >= endMs && idle.length === connections) {
      resolve();
      return;
    }
    // Not to wait in a busy loop leaves the processor to the server.
    if (dueMs > now) Atomics.wait(pause, 0, 0, Math.min(LONGEST_PAUSE_MS, dueMs - now));
    setImmediate(turn);
  }
  turn();
  await promise;
}

async function work({ ms, ratePerS }: LoadJob): Promise<LoadReport> {
  answered = 0;
  errors = 0;
  latenciesMs = ratePerS === undefined ? undefined : [];
  while (idle.length < connections) await open();
  const cpu = process.threadCpuUsage();
  const startMs = performance.now();
  await (ratePerS === undefined ? saturate(startMs + ms) : pace(startMs + ms, ratePerS));
  const { user, system } = process.threadCpuUsage(cpu);
  return {
    requests: answered,
    errors,
    ms: performance.now() - startMs,
    clientCpuMs: (user + system) / 1000,
    latenciesMs: Float64Array.from(latenciesMs ?? []),
  };
}

parentPort!.on('message', async (job: LoadJob) => parentPort!.postMessage(await work(job)));
parentPort!.postMessage('ready');
