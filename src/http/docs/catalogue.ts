/** What the OpenAPI document says of each path beyond the table of operations: its group, its formats, an example. */

import type { Reason } from '../../service/errors.ts';
import { LOOKUP_OPERATION, OPERATIONS } from '../../service/operations.ts';
import {
  type JsonSchema,
  POI_ITEM_SCHEMA,
  POI_SCHEMA,
  RIVER_SCHEMA,
  SUBBASIN_SCHEMA,
  TRACE_SCHEMA,
} from '../../service/output-schemas.ts';
import type { FormatName } from '../formats.ts';
import type { Resource } from '../resource.ts';
import { SUBBASIN } from '../routes/areas.ts';
import { KNOWLEDGE } from '../routes/knowledge.ts';
import { LOOKUP_PATH } from '../routes/lookup.ts';
import { GENERATE, RELATION, RESOLVE } from '../routes/ma.ts';
import { POI, POIS } from '../routes/pois.ts';
import { QR } from '../routes/qr.ts';
import { DOWNSTREAM, RIVER, UPSTREAM } from '../routes/rivers.ts';
import { LOCATE, SEARCH } from '../routes/search.ts';
import type { Examples } from './examples.ts';

export type Tag = 'rivers' | 'pois' | 'codes' | 'find' | 'about';

export const TAGS: Readonly<Record<Tag, Reason>> = {
  rivers: { zh: '河流与子流域', en: 'Rivers and sub-basins' },
  pois: { zh: '兴趣点', en: 'Points of interest' },
  codes: { zh: '水信息码', en: 'Water information codes' },
  find: { zh: '查找', en: 'Finding' },
  about: { zh: '关于服务', en: 'About the service' },
};

export interface Entry {
  id: string;
  tag: Tag;
  resource: Pick<Resource, 'path' | 'formats' | 'query' | 'followsLanguage'>;
  summary: Reason;
  description: Reason;
  /** Of the query; what is in the path is required anyway. */
  required: readonly string[];
  schemas: Partial<Record<FormatName, JsonSchema>>;
  /** Values for `Try it`, by the name of the parameter; those of the path are always filled in. */
  examples(known: Examples): Examples;
}

/** The path as OpenAPI writes it. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

const NUMBERS = { type: 'array', items: { type: 'number' } };

function feature(geometry: string, properties: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['type', 'id', 'bbox', 'geometry', 'properties'],
    properties: {
      type: { const: 'Feature' },
      id: { type: 'string' },
      bbox: { ...NUMBERS, minItems: 4, maxItems: 4 },
      geometry: {
        type: 'object',
        required: ['type', 'coordinates'],
        properties: { type: { const: geometry }, coordinates: { type: 'array' } },
      },
      properties,
    },
  };
}

const TRACE_FEATURES: JsonSchema = {
  type: 'object',
  required: ['type', 'trace', 'features'],
  properties: {
    type: { const: 'FeatureCollection' },
    trace: { type: 'object' },
    features: { type: 'array', items: feature('LineString', { type: 'object' }) },
  },
};

/** `as` leaves the reaches out, or gives ids or codes in their place. */
const TRACE_SHAPES: JsonSchema = {
  ...TRACE_SCHEMA,
  required: (TRACE_SCHEMA.required as string[]).filter((name) => name !== 'reaches'),
  properties: {
    ...(TRACE_SCHEMA.properties as object),
    ids: { type: 'array', items: { type: 'integer' } },
    codes: { type: 'array', items: { type: 'string' } },
  },
};

interface Extras extends Partial<Pick<Entry, 'required' | 'schemas' | 'examples'>> {
  suffix?: string;
}

/** An operation of the table under one of its paths. */
function entry(tag: Tag, resource: Resource, extras: Extras = {}): Entry {
  const { suffix = '', ...given } = extras;
  const operation = OPERATIONS.find(({ rest }) => rest.includes(templateOf(resource.path)));
  if (operation === undefined) throw new Error(`no operation has the path ${resource.path}`);
  const { name, summary, description, outputSchema } = operation;
  return {
    id: name + suffix,
    ...{ tag, resource, summary, description },
    required: [],
    examples: () => ({}),
    ...given,
    schemas: { json: outputSchema, ...given.schemas },
  };
}

