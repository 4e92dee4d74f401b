/** Prompts for three common jobs: each says which tools to call, in which order, and what to tell the user. */
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface Job {
  name: string;
  title: string;
  description: string;
  argument: { name: string; description: string };
  text(given: string): string;
}

const JOBS: readonly Job[] = [
  {
    name: 'introduce_river',
    title: '介绍一条河 Introduce a river',
    description: '按名称查一条河，介绍它的长度、流域、支流和水利工程。Looks a river up by name and introduces it.',
    argument: { name: 'name', description: '河流名称，如 黄河。Name of the river, such as Yellow River.' },
    text: (name) =>
      `请介绍河流“${name}”。先用 search_all 查到它的编码；再用 get_river 取详情，用 trace（direction=upstream）取支流、总长和兴趣点。` +
      '只说工具给出的事实，注明单位，最后附上它的水信息码。\n\n' +
      `Introduce the river "${name}": find its code with search_all, then call get_river for its details and trace ` +
      '(direction=upstream) for tributaries, sums and points of interest. Tell only what the tools say, with units, and ' +
      'end with its MA string. Answer in the language of the user.',
  },
  {
    name: 'upstream_of',
    title: '某处上游有什么 What is upstream',
    description:
      '查一座大坝、一座城市或一条河的上游：河段、支流、兴趣点。What lies upstream of a dam, a city or a river.',
    argument: { name: 'place', description: '地点名称，如 三峡大坝。Name of the place, such as Three Gorges Dam.' },
    text: (place) =>
      `“${place}”的上游有什么？先用 search_all 查到它所在的河段编码；再用 trace（direction=upstream）；` +
      '需要列出具体的水坝、水文站时用 search_pois。说明河段数、总长和最大的几条支流；列表被截断（truncated）时要说明。\n\n' +
      `What is upstream of "${place}"? Find the code of its reach with search_all, call trace (direction=upstream), and ` +
      'search_pois to list dams or gauges. Give the number of reaches, their total length and the largest tributaries; ' +
      'say so where a list is truncated. Answer in the language of the user.',
  },
  {
    name: 'explain_code',
    title: '解释水信息码 Explain a code',
    description: '解析一个水信息码，说明它指哪条河、在哪里。Says what an MA string names and where that is.',
    argument: { name: 'ma', description: '水信息码（MA 字符串）。The MA string.' },
    text: (ma) =>
      `请解释这个水信息码：${ma}\n先用 resolve_ma 解析；再按结果的 type 用 get_river、get_subbasin 或 get_poi 查它指的对象。` +
      '若格式有误，说明错在第几个字符以及最可能的正确写法。\n\n' +
      `Explain this water information code: ${ma}\nParse it with resolve_ma, then look up what it names with get_river, ` +
      'get_subbasin or get_poi, by its type. If it is malformed, say at which character and what was probably meant. ' +
      'Answer in the language of the user.',
  },
];

/** Names and codes are shorter; longer arguments would only fill the model's memory. */
const LONGEST_ARGUMENT = 400;

export const PROMPTS: readonly Prompt[] = JOBS.map(({ name, title, description, argument }) => {
  return { name, title, description, arguments: [{ ...argument, required: true }] };
});

function refusal(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

export function promptOf(name: string, given: Readonly<Record<string, string>> | undefined): GetPromptResult {
  const job = JOBS.find((one) => one.name === name);
  if (job === undefined) {
    throw refusal(`There is no such prompt; the prompts are ${JOBS.map((one) => one.name).join(', ')}`);
  }
  const value = given?.[job.argument.name]?.trim() ?? '';
  if (value === '' || value.length > LONGEST_ARGUMENT) {
    throw refusal(`Argument ${job.argument.name} must be text of 1 to ${LONGEST_ARGUMENT} characters`);
  }
  return {
    description: job.description,
    messages: [{ role: 'user', content: { type: 'text', text: job.text(value) } }],
  };
}
