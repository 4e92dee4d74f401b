/** Processes that are measured: servers with their processor time and memory, and programs that run to their end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from './meter.ts';

export interface Server {
  port: number;
  /** Processor time so far. */
  cpuMs(): Promise<number>;
  /** Of its own, without what is mapped from files. */
  memoryMiB(): number;
  stop(): Promise<void>;
}

const METER = join(import.meta.dirname, 'meter.ts');
const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts');
const POSTGIS_HANDLER = join(import.meta.dirname, 'postgis-handler.ts');
const COMMAND = join(import.meta.dirname, '../src/cli/main.ts');

export async function startBareServer(bodyBytes: number): Promise<Server> {
  return await startServer([BARE_SERVER, String(bodyBytes)]);
}

/** A table `reach` of a database behind a plain handler. */
export async function startPostgisHandler(address: string): Promise<Server> {
  return await startServer([POSTGIS_HANDLER, address]);
}

/** One serving process over a dataset, as `watercode serve` starts it. */
export async function startService(dataset: string, flags: readonly string[] = []): Promise<Server> {
  return await startServer([COMMAND, 'serve', dataset, '--port', '0', '--log-level', 'error', ...flags]);
}

/** Ready when it has printed its address. */
async function startServer(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, ['--import', METER, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const ended = once(child, 'exit');
  return {
    port: await portOf(child),
    async cpuMs() {
      child.send('usage?');
      const [usage] = (await Promise.race([once(child, 'message'), ended.then(() => [undefined])])) as [Usage?];
      if (usage === undefined) throw new Error('a server ended while it was measured');
      return usage.cpuMs;
    },
    memoryMiB: () => statusMiB(child.pid!, 'RssAnon'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(patience);
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  let told = '';
  let complained = '';
  child.stderr!.on('data', (chunk) => {
    complained += chunk;
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('exit', (code) => reject(new Error(`a server ended at once (${code}): ${complained || told}`)));
  child.stdout!.on('data', (chunk) => {
    told += chunk;
    const port = /https?:\/\/[\w.]+:(\d+)/.exec(told)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  return await promise;
}

/** A line of Linux's /proc/PID/status in MiB; 0 where there is none. */
export function statusMiB(pid: number, name: string): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  const kib = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}

export interface Ended {
  seconds: number;
  /** The most memory it had at once, what it mapped from files counted; looked at 20 times a second. */
  peakMiB: number;
}

/** Throws when the program fails. */
export async function runToEnd(command: string, args: readonly string[]): Promise<Ended> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complained = '';
  child.stderr.on('data', (chunk) => {
    complained = `${complained}${chunk}`.slice(-4000);
  });
  let peakMiB = 0;
  const look = setInterval(() => {
    peakMiB = Math.max(peakMiB, statusMiB(child.pid!, 'VmHWM'));
  }, 50);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${command} failed (${code}): ${complained}`);
  } finally {
    clearInterval(look);
  }
  return { seconds: (performance.now() - start) / 1000, peakMiB };
}
