/** Keeps millions of lines in a few large buffers instead of millions of small arrays. */

const CHUNK_DOUBLES = 1 << 22;

export interface LineStore {
  readonly count: number;
  add(line: Float64Array): number;
  /** A view of the stored coordinates: do not keep it past `reverse`. */
  get(index: number): Float64Array;
  reverse(index: number): void;
}

export function createLineStore(): LineStore {
  const chunks: Float64Array[] = [];
  let room = 0;
  let starts = new Float64Array(1024);
  let lengths = new Uint32Array(1024);
  let count = 0;

  /** Positions are chunk * CHUNK_DOUBLES + offset; a line longer than a chunk gets one of its own. */
  function place(doubles: number): number {
    if (doubles > room) {
      chunks.push(new Float64Array(Math.max(CHUNK_DOUBLES, doubles)));
      room = Math.max(CHUNK_DOUBLES, doubles);
    }
    const chunk = chunks.length - 1;
    const offset = chunks[chunk]!.length - room;
    room = doubles > CHUNK_DOUBLES ? 0 : room - doubles;
    return chunk * CHUNK_DOUBLES + offset;
  }

  function get(index: number): Float64Array {
    const start = starts[index]!;
    const chunk = Math.floor(start / CHUNK_DOUBLES);
    const offset = start - chunk * CHUNK_DOUBLES;
    return chunks[chunk]!.subarray(offset, offset + lengths[index]!);
  }

  return {
    get count() {
      return count;
    },
    add(line) {
      if (count === starts.length) {
        starts = grown(starts, new Float64Array(count * 2));
        lengths = grown(lengths, new Uint32Array(count * 2));
      }
      starts[count] = place(line.length);
      lengths[count] = line.length;
      get(count).set(line);
      return count++;
    },
    get,
    reverse(index) {
      const line = get(index);
      for (let i = 0, j = line.length - 2; i < j; i += 2, j -= 2) {
        const x = line[i]!;
        const y = line[i + 1]!;
        line[i] = line[j]!;
        line[i + 1] = line[j + 1]!;
        line[j] = x;
        line[j + 1] = y;
      }
    },
  };
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
