/** The store over one edition in PostgreSQL: its parts, put together. The same answers as from the dataset file it was copied from. */
import { DatasetError } from './dataset-error.ts';
import { createPostgresAreas } from './postgres-areas.ts';
import { loadPostgresBasins } from './postgres-basins.ts';
import { type EditionInfo, LAYOUT, readInfo, schemaOf } from './postgres-catalogue.ts';
import type { PostgresHosts } from './postgres-hosts.ts';
import { createPostgresNames } from './postgres-names.ts';
import { createPostgresNearest } from './postgres-nearest.ts';
import { createPostgresPoiCounts } from './postgres-poi-counts.ts';
import { createPostgresPois } from './postgres-pois.ts';
import { createEditionReader, type EditionReader } from './postgres-query.ts';
import { createPostgresReaches } from './postgres-reaches.ts';
import { createPostgresRecords } from './postgres-records.ts';
import { createPostgresTiles } from './postgres-tiles.ts';
import { createPostgresWay } from './postgres-way.ts';
import type { Store } from './store.ts';

/** Opens the edition that is live. Closing it leaves the hosts open. Throws a DatasetError that says what is wrong. */
export async function openPostgresStore(hosts: PostgresHosts): Promise<Store> {
  const live = hosts.live();
  if (live === undefined) throw nothingToRead(hosts);
  const schema = schemaOf(live.edition);
  const reader = createEditionReader(hosts, live.edition, schema);
  const { tileLeastOrders, ...info } = await readEditionInfo(hosts, reader, live.edition);
  const { remembered } = hosts.address;
  const basins = await loadPostgresBasins(reader);
  const reaches = createPostgresReaches(reader, basins, remembered);
  const counts = createPostgresPoiCounts(reader, basins, info.poiTypes);

  return {
    info,
    close: () => undefined,
    ...createPostgresRecords(reader, info, reaches.recentRecords),
    ...reaches.store,
    ...createPostgresAreas(reader, basins),
    ...createPostgresPois(reader, basins, counts, reaches),
    ...createPostgresWay(reader, basins, counts, remembered),
    ...createPostgresNames(reader),
    ...createPostgresTiles(reader, info, tileLeastOrders),
    nearestReaches: createPostgresNearest(reader, reaches.rows),
  };
}

async function readEditionInfo(hosts: PostgresHosts, reader: EditionReader, edition: number): Promise<EditionInfo> {
  const row = await reader
    .prepare<{ info: string; layout: number }>('info', 'SELECT info, layout FROM watercode.edition WHERE number = $1')
    .one(edition);
  if (row === undefined) throw nothingToRead(hosts);
  if (row.layout !== LAYOUT) {
    const advice = row.layout > LAYOUT ? 'Update watercode' : 'Publish the dataset again with `watercode publish`';
    const fault = `has edition ${edition} in layout ${row.layout}, and this program reads layout ${LAYOUT}`;
    throw new DatasetError(hosts.address.shown, fault, advice);
  }
  return readInfo(row.info);
}

function nothingToRead(hosts: PostgresHosts): DatasetError {
  const { shown, hosts: all } = hosts.address;
  const faults = hosts.faults();
  if (faults.length < all.length) {
    return new DatasetError(
      shown,
      'has no edition to serve',
      'Copy a dataset there first: `watercode publish DATASET ADDRESS`',
    );
  }
  return new DatasetError(
    shown,
    `can't be reached (${faults.join('; ')})`,
    'Check the address; the password comes from PGPASSWORD, PGPASSFILE or a passwordfile',
  );
}
