/** Every parameter of every operation, defined once: its type, bounds, texts and how it is read from text or JSON. */
import { MAX_BINSTRLEN, MAX_BINSTRVAL, MAX_MA_LENGTH, MAX_SUBBASINCD_LENGTH } from '../code/index.ts';
import { InvalidInputError, type Reason } from './errors.ts';
import type { SearchHit } from './types.ts';

export interface ParameterValues {
  basincode: number;
  subbasincd: string;
  binstrval: number | bigint;
  binstrlen: number;
  level: number;
  type: string;
  key: string;
  ma: string;
  q: string;
  kinds: SearchHit['kind'][];
  lon: number;
  lat: number;
  maxDistanceM: number;
  limit: number;
  cursor: string;
  a: string;
  b: string;
  bbox: [number, number, number, number];
  near: { lon: number; lat: number };
  radius: number;
  scope: 'segment' | 'upstream';
  direction: 'upstream' | 'downstream';
  minStrahler: number;
  f: 'json' | 'geojson';
}

export type ParameterName = keyof ParameterValues;

export interface Parameter<Value> {
  /** Of the plain JSON Schema in the tools' input. */
  type: 'number' | 'string';
  /** The JSON Schema that says all there is to say, for OpenAPI. */
  schema: Readonly<Record<string, unknown>>;
  description: Reason;
  example: string | number;
  /** Undefined where the text is not such a value. */
  read(text: string): Value | undefined;
  /** What it must be, to complete the sentence `level must be ...`. */
  expected: Reason;
}

const WHOLE = /^(?:0|[1-9][0-9]{0,19})$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,25})?$/;
const MAX_QUERY_LENGTH = 200;
const MAX_KEY_LENGTH = 256;
const KINDS = ['river', 'subbasin', 'basin', 'poi'] as const;

