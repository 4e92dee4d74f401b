/** Checks a copied edition against the dataset file: counts, the numbering that lookups rely on, and the bytes of a sample. */
import { createHash, hash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Client } from 'pg';
import { PublishError } from './postgres-editions.ts';
import { wkbStart } from './publish-encode.ts';
import { COPIED_TABLES } from './publish-tables.ts';
import type { DatasetInfo } from './store.ts';

/** One reach in so many is compared byte by byte. */
const SAMPLE = 16;

const REBUILD = 'Remove it with "watercode editions prune" and publish again.';

export async function checkEdition(
  client: Client,
  db: DatabaseSync,
  info: DatasetInfo,
  progress: (stage: string, part: number) => void,
): Promise<void> {
  progress('Checking', 0);
  await checkCounts(client, db, info);
  progress('Checking', 0.3);
  await checkReaches(client, db);
  progress('Checking', 1);
}

/** Those of reaches are checked basin by basin. */
async function checkCounts(client: Client, db: DatabaseSync, { counts }: DatasetInfo): Promise<void> {
  const expected: Record<string, number> = {
    poi: counts.pois,
    subbasin: counts.subbasins,
    river: counts.rivers,
    basin: counts.basins,
    name: COPIED_TABLES.find(({ name }) => name === 'name')!.count(db),
  };
  for (const [table, count] of Object.entries(expected)) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    if (rows[0]!.count === count) continue;
    throw new PublishError(`The copy has ${rows[0]!.count} rows in ${table}, but the dataset has ${count}. ${REBUILD}`);
  }
}

interface BasinCheck {
  basincode: number;
  first: number;
  last: number;
  /** Whether its reaches and sub-basins are all there, numbered in one run: readers know the basin of an id by that. */
  isWhole: boolean;
  /** Of the sample. */
  hash: string;
}

async function checkReaches(client: Client, db: DatabaseSync): Promise<void> {
  const { rows } = await client.query<BasinCheck>(
    `SELECT basin.basincode, basin.first, basin.last, coalesce(hash, '') AS hash,
       (found.count, found.first, found.last, found.reached) IS NOT DISTINCT FROM
         (basin.reaches::bigint, basin.first, basin.last, basin.last)
       AND basin.reaches = basin.last - basin.first + 1
       AND basin.subbasins = basin.last_subbasin - basin.first_subbasin + 1 AS "isWhole"
     FROM basin LEFT JOIN (
       SELECT basincode, count(*) AS count, min(id) AS first, max(id) AS last, max(last) AS reached,
         md5(string_agg(md5(convert_to(code || figures, 'UTF8') || ST_AsBinary(geom, 'NDR')), '' ORDER BY id)
           FILTER (WHERE id % ${SAMPLE} = 0)) AS hash
       FROM reach GROUP BY basincode
     ) AS found USING (basincode)`,
  );
  const sample = db.prepare(
    `SELECT reach.code, figures, geom FROM reach JOIN reach_record ON reach_record.code = reach.code WHERE reach.fid = ?`,
  );
  for (const { basincode, first, last, isWhole, hash: copied } of rows) {
    if (!isWhole) {
      throw new PublishError(
        `The reaches of basin ${basincode} are not all there, or not numbered in one run. ${REBUILD}`,
      );
    }
    if (copied !== sampleHash(sample, first, last)) {
      throw new PublishError(`The copy of basin ${basincode} differs from the dataset. ${REBUILD}`);
    }
  }
}

/** '' where none of the ids is in the sample. */
function sampleHash(sample: StatementSync, first: number, last: number): string {
  let hashes = '';
  for (let id = Math.ceil(first / SAMPLE) * SAMPLE; id <= last; id += SAMPLE) {
    const { code, figures, geom } = sample.get(id) as { code: string; figures: string; geom: Uint8Array };
    const row = createHash('md5')
      .update(code)
      .update(figures)
      .update(geom.subarray(wkbStart(geom)));
    hashes += row.digest('hex');
  }
  return hashes === '' ? '' : hash('md5', hashes);
}
