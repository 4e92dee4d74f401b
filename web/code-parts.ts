/** An MA string cut into its parts, each with what it says, in both languages. */

import {
  type Bilingual,
  canonicalMa,
  type Extension,
  formatCode,
  isBasinArea,
  isReachCode,
  latitudeOf,
  longitudeOf,
  type Ma,
  parseMa,
  type ReachCode,
  type WaterCode,
  zoneNumberOf,
  zonePathOf,
} from '../src/code/index.ts';

export type PartGroup = 'proprietary' | 'standard' | 'extension';

export interface CodePart {
  /** As it stands in the string. */
  text: string;
  group: PartGroup;
  name: Bilingual;
  meaning: Bilingual;
}

const CONTINENTS: Readonly<Record<number, Bilingual>> = {
  1: { en: 'Africa', zh: '非洲' },
  2: { en: 'Antarctica', zh: '南极洲' },
  3: { en: 'Asia', zh: '亚洲' },
  4: { en: 'Europe', zh: '欧洲' },
  5: { en: 'North America', zh: '北美洲' },
  6: { en: 'Oceania', zh: '大洋洲' },
  7: { en: 'South America', zh: '南美洲' },
  8: { en: 'a reserved number', zh: '保留' },
  9: { en: 'a local network', zh: '地方河网' },
};

const RIVER_ENTITIES = 1002;

function proprietaryParts(text: string, { proprietary }: Ma): CodePart[] {
  const [root, special, register, rest] = text.split('.') as [string, string, string, string];
  const isRivers = proprietary.special === RIVER_ENTITIES;
  const part = (own: string, name: Bilingual, meaning: Bilingual): CodePart => {
    return { text: own, group: 'proprietary', name, meaning };
  };
  return [
    part(root, { en: 'Root', zh: '根' }, { en: 'International identification scheme MA', zh: '国际标识体系 MA' }),
    part(
      special,
      { en: 'Kind of object', zh: '对象类别' },
      isRivers ? { en: 'River entities', zh: '河流实体' } : { en: 'Other than rivers', zh: '非河流对象' },
    ),
    part(
      register,
      { en: 'Register', zh: '注册节点' },
      { en: 'The service node that registered the code', zh: '登记此编码的服务节点' },
    ),
    part(
      rest.slice(0, 2),
      { en: 'Schema', zh: '编码方案' },
      { en: `Coding schema ${proprietary.schema}`, zh: `第 ${proprietary.schema} 号编码方案` },
    ),
    part(
      rest.slice(2, 4),
      { en: 'Resolution', zh: '分辨率' },
      {
        en: `Resolution class ${proprietary.resolution} of the network`,
        zh: `河网分辨率等级 ${proprietary.resolution}`,
      },
    ),
    part(
      rest.slice(4),
      { en: 'Version', zh: '版本' },
      { en: `Version ${proprietary.version} of the coding`, zh: `编码第 ${proprietary.version} 版` },
    ),
  ];
}

function basinPart({ basincode }: WaterCode): CodePart {
  const continent = CONTINENTS[Math.floor(basincode / 1000)] ?? CONTINENTS[9]!;
  const number = basincode % 1000;
  const meaning = isBasinArea(basincode)
    ? {
        en: `${continent.en}, area ${number}: many small basins together`,
        zh: `${continent.zh}，第 ${number} 号小流域区`,
      }
    : { en: `${continent.en}, basin ${number}`, zh: `${continent.zh}，第 ${number} 号流域` };
  return { text: String(basincode), group: 'standard', name: { en: 'Basin', zh: '流域' }, meaning };
}

/** `001003` as two parts: the zone at the outlet, and the third tributary zone counted upstream. */
function zoneParts(code: WaterCode): CodePart[] {
  const { basincode, subbasincd } = code;
  const name = { en: 'Sub-basin', zh: '子流域' };
  const path = zonePathOf(code);
  if (path === undefined) {
    const meaning = { en: 'Numbered by another publisher', zh: '由其他发布者自行编号' };
    return [{ text: subbasincd, group: 'standard', name, meaning }];
  }
  return path.map((zone, index) => {
    const below = path[index - 1] ?? '';
    const text = zone.slice(below.length);
    const number = zoneNumberOf(text.slice(-3)) ?? 0;
    if (index > 0) {
      const meaning = {
        en: `Tributary ${number} of zone ${below}, counted upstream`,
        zh: `分区 ${below} 自下而上的第 ${number} 条大支流`,
      };
      return { text, group: 'standard', name, meaning };
    }
    const meaning = isBasinArea(basincode)
      ? { en: `Basin ${number} of the area`, zh: `该区第 ${number} 个流域` }
      : { en: 'The zone at the outlet, along the main stem', zh: '出口所在的干流分区' };
    return { text, group: 'standard', name, meaning };
  });
}

/** Longer ones say nothing to the eye. */
const SHOWN_BITS = 24;

