/** Calls tools as a model would, and checks on the way what holds for every answer. */
import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { TOOLS } from '../../../src/mcp/tools.ts';
import type { McpApp } from './mcp-app.ts';

interface CallResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const ajv = new Ajv({ strict: false });
const validators = new Map(TOOLS.map((tool) => [tool.name, ajv.compile(tool.outputSchema as object)] as const));

export async function callRaw({ call }: Pick<McpApp, 'call'>, name: string, given: object): Promise<CallResult> {
  const message = await call('tools/call', { name, arguments: given });
  assert.ok(message.result !== undefined, JSON.stringify(message));
  return message.result as CallResult;
}

/** The structure of a good answer, which its schema and its text agree with. */
export async function ask<T = Record<string, unknown>>(
  app: Pick<McpApp, 'call'>,
  name: string,
  given: object = {},
): Promise<T> {
  const result = await callRaw(app, name, given);
  const [content] = result.content;
  assert.ok(result.isError === undefined, content?.text ?? '');
  assert.equal(result.content.length, 1);
  assert.equal(content?.type, 'text');
  const structured = result.structuredContent!;
  const validate = validators.get(name)!;
  assert.ok(validate(structured), `${name}: ${ajv.errorsText(validate.errors)}`);
  if (name === 'watershed_knowledge') assert.equal(content.text, structured.text);
  else assert.deepEqual(JSON.parse(content.text), structured);
  return structured as T;
}

/** The words of an answer that is an error. */
export async function askWrongly(app: Pick<McpApp, 'call'>, name: string, given: object): Promise<string> {
  const result = await callRaw(app, name, given);
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.structuredContent, undefined);
  return result.content.map(({ text }) => text).join('\n');
}