const pickFrom = (known: Examples, names: readonly string[]): Examples => {
  return Object.fromEntries(names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])));
};

const CODE = ['basincode', 'subbasincd', 'binstrval', 'binstrlen', 'level'];

const UPSTREAM_SUMMARY: Reason = { zh: '上游的全部', en: 'Everything upstream' };
const DOWNSTREAM_SUMMARY: Reason = { zh: '下游的全部', en: 'Everything downstream' };

const QR_ENTRY: Entry = {
  id: 'qr',
  tag: 'codes',
  resource: QR,
  summary: { zh: '水信息码的二维码', en: 'A QR code of an MA string' },
  description: {
    zh: 'SVG 或 PNG 图片，内容是规范形式的水信息码。',
    en: 'A picture (SVG or PNG) of the MA string in canonical form.',
  },
  required: ['ma'],
  schemas: {},
  examples: (known) => pickFrom(known, ['ma']),
};

const ABOUT_ENTRY: Entry = {
  id: 'about',
  tag: 'about',
  resource: { path: '/api', formats: ['json'], query: [], followsLanguage: false },
  summary: { zh: '服务与数据集', en: 'The service and its dataset' },
  description: {
    zh: '软件版本、数据集的版本、来源、许可和数量，以及各入口的链接。',
    en: 'Version of the software; edition, source, licence and counts of the dataset; links.',
  },
  required: [],
  schemas: {
    json: {
      type: 'object',
      required: ['service', 'version', 'dataset', 'links'],
      properties: {
        service: { type: 'string' },
        version: { type: 'string' },
        dataset: { type: 'object', required: ['identity', 'edition', 'counts', 'bbox', 'poiTypes'] },
        links: { type: 'array', items: { type: 'object', required: ['rel', 'href', 'title'] } },
      },
    },
  },
  examples: () => ({}),
};

export const ENTRIES: readonly Entry[] = [
  entry('rivers', RIVER, { schemas: { geojson: feature('LineString', RIVER_SCHEMA) } }),
  {
    ...entry('rivers', UPSTREAM, { suffix: '_upstream', schemas: { json: TRACE_SHAPES, geojson: TRACE_FEATURES } }),
    summary: UPSTREAM_SUMMARY,
  },
  {
    ...entry('rivers', DOWNSTREAM, { suffix: '_downstream', schemas: { json: TRACE_SHAPES, geojson: TRACE_FEATURES } }),
    summary: DOWNSTREAM_SUMMARY,
  },
  entry('rivers', SUBBASIN, { schemas: { geojson: feature('MultiLineString', SUBBASIN_SCHEMA) } }),
  entry('pois', POI, { schemas: { geojson: feature('Point', POI_SCHEMA) } }),
  entry('pois', POIS, {
    schemas: { json: { type: 'array', items: POI_ITEM_SCHEMA } },
    examples: (known) => pickFrom(known, ['type']),
  }),
  entry('codes', RESOLVE, { required: ['ma'], examples: (known) => pickFrom(known, ['ma']) }),
  entry('codes', GENERATE, { required: ['type'], examples: (known) => ({ type: 'rivers', ...pickFrom(known, CODE) }) }),
  entry('codes', RELATION, { required: ['a', 'b'], examples: (known) => pickFrom(known, ['a', 'b']) }),
  QR_ENTRY,
  entry('find', SEARCH, { required: ['q'], examples: (known) => pickFrom(known, ['q']) }),
  entry('find', LOCATE, { required: ['lon', 'lat'], examples: (known) => pickFrom(known, ['lon', 'lat']) }),
  ABOUT_ENTRY,
  entry('about', KNOWLEDGE),
];

/** The one path with a body. */
export const LOOKUP_ENTRY = {
  path: LOOKUP_PATH,
  id: LOOKUP_OPERATION.name,
  tag: 'find' as Tag,
  summary: LOOKUP_OPERATION.summary,
  description: LOOKUP_OPERATION.description,
  schema: LOOKUP_OPERATION.outputSchema,
};
