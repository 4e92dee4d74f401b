/** Reads river files into rows; those that cannot be used are told, with the reason. */
import { formatCode, isTreeCode } from '../code/index.ts';
import { lineLengthKm } from '../format/sphere.ts';
import type { OpenOptions, Source, SourceFeature, Value } from '../source/feature.ts';
import { joinParts } from '../source/join-parts.ts';
import { type ColumnMapping, type MappingOverrides, mappedColumns, resolveMapping } from '../source/mapping.ts';
import { openSource } from '../source/open.ts';
import type { Role } from '../source/preset.ts';
import { continentOf } from '../source/value.ts';
import { figureOf, textOf } from './columns.ts';
import type { ReportBook, ReportedSource } from './report.ts';
import { createRows, type Rows } from './rows.ts';
import type { Progress } from './write.ts';

export interface SourceOptions extends OpenOptions {
  preset?: string;
  columns?: MappingOverrides;
  /** Continent digit for rows that name none. */
  continent?: number;
}

const LOCAL_NETWORK = 9;
export const NO_GEOMETRY = 'no geometry';

export async function collectRows(
  paths: readonly string[],
  options: SourceOptions,
  report: ReportBook,
  progress: Progress,
): Promise<Rows> {
  const rows = createRows();
  const nameNumbers = new Map<string, number>();
  for (const [i, path] of paths.entries()) {
    const source = await openSource(path, options);
    try {
      const mapping = resolveMapping(source.columns, options.preset, options.columns);
      for (const role of Object.keys(mapping.columns) as Role[]) rows.has.add(role);
      rows.snapDegrees = Math.max(rows.snapDegrees, mapping.snapDegrees);
      const reader: RowReader = {
        rows,
        mapping,
        nameNumbers,
        index: mappedColumns(mapping).index,
        continent: options.continent ?? LOCAL_NETWORK,
      };
      await readSource(source, reader, report, (part) => progress('Reading', (i + part) / paths.length));
    } finally {
      source.close();
    }
  }
  progress('Reading', 1);
  return rows;
}

/** What it takes to turn features of one source into rows. */
interface RowReader {
  rows: Rows;
  mapping: ColumnMapping;
  index: Partial<Record<Role, number>>;
  nameNumbers: Map<string, number>;
  continent: number;
}

/** Without any other topology the lines themselves are connected, each part of a multi-part line on its own. */
function topologyIn(columns: ColumnMapping['columns']): ReportedSource['topology'] {
  if (columns.id !== undefined && columns.down !== undefined) return 'ids';
  if (columns.fromNode !== undefined && columns.toNode !== undefined) return 'nodes';
  return columns.binstrval === undefined ? 'geometry' : 'codes';
}

async function readSource(
  source: Source,
  reader: RowReader,
  report: ReportBook,
  progress: (part: number) => void,
): Promise<void> {
  const { path, format, layer, crs } = source;
  const { preset, columns } = reader.mapping;
  const used = new Set(Object.values(columns));
  const summary: ReportedSource = {
    path,
    format,
    layer,
    crs,
    preset,
    columns,
    unused: source.columns.filter((column) => !used.has(column)),
    topology: topologyIn(columns),
    read: 0,
    rejected: 0,
  };
  reader.rows.sources.push(summary);
  const apart = summary.topology === 'geometry';
  let kind: 'line' | 'point' | undefined;
  for await (const batch of source.read(mappedColumns(reader.mapping).columns)) {
    const rejected = [...batch.rejected];
    for (const feature of batch.features) {
      const { record } = feature;
      const lines = linesOf(feature);
      if (lines.length === 0) {
        const reason = feature.geometry === undefined ? NO_GEOMETRY : 'a line needs two points at least';
        rejected.push({ record, reason });
        continue;
      }
      kind ??= feature.geometry!.kind;
      if (kind !== feature.geometry!.kind) {
        rejected.push({ record, reason: `a ${feature.geometry!.kind} in a file of ${kind}s` });
        continue;
      }
      if (lines.length > 1 && !apart) {
        const text = `${lines.length} parts that do not touch were joined by straight lines`;
        report.note('mended', 'lines in parts', `${path}, ${record}`, text);
        lines.splice(0, lines.length, joinedStraight(lines));
      }
      const faults = lines.map((line) => addRow(reader, feature, line));
      if (faults[0] === undefined) summary.read++;
      else rejected.push({ record, reason: faults[0] });
    }
    summary.rejected += rejected.length;
    for (const { record, reason } of rejected) report.note('rejected', 'rows', `${path}, ${record}`, reason);
    progress(batch.progress);
  }
}