/** The bits from the outlet up: 0 follows the main stem, 1 turns into a tributary. */
function turnsOf({ binstrval, binstrlen }: ReachCode): Bilingual {
  const bits = binstrval.toString(2).padStart(Math.min(binstrlen, SHOWN_BITS), '0');
  const turns = bits.replaceAll('0', '').length;
  const shown = binstrlen <= SHOWN_BITS ? ` (${bits})` : '';
  if (binstrlen === 1) return { en: 'The reach at the outlet of the zone', zh: '分区出口处的河段' };
  if (turns === 0) return { en: `Always up the main stem${shown}`, zh: `始终沿干流上溯${shown}` };
  return {
    en: `Turns into a tributary ${turns === 1 ? 'once' : `${turns} times`} on the way up${shown}`,
    zh: `上溯途中 ${turns} 次转入支流${shown}`,
  };
}

function reachParts(code: ReachCode): CodePart[] {
  const steps = code.binstrlen - 1;
  return [
    {
      text: String(code.binstrval),
      group: 'standard',
      name: { en: 'Way up (V)', zh: '路径值 V' },
      meaning: turnsOf(code),
    },
    {
      text: String(code.binstrlen),
      group: 'standard',
      name: { en: 'Length of the way (L)', zh: '路径长 L' },
      meaning: {
        en:
          steps === 0
            ? 'At the outlet of its zone'
            : `${steps} ${steps === 1 ? 'node' : 'nodes'} above the outlet of its zone`,
        zh: steps === 0 ? '位于分区出口' : `距分区出口 ${steps} 个节点`,
      },
    },
  ];
}

const TYPES: Readonly<Record<NonNullable<Extension['type']>, Bilingual>> = {
  rivers: { en: 'A river', zh: '河流' },
  subbasins: { en: 'A sub-basin', zh: '子流域' },
  junction: { en: 'A junction of rivers', zh: '汇流点' },
  poi: { en: 'A point of interest', zh: '兴趣点' },
};

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
}

/** What a token of the extension is called and says. */
function tokenPart(token: string, extension: Extension): Omit<CodePart, 'text' | 'group'> {
  const { strahler, level, place, key, poiType, type, check } = extension;
  const kind = token.slice(0, 2);
  if (kind === 'HS' && strahler !== undefined) {
    return {
      name: { en: 'Order and level', zh: '级别与层级' },
      meaning: {
        en: `Strahler order ${strahler}, network level ${level}`,
        zh: `斯特拉勒 ${strahler} 级，河网层级 ${level}`,
      },
    };
  }
  if (kind === 'OP' && place !== undefined) {
    const [lon, lat] = [longitudeOf(place), latitudeOf(place)];
    const isPoint = type === 'poi' || type === 'junction';
    return {
      name: isPoint ? { en: 'Place', zh: '位置' } : { en: 'Outlet', zh: '出口' },
      meaning: {
        en: `${degrees(lon, 'E', 'W')}, ${degrees(lat, 'N', 'S')}`,
        zh: `${lon < 0 ? '西经' : '东经'} ${Math.abs(lon).toFixed(4)}°，${lat < 0 ? '南纬' : '北纬'} ${Math.abs(lat).toFixed(4)}°`,
      },
    };
  }
  if (kind === 'ID' && key !== undefined) return { name: { en: 'Key', zh: '标识' }, meaning: { en: key, zh: key } };
  if (kind === 'TY' && poiType !== undefined) {
    return { name: { en: 'Type of place', zh: '地点类型' }, meaning: { en: poiType, zh: poiType } };
  }
  if (type !== undefined && ['RV', 'SB', 'JN', 'PI'].includes(token)) {
    return { name: { en: 'Type', zh: '类型' }, meaning: TYPES[type] };
  }
  if (check !== undefined && token === `C${check}`) {
    return { name: { en: 'Check', zh: '校验' }, meaning: { en: 'Guards against typing errors', zh: '防止输入错误' } };
  }
  return {
    name: { en: 'Other', zh: '其他' },
    meaning: { en: 'Kept as it is; unknown here', zh: '原样保留，此处未定义' },
  };
}

/** The parts of the canonical form, in order. Throws a MaError. */
export function codeParts(text: string): CodePart[] {
  const ma = parseMa(text);
  const canonical = canonicalMa(text);
  const [proprietary, , extension = ''] = canonical.split('/') as [string, string, string?];
  const tokens = extension === '' ? [] : extension.split('.');
  return [
    ...proprietaryParts(proprietary, ma),
    basinPart(ma.standard),
    ...zoneParts(ma.standard),
    ...(isReachCode(ma.standard) ? reachParts(ma.standard) : []),
    ...tokens.map((token): CodePart => ({ text: token, group: 'extension', ...tokenPart(token, ma.extension) })),
  ];
}

/** The standard part alone, `3261001.0.1715`. */
export function standardPartOf(ma: Ma): string {
  return formatCode(ma.standard);
}
