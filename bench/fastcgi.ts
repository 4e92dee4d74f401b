/** A FastCGI client for one program behind a socket of its own: what a web server would do, with nothing else in the way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const [BEGIN, END, PARAMS, STDIN, STDOUT] = [1, 3, 4, 5, 6];
const HEADER_BYTES = 8;
const PATIENCE_MS = 10_000;

function record(type: number, content: Uint8Array): Buffer {
  const header = Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 0xff, 0, 0]);
  return Buffer.concat([header, content]);
}

function lengthBytes(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((length | 0x80000000) >>> 0);
  return bytes;
}

/** The program's whole answer to one request: headers, an empty line, a body. */
export function ask(socketPath: string, parameters: Readonly<Record<string, string>>): Promise<Buffer> {
  const pairs = Object.entries(parameters).map(([name, value]) => {
    const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
    return Buffer.concat([lengthBytes(nameBytes.length), lengthBytes(valueBytes.length), nameBytes, valueBytes]);
  });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect(socketPath);
  const nothing = Buffer.alloc(0);
  const asked = [record(BEGIN, Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])), record(PARAMS, Buffer.concat(pairs))];
  socket.write(Buffer.concat([...asked, record(PARAMS, nothing), record(STDIN, nothing)]));
  let received: Buffer = nothing;
  const answer: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= HEADER_BYTES) {
      const contentBytes = received.readUInt16BE(4);
      const wholeBytes = HEADER_BYTES + contentBytes + received[6]!;
      if (received.length < wholeBytes) break;
      if (received[1] === STDOUT) answer.push(received.subarray(HEADER_BYTES, HEADER_BYTES + contentBytes));
      if (received[1] === END) resolve(Buffer.concat(answer));
      received = received.subarray(wholeBytes);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the program closed the connection without an answer')));
  return promise.finally(() => socket.destroy());
}

/** The socket's file is there a moment before anybody listens. */
function isListening(socketPath: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(socketPath, () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Starts it with `spawn-fcgi`, which gives a program the socket that it listens on. */
export async function startProgram(
  socketPath: string,
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ pid: number; stop(): Promise<void> }> {
  const env = { ...process.env, ...environment };
  const child: ChildProcess = spawn('spawn-fcgi', ['-n', '-s', socketPath, '--', program], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let waitedMs = 0; !(await isListening(socketPath)); waitedMs += 20) {
    if (waitedMs > PATIENCE_MS || child.exitCode !== null) throw new Error(`${program} does not start`);
    await delay(20);
  }
  return {
    pid: child.pid!,
    async stop() {
      // MapServer would heed a gentler signal only at the next request.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
