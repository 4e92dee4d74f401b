/** Opening a dataset file: what is refused, and what the message tells to do. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SCHEMA_VERSION } from '../../src/dataset/schema.ts';
import { DatasetError } from '../../src/store/dataset-error.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { SUPPORTED_SCHEMA_VERSION } from '../../src/store/sqlite-open.ts';
import { tinyDatasetFile } from '../support/tiny-dataset.ts';

const good = await tinyDatasetFile();
const directory = mkdtempSync(join(tmpdir(), 'watercode-open-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let copies = 0;

function changed(change: (db: DatabaseSync) => void): string {
  const path = join(directory, `${++copies}.gpkg`);
  copyFileSync(good, path);
  const db = new DatabaseSync(path);
  change(db);
  db.close();
  return path;
}

function refusal(path: string): string {
  try {
    void openSqliteStore(path).close();
  } catch (error) {
    assert.ok(error instanceof DatasetError);
    assert.ok(error.message.startsWith(path));
    return error.message;
  }
  assert.fail('the file was not refused');
}

test('the reader and the builder agree on the version of the tables', () => {
  assert.equal(SUPPORTED_SCHEMA_VERSION, SCHEMA_VERSION);
});

test('a good file opens, says what it is, and closes', () => {
  const store = openSqliteStore(good);
  assert.match(store.info.identity, /^[0-9a-f]{64}$/);
  assert.equal(store.info.titleEn, 'Test network');
  assert.deepEqual(store.info.counts, { basins: 3, subbasins: 7, reaches: 40, rivers: 10, pois: 42 });
  assert.deepEqual(store.info.bbox, [-179.98, 29.1, 177.5, 65.9]);
  assert.deepEqual(
    store.info.poiTypes.map((type) => type.type),
    ['dam', 'gauge', 'junction', 'lake'],
  );
  assert.equal(store.info.propertyNames.get('坝高'), 'Dam height');
  void store.close();
  assert.throws(() => store.reach(1));
});

test('a path with spaces, percent signs and question marks opens', () => {
  const path = join(directory, 'a b%20?#c.gpkg');
  copyFileSync(good, path);
  void openSqliteStore(path).close();
});

test('a file that is not there, not a file or no SQLite file is refused', () => {
  assert.match(refusal(join(directory, 'none.gpkg')), /does not exist.*watercode build/);
  assert.match(refusal(directory), /is not a file/);
  const text = join(directory, 'text.gpkg');
  writeFileSync(text, 'not a database, but long enough to have a header'.repeat(10));
  assert.match(refusal(text), /is not a dataset file/);
  writeFileSync(text, '');
  assert.match(refusal(text), /is not a dataset file/);
});

test('an SQLite file that is no GeoPackage, or a GeoPackage that is no dataset, is refused', () => {
  const plain = join(directory, 'plain.db');
  const db = new DatabaseSync(plain);
  db.exec('CREATE TABLE t (x)');
  db.close();
  assert.match(refusal(plain), /no GeoPackage/);
  assert.match(refusal(changed((file) => file.exec('DROP TABLE reach_record'))), /without reach_record/);
});

test('a file cut off in copying is refused', () => {
  const path = changed(() => undefined);
  truncateSync(path, 8192);
  assert.match(refusal(path), /is cut off \(8192 of \d+ bytes\)/);
});

test('another version of the tables is refused, with the way out', () => {
  const older = changed((db) => db.exec(`UPDATE meta SET value = '0' WHERE key = 'schema_version'`));
  assert.match(refusal(older), /version 0.*watercode build/);
  const newer = changed((db) => db.exec(`UPDATE meta SET value = '99' WHERE key = 'schema_version'`));
  assert.match(refusal(newer), /version 99.*Update watercode/);
});

test('a dataset that was not finished, or whose counts or numbers are wrong, is refused', () => {
  const unstamped = `watercode-sha256:${'0'.repeat(64)}`;
  const cases: [string, RegExp][] = [
    [`UPDATE meta SET value = '${unstamped}' WHERE key = 'identity'`, /was not finished/],
    [`DELETE FROM meta WHERE key = 'licence'`, /has no licence/],
    [`UPDATE meta SET value = 'many' WHERE key = 'count_reaches'`, /wrong count_reaches/],
    [`UPDATE meta SET value = '41' WHERE key = 'count_reaches'`, /should hold 41 rows of reach/],
    [`DELETE FROM reach_record WHERE fid = 40`, /no record of its reach number 40/],
    [`UPDATE meta SET value = '1,2,x,4' WHERE key = 'bbox'`, /wrong bbox/],
    [`UPDATE poi SET reach = 40 WHERE fid = 31`, /not numbered along the network/],
    [`DROP TABLE poi_type; CREATE TABLE poi_type (x)`, /can't be read/],
  ];
  for (const [sql, message] of cases) assert.match(refusal(changed((db) => db.exec(sql))), message, sql);
});
