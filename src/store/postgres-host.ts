/** One database host: its pool of connections, whether it answers, and which editions it has. */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type QueryConfig } from 'pg';
import type { PostgresAddress, PostgresHostAddress } from './postgres-address.ts';
import { LIVE_SQL, type LiveEdition } from './postgres-catalogue.ts';
import { faultText, isMissingEdition } from './postgres-fault.ts';

export interface Statement {
  /** Prepared once a connection under this name, which is always the same text; without one it is planned anew. */
  name: string | undefined;
  text: string;
  values: readonly unknown[];
}

/** A read that a host did not take because too many wait there already. */
export class HostBusyError extends Error {
  override name = 'HostBusyError';
}

export interface PostgresHost {
  readonly name: string;
  /** `suspect` after a failed read, until the next look decides. */
  readonly state: 'up' | 'suspect' | 'down';
  readonly live: LiveEdition | undefined;
  /** Why it is down, for people. */
  readonly fault: string;
  readonly load: number;
  has(edition: number): boolean;
  run<Row>(statement: Statement): Promise<Row[]>;
  /** A read failed: look at once whether the host still answers. */
  suspect(): void;
  /** Resolves when it has been looked at for the first time. */
  readonly looked: Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 1_000;
const LOOK_WHILE_DOWN_MS = 250;
/** A host that is stopped but not gone answers nothing at all: longer than this and it counts as lost. */
const LOOK_LIMIT_MS = 800;
const CONNECT_LIMIT_MS = 1_000;
/** The server gives a query up first; only a host that answers nothing lets the driver's own limit pass. */
const GRACE_MS = 500;
/** Reads that wait for a connection; more would only wait too long. */
const MOST_WAITING = 2_000;
const CLOSE_LIMIT_MS = 1_000;

export function createPostgresHost(
  { name, config }: PostgresHostAddress,
  { poolSize, queryTimeoutMs }: Pick<PostgresAddress, 'poolSize' | 'queryTimeoutMs'>,
  onLook: () => void,
): PostgresHost {
  const { promise: looked, resolve: onFirstLook } = Promise.withResolvers<void>();
  const readOnly = {
    ...config,
    application_name: 'watercode',
    options: '-c default_transaction_read_only=on',
    stream: openSocket,
  };
  const sockets = new Set<Socket>();
  const pool = openPool();
  let load = 0;
  let state: PostgresHost['state'] = 'down';
  let fault = '';
  let live: LiveEdition | undefined;
  let editions: ReadonlySet<number> = new Set();
  let looker: Client | undefined;
  let looking = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** Our own, so that those of a host that hangs can be cut: what waits on them fails then, and goes elsewhere. */
  function openSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  function openPool(): Pool {
    const opened = new Pool({
      ...readOnly,
      max: poolSize,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      idleTimeoutMillis: 30_000,
      statement_timeout: queryTimeoutMs,
      query_timeout: queryTimeoutMs + GRACE_MS,
      keepAlive: true,
    });
    // Without a listener an idle connection that breaks would end the process.
    opened.on('error', () => suspect());
    return opened;
  }

  async function ask(): Promise<void> {
    if (looker === undefined) {
      const client = new Client({ ...readOnly, connectionTimeoutMillis: LOOK_LIMIT_MS, query_timeout: LOOK_LIMIT_MS });
      looker = client;
      client.on('error', () => {
        if (looker === client) suspect();
      });
      await client.connect();
    }
    const { rows } = await looker.query<LiveEdition & { ready: number[] }>(LIVE_SQL);
    const row = rows[0];
    live = row && { switch: row.switch, edition: row.edition };
    editions = new Set(row?.ready);
  }

  /** A database without catalogue is up, but has nothing to read. */
  async function look(): Promise<void> {
    if (looking || closed) return;
    looking = true;
    clearTimeout(timer);
    try {
      await ask();
      state = 'up';
      fault = '';
    } catch (error) {
      if (isMissingEdition(error)) {
        state = 'up';
        editions = new Set();
        live = undefined;
      } else {
        fault = faultText(error);
        lose();
      }
    } finally {
      looking = false;
      if (!closed) timer = setTimeout(() => void look(), state === 'up' ? LOOK_MS : LOOK_WHILE_DOWN_MS).unref();
      onFirstLook();
      onLook();
    }
  }

  function lose(): void {
    state = 'down';
    looker = undefined;
    for (const socket of sockets) socket.destroy();
  }

  function suspect(): void {
    if (state === 'up') state = 'suspect';
    void look();
  }

  void look();
  return {
    name,
    get state() {
      return state;
    },
    get live() {
      return live;
    },
    get fault() {
      return fault;
    },
    get load() {
      return load;
    },
    has: (edition) => editions.has(edition),
    async run<Row>({ name: statement, text, values }: Statement) {
      if (pool.waitingCount >= MOST_WAITING) throw new HostBusyError(`${name} has too many reads waiting`);
      load += 1;
      try {
        const query: QueryConfig = { name: statement, text, values: values as unknown[] };
        return (await pool.query(query)).rows as Row[];
      } finally {
        load -= 1;
      }
    },
    suspect,
    looked,
    async close() {
      closed = true;
      clearTimeout(timer);
      const ended = Promise.allSettled([pool.end(), looker?.end()]);
      await Promise.race([ended, sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
    },
  };
}
