/**
 * The identity of a dataset file: a SHA-256 over all its bytes, stored in the file itself. While it is computed, the
 * place where it stands counts as zeros; so any other byte that changes makes it wrong.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const MARK = 'watercode-sha256:';
const DIGITS = 64;
const CHUNK_BYTES = 1 << 20;

/** What the builder writes into `meta` before the real hash is known. */
export const IDENTITY_PLACEHOLDER = MARK + '0'.repeat(DIGITS);

export interface HashCheck {
  ok: boolean;
  expected: string;
  actual: string;
}

/** Computes the hash of a finished file and writes it over the placeholder. */
export async function stampIdentity(path: string): Promise<string> {
  const { hash, offset } = await hashFile(path);
  if (offset === undefined) throw new Error(`${path} has no place for its identity`);
  const file = await open(path, 'r+');
  try {
    await file.write(Buffer.from(hash, 'latin1'), 0, DIGITS, offset);
  } finally {
    await file.close();
  }
  return hash;
}

/** Reads the whole file in small steps, so that a service can go on answering meanwhile. */
export async function verifyFileHash(path: string): Promise<HashCheck> {
  const { hash, stored } = await hashFile(path);
  return { ok: hash === stored, expected: stored ?? '', actual: hash };
}

interface FileHash {
  hash: string;
  /** Where the digits stand, and what they are. */
  offset: number | undefined;
  stored: string | undefined;
}

async function hashFile(path: string): Promise<FileHash> {
  const mark = Buffer.from(MARK, 'latin1');
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  let offset: number | undefined;
  let stored: string | undefined;
  try {
    // What is carried over from one chunk to the next is what a mark with its digits could be cut in.
    const carryBytes = mark.length + DIGITS - 1;
    const buffer = Buffer.allocUnsafe(carryBytes + CHUNK_BYTES);
    let carried = 0;
    let position = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, carried, CHUNK_BYTES, position + carried);
      const filled = carried + bytesRead;
      const window = buffer.subarray(0, filled);
      const found = offset === undefined ? findDigits(window, mark) : -1;
      if (found >= 0) {
        offset = position + found;
        stored = window.toString('latin1', found, found + DIGITS);
        window.fill('0', found, found + DIGITS, 'latin1');
      }
      const done = bytesRead === 0;
      const take = done ? filled : Math.max(0, filled - carryBytes);
      hash.update(window.subarray(0, take));
      if (done) break;
      buffer.copyWithin(0, take, filled);
      carried = filled - take;
      position += take;
    }
  } finally {
    await file.close();
  }
  return { hash: hash.digest('hex'), offset, stored };
}

/** Where 64 hexadecimal digits stand behind the mark; -1 if nowhere in this window. */
function findDigits(window: Buffer, mark: Buffer): number {
  for (let at = window.indexOf(mark); at >= 0; at = window.indexOf(mark, at + 1)) {
    const digits = window.toString('latin1', at + mark.length, at + mark.length + DIGITS);
    if (/^[0-9a-f]{64}$/.test(digits)) return at + mark.length;
  }
  return -1;
}
