/** Copies a dataset file into PostgreSQL as a new edition, and switches to it when all of it is there and right. */
import type { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import { CATALOGUE_SQL, type EditionInfo, LAYOUT, schemaOf, writeInfo } from './postgres-catalogue.ts';
import { connectToPrimary, lockEditions, PublishError, switchTo } from './postgres-editions.ts';
import { EDITION_TABLES } from './postgres-schema.ts';
import { copyTable, copyTemplates } from './publish-copy.ts';
import { createIndexer } from './publish-indexes.ts';
import { COPIED_TABLES, leastOrdersOf } from './publish-tables.ts';
import { checkEdition } from './publish-verify.ts';
import { openDatasetFile } from './sqlite-open.ts';

export interface PublishOptions {
  path: string;
  /** Throws when the file is not as it was built; at work while the database makes its indexes. */
  verifyFile(path: string): Promise<void>;
  address: PostgresAddress;
  /** Whether services go over to it at the end. */
  switches: boolean;
  /** A role that may read it, beside the one that publishes. */
  reader?: string | undefined;
  progress(stage: string, part: number): void;
}

export interface Published {
  edition: number;
  identity: string;
  /** `copied` anew, `resumed` where an earlier run had stopped, or `there` already. */
  how: 'copied' | 'resumed' | 'there';
  switched: boolean;
}

export async function publishDataset(options: PublishOptions): Promise<Published> {
  const { path, address, progress } = options;
  const client = await connectToPrimary(address);
  const { db, info } = openOrEnd(path, client);
  try {
    await prepareDatabase(client);
    const { edition, how } = await findOrStart(client, { ...info, tileLeastOrders: leastOrdersOf(db) });
    if (how !== 'there') {
      await client.query(`SELECT set_config('search_path', $1 || ',' || current_setting('search_path'), false)`, [
        schemaOf(edition),
      ]);
      await copyAll(client, db, edition, options);
      await checkEdition(client, db, info, progress);
      await client.query(`UPDATE watercode.edition SET state = 'ready', ready_at = now() WHERE number = $1`, [edition]);
    }
    if (options.reader !== undefined) await allowReading(client, schemaOf(edition), options.reader);
    if (options.switches) await switchTo(client, edition);
    return { edition, identity: info.identity, how, switched: options.switches };
  } finally {
    db.close();
    await client.end();
  }
}

function openOrEnd(path: string, client: Client): ReturnType<typeof openDatasetFile> {
  try {
    return openDatasetFile(path);
  } catch (error) {
    void client.end();
    throw error;
  }
}

async function prepareDatabase(client: Client): Promise<void> {
  const encoding = (await client.query<{ server_encoding: string }>('SHOW server_encoding')).rows[0]!.server_encoding;
  if (encoding !== 'UTF8') {
    throw new PublishError(`The database has the encoding ${encoding}. Create one with ENCODING 'UTF8'.`);
  }
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new PublishError(
      `PostGIS is not there (${reason}). Install it and run CREATE EXTENSION postgis in this database as a superuser.`,
    );
  }
  await client.query(CATALOGUE_SQL);
  await lockEditions(client);
}

interface Started {
  edition: number;
  how: Published['how'];
}

/** The edition of this very dataset where there is one, whole or begun; else a new one. */
async function findOrStart(client: Client, info: EditionInfo): Promise<Started> {
  const { rows } = await client.query<{ number: number; state: string }>(
    `SELECT number, state FROM watercode.edition WHERE identity = $1 AND layout = $2 ORDER BY state DESC, number DESC`,
    [info.identity, LAYOUT],
  );
  const known = rows[0];
  if (known !== undefined) return { edition: known.number, how: known.state === 'ready' ? 'there' : 'resumed' };
  await client.query('BEGIN');
  const { rows: made } = await client.query<{ number: number }>(
    `INSERT INTO watercode.edition (number, identity, layout, state, info)
     VALUES (nextval('watercode.edition_number'), $1, $2, 'copying', $3) RETURNING number`,
    [info.identity, LAYOUT, writeInfo(info)],
  );
  const edition = made[0]!.number;
  await client.query(`CREATE SCHEMA ${schemaOf(edition)}`);
  await client.query(`SELECT set_config('search_path', $1 || ',' || current_setting('search_path'), true)`, [
    schemaOf(edition),
  ]);
  await client.query(EDITION_TABLES);
  await client.query('COMMIT');
  return { edition, how: 'copied' };
}

/** Indexes of a table are made by other connections while the next table is copied. */
async function copyAll(client: Client, db: DatabaseSync, edition: number, options: PublishOptions): Promise<void> {
  const { address, progress } = options;
  await client.query('SET synchronous_commit = off');
  const indexer = await createIndexer(address, schemaOf(edition));
  try {
    for (const table of COPIED_TABLES) {
      await copyTable(client, db, table, edition, (part) => progress(`Copying ${table.title}`, part));
      indexer.add(table.name);
    }
    await copyTemplates(client, db, edition);
    indexer.add('record_template');
    await Promise.all([indexer.finish((part) => progress('Indexing', part)), options.verifyFile(options.path)]);
  } finally {
    await indexer.close();
  }
  await client.query('SET synchronous_commit = on');
}

async function allowReading(client: Client, schema: string, role: string): Promise<void> {
  const reader = client.escapeIdentifier(role);
  await client.query(`GRANT USAGE ON SCHEMA watercode, ${schema} TO ${reader}`);
  await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA watercode, ${schema} TO ${reader}`);
}
