/** Makes `reaches.csv` from Natural Earth's rivers: `node data/rivers/prepare.ts ne_10m_rivers_lake_centerlines.shp`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { type FromLinesOptions, networkFromLines } from '../../src/network/from-lines.ts';
import { openSource } from '../../src/source/open.ts';
import { readCoast } from './coast.ts';
import { continentOf } from './continent.ts';
import { type Mend, mendedOutlet, mendLines, type NamedLine, nearestLine, readMends } from './mends.ts';
import { makeReaches, type Reach } from './reaches.ts';
import { simplifyLine } from './simplify.ts';

const SNAP_DEGREES = 0.01;
const BRIDGE_KM = 5;
/** Mouths of Natural Earth's rivers lie this near to its coast, or in the sea. */
const COAST_KM = 3;
const SIMPLIFY_DEGREES = 0.002;
const DECIMALS = 4;

const [path] = process.argv.slice(2);
if (!path)
  throw new Error('Say where the Shapefile is: node data/rivers/prepare.ts ne_10m_rivers_lake_centerlines.shp');

const mends = readMends();
const lines = mendLines(await readLines(path), mends);
const made = networkFromLines(
  lines.map(({ line }) => line),
  {
    snapDegrees: SNAP_DEGREES,
    bridgeKm: BRIDGE_KM,
    drawnDownstream: 'ignore',
    outlets: outletsOf(mends),
    riverOf: (i) => lines[i]!.name || undefined,
  },
);
const pieces = made.pieces.map(({ source, line }) => ({ name: lines[source]!.name, line }));
for (const mend of mends) {
  if (mend.kind === 'name') pieces[nearestLine(pieces, mend.path[0]!, mend).line]!.name = mend.name;
}
const reaches = makeReaches(
  made,
  pieces.map(({ name }) => name),
);
writeFileSync(new URL('reaches.csv', import.meta.url), toCsv(reaches));

for (const { kind, lon, lat, source, text } of made.notes) {
  if (kind === 'bridge' || kind === 'guessed outlet') {
    console.log(`${kind} ${lon.toFixed(3)} ${lat.toFixed(3)} ${lines[source]!.name || '(no name)'}: ${text}`);
  }
}
const counted = Map.groupBy(made.notes, ({ kind }) => kind);
console.log([...counted].map(([kind, notes]) => `${kind}: ${notes.length}`).join(', '));
console.log(`${reaches.length} reaches, ${reaches.filter(({ down }) => down === -1).length} trees`);

async function readLines(shapefile: string): Promise<NamedLine[]> {
  const repaired = new Map(csvRows('names.csv').map(([damaged, name]) => [damaged!, name!]));
  const source = await openSource(shapefile, { encoding: 'latin1' });
  const named: NamedLine[] = [];
  for await (const batch of source.read(['name'])) {
    for (const { values, geometry } of batch.features) {
      const inFile = String(values[0] ?? '')
        .replace(/\s+/g, ' ')
        .trim();
      const name = repaired.get(inFile) ?? inFile;
      if (geometry?.kind === 'line') for (const line of geometry.parts) named.push({ name, line });
    }
  }
  source.close();
  return named;
}

function outletsOf(all: readonly Mend[]): NonNullable<FromLinesOptions['outlets']> {
  const coast = readCoast();
  return (lon, lat) => mendedOutlet(all, lon, lat) ?? (coast.isWithin(COAST_KM, lon, lat) || coast.isSea(lon, lat));
}

function csvRows(file: string): string[][] {
  const [, ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return rows.map((row) => row.split(','));
}

/** Sorted by id, so that a changed reach is a changed line. */
function toCsv(all: readonly Reach[]): string {
  const rows = all.map(({ id, down, name, line }) => {
    const continent = down === -1 ? continentOf(line.at(-2)!, line.at(-1)!) : '';
    return [id, all[down]?.id ?? '', name.replaceAll(/[",]/g, ' '), continent, `"${toWkt(line)}"`].join(',');
  });
  return `id,down,name,continent,wkt\n${rows.sort().join('\n')}\n`;
}

function toWkt(line: Float64Array): string {
  const simple = simplifyLine(line, SIMPLIFY_DEGREES);
  const points: string[] = [];
  for (let k = 0; k < simple.length; k += 2) {
    const point = `${Number(simple[k]!.toFixed(DECIMALS))} ${Number(simple[k + 1]!.toFixed(DECIMALS))}`;
    if (point !== points.at(-1)) points.push(point);
  }
  return `LINESTRING(${points.join(',')})`;
}
