/** Prepared statements with typed rows. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A statement whose rows have this shape: the SQL names its columns so. */
export interface Query<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  iterate(...values: SQLInputValue[]): IterableIterator<Row>;
}

export function prepare<Row>(db: DatabaseSync, sql: string): Query<Row> {
  return db.prepare(sql) as unknown as Query<Row>;
}
