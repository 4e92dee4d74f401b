/** Cursors: where a page ended, as opaque text that a client gives back unchanged. */
import { InvalidInputError } from './errors.ts';

export type CursorPart = string | number;

/** `kind` keeps the cursors of different operations apart. */
export function writeCursor(kind: string, parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([kind, ...parts])).toString('base64url');
}

/** The parts, of the types of the example. Throws an InvalidInputError for anything that was not written so. */
export function readCursor<const Parts extends readonly CursorPart[]>(
  kind: string,
  cursor: string,
  example: Parts,
): { -readonly [I in keyof Parts]: Parts[I] extends string ? string : number } {
  const parts = partsOf(cursor);
  const fits =
    parts?.length === example.length + 1 &&
    parts[0] === kind &&
    example.every((part, i) => {
      const given = parts[i + 1];
      return typeof given === typeof part && (typeof given !== 'number' || (Number.isSafeInteger(given) && given >= 0));
    });
  if (!fits) {
    throw new InvalidInputError('cursor', {
      en: 'cursor must be what the page before gave, for the same question; leave it out to start again',
      zh: 'cursor 应是同一查询上一页给出的文本；去掉它可从头开始',
    });
  }
  return parts.slice(1) as never;
}

function partsOf(cursor: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Ids mean something only in the dataset they come from: such cursors start with this. */
export function editionMark(identity: string): string {
  return identity.slice(0, 8);
}

export function checkEdition(identity: string, mark: string): void {
  if (mark === editionMark(identity)) return;
  throw new InvalidInputError('cursor', {
    en: 'the dataset has been replaced since the page before; leave the cursor out to start again',
    zh: '上一页之后数据集已更换；请去掉 cursor 从头开始',
  });
}
