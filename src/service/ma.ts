/** MA strings: read into their parts, and made for what a dataset holds. */
import {
  explainMa,
  formatMa,
  MaError,
  type Proprietary,
  parseMa,
  placeOf,
  resolveMa as resolve,
  suggestMa,
} from '../code/index.ts';
import type { DatasetInfo, Place, PoiRow, ReachRow, SubbasinRow } from '../store/store.ts';
import { exactNumber, reachCodeOf } from './code-parts.ts';
import { InvalidMaError } from './errors.ts';
import type { MaResolution } from './types.ts';

/** River entities. */
const SPECIAL = 1002;
export const JUNCTION = 'junction';

/** Parses only: what the string names need not exist. Throws an InvalidMaError. */
export function resolveMa(text: string): MaResolution {
  const { standard, extensions, ...rest } = orInvalid(text, () => resolve(text));
  const { binstrval, binstrlen, ...zone } = standard;
  const tree =
    binstrval === undefined || binstrlen === undefined ? {} : { binstrval: exactNumber(binstrval), binstrlen };
  const { other, ...members } = extensions;
  return {
    ...rest,
    standard: { ...zone, ...tree },
    extensions: other === undefined ? members : { ...members, other: [...other] },
  };
}

export function readMa(text: string) {
  return orInvalid(text, () => parseMa(text));
}

/** Runs something that reads a code and turns its fault into the error of the service. */
export function orInvalid<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MaError) throw invalidMa(text, error);
    throw error;
  }
}

function invalidMa(text: string, error: MaError): InvalidMaError {
  const explained = explainMa(text);
  const [suggestion] = suggestMa(text);
  const zh = explained.valid ? error.message : explained.message.zh;
  return new InvalidMaError({
    en: suggestion === undefined ? error.message : `${error.message}; did you mean ${suggestion} ?`,
    zh: suggestion === undefined ? zh : `${zh}是否要输入 ${suggestion} ？`,
  });
}

export interface MaWriter {
  river(reach: Pick<ReachRow, 'code' | 'strahler'>, outlet: Place, level: number): string;
  subbasin(subbasin: SubbasinRow, outlet: Place, level: number): string;
  poi(poi: PoiRow): string;
}

/** Writes MA strings with the proprietary part of a dataset. */
export function createMaWriter({ ma }: DatasetInfo): MaWriter {
  const proprietary: Proprietary = {
    special: SPECIAL,
    register: Number(ma.register),
    schema: Number(ma.schema),
    resolution: Number(ma.resolution),
    version: Number(ma.version),
  };
  return {
    river(reach, { lon, lat }, level) {
      const extension = { strahler: reach.strahler, level, place: placeOf(lon, lat), type: 'rivers' } as const;
      return formatMa({ proprietary, standard: reachCodeOf(reach.code), extension });
    },
    subbasin({ basincode, subbasincd, strahler }, { lon, lat }, level) {
      const extension = { strahler, level, place: placeOf(lon, lat), type: 'subbasins' } as const;
      return formatMa({ proprietary, standard: { basincode, subbasincd }, extension });
    },
    poi(poi) {
      const place = placeOf(poi.lon, poi.lat);
      const kind =
        poi.type === JUNCTION ? ({ type: 'junction' } as const) : ({ type: 'poi', poiType: poi.type } as const);
      return formatMa({ proprietary, standard: reachCodeOf(poi.code), extension: { key: poi.key, place, ...kind } });
    },
  };
}
