/** Makes the MA string of a river, a sub-basin or a point of interest that the dataset holds. */
import { codeOf } from './code-parts.ts';
import { type Context, checkLevel, endOf, findPoi, findReach, findSubbasin } from './context.ts';
import { InvalidInputError } from './errors.ts';
import type { Service } from './service.ts';
import type { GenerateMaInput } from './types.ts';

export function createGenerate(context: Context): Pick<Service, 'generateMa'> {
  async function river(input: GenerateMaInput): Promise<string> {
    const level = needed(input, 'level');
    const code = codeOf({
      basincode: needed(input, 'basincode'),
      subbasincd: needed(input, 'subbasincd'),
      binstrval: BigInt(needed(input, 'binstrval')),
      binstrlen: needed(input, 'binstrlen'),
    });
    const reach = await findReach(context, code);
    checkLevel(code, reach.strahler, level);
    return context.ma.river(reach, await endOf(context, reach.id), level);
  }

  async function subbasin(input: GenerateMaInput): Promise<string> {
    const level = needed(input, 'level');
    const code = `${needed(input, 'basincode')}${needed(input, 'subbasincd').toUpperCase()}`;
    const found = await findSubbasin(context, code);
    checkLevel(code, found.strahler, level);
    return context.ma.subbasin(found, await endOf(context, found.outlet), level);
  }

  return {
    async generateMa(input) {
      if (input.type === 'rivers') return { ma: await river(input) };
      if (input.type === 'subbasins') return { ma: await subbasin(input) };
      return { ma: context.ma.poi(await findPoi(context, input.type, needed(input, 'key'))) };
    },
  };
}

function needed<Name extends keyof GenerateMaInput>(
  input: GenerateMaInput,
  name: Name,
): NonNullable<GenerateMaInput[Name]> {
  const value = input[name];
  if (value !== undefined) return value as NonNullable<GenerateMaInput[Name]>;
  throw new InvalidInputError(name, {
    en: `${name} is needed to make an MA string of type ${input.type}`,
    zh: `生成类型为 ${input.type} 的水信息码需要参数 ${name}`,
  });
}
