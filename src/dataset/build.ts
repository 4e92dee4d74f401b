/** The build pipeline: river files in, one coded dataset file out, and a report of all that happened on the way. */
import { basename } from 'node:path';
import { adoptCodes } from '../network/adopt-codes.ts';
import { codeNetwork } from '../network/code-network.ts';
import { junctionsOf } from '../network/junctions.ts';
import type { CodedNetwork } from '../network/network.ts';
import { readFacts } from '../source/facts.ts';
import { type RejectedRow, SourceError } from '../source/feature.ts';
import { readNames } from '../source/names.ts';
import { readPins } from '../source/pins.ts';
import { readPoiTypes } from '../source/poi-types.ts';
import { readPois } from '../source/pois.ts';
import { givenCodes } from './coded.ts';
import { collectRows, NO_GEOMETRY, type SourceOptions } from './collect.ts';
import { sameKind } from './columns.ts';
import { type ConnectedNetwork, type ConnectOptions, connectRows } from './connect.ts';
import type { DatasetContent, DatasetLabels } from './content.ts';
import { placePois } from './pois.ts';
import { type BuildReport, openReportBook, type ReportBook } from './report.ts';
import { nameRivers } from './rivers.ts';
import type { Rows } from './rows.ts';
import { type Progress, writeDataset } from './write.ts';

export interface BuildOptions {
  sources: readonly string[];
  /** Where the dataset goes; without it all is read and checked, and nothing written. */
  output?: string;
  source?: SourceOptions;
  connect?: ConnectOptions;
  /** Tables beside the network. */
  names?: readonly string[];
  facts?: readonly string[];
  pois?: readonly string[];
  poiTypes?: readonly string[];
  pins?: readonly string[];
  /** How far a point of interest may lie from its reach. Default 5. */
  poiLimitKm?: number;
  pinLimitKm?: number;
  zoneShare?: number;
  labels?: Partial<DatasetLabels>;
  progress?: Progress;
}

const POI_LIMIT_KM = 5;

/** Throws SourceError when a file as a whole cannot be used; single bad rows are in the report. */
export async function buildDataset(options: BuildOptions): Promise<BuildReport> {
  const clock = openClock(options.progress ?? (() => {}));
  const book = openReportBook();
  const side = await readSideTables(options, book);
  const rows = await collectRows(options.sources, options.source ?? {}, book, clock.progress);
  if (rows.count === 0) {
    throw new SourceError(`Nothing could be used of ${options.sources.join(', ')}. ${firstReason(book, rows)}`);
  }
  clock.progress('Connecting', 0);
  const connected = connectRows(rows, options.connect ?? {}, book);
  clock.progress('Coding', 0);
  const { coded, binstrvalOf } = code(rows, connected, options, side.pins, book);
  clock.progress('Naming', 0);
  const content = contentOf(rows, connected, coded, binstrvalOf, side, options, book);
  clock.progress('Naming', 1);
  const written =
    options.output === undefined ? undefined : await writeDataset(options.output, content, clock.progress);
  return {
    output: options.output ?? '',
    identity: written?.identity ?? '',
    sources: rows.sources,
    rejected: book.kinds('rejected'),
    mended: book.kinds('mended'),
    counts: countsOf(content),
    orders: ordersOf(coded.strahler),
    seconds: clock.seconds(),
    peakMemoryMiB: process.resourceUsage().maxRSS / 1024,
  };
}

/** Seconds are counted from the first word of a stage to the first word of the next. */
function openClock(progress: Progress) {
  const seconds: Record<string, number> = {};
  let stage = '';
  let since = performance.now();
  function count(): void {
    const now = performance.now();
    if (stage !== '') seconds[stage] = (seconds[stage] ?? 0) + (now - since) / 1000;
    since = now;
  }
  return {
    progress: (next: string, part: number) => {
      if (next !== stage) {
        count();
        stage = next;
      }
      progress(next, part);
    },
    seconds: () => {
      count();
      stage = '';
      return seconds;
    },
  };
}

function firstReason(book: ReportBook, { sources }: Rows): string {
  const example = book.kinds('rejected')[0]?.examples[0];
  if (example === undefined) return 'The files hold no features.';
  const text = `The first fault: ${example.record}: ${example.text}.`;
  const [source] = sources;
  if (example.text !== NO_GEOMETRY || source?.format !== 'CSV') return text;
  const columns = [...new Set([...Object.values(source.columns), ...source.unused])];
  return `${text} Say where it is with --lon and --lat, or --wkt; the columns are: ${columns.join(', ')}.`;
}

async function readSideTables(options: BuildOptions, book: ReportBook) {
  async function readAll<Key extends string, Row>(
    paths: readonly string[] | undefined,
    key: Key,
    read: (path: string) => Promise<Record<Key, Row[]> & { rejected: RejectedRow[] }>,
  ): Promise<Row[]> {
    const all: Row[] = [];
    for (const path of paths ?? []) {
      const table = await read(path);
      for (const row of table[key]) all.push(row);
      for (const { record, reason } of table.rejected)
        book.note('rejected', `rows of ${key}`, `${path}, ${record}`, reason);
    }
    return all;
  }
  return {
    names: await readAll(options.names, 'names', readNames),
    facts: await readAll(options.facts, 'facts', readFacts),
    pois: await readAll(options.pois, 'pois', readPois),
    types: await readAll(options.poiTypes, 'types', readPoiTypes),
    pins: await readAll(options.pins, 'pins', readPins),
  };
}

