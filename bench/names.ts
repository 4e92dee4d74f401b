/** Made-up names for any number of rivers, Chinese and English. */
import { scramble } from './generate-terrain.ts';

const CHINESE =
  '黑白清金龙马石沙青红大小东西南北上下长平安宁永泰和兴丰玉银铜铁松柳桃梅竹云雨雪风雷山林泉湖洋洛沂汾沁渭泾漳滹潮滦辽浑嫩松图额雅岷涪嘉乌沅湘资澧赣信抚闽晋九韩';
const CHINESE_KINDS = '河江溪沟川水';
const ENGLISH =
  'ash bar clear dun elk fern glen hart iron jay kel lin mar nor oak pine quin red stone thorn up vale west yew'.split(
    ' ',
  );
const ENGLISH_KINDS = ['River', 'Creek', 'Brook', 'Stream', 'Fork', 'Burn'];

/** Names repeat here and there, as those of real rivers do. */
export function nameOfRiver(number: number): { name: string; nameEn: string } {
  const pick = <T>(from: ArrayLike<T>, salt: number): T => from[scramble(11, number, salt) % from.length]!;
  const middle = scramble(11, number, 9) % 3 === 0 ? '' : pick(CHINESE, 2);
  const [first, second, third] = [pick(ENGLISH, 4), pick(ENGLISH, 5), pick(ENGLISH, 6)];
  return {
    name: `${pick(CHINESE, 1)}${middle}${pick(CHINESE, 7)}${pick(CHINESE_KINDS, 3)}`,
    nameEn: `${first[0]!.toUpperCase()}${first.slice(1)}${second}${third} ${pick(ENGLISH_KINDS, 8)}`,
  };
}
