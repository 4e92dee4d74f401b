/** Copies one table with COPY, in pieces that are remembered as they are committed, so that a stopped run can go on. */
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type ColumnKind, type CopyValue, createRowEncoder } from './publish-encode.ts';
import { type CopiedTable, TEMPLATES } from './publish-tables.ts';

/** Rows that are committed together: some 10 s of work. */
const PIECE_ROWS = 1_000_000;

export async function copyTable(
  client: Client,
  db: DatabaseSync,
  table: CopiedTable,
  edition: number,
  progress: (part: number) => void,
): Promise<void> {
  const count = table.count(db);
  let done = await copiedUpTo(client, edition, table.name);
  progress(count === 0 ? 1 : done / count);
  while (done < count) {
    await client.query('BEGIN');
    const rows = table.rows(db, done, PIECE_ROWS);
    const last = await copyRows(client, table.name, table.columns, rows, (id) => progress(id / count));
    done = last ?? count;
    await remember(client, edition, table.name, done);
    await client.query('COMMIT');
  }
}

export async function copyTemplates(client: Client, db: DatabaseSync, edition: number): Promise<void> {
  const { columns, rows, spread } = TEMPLATES;
  if ((await copiedUpTo(client, edition, 'record_template')) > 0) return;
  await client.query('BEGIN');
  await client.query('CREATE TEMP TABLE given_template (id integer NOT NULL, body text NOT NULL) ON COMMIT DROP');
  await copyRows(client, 'given_template', columns, rows(db, 0, Number.MAX_SAFE_INTEGER), () => undefined);
  await client.query(spread);
  await remember(client, edition, 'record_template', 1);
  await client.query('COMMIT');
}

async function copiedUpTo(client: Client, edition: number, relation: string): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'SELECT last_id::int AS last FROM watercode.copied WHERE edition = $1 AND relation = $2',
    [edition, relation],
  );
  return rows[0]?.last ?? 0;
}

async function remember(client: Client, edition: number, relation: string, last: number): Promise<void> {
  await client.query(
    `INSERT INTO watercode.copied (edition, relation, last_id) VALUES ($1, $2, $3)
     ON CONFLICT (edition, relation) DO UPDATE SET last_id = excluded.last_id`,
    [edition, relation, last],
  );
}

/** The id of the last row, which each row has in front. */
async function copyRows(
  client: Client,
  table: string,
  columns: readonly (readonly [string, ColumnKind])[],
  rows: Iterable<readonly CopyValue[]>,
  progress: (id: number) => void,
): Promise<number | undefined> {
  const encoder = createRowEncoder(columns.map(([, kind]) => kind));
  let last: number | undefined;

  function* chunks(): Iterable<Buffer> {
    for (const row of rows) {
      encoder.add(row);
      last = row[0] as number;
      if (!encoder.isFull()) continue;
      progress(last);
      yield encoder.take();
    }
    yield encoder.takeLast();
  }

  const names = columns.map(([name]) => name).join(', ');
  await pipeline(chunks, client.query(copyFrom(`COPY ${table} (${names}) FROM STDIN (FORMAT binary)`)));
  return last;
}
