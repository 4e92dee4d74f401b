/** Which column of a file plays which role: from a preset, found by the columns themselves, and from what the user says. */

import { SourceError } from './feature.ts';
import {
  type AreaUnit,
  type ContinentScheme,
  type LengthUnit,
  PRESET_NAMES,
  PRESETS,
  type PresetName,
  ROLES,
  type Role,
} from './preset.ts';

export interface ColumnMapping {
  preset: PresetName;
  /** Column of each role, as spelt in the file; roles without a column are absent. */
  columns: Partial<Record<Role, string>>;
  /** Multiply a length of the file with this to have kilometres. */
  lengthToKm: number;
  /** Multiply an area of the file with this to have square kilometres. */
  areaToKm2: number;
  /** Values of `down`, as text, that say the water leaves the network. */
  outlets: ReadonlySet<string>;
  continents: ContinentScheme;
  snapDegrees: number;
}

/** What the user says by flags; it wins over the preset. */
export type MappingOverrides = Partial<Record<Role, string>> & { lengthUnit?: LengthUnit; areaUnit?: AreaUnit };

export interface MappedColumns {
  /** Distinct columns, to be given to `Source.read`. */
  columns: string[];
  /** Where each role's value stands among the values read. */
  index: Partial<Record<Role, number>>;
}

const KM_PER: Readonly<Record<LengthUnit, number>> = { km: 1, m: 0.001 };
const KM2_PER: Readonly<Record<AreaUnit, number>> = { km2: 1, m2: 1e-6, ha: 0.01 };

function isPresetName(name: string): name is PresetName {
  return (PRESET_NAMES as readonly string[]).includes(name);
}

/** The published network whose columns these are; undefined for an unknown one. */
export function detectPreset(columns: readonly string[]): PresetName | undefined {
  const present = new Set(columns.map((column) => column.toLowerCase()));
  return PRESET_NAMES.find((name) =>
    PRESETS[name].signatures.some((signature) => signature.every((column) => present.has(column))),
  );
}

/** Throws SourceError naming a column that should be there and is not, and those that are. */
export function resolveMapping(
  columns: readonly string[],
  presetName?: string,
  overrides: MappingOverrides = {},
): ColumnMapping {
  const name = presetName === undefined ? (detectPreset(columns) ?? 'generic') : checkedPreset(presetName, columns);
  const preset = PRESETS[name];
  const mapped: Partial<Record<Role, string>> = {};
  for (const role of ROLES) {
    const column = preset.roles[role]?.map((each) => findColumn(columns, each)).find((each) => each !== undefined);
    if (column !== undefined) mapped[role] = column;
  }
  applyOverrides(mapped, columns, overrides);
  return {
    preset: name,
    columns: mapped,
    lengthToKm: KM_PER[overrides.lengthUnit ?? unitInName(overrides.length) ?? preset.lengthUnit],
    areaToKm2: KM2_PER[overrides.areaUnit ?? preset.areaUnit],
    outlets: new Set(preset.outlets),
    continents: overrides.continent === undefined ? preset.continents : 'digit',
    snapDegrees: preset.snapDegrees,
  };
}

export function mappedColumns(mapping: ColumnMapping): MappedColumns {
  const columns = [...new Set(Object.values(mapping.columns))];
  const index: Partial<Record<Role, number>> = {};
  for (const role of ROLES) {
    const column = mapping.columns[role];
    if (column !== undefined) index[role] = columns.indexOf(column);
  }
  return { columns, index };
}

function checkedPreset(name: string, columns: readonly string[]): PresetName {
  const plain = name.toLowerCase() === 'tdx-hydro' ? 'geoglows' : name.toLowerCase();
  if (!isPresetName(plain)) {
    throw new SourceError(`There is no preset "${name}". There are: ${PRESET_NAMES.join(', ')}.`);
  }
  const { signatures } = PRESETS[plain];
  const missing = signatures.map((signature) => signature.filter((column) => !findColumn(columns, column)));
  const nearest = missing.toSorted((a, b) => a.length - b.length)[0];
  if (nearest && nearest.length > 0) {
    const what = nearest.length === 1 ? 'a column' : 'the columns';
    throw new SourceError(
      `The preset ${plain} needs ${what} ${nearest.join(', ')}. ${available(columns)} ` +
        'Give another --preset, or leave it out and name the columns with flags such as --id and --down.',
    );
  }
  return plain;
}

/** One way of saying where water goes replaces the other: by id, or by nodes. */
function applyOverrides(
  mapped: Partial<Record<Role, string>>,
  columns: readonly string[],
  overrides: MappingOverrides,
): void {
  if (overrides.down !== undefined) {
    delete mapped.fromNode;
    delete mapped.toNode;
  }
  if (overrides.fromNode !== undefined || overrides.toNode !== undefined) delete mapped.down;
  for (const role of ROLES) {
    const wanted = overrides[role];
    if (wanted === undefined) continue;
    const column = findColumn(columns, wanted);
    if (column === undefined) {
      throw new SourceError(
        `There is no column "${wanted}" to take the ${ROLE_TITLES[role]} from. ${available(columns)}`,
      );
    }
    mapped[role] = column;
  }
}

const ROLE_TITLES: Readonly<Record<Role, string>> = {
  id: 'id',
  down: 'id of the next reach downstream',
  fromNode: 'upstream node',
  toNode: 'downstream node',
  area: 'upstream area',
  catchmentArea: 'catchment area',
  length: 'length',
  name: 'Chinese name',
  nameEn: 'English name',
  order: 'stream order',
  divergence: 'divergence',
  mainPath: 'main path',
  basincode: 'basincode',
  subbasincd: 'subbasincd',
  binstrval: 'binstrval',
  binstrlen: 'binstrlen',
  continent: 'continent',
  lon: 'longitude',
  lat: 'latitude',
  wkt: 'WKT geometry',
};

function findColumn(columns: readonly string[], name: string): string | undefined {
  if (columns.includes(name)) return name;
  const lower = name.toLowerCase();
  return columns.find((column) => column.toLowerCase() === lower);
}

function available(columns: readonly string[]): string {
  return columns.length === 0 ? 'The file has no columns at all.' : `The file has: ${columns.join(', ')}.`;
}

/** `length_m` and `LengthKM` say their unit themselves. */
function unitInName(column: string | undefined): LengthUnit | undefined {
  if (column === undefined) return undefined;
  if (/km$|kilomet/i.test(column)) return 'km';
  return /_m$|met(er|re)s?$/i.test(column) ? 'm' : undefined;
}