/** The lines of a feature, joined where their ends touch; a point stands for a line that is drawn later. */
function linesOf({ geometry }: SourceFeature): Float64Array[] {
  if (geometry === undefined) return [];
  if (geometry.kind === 'point') return [Float64Array.of(geometry.lon, geometry.lat, geometry.lon, geometry.lat)];
  const parts = geometry.parts.length === 1 ? [...geometry.parts] : joinParts(geometry.parts);
  return parts.filter((part) => part.length >= 4);
}

function joinedStraight(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns why the row cannot be used, if it cannot. */
function addRow(reader: RowReader, feature: SourceFeature, line: Float64Array): string | undefined {
  const { rows, mapping, index } = reader;
  const value = (role: Role): Value | undefined => {
    const at = index[role];
    return at === undefined ? undefined : feature.values[at];
  };
  if (mapping.columns.binstrval !== undefined) {
    const fault = addCode(rows, value);
    if (fault !== undefined) return fault;
  }
  rows.id.push(value('id'));
  const down = value('down');
  rows.down.push(down !== undefined && mapping.outlets.has(textOf(down)) ? null : down);
  rows.fromNode.push(value('fromNode'));
  rows.toNode.push(value('toNode'));
  const length = figureOf(value('length')) * mapping.lengthToKm;
  const isPoint = feature.geometry?.kind === 'point';
  rows.lengthKm.push(length >= 0 ? length : isPoint ? Number.NaN : lineLengthKm(line));
  rows.areaKm2.push(positive(figureOf(value('area')) * mapping.areaToKm2));
  rows.catchmentKm2.push(positive(figureOf(value('catchmentArea')) * mapping.areaToKm2));
  const mainPath = value('mainPath');
  rows.divergence.push(mainPath === undefined ? figureOf(value('divergence')) : minorUnlessMain(mainPath));
  const continent = value('continent');
  rows.continent.push(
    (continent === undefined ? undefined : continentOf(continent, mapping.continents)) ?? reader.continent,
  );
  rows.name.push(nameNumber(reader, textOf(value('name')), textOf(value('nameEn'))));
  rows.isPoint.push(isPoint ? 1 : 0);
  rows.lines.add(line);
  rows.count++;
  return undefined;
}

function addCode(rows: Rows, value: (role: Role) => Value | undefined): string | undefined {
  const basincode = figureOf(value('basincode'));
  const subbasincd = textOf(value('subbasincd')).toUpperCase();
  const digits = textOf(value('binstrval'));
  const binstrlen = figureOf(value('binstrlen'));
  if (!Number.isInteger(basincode) || basincode < 1000 || basincode > 9999) {
    return 'basincode is not a whole number from 1000 to 9999';
  }
  if (!/^[0-9A-Z]{1,48}$/.test(subbasincd)) return 'subbasincd is not 1 to 48 letters and digits';
  if (!/^\d{1,20}$/.test(digits)) return 'binstrval is not a whole number';
  const code = { basincode, subbasincd, binstrval: BigInt(digits), binstrlen };
  if (!isTreeCode(code)) {
    return 'binstrval and binstrlen are no code: binstrlen is 1 to 99999999, binstrval below 2^(binstrlen - 1) and 2^64';
  }
  const text = formatCode(code);
  if (rows.codes.has(text)) return `the code ${text} has been seen before`;
  rows.codes.add(text);
  rows.basincode.push(basincode);
  rows.subbasincd.push(subbasincd);
  rows.binstrval.push(code.binstrval);
  rows.binstrlen.push(binstrlen);
  return undefined;
}

function nameNumber({ rows, nameNumbers }: RowReader, zh: string, en: string): number {
  if (zh === '' && en === '') return -1;
  const key = `${zh}\t${en}`;
  let number = nameNumbers.get(key);
  if (number === undefined) {
    number = rows.names.push({ zh, en }) - 1;
    nameNumbers.set(key, number);
  }
  return number;
}

function positive(value: number): number {
  return value > 0 ? value : Number.NaN;
}

function minorUnlessMain(value: Value): number {
  return figureOf(value) === 1 ? 1 : 2;
}
