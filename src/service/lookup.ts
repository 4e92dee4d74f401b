/** Many codes at once: an answer for each, found or not, in the order given. */
import { partsOf } from './code-parts.ts';
import { type Context, endOf } from './context.ts';
import { InvalidInputError, InvalidMaError, NotFoundError } from './errors.ts';
import { findNamed, readGivenCode } from './named-code.ts';
import type { Service } from './service.ts';
import type { Language, LookupResult } from './types.ts';

export const MAX_LOOKUPS = 1000;

type Lookups = Pick<Service, 'getRiver' | 'getSubbasin' | 'getPoi'>;

export function createLookup(context: Context, service: Lookups): Pick<Service, 'lookup'> {
  const { ma } = context;

  async function found(input: string, language: Language): Promise<LookupResult> {
    const named = await findNamed(context, readGivenCode(input));
    switch (named.kind) {
      case 'river': {
        const { reach, level } = named;
        const { binstrval, ...parts } = partsOf(reach.code);
        const record = await service.getRiver({ ...parts, binstrval: BigInt(binstrval) }, level, language);
        return {
          input,
          status: 200,
          kind: 'river',
          ma: ma.river(reach, await endOf(context, reach.id), level),
          record,
        };
      }
      case 'subbasin': {
        const { basincode, subbasincd } = named.subbasin;
        const record = await service.getSubbasin({ basincode, subbasincd, level: named.level }, language);
        return { input, status: 200, kind: 'subbasin', ma: record.ma, record };
      }
      case 'poi':
        return {
          input,
          status: 200,
          kind: 'poi',
          ma: ma.poi(named.poi),
          record: await service.getPoi({ type: named.poi.type, key: named.poi.key }, language),
        };
    }
  }

  async function one(input: string, language: Language): Promise<LookupResult> {
    try {
      return await found(input, language);
    } catch (error) {
      if (error instanceof InvalidMaError) {
        return { input, status: 400, detail: 'Invalid MA format', reason: error.reason.en };
      }
      if (error instanceof NotFoundError) {
        return { input, status: 404, detail: 'Resource not found', reason: error.reason.en };
      }
      throw error;
    }
  }

  return {
    async lookup(inputs, language = 'zh') {
      if (inputs.length > MAX_LOOKUPS) {
        throw new InvalidInputError('codes', {
          en: `at most ${MAX_LOOKUPS} codes at once, not ${inputs.length}`,
          zh: `一次最多 ${MAX_LOOKUPS} 个编码，给出了 ${inputs.length} 个`,
        });
      }
      const results: LookupResult[] = [];
      for (const input of inputs) results.push(await one(input, language));
      return results;
    },
  };
}
