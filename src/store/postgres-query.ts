/** Prepared statements on the tables of one edition, with typed rows. */
import type { PostgresHosts } from './postgres-hosts.ts';

export interface EditionReader {
  /** Schema of the edition: every table is named with it, so that all reads of a request are of one edition. */
  readonly schema: string;
  /** A statement whose rows have this shape: the SQL names its columns so. The name is its own in the whole store. */
  prepare<Row>(name: string, sql: string): Query<Row>;
  /** The same, but planned anew for each execution: where the best plan hangs on the values. */
  planned<Row>(sql: string): Query<Row>;
}

export interface Query<Row> {
  one(...values: unknown[]): Promise<Row | undefined>;
  all(...values: unknown[]): Promise<Row[]>;
}

export function createEditionReader(hosts: PostgresHosts, edition: number, schema: string): EditionReader {
  function queryOf<Row>(name: string | undefined, text: string): Query<Row> {
    const all = (...values: unknown[]) => hosts.read<Row>(edition, { name, text, values });
    return { all, one: async (...values: unknown[]) => (await all(...values))[0] };
  }

  return {
    schema,
    prepare: (name, text) => queryOf(`${schema}-${name}`, text),
    planned: (text) => queryOf(undefined, text),
  };
}

/** PostgreSQL has no text with this character, and refuses to look for it. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0');
}
