/** Chinese names in pinyin, for people who type them without a Chinese keyboard. */
import { addDict, pinyin } from 'pinyin-pro';

/** Readings that differ in river names from the usual one. */
const RIVER_READINGS = { 雅鲁藏布: 'yǎ lǔ zàng bù', 涡河: 'guō hé', 洞庭: 'dòng tíng', 浍河: 'huì hé' };
addDict(RIVER_READINGS);

/** The syllables of a name without tones: 黄河 gives huang, he. Empty for a name without Chinese characters. */
export function pinyinSyllables(name: string): string[] {
  return pinyin(name, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
}
