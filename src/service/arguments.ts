/** Arguments as they come in JSON, into checked values. */
import { InvalidInputError } from './errors.ts';
import { fromJson, type ParameterName, type ParameterValues } from './parameters.ts';
import type { ReachCodeInput } from './types.ts';

/** Unchecked. */
export type Arguments = Readonly<Record<string, unknown>>;

export const SEGMENT = ['basincode', 'subbasincd', 'binstrval', 'binstrlen'] as const;

export type Values = Partial<ParameterValues>;

/** Reads the arguments that are given; refuses unknown ones. */
export function readArguments(given: Arguments, names: readonly ParameterName[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const known = names.find((one) => one === name);
    if (known === undefined) throw unknownArgument(name, names);
    if (value !== undefined && value !== null) values[name] = fromJson(known, value);
  }
  return values;
}

/** Those of the arguments that are needed, unread; refuses any that the operation does not know at all. */
export function onlyNamed(
  given: Arguments,
  known: readonly ParameterName[],
  needed: readonly ParameterName[],
): Arguments {
  const unknown = Object.keys(given).find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) throw unknownArgument(unknown, known);
  return Object.fromEntries(Object.entries(given).filter(([name]) => needed.some((one) => one === name)));
}

function unknownArgument(name: string, names: readonly ParameterName[]): InvalidInputError {
  const en = names.length === 0 ? 'there are no parameters here' : `the parameters are ${names.join(', ')}`;
  const zh = names.length === 0 ? '此操作没有参数' : `可用参数为 ${names.join('、')}`;
  return new InvalidInputError(name, { en: `unknown parameter; ${en}`, zh: `未知参数；${zh}` });
}

export function need<Name extends ParameterName>(values: Values, name: Name): ParameterValues[Name] {
  const value = values[name];
  if (value !== undefined) return value;
  throw new InvalidInputError(name, { en: `${name} is missing`, zh: `缺少参数 ${name}` });
}

export function segmentOf(values: Values): ReachCodeInput {
  return {
    basincode: need(values, 'basincode'),
    subbasincd: need(values, 'subbasincd'),
    binstrval: BigInt(need(values, 'binstrval')),
    binstrlen: need(values, 'binstrlen'),
  };
}

/** Schemas that require every parameter leave no other way to say "any" than 0 and empty text. */
export function withoutAny(given: Arguments): Arguments {
  const isAny = (value: unknown) => value === 0 || value === '0' || value === '' || value === null;
  const hasSegment = !isAny(given.binstrlen) && given.binstrlen !== undefined;
  const kept = Object.entries(given).filter(
    ([name, value]) => !isAny(value) || (name === 'binstrval' && hasSegment && value !== '' && value !== null),
  );
  return Object.fromEntries(kept);
}
