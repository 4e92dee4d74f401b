/** The editions in a database: listed, switched between, and cleared away. */
import { Client } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import { PUBLISH_LOCK, readInfo, schemaOf } from './postgres-catalogue.ts';
import { faultText, isMissingEdition } from './postgres-fault.ts';

/** What failed and what to do, in sentences for people. */
export class PublishError extends Error {
  override name = 'PublishError';
}

export interface Edition {
  number: number;
  identity: string;
  titleEn: string;
  /** As the dataset names it. */
  edition: string;
  reaches: number;
  state: 'live' | 'ready' | 'copying';
  startedAt: Date;
  bytes: number;
}

/** Services look for a switch every second; an edition that was left just now may still be read. */
const GRACE_S = 30;

/** The one host that takes writes. */
export async function connectToPrimary({ hosts, shown }: PostgresAddress): Promise<Client> {
  const faults: string[] = [];
  for (const { name, config } of hosts) {
    const client = new Client({
      ...config,
      application_name: 'watercode publish',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica');
      if (!rows[0]!.replica) return client;
      faults.push(`${name} is a replica`);
      await client.end();
    } catch (error) {
      faults.push(`${name}: ${faultText(error)}`);
    }
  }
  throw new PublishError(
    `Can't write to ${shown}: ${faults.join('; ')}. Check the address; the password comes from PGPASSWORD, PGPASSFILE or a passwordfile.`,
  );
}

/** Held until the connection ends: two at once would drop or fill what the other needs. */
export async function lockEditions(client: Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [PUBLISH_LOCK]);
  if (!rows[0]!.got) throw new PublishError('Another publish is at work in this database. Wait until it has ended.');
}

export async function listEditions(client: Client): Promise<Edition[]> {
  const sql = `SELECT number, identity, info, started_at AS "startedAt",
      CASE WHEN number = (SELECT edition FROM watercode.live) THEN 'live' ELSE state END AS state,
      (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 FROM pg_class AS c
        JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'watercode_' || number AND c.relkind = 'r') AS bytes
    FROM watercode.edition ORDER BY number`;
  try {
    const { rows } = await client.query<Omit<Edition, 'titleEn' | 'edition' | 'reaches'> & { info: string }>(sql);
    return rows.map(({ info: text, ...row }) => {
      const { titleEn, edition, counts } = readInfo(text);
      return { ...row, titleEn, edition, reaches: counts.reaches };
    });
  } catch (error) {
    if (isMissingEdition(error)) return [];
    throw error;
  }
}

/** In one transaction: a reader sees the one edition or the other. */
export async function switchTo(client: Client, edition: number): Promise<void> {
  const { rows } = await client.query<{ state: string }>('SELECT state FROM watercode.edition WHERE number = $1', [
    edition,
  ]);
  const state = rows[0]?.state;
  if (state === undefined) throw new PublishError(`There is no edition ${edition}. See "watercode editions".`);
  if (state !== 'ready') {
    throw new PublishError(`Edition ${edition} is not whole yet. Start "watercode publish" again to finish it.`);
  }
  await client.query('BEGIN');
  await client.query(
    `UPDATE watercode.edition SET left_at = now() WHERE number IN (SELECT edition FROM watercode.live) AND number <> $1`,
    [edition],
  );
  await client.query(
    `INSERT INTO watercode.live (edition, switch) VALUES ($1, 1)
     ON CONFLICT (one) DO UPDATE SET edition = $1, switch = watercode.live.switch + 1, switched_at = now()
     WHERE watercode.live.edition <> $1`,
    [edition],
  );
  await client.query('COMMIT');
}

export interface Pruned {
  dropped: number[];
  /** Left a moment ago, so that a service may still read them. */
  tooYoung: number[];
}

/** Drops all but the live edition and the newest `keep` others that are whole. The lock must be held. */
export async function pruneEditions(client: Client, keep: number): Promise<Pruned> {
  const editions = (await listEditions(client)).filter(({ state }) => state !== 'live');
  const whole = editions.filter(({ state }) => state === 'ready').map(({ number }) => number);
  const kept = new Set(whole.slice(Math.max(0, whole.length - keep)));
  const pruned: Pruned = { dropped: [], tooYoung: [] };
  for (const { number } of editions) {
    if (kept.has(number)) continue;
    const { rows } = await client.query(
      `SELECT 1 FROM watercode.edition WHERE number = $1 AND left_at > now() - make_interval(secs => $2)`,
      [number, GRACE_S],
    );
    if (rows.length > 0) {
      pruned.tooYoung.push(number);
      continue;
    }
    await client.query('BEGIN');
    await client.query('DELETE FROM watercode.edition WHERE number = $1', [number]);
    await client.query(`DROP SCHEMA IF EXISTS ${schemaOf(number)} CASCADE`);
    await client.query('COMMIT');
    pruned.dropped.push(number);
  }
  return pruned;
}
