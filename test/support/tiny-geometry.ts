/** GeoPackage geometries without an envelope, written in the plainest way. */

const NO_ENVELOPE = Uint8Array.of(0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0);

export function pointBlob(lon: number, lat: number): Uint8Array {
  return Buffer.concat([NO_ENVELOPE, wkb(1), doubles([lon, lat])]);
}

export function lineBlob(line: Float64Array): Uint8Array {
  return Buffer.concat([NO_ENVELOPE, wkb(2, line.length / 2), doubles(line)]);
}

export function multiLineBlob(lines: readonly Float64Array[]): Uint8Array {
  const parts = lines.flatMap((line) => [wkb(2, line.length / 2), doubles(line)]);
  return Buffer.concat([NO_ENVELOPE, wkb(5, lines.length), ...parts]);
}

/** Byte order, type, and the number of parts where the type has parts. */
function wkb(type: number, count?: number): Buffer {
  const header = Buffer.alloc(count === undefined ? 5 : 9);
  header.writeUInt8(1, 0);
  header.writeUInt32LE(type, 1);
  if (count !== undefined) header.writeUInt32LE(count, 5);
  return header;
}

function doubles(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (let i = 0; i < values.length; i++) bytes.writeDoubleLE(values[i]!, i * 8);
  return bytes;
}
