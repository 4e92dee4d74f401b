/** Serving from PostgreSQL: the live edition, and another one as soon as there is a switch. */

import { detailOf, HttpError } from '../../http/errors.ts';
import type { OpenDataset } from '../../http/holder.ts';
import { createService } from '../../service/service.ts';
import { openPostgresStore } from '../../store/postgres.ts';
import { readPostgresAddress } from '../../store/postgres-address.ts';
import { connectPostgresHosts, type PostgresHosts } from '../../store/postgres-hosts.ts';
import { readKnowledge } from './knowledge.ts';
import type { DatasetWatch } from './watch.ts';

const CHECK_MS = 250;

/** The connections to one database, shared by the editions of it that are open. */
interface Connected {
  hosts: Promise<PostgresHosts>;
  users: number;
  /** Which switch led to the edition opened last. */
  openedSwitch: number;
}

const connected = new Map<string, Connected>();

function unavailable(reason: string): HttpError {
  return new HttpError(503, detailOf(503, ''), reason, { 'retry-after': '1' });
}

function join(address: string): Connected {
  let connection = connected.get(address);
  if (connection === undefined) {
    const hosts = connectPostgresHosts(readPostgresAddress(address, process.env), { unavailable });
    connection = { hosts, users: 0, openedSwitch: 0 };
    connected.set(address, connection);
  }
  connection.users += 1;
  return connection;
}

function leave(address: string, connection: Connected): void {
  connection.users -= 1;
  if (connection.users > 0) return;
  connected.delete(address);
  void connection.hosts.then((hosts) => hosts.close());
}

export async function openPostgresDataset(address: string): Promise<OpenDataset> {
  const connection = join(address);
  try {
    const hosts = await connection.hosts;
    const openedSwitch = hosts.live()?.switch ?? 0;
    const store = await openPostgresStore(hosts);
    connection.openedSwitch = openedSwitch;
    return {
      service: createService(store, { knowledge: readKnowledge() }),
      close: () => leave(address, connection),
    };
  } catch (error) {
    leave(address, connection);
    throw error;
  }
}

/** Calls again and again until the edition that is live has been opened, so that a swap that failed is tried once more. */
export async function watchEditions(address: string, onSwitch: () => Promise<unknown>): Promise<DatasetWatch> {
  const connection = join(address);
  const hosts = await connection.hosts;
  let swapping = false;

  async function check(): Promise<void> {
    const live = hosts.live();
    if (swapping || live === undefined || live.switch === connection.openedSwitch) return;
    swapping = true;
    await onSwitch();
    swapping = false;
  }

  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return {
    fault: () => hosts.fault(),
    close() {
      clearInterval(timer);
      leave(address, connection);
    },
  };
}
