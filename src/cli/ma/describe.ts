/** What a valid code says, in words: English and Chinese. */

import {
  type Bilingual,
  type Extension,
  isBasinArea,
  isReachCode,
  latitudeOf,
  longitudeOf,
  type Ma,
  type Place,
  type Proprietary,
  parentZoneOf,
  type TreeCode,
  type WaterCode,
  type ZoneCode,
} from '../../code/index.ts';
import { nounFor } from '../noun.ts';

/** By the first digit of a basin code (spec 3.1); 8 is reserved. */
const CONTINENTS: Readonly<Record<string, Bilingual>> = {
  1: { en: 'Africa', zh: '非洲' },
  2: { en: 'Antarctica', zh: '南极洲' },
  3: { en: 'Asia', zh: '亚洲' },
  4: { en: 'Europe', zh: '欧洲' },
  5: { en: 'North America', zh: '北美洲' },
  6: { en: 'Oceania', zh: '大洋洲' },
  7: { en: 'South America', zh: '南美洲' },
  9: { en: 'a local network', zh: '本地河网' },
};

export function describeMa({ proprietary, standard, extension }: Ma): Bilingual {
  return joined([...standardParts(standard, extension), ...extensionParts(extension), registration(proprietary)]);
}

/** The same for a standard part alone. */
export function describeCode(code: WaterCode): Bilingual {
  return joined(standardParts(code, {}));
}

function joined(parts: readonly Bilingual[]): Bilingual {
  return { en: parts.map(({ en }) => en).join('; '), zh: parts.map(({ zh }) => zh).join('；') };
}

function standardParts(code: WaterCode, extension: Extension): Bilingual[] {
  const below = parentZoneOf(code)?.subbasincd;
  const isReach = isReachCode(code) && extension.type !== 'subbasins';
  return [
    thing(code, isReach, extension),
    ...(below === undefined ? [] : [{ en: `the sub-basin drains into ${below}`, zh: `该子流域汇入 ${below}` }]),
    ...(isReach ? [placeInTree(code)] : []),
  ];
}

function thing(code: WaterCode, isReach: boolean, { type, poiType }: Extension): Bilingual {
  const { en, zh } = zone(code);
  if (type === 'junction') return { en: `a junction in ${en}`, zh: `${zh}的汇流点` };
  if (type === 'poi') {
    return poiType === undefined
      ? { en: `a point of interest in ${en}`, zh: `${zh}的兴趣点` }
      : { en: `a point of interest of type ${poiType} in ${en}`, zh: `${zh}的兴趣点，类型 ${poiType}` };
  }
  return isReach ? { en: `a river reach in ${en}`, zh: `${zh}的河段` } : { en, zh };
}

function zone({ basincode, subbasincd }: ZoneCode): Bilingual {
  const continent = CONTINENTS[String(basincode)[0]!] ?? { en: 'a reserved number', zh: '保留编号' };
  const basin = isBasinArea(basincode) ? { en: 'basin area', zh: '流域合集' } : { en: 'basin', zh: '流域' };
  return {
    en: `sub-basin ${subbasincd} of ${basin.en} ${basincode} (${continent.en})`,
    zh: `${basin.zh} ${basincode}（${continent.zh}）子流域 ${subbasincd}`,
  };
}

/** A bit 1 is a turn into a tributary; not one of them says how many reaches lie between (spec 2.9). */
function placeInTree({ binstrval, binstrlen }: TreeCode): Bilingual {
  const steps = binstrlen - 1;
  if (steps === 0) return { en: 'the outlet of the sub-basin', zh: '子流域出口' };
  const above = { en: `${steps} ${nounFor(steps, 'step')} above its outlet`, zh: `自出口上溯 ${steps} 步` };
  return binstrval === 0n
    ? { en: `on the main stem, ${above.en}`, zh: `在干流上，${above.zh}` }
    : { en: `on a tributary, ${above.en}`, zh: `在支流上，${above.zh}` };
}

function extensionParts({ type, strahler, level, key, place, other, check }: Extension): Bilingual[] {
  const isPoint = type === 'junction' || type === 'poi';
  return [
    ...(strahler === undefined
      ? []
      : [{ en: `Strahler order ${strahler}, level ${level}`, zh: `Strahler 级别 ${strahler}，层级 ${level}` }]),
    ...(key === undefined ? [] : [{ en: `key ${key}`, zh: `键 ${key}` }]),
    ...(place === undefined
      ? []
      : [
          {
            en: `${isPoint ? 'at' : 'outlet at'} ${degrees(place)}`,
            zh: `${isPoint ? '位于' : '出口位于'} ${degrees(place)}`,
          },
        ]),
    ...(other === undefined ? [] : [{ en: `unknown tokens ${other.join(', ')}`, zh: `未知标记 ${other.join('、')}` }]),
    ...(check === undefined ? [] : [{ en: `check ${check} is right`, zh: `校验字符 ${check} 正确` }]),
  ];
}

function degrees(place: Place): string {
  const longitude = longitudeOf(place);
  const latitude = latitudeOf(place);
  return `${Math.abs(longitude)}°${longitude < 0 ? 'W' : 'E'} ${Math.abs(latitude)}°${latitude < 0 ? 'S' : 'N'}`;
}

function registration({ special, register, schema, resolution, version }: Proprietary): Bilingual {
  const [kind, node] = [special, register].map((number) => String(number).padStart(4, '0'));
  const [scheme, cell, edition] = [schema, resolution, version].map((number) => String(number).padStart(2, '0'));
  return {
    en: `special number ${kind}, register ${node}, schema ${scheme}, resolution ${cell}, version ${edition}`,
    zh: `专用号 ${kind}，注册节点 ${node}，模式 ${scheme}，分辨率 ${cell}，版本 ${edition}`,
  };
}
