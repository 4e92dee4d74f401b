/** What a crowded tile shows, chosen when the dataset is made: ids, so that nothing else has to be looked at for it. */

export interface TileList {
  reaches: readonly number[];
  pois: readonly number[];
}

const NUMBER_BYTES = 4;

/** The number of reaches, their ids, those of the points; each in 32 bits, the lowest byte first. */
export function encodeTileList({ reaches, pois }: TileList): Uint8Array {
  const numbers = [reaches.length, ...reaches, ...pois];
  const bytes = new Uint8Array(numbers.length * NUMBER_BYTES);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => {
    view.setUint32(i * NUMBER_BYTES, number, true);
  });
  return bytes;
}

export function decodeTileList(bytes: Uint8Array): TileList {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = Array.from({ length: bytes.byteLength / NUMBER_BYTES }, (_, i) =>
    view.getUint32(i * NUMBER_BYTES, true),
  );
  const firstPoi = 1 + numbers[0]!;
  return { reaches: numbers.slice(1, firstPoi), pois: numbers.slice(firstPoi) };
}
