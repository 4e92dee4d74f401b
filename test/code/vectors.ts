/** Reads the vector files of spec/ as rows of named fields. */

import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../spec/vectors/', import.meta.url);

export type Row = Readonly<Record<string, string>>;

/** The rows of a vector file. Throws for a file without any, so that no test passes over nothing. */
export function vectors(name: string): Row[] {
  const [header, ...records] = parseCsv(readFileSync(new URL(name, FOLDER), 'utf8'));
  if (header === undefined || records.length === 0) throw new Error(`${name} has no vectors`);
  return records.map((record) => {
    if (record.length !== header.length) throw new Error(`${name}: ${record.join()} has ${record.length} fields`);
    return Object.fromEntries(header.map((column, i) => [column, unescaped(record[i] ?? '')]));
  });
}

export function vectorFiles(): string[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
}

/** A field that the file must have. */
export function field(row: Row, name: string): string {
  const value = row[name];
  if (value === undefined) throw new Error(`no column ${name} in ${JSON.stringify(row)}`);
  return value;
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function parseCsv(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}
