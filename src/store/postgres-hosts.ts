/** The hosts of one database, a primary and its replicas: reads are spread over those that answer, and go elsewhere when one fails. */
import type { PostgresAddress } from './postgres-address.ts';
import type { LiveEdition } from './postgres-catalogue.ts';
import { DatabaseUnavailableError, isHostFault, isMissingEdition, isTooSlow } from './postgres-fault.ts';
import { createPostgresHost, HostBusyError, type PostgresHost, type Statement } from './postgres-host.ts';

export interface PostgresHosts {
  readonly address: PostgresAddress;
  /** The newest edition that the hosts which answer agree on. */
  live(): LiveEdition | undefined;
  /** Why nothing can be read; undefined while a host answers. */
  fault(): string | undefined;
  /** What is wrong with each host that does not answer. */
  faults(): string[];
  read<Row>(edition: number, statement: Statement): Promise<Row[]>;
  close(): Promise<void>;
}

export interface PostgresHostsOptions {
  /** Makes the error of a read that no host can answer. */
  unavailable?: (reason: string) => Error;
}

/** A replica that lags longer than this does not hold back a switch; reads go to the others until it has caught up. */
const LAG_LIMIT_MS = 10_000;

const NO_HOST = 'no database host answers at the moment';

/** Resolves when every host has been looked at once, whether it answers or not. */
export async function connectPostgresHosts(
  address: PostgresAddress,
  { unavailable = (reason) => new DatabaseUnavailableError(reason) }: PostgresHostsOptions = {},
): Promise<PostgresHosts> {
  let live: LiveEdition | undefined;
  let seen: { switch: number; atMs: number } | undefined;
  let turn = 0;
  const hosts: PostgresHost[] = address.hosts.map((host) => createPostgresHost(host, address, noteLive));

  /** A switch counts once every host that answers has the edition, or the rest has lagged too long. */
  function noteLive(): void {
    const newest = newestOf(hosts.filter(({ state }) => state === 'up'));
    if (newest === undefined || newest.switch <= (live?.switch ?? -1)) return;
    if (seen?.switch !== newest.switch) seen = { switch: newest.switch, atMs: performance.now() };
    const all = hosts.every((host) => host.state !== 'up' || host.has(newest.edition));
    if (live !== undefined && !all && performance.now() - seen.atMs < LAG_LIMIT_MS) return;
    live = newest;
  }

  /** The least busy of those that have the edition; in turn where several are. */
  function pick(edition: number, not?: PostgresHost): PostgresHost | undefined {
    turn = (turn + 1) % hosts.length;
    let best: PostgresHost | undefined;
    for (let i = 0; i < hosts.length; i++) {
      const host = hosts[(turn + i) % hosts.length]!;
      if (host === not || host.state === 'down' || !host.has(edition)) continue;
      if (best === undefined || rankOf(host) < rankOf(best)) best = host;
    }
    return best;
  }

  /** Whether another host may do better; a host that may be lost is looked at. */
  function isWorthAnother(host: PostgresHost, error: unknown): boolean {
    if (error instanceof HostBusyError || isMissingEdition(error)) return true;
    if (!isHostFault(error)) return false;
    host.suspect();
    return true;
  }

  function finalError(error: unknown): unknown {
    if (isTooSlow(error)) return unavailable('the database took too long to answer');
    const isPassing = error instanceof HostBusyError || isHostFault(error) || isMissingEdition(error);
    return isPassing ? unavailable(NO_HOST) : error;
  }

  await Promise.all(hosts.map(({ looked }) => looked));
  return {
    address,
    live: () => live,
    fault: () => (hosts.every(({ state }) => state === 'down') ? NO_HOST : undefined),
    faults: () => hosts.filter(({ fault }) => fault !== '').map(({ name, fault }) => `${name}: ${fault}`),
    async read<Row>(edition: number, statement: Statement) {
      const first = pick(edition);
      if (first === undefined) throw unavailable(NO_HOST);
      try {
        return await first.run<Row>(statement);
      } catch (error) {
        if (!isWorthAnother(first, error)) throw finalError(error);
        const second = pick(edition, first) ?? (first.state === 'down' ? undefined : first);
        if (second === undefined) throw finalError(error);
        try {
          return await second.run<Row>(statement);
        } catch (again) {
          isWorthAnother(second, again);
          throw finalError(again);
        }
      }
    },
    async close() {
      await Promise.all(hosts.map((host) => host.close()));
    },
  };
}

/** A host that just failed comes after all others. */
function rankOf({ state, load }: PostgresHost): number {
  return state === 'suspect' ? load + 1e6 : load;
}

function newestOf(hosts: readonly PostgresHost[]): LiveEdition | undefined {
  let newest: LiveEdition | undefined;
  for (const { live } of hosts) if (live !== undefined && live.switch > (newest?.switch ?? -1)) newest = live;
  return newest;
}
