/** JSON Schemas of what comes out of the operations, for OpenAPI and for the tools; without `$schema`, which some clients refuse. */

export type JsonSchema = Readonly<Record<string, unknown>>;

const STRING: JsonSchema = { type: 'string' };
const NUMBER: JsonSchema = { type: 'number' };
const INTEGER: JsonSchema = { type: 'integer' };
const BOOLEAN: JsonSchema = { type: 'boolean' };

function object(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

const TEXTS = { displayName: STRING, description: STRING, displayNameEn: STRING, descriptionEn: STRING };
const ZONE = { basincode: INTEGER, subbasincd: STRING };
const SEGMENT = { ...ZONE, binstrval: INTEGER, binstrlen: INTEGER };
const PHOTOS = list(STRING);
const RIVER_PROPERTIES = list(object({ name: STRING, value: STRING, unit: STRING, icon: STRING }));
const POI_PROPERTIES = list(object({ name: STRING, value: STRING }));

export const RIVER_SCHEMA = object({ ...TEXTS, properties: RIVER_PROPERTIES, photos: PHOTOS, ...ZONE });

export const POI_SCHEMA = object({
  type: STRING,
  key: STRING,
  ...TEXTS,
  properties: POI_PROPERTIES,
  photos: PHOTOS,
  ...SEGMENT,
});

export const POI_ITEM_SCHEMA = object({ type: STRING, key: STRING, ...TEXTS, photos: PHOTOS, ...SEGMENT });

export const POI_LIST_SCHEMA = object({
  items: list(POI_ITEM_SCHEMA),
  truncated: BOOLEAN,
  total: INTEGER,
  totalIsMore: BOOLEAN,
});

export const MA_SCHEMA = object({ ma: STRING });

export const RESOLUTION_SCHEMA = object({
  original: STRING,
  proprietary: object({
    root: STRING,
    special: INTEGER,
    register: INTEGER,
    schema: INTEGER,
    resolution: INTEGER,
    version: INTEGER,
  }),
  standard: object(SEGMENT, ['binstrval', 'binstrlen']),
  extensions: object(
    {
      type: STRING,
      strahler: INTEGER,
      level: INTEGER,
      outletLongitude: NUMBER,
      outletLatitude: NUMBER,
      longitude: NUMBER,
      latitude: NUMBER,
      key: STRING,
      check: STRING,
      other: list(STRING),
    },
    [
      'type',
      'strahler',
      'level',
      'outletLongitude',
      'outletLatitude',
      'longitude',
      'latitude',
      'key',
      'check',
      'other',
    ],
  ),
});

export const SUBBASIN_SCHEMA = object({
  ...ZONE,
  ...TEXTS,
  properties: RIVER_PROPERTIES,
  photos: PHOTOS,
  level: INTEGER,
  strahler: INTEGER,
  reachCount: INTEGER,
  lengthKm: NUMBER,
  areaKm2: NUMBER,
  bbox: { ...list(NUMBER), minItems: 4, maxItems: 4 },
  outlet: object({ lon: NUMBER, lat: NUMBER, binstrval: INTEGER, binstrlen: INTEGER }),
  downstream: STRING,
  upstream: list(STRING),
  ma: STRING,
});

const SEARCH_HIT = object(
  {
    kind: { type: 'string', enum: ['river', 'subbasin', 'poi', 'basin'] },
    displayName: STRING,
    displayNameEn: STRING,
    where: STRING,
    ma: STRING,
    ...SEGMENT,
    level: INTEGER,
    type: STRING,
    key: STRING,
    lon: NUMBER,
    lat: NUMBER,
  },
  ['binstrval', 'binstrlen', 'level', 'type', 'key'],
);

export const SEARCH_SCHEMA = object(
  { query: STRING, total: INTEGER, totalIsMore: BOOLEAN, items: list(SEARCH_HIT), next: STRING },
  ['next'],
);

const LOCATED = object({
  distanceM: NUMBER,
  point: object({ lon: NUMBER, lat: NUMBER }),
  displayName: STRING,
  displayNameEn: STRING,
  ...SEGMENT,
  strahler: INTEGER,
  ma: STRING,
});

export const LOCATE_SCHEMA = object({ lon: NUMBER, lat: NUMBER, maxDistanceM: NUMBER, items: list(LOCATED) });

export const TRACE_SCHEMA = object(
  {
    direction: { type: 'string', enum: ['upstream', 'downstream'] },
    from: STRING,
    sums: object({ reachCount: INTEGER, lengthKm: NUMBER, areaKm2: NUMBER, greatestStrahler: INTEGER }),
    range: object({ first: INTEGER, last: INTEGER }),
    rivers: list(
      object({ displayName: STRING, displayNameEn: STRING, code: STRING, lengthKm: NUMBER, strahler: INTEGER }),
    ),
    pois: object({ count: INTEGER, byType: { type: 'object', additionalProperties: INTEGER } }),
    truncated: BOOLEAN,
    reaches: list(
      object({
        id: INTEGER,
        code: STRING,
        displayName: STRING,
        displayNameEn: STRING,
        strahler: INTEGER,
        lengthKm: NUMBER,
        outletKm: NUMBER,
      }),
    ),
    next: STRING,
  },
  ['range', 'truncated', 'next'],
);

export const RELATION_SCHEMA = object(
  {
    a: STRING,
    b: STRING,
    relation: { type: 'string', enum: ['same', 'upstream', 'downstream', 'same-basin', 'different-basins'] },
    distanceKm: NUMBER,
    meetsAt: STRING,
    description: STRING,
    descriptionEn: STRING,
  },
  ['distanceKm', 'meetsAt'],
);

export const LOOKUP_SCHEMA = object({
  results: list(
    object(
      {
        input: STRING,
        status: INTEGER,
        kind: { type: 'string', enum: ['river', 'subbasin', 'poi'] },
        ma: STRING,
        record: { type: 'object' },
        detail: STRING,
        reason: STRING,
      },
      ['kind', 'ma', 'record', 'detail', 'reason'],
    ),
  ),
});

export const KNOWLEDGE_SCHEMA = object({ text: STRING });
