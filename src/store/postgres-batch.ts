/**
 * Reaches by their codes, several in one query: what is asked for in the same turn of the event loop goes together. The
 * way to a database and back takes much longer than one more row.
 */
import { basincodeOf } from './postgres-basins.ts';
import type { EditionReader } from './postgres-query.ts';

/** More of them, and one connection would have all the work while others wait for some. */
const MOST_AT_ONCE = 8;

interface Asked<Row> {
  code: string;
  resolve(row: Row | undefined): void;
  reject(reason: unknown): void;
}

/** Reads these columns of a reach. The name is that of the statements. */
export function createReachBatch<Row>(
  reader: EditionReader,
  name: string,
  columns: string,
): (code: string) => Promise<Row | undefined> {
  const { schema } = reader;
  const one = reader.prepare<Row>(name, `SELECT ${columns} FROM ${schema}.reach WHERE basincode = $1 AND code = $2`);
  const several = reader.prepare<Row & { code: string }>(
    `${name}s`,
    `SELECT reach.code, ${columns} FROM unnest($1::int[], $2::text[]) AS wanted (basincode, code)
       JOIN ${schema}.reach ON reach.basincode = wanted.basincode AND reach.code = wanted.code`,
  );
  let waiting: Asked<Row>[] = [];

  async function read(asked: readonly Asked<Row>[]): Promise<Map<string, Row>> {
    const [first, ...others] = asked.map(({ code }) => code);
    if (others.length === 0) {
      const row = await one.one(basincodeOf(first!), first);
      return new Map(row === undefined ? [] : [[first!, row]]);
    }
    const codes = [...new Set([first!, ...others])];
    const rows = await several.all(codes.map(basincodeOf), codes);
    return new Map(rows.map((row) => [row.code, row]));
  }

  async function ask(): Promise<void> {
    const asked = waiting;
    waiting = [];
    if (asked.length === 0) return;
    try {
      const rows = await read(asked);
      for (const { code, resolve } of asked) resolve(rows.get(code));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (code) =>
    new Promise((resolve, reject) => {
      waiting.push({ code, resolve, reject });
      if (waiting.length === MOST_AT_ONCE) void ask();
      else if (waiting.length === 1) setImmediate(ask);
    });
}
