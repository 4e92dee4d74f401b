/** What a code names: an MA string, or a standard part alone, and the rows of the dataset it stands for. */
import { type Extension, formatCode, isReachCode, MaError, parseCode, type WaterCode } from '../code/index.ts';
import type { PoiRow, ReachRow, SubbasinRow } from '../store/store.ts';
import { type Context, checkLevel, findPoi, findReach, findSubbasin, notFound } from './context.ts';
import { InvalidMaError } from './errors.ts';
import { JUNCTION, readMa } from './ma.ts';

export type Named =
  | { kind: 'river'; reach: ReachRow; level: number }
  | { kind: 'subbasin'; subbasin: SubbasinRow; level: number }
  | { kind: 'poi'; poi: PoiRow };

export interface GivenCode {
  standard: WaterCode;
  extension: Extension;
}

const STARTS_LIKE_MA = /^\s*ma\./i;

export function looksLikeMa(text: string): boolean {
  return STARTS_LIKE_MA.test(text);
}

/** Reads an MA string or a standard part. Throws an InvalidMaError. */
export function readGivenCode(text: string): GivenCode {
  if (looksLikeMa(text)) return readMa(text);
  try {
    return { standard: parseCode(text), extension: {} };
  } catch (error) {
    if (!(error instanceof MaError)) throw error;
    throw new InvalidMaError({
      en: `neither an MA string nor a standard part like 3261001.0.1715: ${error.message}`,
      zh: '既不是水信息码，也不是形如 3261001.0.1715 的标准部分',
    });
  }
}

/** Finds what a code names. Throws a NotFoundError. */
export async function findNamed(context: Context, { standard, extension }: GivenCode): Promise<Named> {
  const { type, poiType, key, level = 1 } = extension;
  if (type === 'junction' || type === 'poi') {
    const wanted = type === 'junction' ? JUNCTION : poiType;
    if (wanted === undefined || key === undefined) {
      throw notFound(
        'the MA string names a POI but not its type and key (tokens TY and ID)',
        '水信息码指的是兴趣点，但没有给出类型和标识（TY 和 ID 标记）',
      );
    }
    return { kind: 'poi', poi: await findPoi(context, wanted, key) };
  }
  const code = formatCode(standard);
  if (type === 'subbasins' || !isReachCode(standard)) {
    const zone = formatCode({ basincode: standard.basincode, subbasincd: standard.subbasincd });
    const subbasin = await findSubbasin(context, zone);
    checkLevel(zone, subbasin.strahler, level);
    return { kind: 'subbasin', subbasin, level };
  }
  const reach = await findReach(context, code);
  checkLevel(code, reach.strahler, level);
  return { kind: 'river', reach, level };
}