function whole(minimum: number, maximum: number, example: number, description: Reason): Parameter<number> {
  return {
    type: 'number',
    schema: { type: 'integer', minimum, maximum },
    description,
    example,
    expected: { en: `a whole number from ${minimum} to ${maximum}`, zh: `${minimum} 至 ${maximum} 的整数` },
    read(text) {
      const value = WHOLE.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

function decimal(minimum: number, maximum: number, example: number, description: Reason): Parameter<number> {
  return {
    type: 'number',
    schema: { type: 'number', minimum, maximum },
    description,
    example,
    expected: { en: `a number from ${minimum} to ${maximum}`, zh: `${minimum} 至 ${maximum} 的数` },
    read(text) {
      const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

function text(maxLength: number, example: string, description: Reason): Parameter<string> {
  return {
    type: 'string',
    schema: { type: 'string', minLength: 1, maxLength },
    description,
    example,
    expected: { en: `text of 1 to ${maxLength} characters`, zh: `1 至 ${maxLength} 个字符的文本` },
    read: (given) => (given.trim() === '' || given.length > maxLength || !given.isWellFormed() ? undefined : given),
  };
}

function choice<Value extends string>(values: readonly Value[], description: Reason): Parameter<Value> {
  return {
    type: 'string',
    schema: { type: 'string', enum: values },
    description,
    example: values[0]!,
    expected: { en: `one of ${values.join(', ')}`, zh: `${values.join('、')} 之一` },
    read: (given) => values.find((value) => value === given),
  };
}

function numbers(given: string, count: number): number[] | undefined {
  const values = given.split(',').map((part) => part.trim());
  return values.length === count && values.every((part) => DECIMAL.test(part)) ? values.map(Number) : undefined;
}

const isLon = (value: number): boolean => value >= -180 && value <= 180;
const isLat = (value: number): boolean => value >= -90 && value <= 90;

export const PARAMETERS: { readonly [Name in ParameterName]: Parameter<ParameterValues[Name]> } = {
  basincode: whole(1000, 9999, 3261, {
    zh: '流域码：四位整数，首位是大洲',
    en: 'Basin code: four digits, the first one is the continent',
  }),
  subbasincd: {
    type: 'string',
    schema: { type: 'string', pattern: `^[0-9A-Za-z]{1,${MAX_SUBBASINCD_LENGTH}}$` },
    description: {
      zh: '子流域分区码：文本，每三个字符一组',
      en: 'Sub-basin code: text, in groups of three characters',
    },
    example: '001',
    expected: {
      en: `text of 1 to ${MAX_SUBBASINCD_LENGTH} digits and letters, like 001`,
      zh: `1 至 ${MAX_SUBBASINCD_LENGTH} 个数字或字母，例如 001`,
    },
    read: (given) => (/^[0-9A-Za-z]{1,48}$/.test(given) ? given.toUpperCase() : undefined),
  },
  binstrval: {
    type: 'number',
    schema: { type: 'integer', minimum: 0, maximum: Number(MAX_BINSTRVAL) },
    description: {
      zh: '河段二叉树编码的数值，小于 2 的 binstrlen-1 次方',
      en: 'Value of the binary-tree code of the reach, below 2 to the power of binstrlen-1',
    },
    example: 0,
    expected: { en: 'a whole number from 0 to 18446744073709551615', zh: '0 至 18446744073709551615 的整数' },
    read(given) {
      if (!WHOLE.test(given)) return undefined;
      const value = BigInt(given);
      if (value > MAX_BINSTRVAL) return undefined;
      return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
    },
  },
  binstrlen: whole(1, MAX_BINSTRLEN, 1, {
    zh: '河段二叉树编码的长度',
    en: 'Length of the binary-tree code of the reach',
  }),
  level: whole(1, 99, 1, {
    zh: '河流层级：从 1 开始，越大越接近干流；不知道时用 1',
    en: 'River level: 1 and up, higher is closer to the main stem; use 1 when it is unknown',
  }),
  type: {
    ...text(64, 'junction', {
      zh: '类型：junction（汇流点）或数据集中的其他兴趣点类型',
      en: 'Type: junction, or another type of point of interest in the dataset',
    }),
    read: (given) => (/^\S{1,64}$/.test(given) && given.isWellFormed() ? given.toLowerCase() : undefined),
  },
  key: text(MAX_KEY_LENGTH, '3261001-0-4', {
    zh: '兴趣点在其类型内的唯一标识，不区分大小写',
    en: 'Identifier of the point of interest within its type, whatever the case of its letters',
  }),
  ma: {
    ...text(MAX_MA_LENGTH, 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV', {
      zh: '水信息码（MA 字符串）',
      en: 'Water information code (MA string)',
    }),
    read: (given) => given,
  },
  q: text(MAX_QUERY_LENGTH, '黄河', {
    zh: '查询文本：中文名、英文名、拼音、编码或水信息码',
    en: 'What to look for: a name in Chinese, English or pinyin, a code or an MA string',
  }),
  kinds: {
    type: 'string',
    schema: { type: 'string', pattern: `^(${KINDS.join('|')})(,(${KINDS.join('|')}))*$` },
    description: { zh: '只查这些种类，用逗号分隔', en: 'Only these kinds, with commas between them' },
    example: 'river,poi',
    expected: { en: `${KINDS.join(', ')}, or several with commas`, zh: `${KINDS.join('、')}，多个用逗号分隔` },
    read(given) {
      const kinds = given.split(',').map((part) => KINDS.find((kind) => kind === part.trim()));
      return kinds.every((kind) => kind !== undefined) ? [...new Set(kinds)] : undefined;
    },
  },
  lon: decimal(-180, 180, 106.2035, { zh: '经度（度，东经为正）', en: 'Longitude in degrees, east positive' }),
  lat: decimal(-90, 90, 38.0739, { zh: '纬度（度，北纬为正）', en: 'Latitude in degrees, north positive' }),
  maxDistanceM: decimal(1, 500_000, 50_000, {
    zh: '最大距离（米），默认 50000',
    en: 'Greatest distance in metres, 50000 unless given',
  }),
  limit: whole(1, 1000, 100, { zh: '最多返回多少条', en: 'How many at most' }),
  cursor: {
    ...text(1024, 'WyJrIl0', { zh: '上一页给出的续页标记', en: 'What the page before gave to go on from' }),
    read: (given) => (/^[0-9A-Za-z_-]{1,1024}$/.test(given) ? given : undefined),
    expected: { en: 'what the page before gave, unchanged', zh: '上一页给出的原样文本' },
  },
  a: text(MAX_MA_LENGTH, '3261001.0.9', {
    zh: '第一个：水信息码或其标准部分',
    en: 'The first: an MA string or its standard part',
  }),
  b: text(MAX_MA_LENGTH, '3261001.0.1', {
    zh: '第二个：水信息码或其标准部分',
    en: 'The second: an MA string or its standard part',
  }),
  bbox: {
    type: 'string',
    schema: { type: 'string' },
    description: {
      zh: '范围：西,南,东,北（度）；西大于东表示跨越 180 度经线',
      en: 'Box: west,south,east,north in degrees; west greater than east crosses the antimeridian',
    },
    example: '100,30,120,42',
    expected: { en: 'west,south,east,north in degrees', zh: '西,南,东,北（度）' },
    read(given) {
      const values = numbers(given, 4);
      if (values === undefined) return undefined;
      const [west, south, east, north] = values as ParameterValues['bbox'];
      return isLon(west) && isLon(east) && isLat(south) && isLat(north) && south <= north
        ? [west, south, east, north]
        : undefined;
    },
  },
  near: {
    type: 'string',
    schema: { type: 'string' },
    description: { zh: '中心点：经度,纬度', en: 'Centre: longitude,latitude' },
    example: '110.3,34.6',
    expected: { en: 'longitude,latitude in degrees', zh: '经度,纬度（度）' },
    read(given) {
      const values = numbers(given, 2);
      if (values === undefined) return undefined;
      const [lon, lat] = values as [number, number];
      return isLon(lon) && isLat(lat) ? { lon, lat } : undefined;
    },
  },
  radius: decimal(1, 1_000_000, 20_000, {
    zh: 'near 周围的半径（米），默认 10000',
    en: 'Metres around near, 10000 unless given',
  }),
  scope: choice(['segment', 'upstream'], {
    zh: '范围：河段本身，或其上游全部河段',
    en: 'The segment alone, or everything upstream of it too',
  }),
  direction: choice(['upstream', 'downstream'], { zh: '方向：上游或下游', en: 'Which way to go' }),
  minStrahler: whole(1, 99, 1, {
    zh: '只列出斯特拉勒级别不低于此的河段',
    en: 'Lists only reaches of at least this Strahler order',
  }),
  f: choice(['json', 'geojson'], { zh: '返回格式', en: 'Format of the answer' }),
};

/** Reads a parameter from the text of a path or query, strictly. Throws an InvalidInputError. */
export function fromText<Name extends ParameterName>(name: Name, given: string): ParameterValues[Name] {
  const { read, expected } = PARAMETERS[name];
  const value = read(given);
  if (value === undefined) throw notExpected(name, expected);
  return value;
}

/** Reads a parameter from a JSON value: numbers, and the same as text, as language models send them; lists for those with commas. */
export function fromJson<Name extends ParameterName>(name: Name, given: unknown): ParameterValues[Name] {
  const { type, expected } = PARAMETERS[name];
  if (typeof given === 'string') return fromText(name, type === 'number' ? given.trim() : given);
  if (typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER) {
    throw new InvalidInputError(name, {
      en: `${name} is too large to be exact as a number; send it as text`,
      zh: `${name} 作为数值已不精确，请用文本给出`,
    });
  }
  if (typeof given === 'number' || typeof given === 'bigint') return fromText(name, plainDigits(given));
  if (Array.isArray(given) && given.every((member) => typeof member === 'number' || typeof member === 'string')) {
    return fromText(name, given.map(plainDigits).join(','));
  }
  throw notExpected(name, expected);
}

/** Small numbers without an exponent. */
function plainDigits(value: number | bigint | string): string {
  const written = String(value);
  return typeof value === 'number' && written.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : written;
}

function notExpected(name: string, expected: Reason): InvalidInputError {
  return new InvalidInputError(name, { en: `${name} must be ${expected.en}`, zh: `参数 ${name} 应为${expected.zh}` });
}
