/** The members of a zip file, each as a stream of bytes. */

import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile } from 'yauzl';
import { type ByteSource, readable } from './bytes.ts';
import { SourceError } from './feature.ts';
import { decodeGuessing } from './text-encoding.ts';

export interface Zip {
  members: ByteSource[];
  close(): void;
}

export async function openZip(path: string): Promise<Zip> {
  const file = await openFile(path);
  try {
    const entries = await entriesOf(file);
    const members = entries.map((entry) => memberBytes(path, file, entry));
    return { members, close: () => file.close() };
  } catch (cause) {
    file.close();
    throw new SourceError(`${path} could not be read as a zip file: ${(cause as Error).message}.`, { cause });
  }
}

function openFile(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names stay bytes: Chinese Windows writes them in GBK, which the format has no flag for.
    open(path, { lazyEntries: true, autoClose: false, decodeStrings: false }, (cause, file) => {
      if (!cause) resolve(file);
      else reject(new SourceError(`${path} could not be read as a zip file: ${cause.message}.`, { cause }));
    });
  });
}

function entriesOf(file: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    file.on('entry', (entry: Entry) => {
      entries.push(entry);
      file.readEntry();
    });
    file.on('end', () => resolve(entries.filter((entry) => !isHidden(nameOf(entry)))));
    file.on('error', reject);
    file.readEntry();
  });
}

/** Folders, and the shadow files that macOS packs along. */
function isHidden(name: string): boolean {
  return name.endsWith('/') || name.split('/').some((part) => part === '__MACOSX' || part.startsWith('._'));
}

function nameOf(entry: Entry): string {
  const raw: unknown = entry.fileName;
  return raw instanceof Uint8Array ? decodeGuessing(raw) : String(raw);
}

function memberBytes(path: string, file: ZipFile, entry: Entry): ByteSource {
  const name = nameOf(entry);
  return {
    name,
    seekable: false,
    open(start = 0) {
      if (start !== 0) throw new SourceError(`${name} in ${path} can only be read from its start. Unpack it first.`);
      let read = 0;
      async function* chunks(): AsyncGenerator<Buffer> {
        const stream = await openMember(file, entry);
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          read += chunk.length;
          yield chunk;
        }
      }
      const size = entry.uncompressedSize;
      return { chunks: readable(chunks(), `${name} in ${path}`), fractionRead: () => (size === 0 ? 1 : read / size) };
    },
  };
}

function openMember(file: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
