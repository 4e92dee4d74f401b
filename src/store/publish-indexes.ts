/** Makes the indexes of an edition with connections of their own, while the copying goes on. */
import type { Client } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import { connectToPrimary } from './postgres-editions.ts';
import { EDITION_INDEXES, type EditionIndex, PRIMARY_KEYS } from './postgres-schema.ts';

export interface Indexer {
  /** Everything has been copied into this table. */
  add(table: string): void;
  /** Resolves when the indexes of all tables added are there, and statistics with them. */
  finish(progress: (part: number) => void): Promise<void>;
  close(): Promise<void>;
}

const CONNECTIONS = 2;

export async function createIndexer(address: PostgresAddress, schema: string): Promise<Indexer> {
  const clients: Client[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    const client = await connectToPrimary(address);
    clients.push(client);
    await client.query(`SELECT set_config('search_path', $1 || ',' || current_setting('search_path'), false)`, [
      schema,
    ]);
    await client.query(`SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`);
  }
  const waiting: EditionIndex[] = [];
  const tables: string[] = [];
  const idle = [...clients];
  let made = 0;
  let atWork = 0;
  let failure: unknown;
  let tell: () => void = () => undefined;

  function next(): void {
    while (failure === undefined && idle.length > 0 && waiting.length > 0) {
      const client = idle.pop()!;
      atWork += 1;
      void make(client, waiting.shift()!)
        .then(
          () => (made += 1),
          (error: unknown) => (failure ??= error),
        )
        .finally(() => {
          atWork -= 1;
          idle.push(client);
          next();
          tell();
        });
    }
  }

  return {
    add(table) {
      tables.push(table);
      waiting.push(...EDITION_INDEXES.filter((index) => index.table === table));
      next();
    },
    async finish(progress) {
      while (failure === undefined && (waiting.length > 0 || atWork > 0)) {
        progress(made / EDITION_INDEXES.length);
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
      if (failure !== undefined) throw failure;
      for (const table of tables) await addPrimaryKey(clients[0]!, table);
      await Promise.all([
        clients[0]!.query('ANALYZE reach'),
        clients[1]!.query(`ANALYZE ${tables.filter((table) => table !== 'reach').join(', ')}`),
      ]);
      progress(1);
    },
    async close() {
      await Promise.allSettled(clients.map((client) => client.end()));
    },
  };
}

async function make(client: Client, { name, table, on, unique }: EditionIndex): Promise<void> {
  await client.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${name} ON ${table} ${on}`);
}

async function addPrimaryKey(client: Client, table: string): Promise<void> {
  const index = PRIMARY_KEYS[table];
  if (index === undefined) return;
  const { rows } = await client.query(`SELECT 1 FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'`, [
    table,
  ]);
  if (rows.length === 0) await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY USING INDEX ${index}`);
}
