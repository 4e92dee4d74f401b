/** Writes well-known binary for tests, in every dimension and byte order. */

export interface WkbStyle {
  dimensions?: '' | 'Z' | 'M' | 'ZM';
  littleEndian?: boolean;
  flavour?: 'iso' | 'ewkb';
}

/** Positions are x, y, z, m; what the dimensions leave out is not written. */
export function lineWkb(positions: readonly (readonly number[])[], style: WkbStyle): Buffer {
  const { dimensions = '', littleEndian = true } = style;
  const picks = [0, 1, ...(dimensions.includes('Z') ? [2] : []), ...(dimensions.includes('M') ? [3] : [])];
  const body = Buffer.alloc(4 + positions.length * picks.length * 8);
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  view.setUint32(0, positions.length, littleEndian);
  let at = 4;
  for (const position of positions) {
    for (const pick of picks) {
      view.setFloat64(at, position[pick]!, littleEndian);
      at += 8;
    }
  }
  return Buffer.concat([wkbHeader(2, style), body]);
}

export function pointWkb(x: number, y: number): Buffer {
  const body = Buffer.alloc(16);
  body.writeDoubleLE(x, 0);
  body.writeDoubleLE(y, 8);
  return Buffer.concat([wkbHeader(1, {}), body]);
}

/** Any geometry that is a count and members: 3 polygon, 4 points, 5 lines, 7 collection, 8 circular string. */
export function multiWkb(type: number, members: readonly Buffer[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(members.length);
  return Buffer.concat([wkbHeader(type, {}), count, ...members]);
}

export function collectionWkb(members: readonly Buffer[]): Buffer {
  return multiWkb(7, members);
}

/** With the header of a GeoPackage blob, without envelope. */
export function geoPackageBlob(wkb: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]), wkb]);
}

function wkbHeader(type: number, { dimensions = '', littleEndian = true, flavour = 'iso' }: WkbStyle): Buffer {
  const hasZ = dimensions.includes('Z');
  const hasM = dimensions.includes('M');
  const iso = type + (hasZ ? 1000 : 0) + (hasM ? 2000 : 0);
  const ewkb = type + (hasZ ? 0x80000000 : 0) + (hasM ? 0x40000000 : 0) + 0x20000000;
  const header = Buffer.alloc(flavour === 'iso' ? 5 : 9);
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  view.setUint8(0, littleEndian ? 1 : 0);
  view.setUint32(1, flavour === 'iso' ? iso : ewkb, littleEndian);
  if (flavour === 'ewkb') view.setUint32(5, 4326, littleEndian);
  return header;
}
