/** Where bytes come from: a plain file, a gzipped one, or a member of a zip; always as a stream, never whole. */

import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceError } from './feature.ts';

export interface ByteStream {
  chunks: AsyncIterable<Buffer>;
  /** How much of what is stored has been read, 0 to 1. */
  fractionRead(): number;
}

export interface ByteSource {
  /** Name without a `.gz`, to tell the format by. */
  name: string;
  /** Whether `open` can start anywhere without reading what stands before. */
  seekable: boolean;
  open(start?: number): ByteStream;
}

const CHUNK_BYTES = 1 << 20;

export function fileBytes(path: string): ByteSource {
  const size = statSync(path).size;
  return {
    name: path,
    seekable: true,
    open(start = 0) {
      const stream = createReadStream(path, { start, highWaterMark: CHUNK_BYTES });
      return { chunks: stream, fractionRead: () => (size === 0 ? 1 : (start + stream.bytesRead) / size) };
    },
  };
}

export function gzipBytes(path: string): ByteSource {
  const size = statSync(path).size;
  return {
    name: path.replace(/\.gz$/i, ''),
    seekable: false,
    open(start = 0) {
      if (start !== 0)
        throw new SourceError(`${path} is compressed and can only be read from its start. Unpack it first.`);
      const stored = createReadStream(path, { highWaterMark: CHUNK_BYTES });
      const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
      // An error in either stream ends the loop over the chunks, which reports it.
      pipeline(stored, unpacked, () => {});
      return { chunks: readable(unpacked, path), fractionRead: () => (size === 0 ? 1 : stored.bytesRead / size) };
    },
  };
}

/** What cannot be unpacked is the file's fault, and said as such. */
export async function* readable(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new SourceError(`${path} could not be unpacked: ${(cause as Error).message}. Is the file complete?`, {
      cause,
    });
  }
}

/** The first bytes of a source, at most `length`. */
export async function headOf(source: ByteSource, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of source.open().chunks) {
    chunks.push(chunk);
    total += chunk.length;
    if (total >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}
