/** `watercode build`: river files in, one coded dataset out. */

import { writeFileSync } from 'node:fs';
import { type BuildOptions, buildDataset } from '../dataset/build.ts';
import { buildDefaultDataset, defaultDatasetPath } from '../dataset/default.ts';
import { type BuildReport, reportToMarkdown } from '../dataset/report.ts';
import { SourceError } from '../source/feature.ts';
import { PRESET_NAMES, PRESETS, type Role } from '../source/preset.ts';
import { type Arguments, type Command, CommandError, type CommandOption, type Io, UsageError } from './command.ts';
import { writeLine } from './output.ts';
import { createProgressBar } from './progress.ts';

/** Flags that say which column plays which role. */
const COLUMN_FLAGS: Readonly<Record<string, { role: Role; help: string }>> = {
  id: { role: 'id', help: 'Column with the id of the reach.' },
  down: { role: 'down', help: 'Column with the id of the next reach downstream.' },
  'from-node': { role: 'fromNode', help: 'Column with the upstream node.' },
  'to-node': { role: 'toNode', help: 'Column with the downstream node.' },
  area: { role: 'area', help: 'Column with the total upstream area; it decides what the main stem is.' },
  'catchment-area': { role: 'catchmentArea', help: 'Column with the area of the reach alone; summed downstream.' },
  length: { role: 'length', help: 'Column with the length; without one, the line is measured.' },
  name: { role: 'name', help: 'Column with the name (Chinese, or the only one).' },
  'name-en': { role: 'nameEn', help: 'Column with the English name.' },
  divergence: { role: 'divergence', help: 'Column that is 2 on the minor way of a bifurcation.' },
  'main-path': { role: 'mainPath', help: 'Column that is 1 on the main way of a bifurcation.' },
  'continent-column': { role: 'continent', help: 'Column with the continent digit or name.' },
};

/** Flags whose value is the name of something in a source. */
const NAMING_FLAGS = ['preset', 'layer', ...Object.keys(COLUMN_FLAGS), 'lon', 'lat', 'wkt'];

const columnOptions = Object.fromEntries(
  Object.entries(COLUMN_FLAGS).map(([flag, { help }]) => [flag, { type: 'string', value: 'COLUMN', help }]),
) as Record<string, CommandOption>;

