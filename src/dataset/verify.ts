/** Checks a dataset file from end to end: its bytes, the GeoPackage, and what has to hold for every reach. */
import { DatabaseSync } from 'node:sqlite';
import { isReachCode, isUpstreamInZone, parseCode } from '../code/index.ts';
import { textOf } from '../format/byte-string.ts';
import { compileTemplate, fillTemplate, type StoredReach } from '../format/record-template.ts';
import { verifyFileHash } from './identity.ts';
import { GEOPACKAGE_APPLICATION_ID, SCHEMA_VERSION } from './schema.ts';

export interface Check {
  name: string;
  ok: boolean;
  /** The first few faults, each naming what it is about. */
  faults: string[];
}

const MOST_FAULTS = 10;

export async function verifyDataset(path: string, progress: (stage: string, part: number) => void): Promise<Check[]> {
  const checks: Check[] = [];
  progress('Hashing', 0);
  const hash = await verifyFileHash(path);
  checks.push(
    check(
      'every byte is as it was written',
      hash.ok ? [] : [`the content hashes to ${hash.actual}, not ${hash.expected}`],
    ),
  );
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    progress('Checking the GeoPackage', 0);
    checks.push(check('the database is sound', databaseFaults(db)));
    checks.push(check('layers are as the GeoPackage lists them', layerFaults(db)));
    checks.push(
      check(
        'every reach follows the rules of the code',
        reachFaults(db, (part) => progress('Checking reaches', part)),
      ),
    );
    checks.push(check('every record can be read', recordFaults(db)));
    checks.push(check('sub-basins, rivers and points stand on reaches', referenceFaults(db)));
  } catch (error) {
    checks.push(check('the file can be read', [(error as Error).message]));
  } finally {
    db?.close();
  }
  return checks;
}

function check(name: string, faults: string[]): Check {
  return { name, ok: faults.length === 0, faults: faults.slice(0, MOST_FAULTS) };
}

type Row = Record<string, number | string | null>;

function one(db: DatabaseSync, sql: string): Row {
  return db.prepare(sql).get() as Row;
}

function databaseFaults(db: DatabaseSync): string[] {
  const faults: string[] = [];
  if (one(db, 'PRAGMA application_id').application_id !== GEOPACKAGE_APPLICATION_ID)
    faults.push('not marked as a GeoPackage');
  const version = one(db, `SELECT value FROM meta WHERE key = 'schema_version'`).value;
  if (version !== String(SCHEMA_VERSION)) faults.push(`schema version ${version}, expected ${SCHEMA_VERSION}`);
  const integrity = one(db, 'PRAGMA integrity_check').integrity_check;
  if (integrity !== 'ok') faults.push(String(integrity));
  for (const table of ['reach', 'subbasin', 'poi']) {
    const found = one(db, `SELECT rtreecheck('rtree_${table}_geom') AS found`).found;
    if (found !== 'ok') faults.push(`spatial index of ${table}: ${found}`);
  }
  return faults;
}

function layerFaults(db: DatabaseSync): string[] {
  const faults: string[] = [];
  for (const { table_name: table, data_type: type } of db
    .prepare('SELECT table_name, data_type FROM gpkg_contents')
    .all() as Row[]) {
    const rows = one(db, `SELECT count(*) AS n FROM "${table}"`).n;
    const counted = db.prepare('SELECT value FROM meta WHERE key = ?').get(metaCount(String(table))) as Row | undefined;
    if (counted !== undefined && counted.value !== String(rows))
      faults.push(`${table} has ${rows} rows, meta says ${counted.value}`);
    if (type !== 'features') continue;
    const indexed = one(db, `SELECT count(*) AS n FROM "rtree_${table}_geom"`).n;
    if (indexed !== rows) faults.push(`${table} has ${rows} rows, ${indexed} in its spatial index`);
  }
  return faults;
}

function metaCount(table: string): string {
  return `count_${table === 'reach' ? 'reaches' : `${table}s`}`;
}

interface Open {
  fid: number;
  code: string;
  last: number;
  inflows: number;
  strahler: number;
  upstreamKm: number;
  depth: number;
  outletKm: number;
  lengthKm: number;
  subbasin: number;
  /** What its inflows have added up to so far. */
  seenInflows: number;
  greatest: number;
  timesGreatest: number;
  sumKm: number;
}

