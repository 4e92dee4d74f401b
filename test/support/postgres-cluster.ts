/** A PostgreSQL of its own for a test: one primary and streaming replicas on loopback, gone with everything when the test ends. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const PASSWORD = 'rain/water:7@sea';
const USER = 'postgres';
const START_LIMIT_MS = 20_000;

/** Memory and safety as a test needs them: nothing here has to survive a power cut. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
full_page_writes = off
shared_buffers = 256MB
max_wal_size = 4GB
max_connections = 100
wal_keep_size = 512MB
hot_standby_feedback = on
ssl = on
`;

export interface TestServer {
  readonly port: number;
  start(): Promise<void>;
  /** At once, as when the machine loses power. */
  kill(): Promise<void>;
  /** The process stays, but answers nothing. */
  freeze(): void;
  thaw(): void;
}

export interface TestCluster {
  readonly primary: TestServer;
  readonly replicas: readonly TestServer[];
  /** Certificate that the servers show, for the name `localhost`. */
  readonly certificate: string;
  /** An address of all servers, the primary last; without a password. */
  address(database: string, options?: string): string;
  createDatabase(name: string): void;
  /** Runs a statement on the primary. */
  query(database: string, sql: string): void;
  stop(): Promise<void>;
}

function binaries(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .findLast((path) => existsSync(join(path, 'initdb')));
  if (found === undefined)
    throw new Error('Install PostgreSQL first: sudo apt-get install postgresql-15 postgresql-15-postgis-3');
  return found;
}

/** PostgreSQL does not run as root. */
function asUser(command: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [command, [...args]];
  return ['setpriv', [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', command, ...args]];
}

function run(command: string, args: readonly string[]): void {
  const [file, all] = asUser(join(binaries(), command), args);
  execFileSync(file, all, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    env: { ...process.env, PGPASSWORD: PASSWORD },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function serverIn(folder: string, port: number): TestServer & { stop(): Promise<void> } {
  let child: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGCONT');
    ending.kill(signal);
    await ended;
  }

  /** The processes that serve connections, which a signal to the first does not reach. */
  function all(): number[] {
    const first = child?.pid;
    if (first === undefined) return [];
    const others = execFileSync('ps', ['-o', 'pid=', '--ppid', String(first)], { encoding: 'utf8' });
    return [first, ...others.split(/\s+/).filter(Boolean).map(Number)];
  }

  function signalAll(signal: NodeJS.Signals): void {
    for (const pid of all()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended in the meantime.
      }
    }
  }

  return {
    port,
    async start() {
      const [file, args] = asUser(join(binaries(), 'postgres'), ['-D', folder, '-p', String(port)]);
      child = spawn(file, args, { stdio: 'ignore', cwd: '/' });
      const deadlineMs = performance.now() + START_LIMIT_MS;
      while (performance.now() < deadlineMs && child.exitCode === null) {
        try {
          run('pg_isready', ['-q', '-h', '127.0.0.1', '-p', String(port)]);
          return;
        } catch {
          await sleep(50);
        }
      }
      throw new Error(`PostgreSQL in ${folder} did not start`);
    },
    async kill() {
      signalAll('SIGKILL');
      await end('SIGKILL');
      rmSync(join(folder, 'postmaster.pid'), { force: true });
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      signalAll('SIGCONT');
      await end('SIGQUIT');
    },
  };
}

export async function startPostgres(replicaCount: number): Promise<TestCluster> {
  const root = mkdtempSync(join(tmpdir(), 'watercode-postgres-'));
  const certificate = join(root, 'server.crt');
  const passwordFile = join(root, 'password');
  const servers: (TestServer & { stop(): Promise<void> })[] = [];

  async function stop(): Promise<void> {
    await Promise.allSettled(servers.map((server) => server.stop()));
    rmSync(root, { recursive: true, force: true });
  }

  try {
    chmodSync(root, 0o755);
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        join(root, 'server.key'),
        '-out',
        certificate,
      ],
      { stdio: 'ignore' },
    );
    writeFileSync(passwordFile, PASSWORD);
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', USER, root]);
    const primaryFolder = join(root, 'primary');
    const port = await freePort();
    run('initdb', [
      '-D',
      primaryFolder,
      '-U',
      USER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    appendFileSync(
      join(primaryFolder, 'postgresql.conf'),
      `${SETTINGS}ssl_cert_file = '${certificate}'\nssl_key_file = '${join(root, 'server.key')}'\n`,
    );
    appendFileSync(join(primaryFolder, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
    const primary = serverIn(primaryFolder, port);
    servers.push(primary);
    await primary.start();
    for (let i = 1; i <= replicaCount; i++) {
      const folder = join(root, `replica${i}`);
      run('pg_basebackup', [
        '-D',
        folder,
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        USER,
        '-R',
        '-X',
        'stream',
        '--checkpoint=fast',
        '--no-sync',
      ]);
      const replica = serverIn(folder, await freePort());
      servers.push(replica);
      await replica.start();
    }
    const replicas = servers.slice(1);
    const places = [...replicas, primary].map((server) => `127.0.0.1:${server.port}`);
    return {
      primary,
      replicas,
      certificate,
      address: (database, options = '') => `postgres://${USER}@${places.join(',')}/${database}${options}`,
      query: (database, sql) =>
        run('psql', ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', database, '-c', sql]),
      createDatabase: (name) => run('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', USER, name]),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