type SideTables = Awaited<ReturnType<typeof readSideTables>>;

function code(
  rows: Rows,
  { network, rowOf }: ConnectedNetwork,
  options: BuildOptions,
  pins: SideTables['pins'],
  book: ReportBook,
): { coded: CodedNetwork; binstrvalOf: (reach: number) => string } {
  if (rows.has.has('binstrval')) {
    const coded = adoptCodes(network, givenCodes(rows, rowOf));
    for (const { kind, text } of coded.notes) book.note('mended', `codes against the topology: ${kind}`, '', text);
    return { coded, binstrvalOf: (reach) => String(coded.exactBinstrval[reach]) };
  }
  const coded = codeNetwork(network, {
    pins,
    ...(options.zoneShare !== undefined && { zoneShare: options.zoneShare }),
    ...(options.pinLimitKm !== undefined && { pinLimitKm: options.pinLimitKm }),
  });
  for (const { kind, text } of coded.notes) book.note('mended', `coding: ${kind}`, '', text);
  return { coded, binstrvalOf: (reach) => String(coded.binstrval[reach]) };
}

function contentOf(
  rows: Rows,
  connected: ConnectedNetwork,
  coded: CodedNetwork,
  binstrvalOf: (reach: number) => string,
  side: SideTables,
  options: BuildOptions,
  book: ReportBook,
): DatasetContent {
  const { network, rowOf, lines, lineOf } = connected;
  const named = nameRivers(rows, connected, coded, side, book);
  const ids = rows.has.has('id') ? sameKind([rows.id])[0]! : undefined;
  const line = (reach: number) => lines.get(lineOf[reach]!);
  const namesOfRiver = named.rivers.map(({ name }, i) =>
    [name.zh, name.en, ...named.sourceNames[i]!].map((text) => text.toLowerCase()),
  );
  const placed = placePois(
    side.pois,
    side.types.map(({ type, icon, ...t }) => ({
      type,
      icon,
      name: { zh: t.name, en: t.nameEn },
      description: { zh: t.description, en: t.descriptionEn },
    })),
    {
      count: network.count,
      byId: coded.byId,
      lineOf: line,
      riverNamesOf: (reach) => namesOfRiver[named.riverOf[reach]!] ?? [],
    },
    options.poiLimitKm ?? POI_LIMIT_KM,
    book,
  );
  return {
    network,
    coded,
    lineOf: line,
    binstrvalOf,
    sourceIdOf: (reach) => (ids === undefined ? '' : String(ids[rowOf[reach]!])),
    rivers: named.rivers,
    riverOf: named.riverOf,
    junctions: junctionsOf(coded),
    pois: placed.pois,
    poiTypes: placed.types,
    extraProperties: [...named.extraProperties, ...placed.extraProperties],
    labels: labelsOf(options),
  };
}

function labelsOf(options: BuildOptions): DatasetLabels {
  const title = basename(options.sources[0]!).replace(/\.[^.]+$/, '');
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const builtAt = (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString();
  return {
    title,
    titleEn: options.labels?.title ?? title,
    edition: builtAt.slice(0, 10),
    source: options.sources.map((path) => basename(path)).join(', '),
    licence: 'as the source',
    builtAt,
    maRegister: '3261',
    maSchema: '10',
    maResolution: '12',
    maVersion: '01',
    ...options.labels,
  };
}

function countsOf(content: DatasetContent): Record<string, number> {
  const { network, coded } = content;
  let outlets = 0;
  for (const down of network.down) if (down < 0) outlets++;
  const basins = new Set(coded.zones.map((zone) => zone.basincode));
  let deepestZone = 0;
  for (const zone of coded.zones) deepestZone = Math.max(deepestZone, Math.ceil(zone.subbasincd.length / 3));
  return {
    reaches: network.count,
    'trees (outlets)': outlets,
    basins: basins.size,
    'sub-basins': coded.zones.length,
    'groups in the deepest sub-basin code': deepestZone,
    'reaches on the longest way down': longestWay(content),
    junctions: content.junctions.length,
    'named rivers': content.rivers.length,
    'points of interest': content.pois.length,
  };
}

function longestWay({ network, coded }: DatasetContent): number {
  const depth = new Int32Array(network.count);
  let longest = 0;
  for (const reach of coded.byId) {
    const below = network.down[reach]!;
    depth[reach] = below < 0 ? 1 : depth[below]! + 1;
    if (depth[reach]! > longest) longest = depth[reach]!;
  }
  return longest;
}

function ordersOf(strahler: Uint8Array): number[] {
  const orders: number[] = [];
  for (const order of strahler) {
    while (orders.length < order) orders.push(0);
    orders[order - 1]!++;
  }
  return orders;
}
