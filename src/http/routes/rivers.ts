/** One river, and all that is upstream or downstream of it. */

import { bytesOf } from '../../format/byte-string.ts';
import { InvalidInputError } from '../../service/errors.ts';
import type { Trace } from '../../service/types.ts';
import type { Answer, Exchange, Resource } from '../resource.ts';
import { readInput, readReachCode, requireInput } from './input.ts';

const RIVER_PATH = '/api/rivers/:basincode/:subbasincd/:binstrval/:binstrlen/:level';

export const RIVER: Resource = {
  path: RIVER_PATH,
  formats: ['json', 'geojson'],
  query: [],
  followsLanguage: true,
  async answer(exchange) {
    const { service, format, language } = exchange;
    const code = readReachCode(exchange);
    const level = requireInput(exchange, 'level');
    const find = format === 'geojson' ? service.riverFeatureBody : service.riverBody;
    const body = await find(code, level, language);
    return { body: body === undefined ? await service.getRiver(code, level, language) : bytesOf(body) };
  },
};

/** What of a trace is sent for each value of `as`. */
const SHAPES = {
  reaches: (trace: Trace): object => trace,
  ids: ({ reaches, ...rest }: Trace): object => ({ ...rest, ids: reaches.map(({ id }) => id) }),
  codes: ({ reaches, ...rest }: Trace): object => ({ ...rest, codes: reaches.map(({ code }) => code) }),
  summary: ({ reaches: _, next: __, ...rest }: Trace): object => rest,
};

type Shape = keyof typeof SHAPES;

/** Also read by the OpenAPI document. */
export const TRACE_SHAPE_NAMES = [...Object.keys(SHAPES), 'geojson'];

function shapeOf(text: string): Shape {
  if (Object.hasOwn(SHAPES, text)) return text as Shape;
  throw new InvalidInputError('as', {
    en: `as must be one of ${TRACE_SHAPE_NAMES.join(', ')}`,
    zh: `参数 as 只能是 ${TRACE_SHAPE_NAMES.join('、')} 之一`,
  });
}

async function answerTrace(exchange: Exchange, direction: Trace['direction']): Promise<Answer> {
  const { service, format, language, query } = exchange;
  const code = readReachCode(exchange);
  const level = requireInput(exchange, 'level');
  const { limit, cursor } = readInput(exchange, ['limit', 'cursor']);
  if ((await service.riverBody(code, level, language)) === undefined) await service.getRiver(code, level, language);
  const input = { code, direction, limit, cursor, minStrahler: level };
  if (format === 'geojson') {
    const features = await service.traceFeatures(input);
    return { body: features, next: features.trace.next };
  }
  const shape = shapeOf(query.get('as') ?? 'reaches');
  const trace = await service.trace(input);
  return { body: SHAPES[shape](trace), next: shape === 'summary' ? undefined : trace.next };
}

function traceResource(direction: Trace['direction']): Resource {
  return {
    path: `${RIVER_PATH}/${direction}`,
    formats: ['json', 'geojson'],
    query: ['as', 'limit', 'cursor'],
    followsLanguage: false,
    formatInQuery: (query) => (query.get('as') === 'geojson' ? 'geojson' : undefined),
    answer: (exchange) => answerTrace(exchange, direction),
  };
}

export const UPSTREAM = traceResource('upstream');
export const DOWNSTREAM = traceResource('downstream');