/** Reaches in pre-order: those below the current one are a stack, and each is complete when it is left. */
function reachFaults(db: DatabaseSync, progress: (part: number) => void): string[] {
  const faults: string[] = [];
  const total = Number(one(db, 'SELECT count(*) AS n FROM reach').n);
  const zones = new Map(
    (db.prepare('SELECT fid, basincode, subbasincd, joins, outlet FROM subbasin').all() as Row[]).map((row) => [
      Number(row.fid),
      row,
    ]),
  );
  const stack: Open[] = [];
  let lastFid = 0;
  const leave = (reach: Open) => {
    if (reach.last !== lastFid) faults.push(`${reach.code}: its upstream range ends at ${reach.last}, not ${lastFid}`);
    if (reach.inflows !== reach.seenInflows)
      faults.push(`${reach.code}: ${reach.inflows} inflows, ${reach.seenInflows} found`);
    const order = reach.seenInflows === 0 ? 1 : reach.greatest + (reach.timesGreatest > 1 ? 1 : 0);
    if (reach.strahler !== order) faults.push(`${reach.code}: Strahler order ${reach.strahler}, computed ${order}`);
    const sumKm = reach.sumKm + reach.lengthKm;
    if (!near(reach.upstreamKm, sumKm))
      faults.push(`${reach.code}: ${reach.upstreamKm} km upstream, computed ${sumKm}`);
  };
  const sql = `SELECT fid, code, last, down, inflows, strahler, length_km AS lengthKm, upstream_km AS upstreamKm,
    outlet_km AS outletKm, depth, subbasin FROM reach ORDER BY fid`;
  for (const row of db.prepare(sql).iterate() as Iterable<Row>) {
    const reach = { ...row, seenInflows: 0, greatest: 0, timesGreatest: 0, sumKm: 0 } as unknown as Open;
    if (reach.fid !== lastFid + 1) faults.push(`${reach.code}: number ${reach.fid} follows ${lastFid}`);
    while (stack.length > 0 && stack.at(-1)!.fid !== row.down) leave(stack.pop()!);
    const below = stack.at(-1);
    if (row.down !== null && below === undefined)
      faults.push(`${reach.code}: the reach below it, ${row.down}, is not its neighbour in the numbering`);
    faults.push(...stepFaults(reach, below, zones));
    if (below !== undefined) {
      below.seenInflows++;
      below.sumKm += reach.upstreamKm;
      if (reach.strahler > below.greatest) {
        below.greatest = reach.strahler;
        below.timesGreatest = 1;
      } else if (reach.strahler === below.greatest) below.timesGreatest++;
    }
    stack.push(reach);
    lastFid = reach.fid;
    if (faults.length > MOST_FAULTS) return faults;
    if (lastFid % 8192 === 0) progress(lastFid / total);
  }
  while (stack.length > 0) leave(stack.pop()!);
  return faults;
}

/** What has to hold between a reach and the one below it. */
function stepFaults(reach: Open, below: Open | undefined, zones: ReadonlyMap<number, Row>): string[] {
  const faults: string[] = [];
  const zone = zones.get(reach.subbasin);
  let code: ReturnType<typeof parseCode>;
  try {
    code = parseCode(reach.code);
  } catch (error) {
    return [`${reach.code}: ${(error as Error).message}`];
  }
  if (!isReachCode(code)) return [`${reach.code}: not the code of a reach`];
  if (zone === undefined || zone.basincode !== code.basincode || zone.subbasincd !== code.subbasincd) {
    faults.push(`${reach.code}: is listed in another sub-basin`);
  }
  if (reach.depth !== (below?.depth ?? 0) + 1) faults.push(`${reach.code}: depth ${reach.depth}`);
  const outletKm = below === undefined ? 0 : below.outletKm + below.lengthKm;
  if (!near(reach.outletKm, outletKm))
    faults.push(`${reach.code}: ${reach.outletKm} km to the outlet, computed ${outletKm}`);
  if (below === undefined) return faults;
  if (below.subbasin !== reach.subbasin) {
    if (zone?.joins !== below.fid)
      faults.push(`${reach.code}: its sub-basin does not join at the reach below it, ${below.code}`);
    return faults;
  }
  const codeBelow = parseCode(below.code);
  if (!isReachCode(codeBelow) || !isUpstreamInZone(code, codeBelow)) {
    faults.push(`${reach.code}: by its code not upstream of ${below.code}, into which it flows`);
  }
  return faults;
}

/** Sums of figures that were each rounded to the metre. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.01 + Math.abs(b) * 1e-6;
}

function recordFaults(db: DatabaseSync): string[] {
  const faults: string[] = [];
  const templates = new Map(
    (db.prepare('SELECT id, body FROM record_template').all() as Row[]).map((row) => [
      row.id,
      compileTemplate(String(row.body)),
    ]),
  );
  let records = 0;
  for (const row of db
    .prepare('SELECT code, strahler, template, figures FROM reach_record')
    .iterate() as Iterable<Row>) {
    records++;
    const template = templates.get(row.template!);
    if (template === undefined) faults.push(`${row.code}: there is no template ${row.template}`);
    else if (!isJson(textOf(fillTemplate(template, row as unknown as StoredReach))))
      faults.push(`${row.code}: the record is no JSON`);
    if (faults.length > MOST_FAULTS) break;
  }
  const reaches = Number(one(db, 'SELECT count(*) AS n FROM reach').n);
  if (records !== reaches && faults.length === 0) faults.push(`${reaches} reaches have ${records} records`);
  return faults;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const REFERENCES: readonly [string, string][] = [
  [
    'sub-basins without their outlet',
    'SELECT count(*) AS n FROM subbasin s LEFT JOIN reach r ON r.fid = s.outlet WHERE r.fid IS NULL',
  ],
  [
    'sub-basins that join nowhere',
    'SELECT count(*) AS n FROM subbasin s LEFT JOIN reach r ON r.fid = s.joins WHERE s.joins IS NOT NULL AND r.fid IS NULL',
  ],
  [
    'rivers without their mouth',
    'SELECT count(*) AS n FROM river v LEFT JOIN reach r ON r.fid = v.mouth WHERE r.fid IS NULL',
  ],
  ['points on no reach', 'SELECT count(*) AS n FROM poi p LEFT JOIN reach r ON r.fid = p.reach WHERE r.fid IS NULL'],
  [
    'points of an unknown type',
    'SELECT count(*) AS n FROM poi p LEFT JOIN poi_type t ON t.type = p.type WHERE t.type IS NULL',
  ],
  [
    'names in the search that no row has',
    `SELECT count(*) AS n FROM search_entry e WHERE e.kind = 'river' AND NOT EXISTS (SELECT 1 FROM river v WHERE v.id = e.ref)`,
  ],
];

function referenceFaults(db: DatabaseSync): string[] {
  return REFERENCES.map(([what, sql]) => ({ what, n: Number(one(db, sql).n) }))
    .filter(({ n }) => n > 0)
    .map(({ what, n }) => `${n} ${what}`);
}
