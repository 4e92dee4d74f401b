/** Requests to send, packed: a list of a million of them takes the room of its bytes, and a thread can share it. */
import { DatabaseSync } from 'node:sqlite';

export interface RequestList {
  bytes: SharedArrayBuffer;
  /** Where each begins; one more than there are requests. */
  starts: Uint32Array;
}

export function packRequests(requests: readonly string[]): RequestList {
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (requests.length + 1)));
  let size = 0;
  requests.forEach((request, i) => {
    size += Buffer.byteLength(request);
    starts[i + 1] = size;
  });
  const bytes = new SharedArrayBuffer(size);
  const buffer = Buffer.from(bytes);
  requests.forEach((request, i) => {
    buffer.write(request, starts[i]!);
  });
  return { bytes, starts };
}

export function getRequest(target: string, headers = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
}

export function postRequest(target: string, body: string): string {
  const headers = 'Content-Type: application/json\r\nAccept: application/json\r\n';
  return `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export interface ReachCode {
  basincode: string;
  subbasincd: string;
  binstrval: string;
  binstrlen: string;
}

/** Evenly over the whole dataset, at most so many. */
export function codesOf(dataset: string, most: number): ReachCode[] {
  const db = new DatabaseSync(dataset, { readOnly: true });
  const { count } = db.prepare('SELECT max(fid) AS count FROM reach').get() as { count: number };
  const step = Math.max(1, count / most);
  const query = db.prepare('SELECT code FROM reach WHERE fid = ?');
  const codes: ReachCode[] = [];
  for (let at = 1; at <= count && codes.length < most; at += step) {
    const { code } = query.get(Math.floor(at)) as { code: string };
    const [place = '', binstrval = '', binstrlen = ''] = code.split('.');
    codes.push({ basincode: place.slice(0, 4), subbasincd: place.slice(4), binstrval, binstrlen });
  }
  db.close();
  return codes;
}

/** The standard part of an MA string. */
export function codeText({ basincode, subbasincd, binstrval, binstrlen }: ReachCode): string {
  return `${basincode}${subbasincd}.${binstrval}.${binstrlen}`;
}

export function riverTarget({ basincode, subbasincd, binstrval, binstrlen }: ReachCode): string {
  return `/api/rivers/${basincode}/${subbasincd}/${binstrval}/${binstrlen}/1`;
}

/** Random numbers that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
