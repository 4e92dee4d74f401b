/**
 * Prepared statements with typed rows. A number of rows is asked for as `LIMIT +?`: the sign hides it from the planner,
 * which would make a new plan for each number, some 10 microseconds.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A statement whose rows have this shape: the SQL names its columns so. */
export interface Query<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  iterate(...values: SQLInputValue[]): IterableIterator<Row>;
}

/** Rows as arrays of their columns, which are made quicker than objects. */
export function prepareTuple<Row extends readonly unknown[]>(db: DatabaseSync, sql: string): Query<Row> {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as Query<Row>;
}

export function prepare<Row>(db: DatabaseSync, sql: string): Query<Row> {
  return db.prepare(sql) as unknown as Query<Row>;
}
