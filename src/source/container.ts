/** What can be opened in a folder or a zip file: Shapefiles with all their parts, and files that are read as a stream. */

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ByteSource, fileBytes } from './bytes.ts';
import { openCsv } from './csv.ts';
import { type OpenOptions, type Source, SourceError } from './feature.ts';
import { openFlatGeobuf } from './flatgeobuf.ts';
import type { FileFormat } from './format.ts';
import { openGeoJson } from './geojson.ts';
import type { Layer } from './layer.ts';
import { openShapefile, type ShapefileParts, shapefileCount, shapefileGeometryType } from './shapefile.ts';
import { openZip } from './zip.ts';

export interface Container {
  members: { layer: Layer; open(options: OpenOptions): Promise<Source> }[];
  close(): void;
}

/** Formats told by name inside a container; documents of these kinds may hold lines. */
const STREAMED: readonly { extension: RegExp; format: FileFormat; geometryType: string | undefined }[] = [
  { extension: /\.(geojson|json)$/i, format: 'GeoJSON', geometryType: 'GEOMETRY' },
  { extension: /\.(geojsonl|geojsons|geojsonseq|ndjson|jsonl)$/i, format: 'GeoJSONSeq', geometryType: 'GEOMETRY' },
  { extension: /\.fgb$/i, format: 'FlatGeobuf', geometryType: 'GEOMETRY' },
  { extension: /\.(csv|tsv)$/i, format: 'CSV', geometryType: undefined },
];

const SHAPEFILE_PART = /\.(shp|shx|dbf|prj|cpg)$/i;

/** The Shapefiles of a folder. */
export async function openFolder(path: string): Promise<Container> {
  const names = readdirSync(path);
  const files = names.filter((name) => SHAPEFILE_PART.test(name)).map((name) => fileBytes(join(path, name)));
  const container = await containerOf(path, files, () => {});
  if (container.members.length === 0) {
    const hint = /\.gdb\/?$/i.test(path)
      ? ' A file geodatabase must be converted first, for example with ogr2ogr.'
      : '';
    throw new SourceError(`The folder ${path} has no Shapefile in it.${hint}`);
  }
  return container;
}

export async function openZipFile(path: string): Promise<Container> {
  const zip = await openZip(path);
  try {
    const container = await containerOf(path, zip.members, zip.close);
    if (container.members.length > 0) return container;
    const names = zip.members.map(({ name }) => name);
    const inside = names.slice(0, 5).join(', ') + (names.length > 5 ? ', ...' : '');
    const packed = names.some((name) => /\.(gpkg|zip|gz)$/i.test(name)) ? ' Unpack it first.' : '';
    throw new SourceError(
      `${path} holds no file that can be read from a zip (it has: ${inside || 'nothing'}).${packed}`,
    );
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The files of a Shapefile that stand beside its .shp. */
export function shapefileAt(path: string): ShapefileParts {
  const folder = dirname(path);
  const files = readdirSync(folder).filter((name) => SHAPEFILE_PART.test(name));
  return partsOf(
    fileBytes(join(folder, basename(path))),
    files.map((name) => fileBytes(join(folder, name))),
  );
}

export function openStream(path: string, bytes: ByteSource, format: FileFormat, options: OpenOptions): Promise<Source> {
  switch (format) {
    case 'GeoJSON':
    case 'GeoJSONSeq':
      return openGeoJson(path, bytes, format, options);
    case 'FlatGeobuf':
      return openFlatGeobuf(path, bytes, options);
    case 'CSV':
      return openCsv(path, bytes, options);
    default:
      throw new SourceError(`${path} is a ${format} inside another file: unpack it first.`);
  }
}

async function containerOf(path: string, files: readonly ByteSource[], close: () => void): Promise<Container> {
  const members: Container['members'] = [];
  const nameOf = layerNames(files);
  for (const file of files) {
    const name = nameOf(file);
    if (/\.shp$/i.test(file.name)) {
      const parts = partsOf(file, files);
      const layer = { name, geometryType: await shapefileGeometryType(file), count: await shapefileCount(parts.dbf) };
      members.push({ layer, open: (options) => openShapefile(path, parts, options, close) });
    }
    const streamed = STREAMED.find(({ extension }) => extension.test(file.name));
    if (streamed) {
      const layer = { name, geometryType: streamed.geometryType, count: undefined };
      members.push({ layer, open: (options) => openStream(path, file, streamed.format, options) });
    }
  }
  return { members, close };
}

/** A layer is named like its file; with its folder where two files would have the same name. */
function layerNames(files: readonly ByteSource[]): (file: ByteSource) => string {
  const seen = new Map<string, number>();
  const isLayer = ({ name }: ByteSource) =>
    /\.shp$/i.test(name) || STREAMED.some(({ extension }) => extension.test(name));
  for (const file of files.filter(isLayer)) {
    const name = stemOf(basename(file.name));
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return ({ name }) => (seen.get(stemOf(basename(name))) === 1 ? stemOf(basename(name)) : stemOf(name));
}

function partsOf(shp: ByteSource, files: readonly ByteSource[]): ShapefileParts {
  const stem = stemOf(shp.name).toLowerCase();
  const find = (extension: string) => files.find(({ name }) => name.toLowerCase() === `${stem}.${extension}`);
  return { shp, shx: find('shx'), dbf: find('dbf'), prj: find('prj'), cpg: find('cpg') };
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
