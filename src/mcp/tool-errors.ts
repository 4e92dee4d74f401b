/** What a tool says when it cannot answer, in Chinese and English: what was wrong, what is allowed, what to do next. */
import { explainMa } from '../code/index.ts';
import type { Arguments } from '../service/arguments.ts';
import { InvalidInputError, InvalidMaError, NotFoundError, type Reason } from '../service/errors.ts';
import { PARAMETERS, type ParameterName } from '../service/parameters.ts';

/** Longer texts of a caller are not repeated. */
const LONGEST_ECHO = 80;
const MOST_SUGGESTIONS = 3;

export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').toWellFormed();
  return line.length > LONGEST_ECHO ? `${line.slice(0, LONGEST_ECHO).toWellFormed()}…` : line;
}

const NEXT_AFTER_NOT_FOUND: Readonly<Record<string, Reason>> = {
  generate_ma: {
    zh: '用 search_all 按名称查到河流、子流域的编码，或兴趣点的 type 和 key，然后再试',
    en: 'find the code of a river or sub-basin, or the type and key of a point, by name with search_all, and try again',
  },
  get_poi: {
    zh: '用 search_all 按名称查找，或用 search_pois 列出某处的兴趣点，取其中的 type 和 key 再试',
    en: 'find it by name with search_all, or list the points of a place with search_pois, and use the type and key given there',
  },
  search_pois: {
    zh: '用 search_all 按名称查到流域、子流域和河段编码；不限定的参数给 0 或空文本',
    en: 'find basin, sub-basin and segment by name with search_all; give 0 or empty text for what does not matter',
  },
};

const FIND_THE_CODE: Reason = {
  zh: '用 search_all 按名称或用 locate 按经纬度查到正确的编码，level 不确定时用 1，然后再试',
  en: 'find the right code by name with search_all or by place with locate, use level 1 when unsure, and try again',
};

const CORRECT_AND_RETRY: Reason = {
  zh: '改正后再次调用；编码可用 search_all 按名称查到',
  en: 'correct it and call again; codes can be found by name with search_all',
};

const SEND_MA_AGAIN: Reason = {
  zh: '核对原文后再次调用；不确定时用 search_all 按名称查找，结果中有水信息码',
  en: 'check it against where it came from and call again; or find the thing by name with search_all, which gives its MA string',
};

function sentence({ zh, en }: Reason, next: Reason): string {
  const ended = (text: string, end: string) => (/[.。?？!！…]$/.test(text) ? text : text + end);
  return `${ended(zh, '。')}下一步：${next.zh}。\n${ended(en, '.')} Next: ${next.en}.`;
}

function isParameter(name: string): name is ParameterName {
  return Object.hasOwn(PARAMETERS, name);
}

function invalidInput({ parameter, reason }: InvalidInputError): string {
  if (!isParameter(parameter)) {
    const name = shown(parameter);
    const named = { zh: `参数 ${name}：${reason.zh}`, en: `Parameter ${name}: ${reason.en}` };
    return sentence(named, CORRECT_AND_RETRY);
  }
  const { expected, example } = PARAMETERS[parameter];
  const saysWhatIsAllowed = reason.en.includes(expected.en);
  const zh = saysWhatIsAllowed ? '' : `${parameter} 应为${expected.zh}，`;
  const en = saysWhatIsAllowed ? '' : `${parameter} must be ${expected.en}, `;
  return sentence(
    {
      zh: `参数验证失败：${reason.zh}（${zh}例如 ${example}）`,
      en: `Invalid argument: ${reason.en} (${en}for example ${example})`,
    },
    CORRECT_AND_RETRY,
  );
}

/** The first of the arguments that reads like a broken MA string. */
function brokenMa(given: Arguments): string | undefined {
  const texts = [given.ma, given.a, given.b].filter((text) => typeof text === 'string');
  return texts.find((text) => ('ma' in given || /^\s*ma\./i.test(text)) && !explainMa(text).valid);
}

function invalidMa({ reason }: InvalidMaError, given: Arguments): string {
  const text = brokenMa(given);
  const explained = text === undefined ? undefined : explainMa(text);
  if (explained === undefined || explained.valid) {
    return sentence({ zh: `编码无效：${reason.zh}`, en: `Invalid code: ${reason.en}` }, SEND_MA_AGAIN);
  }
  const near = explained.suggestions.slice(0, MOST_SUGGESTIONS);
  const zh = near.length === 0 ? '' : `最接近的有效水信息码：${near.join(' 、 ')} 。`;
  const en = near.length === 0 ? '' : ` Nearest valid: ${near.join(' , ')} .`;
  return sentence(
    {
      zh: `水信息码格式无效（Invalid MA format）：${explained.message.zh}${zh}`,
      en: `Invalid MA format: ${explained.message.en}${en}`,
    },
    SEND_MA_AGAIN,
  );
}

/** The sentence for an error of the service; `undefined` for anything else, which is a fault of our own. */
export function errorText(tool: string, given: Arguments, error: unknown): string | undefined {
  if (error instanceof InvalidInputError) return invalidInput(error);
  if (error instanceof InvalidMaError) return invalidMa(error, given);
  if (error instanceof NotFoundError) {
    const { reason } = error;
    const named = { zh: `未找到：${reason.zh}`, en: `Not found: ${reason.en}` };
    return sentence(named, NEXT_AFTER_NOT_FOUND[tool] ?? FIND_THE_CODE);
  }
  return undefined;
}

export const INTERNAL_ERROR_TEXT =
  '服务器内部错误。下一步：稍后再试；若仍失败，请告知服务的维护者。\n' +
  'Internal error of the server. Next: try again later; if it goes on, tell whoever runs the service.';

export const TOO_LARGE_TEXT =
  '结果过大，无法返回。下一步：缩小查询范围后再试。\n' +
  'The answer is too large to be given. Next: ask for something smaller.';
