/** Writes the files of a Shapefile byte by byte, for what GDAL would not write: old encodings and broken rows. */

import { writeFileSync } from 'node:fs';

export interface DbfColumn {
  name: string | Buffer;
  type: 'C' | 'N' | 'F' | 'D' | 'L';
  length: number;
}

/** Cells are bytes as they stand in the file; shorter ones are padded with blanks. */
export interface DbfRow {
  cells: (string | Buffer)[];
  deleted?: boolean;
}

export function dbfBytes(columns: readonly DbfColumn[], rows: readonly DbfRow[], languageDriver = 0): Buffer {
  const header = Buffer.alloc(32 + 32 * columns.length + 1);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + columns.reduce((sum, { length }) => sum + length, 0), 10);
  header[29] = languageDriver;
  for (const [i, { name, type, length }] of columns.entries()) {
    Buffer.from(name).copy(header, 32 + 32 * i, 0, 11);
    header.write(type, 32 + 32 * i + 11, 'latin1');
    header[32 + 32 * i + 16] = length;
  }
  header[header.length - 1] = 0x0d;
  const records = rows.map(({ cells, deleted }) => {
    const padded = columns.map(({ length }, i) => {
      const cell = Buffer.alloc(length, 0x20);
      Buffer.from(cells[i]!).copy(cell);
      return cell;
    });
    return Buffer.concat([Buffer.from(deleted ? '*' : ' '), ...padded]);
  });
  return Buffer.concat([header, ...records, Buffer.from([0x1a])]);
}

/** A shape's content: parts of x, y pairs; null for a null shape; or raw bytes. */
export type Shape = number[][][] | null | Buffer;

export function polyline(parts: number[][][]): Buffer {
  const points = parts.flat();
  const content = Buffer.alloc(44 + 4 * parts.length + 16 * points.length);
  content.writeInt32LE(3, 0);
  content.writeInt32LE(parts.length, 36);
  content.writeInt32LE(points.length, 40);
  let first = 0;
  for (const [i, part] of parts.entries()) {
    content.writeInt32LE(first, 44 + 4 * i);
    first += part.length;
  }
  let at = 44 + 4 * parts.length;
  for (const [x, y] of points) {
    content.writeDoubleLE(x!, at);
    content.writeDoubleLE(y!, at + 8);
    at += 16;
  }
  return content;
}

function contentOf(shape: Shape): Buffer {
  if (shape === null) return Buffer.alloc(4);
  return Buffer.isBuffer(shape) ? shape : polyline(shape);
}

/** The .shp and .shx; `order` is the order in which the shapes stand in the .shp, where it is not that of the rows. */
export function shpBytes(shapes: readonly Shape[], order = shapes.map((_, i) => i)): { shp: Buffer; shx: Buffer } {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(3, 32);
  const records: Buffer[] = [];
  const index: Buffer[] = shapes.map(() => Buffer.alloc(8));
  let offset = 100;
  for (const row of order) {
    const content = contentOf(shapes[row]!);
    const recordHeader = Buffer.alloc(8);
    recordHeader.writeInt32BE(row + 1, 0);
    recordHeader.writeInt32BE(content.length / 2, 4);
    records.push(recordHeader, content);
    index[row]!.writeInt32BE(offset / 2, 0);
    index[row]!.writeInt32BE(content.length / 2, 4);
    offset += 8 + content.length;
  }
  return { shp: Buffer.concat([header, ...records]), shx: Buffer.concat([header, ...index]) };
}

export function writeShapefile(stem: string, files: Record<string, Buffer | string | undefined>): void {
  for (const [extension, content] of Object.entries(files)) {
    if (content !== undefined) writeFileSync(`${stem}.${extension}`, content);
  }
}