export const build: Command = {
  name: 'build',
  summary: 'Turn river networks into a coded dataset.',
  usage: [
    'build SOURCE... -o FILE [options]',
    'build SOURCE... --check',
    'build --default [-o FILE]',
    '',
    'A SOURCE is a GeoPackage, a Shapefile (also zipped), GeoJSON, GeoJSONSeq, FlatGeobuf or CSV. The columns of known networks',
    'are found by themselves (presets below); flags name others. Where a file has no topology, ends of lines are joined.',
    'Nothing is written until all is done; a report says what was mended or left out, and why.',
    '',
    'Presets:',
    ...PRESET_NAMES.map((name) => `  ${name.padEnd(18)}${PRESETS[name].title}`),
  ],
  examples: [
    { line: 'watercode build HydroRIVERS_v10_as.gdb.gpkg -o asia.gpkg', shows: 'a known network: no flags needed' },
    {
      line: 'watercode build rivers.shp --id SEGID --down TOSEG --name 河名 -o rivers.gpkg',
      shows: 'columns named by you',
    },
    { line: 'watercode build lines.geojson --snap 0.0005 -o rivers.gpkg', shows: 'lines alone, joined at their ends' },
    {
      line: 'watercode build rivers.gpkg --names names.csv --pois dams.csv --pois gauges.geojson -o out.gpkg',
      shows: 'names and points from tables',
    },
    { line: 'watercode build rivers.gpkg --check', shows: 'the report only, nothing written' },
    { line: 'watercode build --default', shows: 'the dataset that comes with watercode' },
  ],
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'The dataset to write (a GeoPackage).' },
    check: { type: 'boolean', help: 'Read and code everything, write nothing but the report.' },
    default: { type: 'boolean', help: 'Build the default dataset from the files that come with watercode.' },
    preset: {
      type: 'string',
      value: 'NAME',
      help: 'Columns of a known network, where they are not found by themselves.',
    },
    layer: { type: 'string', value: 'NAME', help: 'Layer to read, where a file has several.' },
    ...columnOptions,
    'length-unit': { type: 'string', value: 'km|m', help: 'Unit of the length column.' },
    'area-unit': { type: 'string', value: 'km2|m2|ha', help: 'Unit of the area column.' },
    lon: { type: 'string', value: 'COLUMN', help: 'CSV: column with the longitude.' },
    lat: { type: 'string', value: 'COLUMN', help: 'CSV: column with the latitude.' },
    wkt: { type: 'string', value: 'COLUMN', help: 'CSV: column with the geometry as WKT.' },
    crs: { type: 'string', value: 'EPSG:N', help: 'Coordinate system, over what the file says.' },
    encoding: { type: 'string', value: 'NAME', help: 'Text encoding of a DBF or CSV, over what the file says.' },
    names: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'Table of names by id or by the name in the source.',
    },
    facts: { type: 'string', multiple: true, value: 'FILE', help: 'Table of facts about rivers, by name.' },
    pois: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'Points of interest: type, key, names, lon, lat, ...',
    },
    'poi-types': { type: 'string', multiple: true, value: 'FILE', help: 'Names, descriptions and icons of POI types.' },
    'poi-limit': { type: 'string', value: 'KM', help: 'How far a point may lie from its reach (5).' },
    pins: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'Basin codes to keep: basincode, lon, lat of the outlet.',
    },
    'pin-limit': { type: 'string', value: 'KM', help: 'How far an outlet may lie from its pin (25).' },
    continent: {
      type: 'string',
      value: '1-9',
      help: 'First digit of basin codes: 1 Africa, 3 Asia, 4 Europe, 5 North America, 6 Oceania, 7 South America, 9 local (9).',
    },
    'zone-share': {
      type: 'string',
      value: 'SHARE',
      help: 'Share of its basin from which a tributary has a sub-basin of its own (0.01).',
    },
    snap: {
      type: 'string',
      value: 'DEGREES',
      help: 'Without topology: ends this close are one place (0.00001; Natural Earth 0.01).',
    },
    direction: {
      type: 'string',
      value: 'trust|hint|ignore',
      help: 'Without topology: what the drawing direction says of the flow (hint).',
    },
    title: { type: 'string', value: 'TEXT', help: 'Title of the dataset, in Chinese.' },
    'title-en': { type: 'string', value: 'TEXT', help: 'Title in English.' },
    edition: { type: 'string', value: 'TEXT', help: 'Edition (the date).' },
    source: { type: 'string', value: 'TEXT', help: 'Where the data comes from.' },
    licence: { type: 'string', value: 'TEXT', help: 'Licence of the data.' },
    'ma-register': { type: 'string', value: 'DIGITS', help: 'MA strings: registration service node, 4 digits (3261).' },
    'ma-version': { type: 'string', value: 'DIGITS', help: 'MA strings: version of the codes, 2 digits (01).' },
    report: { type: 'string', value: 'FILE', help: 'Where the report goes: .md or .json (beside the dataset, both).' },
    json: { type: 'boolean', help: 'Print the report as JSON.' },
    quiet: { type: 'boolean', short: 'q', help: 'No progress, no report on the terminal.' },
  },
  async run(args, io) {
    const { values } = args;
    const isDefault = values.default === true;
    const output = isDefault ? (text(values.output) ?? defaultDatasetPath()) : outputOf(args);
    const bar = createProgressBar(values.quiet === true ? { write: () => true } : io.stderr);
    let report: BuildReport;
    try {
      report = isDefault
        ? await buildDefaultDataset(output!, bar.update)
        : await buildDataset({ ...optionsOf(args), ...(output !== undefined && { output }), progress: bar.update });
    } catch (error) {
      if (error instanceof SourceError) throw new CommandError(`${error.message}${flagHint(error.message, values)}`);
      throw explained(error, output);
    } finally {
      bar.end();
    }
    await tell(report, args, io);
    return 0;
  },
};

