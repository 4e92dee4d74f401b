/** From the text of path and query to checked values, by the one definition that each parameter has. */

import { InvalidInputError } from '../../service/errors.ts';
import { fromText, type ParameterName, type ParameterValues } from '../../service/parameters.ts';
import type { ReachCodeInput } from '../../service/types.ts';
import type { Exchange } from '../resource.ts';

/** The named parameters that are given; those of the path always are. */
export function readInput<N extends ParameterName>(
  { parameters, query, limitMax }: Exchange,
  names: readonly N[],
): Partial<Pick<ParameterValues, N>> {
  const input: Partial<Pick<ParameterValues, N>> = {};
  for (const name of names) {
    const text = parameters[name] ?? query.get(name);
    if (text === undefined) continue;
    input[name] = fromText(name, text);
    if (name === 'limit' && Number(text) > limitMax) {
      throw new InvalidInputError(name, {
        en: `limit must be at most ${limitMax}`,
        zh: `参数 limit 最大为 ${limitMax}`,
      });
    }
  }
  return input;
}

/** The same for one that must be there. */
export function requireInput<N extends ParameterName>(exchange: Exchange, name: N): ParameterValues[N] {
  const value = readInput(exchange, [name])[name];
  if (value !== undefined) return value;
  throw new InvalidInputError(name, { en: `${name} is missing`, zh: `缺少参数 ${name}` });
}

export function readReachCode(exchange: Exchange): ReachCodeInput {
  return {
    basincode: requireInput(exchange, 'basincode'),
    subbasincd: requireInput(exchange, 'subbasincd'),
    binstrval: BigInt(requireInput(exchange, 'binstrval')),
    binstrlen: requireInput(exchange, 'binstrlen'),
  };
}
