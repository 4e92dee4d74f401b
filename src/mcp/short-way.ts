/**
 * The short way for a plain call of a tool, which is nearly every request: same tool, same answer, byte for byte, as
 * through the server of the SDK, whose checks of every message cost more than the lookup does.
 */
import { type ByteString, toByteString } from '../format/byte-string.ts';
import type { Arguments } from '../service/arguments.ts';
import type { Service } from '../service/service.ts';
import { createHotRivers, hotKey } from './hot-rivers.ts';
import type { ServerParts } from './server.ts';
import { callTool, isTool, readyAnswer, type ToolAnswer } from './tools.ts';

interface PlainCall {
  id: string | number;
  name: string;
  given: Arguments;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const CALL_MEMBERS: ReadonlySet<string> = new Set(['name', 'arguments']);

/** `undefined` for everything that is not exactly a call of a known tool, without `_meta` or other extras. */
function plainCallOf(body: unknown): PlainCall | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call' || !isObject(body.params)) {
    return undefined;
  }
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string' || !isTool(name) || !isObject(given)) return undefined;
  for (const member in body) if (!MEMBERS.has(member)) return undefined;
  for (const member in params) if (!CALL_MEMBERS.has(member)) return undefined;
  return { id: id as string | number, name, given };
}

/** All of the reply that comes before the id. */
function replyStart(text: ByteString, rest: ByteString): ByteString {
  return `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}],${rest}},"jsonrpc":"2.0","id":`;
}

function startOfAnswer(answer: ToolAnswer): ByteString {
  const rest = answer.isError ? '"isError":true' : `"structuredContent":${toByteString(answer.json)}`;
  return replyStart(toByteString(answer.text), rest);
}

function startOfRecord(record: ByteString): ByteString {
  return replyStart(record, `"structuredContent":${record}`);
}

function replyJson(start: ByteString, id: string | number): ByteString {
  return `${start}${toByteString(JSON.stringify(id))}}`;
}

/** The JSON of the answer, at once where it can be had so; `undefined` where the request has to go the ordinary way. */
export type ShortWay = (body: unknown) => ByteString | Promise<ByteString> | undefined;

export function createShortWay({ holder, onFault }: ServerParts): ShortWay {
  const hot = createHotRivers();

  function startOf(service: Service, { name, given }: PlainCall): ByteString | Promise<ByteString> {
    const key = hotKey(name, given);
    const known = key === undefined ? undefined : hot.get(service, key);
    if (known !== undefined) return known;
    const ready = readyAnswer(service, name, given);
    if (ready === undefined) return callTool(service, name, given, onFault).then(startOfAnswer);
    const start = startOfRecord(ready);
    if (key !== undefined) hot.offer(service, key, start);
    return start;
  }

  return (body) => {
    const call = plainCallOf(body);
    if (call === undefined) return undefined;
    const start = holder.use((service) => startOf(service, call));
    return start instanceof Promise ? start.then((later) => replyJson(later, call.id)) : replyJson(start, call.id);
  };
}
