/** Every parameter of every path as OpenAPI has it: those of the table in `service/`, and the few that only HTTP knows. */

import type { Reason } from '../../service/errors.ts';
import { PARAMETERS } from '../../service/parameters.ts';
import type { Language } from '../../service/types.ts';
import { CORRECTIONS, QR_NUMBERS } from '../routes/qr.ts';
import { TRACE_SHAPE_NAMES } from '../routes/rivers.ts';
import type { Entry } from './catalogue.ts';
import type { Examples } from './examples.ts';
import type { OpenApiParameter } from './openapi-types.ts';

interface Definition {
  schema: object;
  description: Reason;
  example?: string | number;
}

function numberOf({ least, most, usual }: { least: number; most: number; usual: number }): object {
  return { type: 'integer', minimum: least, maximum: most, default: usual };
}

const HTTP_PARAMETERS: Readonly<Record<string, Definition>> = {
  as: {
    schema: { type: 'string', enum: TRACE_SHAPE_NAMES, default: 'reaches' },
    description: { zh: '列表的形式', en: 'What to list' },
  },
  size: { schema: numberOf(QR_NUMBERS.size), description: { zh: '边长（像素）', en: 'Pixels along one side' } },
  margin: {
    schema: numberOf(QR_NUMBERS.margin),
    description: { zh: '四周留白（模块数）', en: 'Modules of white around it' },
  },
  correction: {
    schema: { type: 'string', enum: CORRECTIONS, default: 'M' },
    description: { zh: '纠错等级', en: 'Level of error correction' },
  },
  format: {
    schema: { type: 'string', enum: ['svg', 'png'] },
    description: { zh: '同 f', en: 'The same as f' },
  },
};

function definitionOf(name: string): Definition {
  if (Object.hasOwn(PARAMETERS, name)) return PARAMETERS[name as keyof typeof PARAMETERS];
  const definition = HTTP_PARAMETERS[name];
  if (definition === undefined) throw new Error(`the parameter ${name} is not described`);
  return definition;
}

const FORMAT: Reason = {
  zh: '返回格式，优先于 Accept 请求头',
  en: 'Format of the answer; wins over the Accept header',
};
const LANGUAGE: Reason = { zh: '属性名称的语言，如 en', en: 'Language of property names, such as en' };

export function parametersOf(
  { resource, required, examples }: Entry,
  known: Examples,
  language: Language,
): OpenApiParameter[] {
  const shown = examples(known);
  const parameters: OpenApiParameter[] = [];
  for (const [, name] of resource.path.matchAll(/:(\w+)/g)) {
    const { schema, description, example } = definitionOf(name!);
    const value = known[name!] ?? example;
    const shownValue = value === undefined ? {} : { example: value };
    parameters.push({
      name: name!,
      in: 'path',
      required: true,
      description: description[language],
      schema,
      ...shownValue,
    });
  }
  for (const name of resource.query) {
    const { schema, description, example } = definitionOf(name);
    const value = shown[name];
    parameters.push({
      ...{ name, in: 'query', required: required.includes(name), description: description[language] },
      schema: value === undefined && example !== undefined ? { ...schema, examples: [example] } : schema,
      ...(value === undefined ? {} : { example: value }),
    });
  }
  if (resource.formats.length > 1) {
    const schema = { type: 'string', enum: resource.formats };
    parameters.push({ name: 'f', in: 'query', required: false, description: FORMAT[language], schema });
  }
  if (resource.followsLanguage) {
    const schema = { type: 'string' };
    parameters.push({
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description: LANGUAGE[language],
      schema,
    });
  }
  return parameters;
}