function text(value: Arguments['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: Arguments['values'][string]): string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

function outputOf({ values, positionals }: Arguments): string | undefined {
  if (positionals.length === 0) {
    throw new UsageError('say which river files to build from, or --default. See "watercode build --help".');
  }
  const output = text(values.output);
  if (output === undefined && values.check !== true) {
    throw new UsageError(
      'say where the dataset goes with -o FILE, or --check to only look. See "watercode build --help".',
    );
  }
  if (output !== undefined && positionals.includes(output)) {
    throw new UsageError(`"${output}" is a source; give the dataset another name.`);
  }
  return values.check === true ? undefined : output;
}

function optionsOf({ values, positionals }: Arguments): Omit<BuildOptions, 'output' | 'progress'> {
  const columns: Record<string, string> = {};
  for (const [flag, { role }] of Object.entries(COLUMN_FLAGS)) {
    const column = text(values[flag]);
    if (column !== undefined) columns[role] = column;
  }
  const lengthUnit = oneOf(values, 'length-unit', ['km', 'm']);
  const areaUnit = oneOf(values, 'area-unit', ['km2', 'm2', 'ha']);
  const direction = oneOf(values, 'direction', ['trust', 'hint', 'ignore']);
  const register = digits(values, 'ma-register', 4);
  const version = digits(values, 'ma-version', 2);
  const given = <T>(value: T | undefined, key: string) => (value === undefined ? {} : { [key]: value });
  const labels = [
    ['title', 'title'],
    ['title-en', 'titleEn'],
    ['edition', 'edition'],
    ['source', 'source'],
    ['licence', 'licence'],
  ] as const;
  return {
    sources: positionals,
    source: {
      ...given(text(values.preset), 'preset'),
      ...given(text(values.layer), 'layer'),
      ...given(text(values.crs), 'crs'),
      ...given(text(values.encoding), 'encoding'),
      ...given(text(values.lon), 'lon'),
      ...given(text(values.lat), 'lat'),
      ...given(text(values.wkt), 'wkt'),
      ...given(figure(values, 'continent', 1, 9, true), 'continent'),
      columns: { ...columns, ...given(lengthUnit, 'lengthUnit'), ...given(areaUnit, 'areaUnit') },
    },
    connect: {
      ...given(figure(values, 'snap', 0, 1), 'snapDegrees'),
      ...given(direction, 'drawnDownstream'),
    },
    ...given(texts(values.names), 'names'),
    ...given(texts(values.facts), 'facts'),
    ...given(texts(values.pois), 'pois'),
    ...given(texts(values['poi-types']), 'poiTypes'),
    ...given(texts(values.pins), 'pins'),
    ...given(figure(values, 'poi-limit', 0, 1000), 'poiLimitKm'),
    ...given(figure(values, 'pin-limit', 0, 1000), 'pinLimitKm'),
    ...given(figure(values, 'zone-share', 0, Number.MAX_VALUE), 'zoneShare'),
    labels: {
      ...Object.assign({}, ...labels.map(([flag, key]) => given(text(values[flag]), key))),
      ...given(register, 'maRegister'),
      ...given(version, 'maVersion'),
    },
  };
}

function oneOf(values: Arguments['values'], flag: string, allowed: readonly string[]): string | undefined {
  const value = text(values[flag]);
  if (value === undefined || allowed.includes(value)) return value;
  throw new UsageError(`--${flag} takes ${allowed.join(', ')}, not "${value}".`);
}

function digits(values: Arguments['values'], flag: string, count: number): string | undefined {
  const value = text(values[flag]);
  if (value === undefined || (value.length === count && /^\d+$/.test(value))) return value;
  throw new UsageError(`--${flag} takes ${count} digits, not "${value}".`);
}

function figure(
  values: Arguments['values'],
  flag: string,
  least: number,
  most: number,
  whole = false,
): number | undefined {
  const value = text(values[flag]);
  if (value === undefined) return undefined;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= least && number <= most && (!whole || Number.isInteger(number))) return number;
  const range = most === Number.MAX_VALUE ? `from ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`--${flag} takes a ${whole ? 'whole ' : ''}number ${range}, not "${value}".`);
}

/** Readers do not know who named what they did not find; they quote it as it was given. */
function flagHint(message: string, values: Arguments['values']): string {
  const quoted = NAMING_FLAGS.filter((flag) => values[flag] !== undefined && message.includes(`"${values[flag]}"`));
  if (quoted.length === 0) return '';
  const flags = quoted.map((flag) => `--${flag} ${build.options[flag]!.value}`);
  return `${message.includes('\n') ? '\n' : ' '}Name another with ${flags.join(' or ')}.`;
}

/** What the system says, with what to do about it. */
function explained(error: unknown, output: string | undefined): unknown {
  const code = (error as { code?: string; errcode?: number }).code;
  const sqlite = (error as { errcode?: number }).errcode;
  const SQLITE_FULL = 13;
  const SQLITE_CANTOPEN = 14;
  if (code === 'ENOSPC' || sqlite === SQLITE_FULL)
    return new CommandError(`no space left for ${output}; nothing was written.`);
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EROFS' || sqlite === SQLITE_CANTOPEN) {
    return new CommandError(`cannot write ${output}: ${(error as Error).message}. Is its folder there, and writable?`);
  }
  return error;
}

async function tell(report: BuildReport, { values }: Arguments, io: Io): Promise<void> {
  const markdown = reportToMarkdown(report);
  const json = `${JSON.stringify(report, null, 2)}\n`;
  const where = text(values.report);
  if (where !== undefined) writeFileSync(where, where.endsWith('.json') ? json : markdown);
  else if (report.output !== '' && values.default !== true) {
    const base = report.output.replace(/\.gpkg$/, '');
    writeFileSync(`${base}.report.md`, markdown);
    writeFileSync(`${base}.report.json`, json);
  }
  if (values.quiet === true) {
    await tellShortly(report, io);
    return;
  }
  await writeLine(io.stdout, (values.json === true ? json : markdown).trimEnd());
  if (values.json !== true && report.output !== '') {
    await writeLine(
      io.stdout,
      `\nLook at it: watercode info ${report.output}\nServe it:   watercode serve ${report.output}`,
    );
  }
}

/** Even a quiet run says so when something was left out. */
async function tellShortly({ rejected, output }: BuildReport, io: Io): Promise<void> {
  const count = rejected.reduce((sum, kind) => sum + kind.count, 0);
  if (count === 0) return;
  const where = output === '' ? 'run it without -q to see why' : 'the report beside the dataset says why';
  await writeLine(io.stderr, `${count} left out; ${where}.`);
}
