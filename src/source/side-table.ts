/** Reads a small table that goes with a network (points of interest, names) into rows with named fields. */

import type { Geometry, OpenOptions, RejectedRow, Value } from './feature.ts';
import { SourceError } from './feature.ts';
import { openSource } from './open.ts';
import { textOf } from './value.ts';

export interface SideRow<Field extends string> {
  record: string;
  /** The text of each field, `''` where it is absent or empty. */
  fields: Record<Field, string>;
  /** Columns that are no field, as name and value. */
  others: { name: string; value: Value }[];
  geometry: Geometry | undefined;
}

export interface SideTable<Field extends string> {
  rows: SideRow<Field>[];
  rejected: RejectedRow[];
  /** Which fields the file has a column for. */
  present: ReadonlySet<Field>;
  columns: string[];
}

/** Field names with the headers they go by, compared without case, spaces and underscores. */
export type Headers<Field extends string> = Readonly<Record<Field, readonly string[]>>;

export async function readSideTable<Field extends string>(
  path: string,
  given: Headers<Field>,
  options: OpenOptions,
): Promise<SideTable<Field>> {
  const source = await openSource(path, options);
  try {
    const headers = withSourceNames(given, source.columns);
    const fieldOf = source.columns.map((column) => fieldOfColumn(column, headers));
    const present = new Set(fieldOf.filter((field) => field !== undefined));
    const names = Object.keys(headers) as Field[];
    const table: SideTable<Field> = { rows: [], rejected: [], present, columns: source.columns };
    for await (const batch of source.read(source.columns)) {
      table.rejected.push(...batch.rejected);
      for (const { record, values, geometry } of batch.features) {
        const fields = Object.fromEntries(names.map((name) => [name, ''])) as Record<Field, string>;
        const others: SideRow<Field>['others'] = [];
        for (const [i, value] of values.entries()) {
          const field = fieldOf[i];
          if (field === undefined) others.push({ name: source.columns[i]!, value });
          else if (fields[field] === '') fields[field] = textOf(value);
        }
        table.rows.push({ record, fields, others, geometry });
      }
    }
    return table;
  } finally {
    source.close();
  }
}

/** Throws when the file has no column for a field that every row needs. */
export function requireFields<Field extends string>(
  path: string,
  table: SideTable<Field>,
  needed: readonly Field[],
  headers: Headers<Field>,
): void {
  for (const field of needed) {
    if (table.present.has(field)) continue;
    throw new SourceError(
      `${path} has no column for the ${field}: name it ${headers[field].join(', ')}. It has: ${table.columns.join(', ')}.`,
    );
  }
}

function fieldOfColumn<Field extends string>(column: string, headers: Headers<Field>): Field | undefined {
  const plain = plainHeader(column);
  return (Object.keys(headers) as Field[]).find((field) => headers[field].some((each) => plainHeader(each) === plain));
}

/** Beside a column of Chinese names, one headed `name` is what the network itself calls the river. */
function withSourceNames<Field extends string>(headers: Headers<Field>, columns: readonly string[]): Headers<Field> {
  if (!('match' in headers) || !('name' in headers)) return headers;
  const plain = columns.map(plainHeader);
  const { match, name } = headers as unknown as Record<'match' | 'name', readonly string[]>;
  const chinese = name.filter((header) => header !== 'name');
  if (!plain.includes('name') || !chinese.some((header) => plain.includes(plainHeader(header)))) return headers;
  return { ...headers, match: [...match, 'name'], name: chinese };
}

function plainHeader(header: string): string {
  return header.toLowerCase().replace(/[\s_-]/g, '');
}
