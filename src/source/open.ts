/** Opens a river file of any known format, which it recognises by content first and by name where content leaves it open. */

import { statSync } from 'node:fs';
import { type ByteSource, fileBytes, gzipBytes, headOf } from './bytes.ts';
import { type Container, openFolder, openStream, openZipFile, shapefileAt } from './container.ts';
import { type OpenOptions, type Source, SourceError } from './feature.ts';
import { recogniseFormat } from './format.ts';
import { listGeoPackageLayers, openGeoPackage } from './geopackage.ts';
import { chooseLayer, type Layer } from './layer.ts';
import { openShapefile } from './shapefile.ts';

const HEAD_BYTES = 1 << 16;

export async function openSource(path: string, options: OpenOptions = {}): Promise<Source> {
  if (isFolder(path)) return openMember(path, openFolder(path), options);
  const bytes = await plainOrGzip(path);
  const format = recogniseFormat(await headOf(bytes, HEAD_BYTES), bytes.name);
  if (format === 'zip') return openMember(path, openZipFile(path), options);
  if (format === 'GeoPackage' && bytes.seekable) return openGeoPackage(path, options);
  const source = await (format === 'Shapefile' && bytes.seekable
    ? openShapefile(path, shapefileAt(path), options, () => {})
    : openStream(path, bytes, format, options));
  if (options.layer !== undefined) {
    chooseLayer(path, [{ name: source.layer, geometryType: 'GEOMETRY', count: source.count }], options.layer);
  }
  return source;
}

/** The layers a file has, to choose from with --layer. */
export async function listLayers(path: string): Promise<Layer[]> {
  if (isFolder(path)) return layersOf(await openFolder(path));
  const bytes = await plainOrGzip(path);
  const format = recogniseFormat(await headOf(bytes, HEAD_BYTES), bytes.name);
  if (format === 'zip') return layersOf(await openZipFile(path));
  if (format === 'GeoPackage') return listGeoPackageLayers(path);
  const source = await openSource(path);
  source.close();
  return [{ name: source.layer, geometryType: format === 'CSV' ? undefined : 'GEOMETRY', count: source.count }];
}

function layersOf(container: Container): Layer[] {
  container.close();
  return container.members.map(({ layer }) => layer);
}

function isFolder(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new SourceError(`There is no file ${path}.`);
  return stat.isDirectory();
}

async function plainOrGzip(path: string): Promise<ByteSource> {
  const plain = fileBytes(path);
  const magic = await headOf(plain, 2);
  return magic[0] === 0x1f && magic[1] === 0x8b ? gzipBytes(path) : plain;
}

async function openMember(path: string, opening: Promise<Container>, options: OpenOptions): Promise<Source> {
  const container = await opening;
  try {
    const layers = container.members.map(({ layer }) => layer);
    const chosen = chooseLayer(path, layers, options.layer);
    const { layer: _chosen, ...rest } = options;
    const source = await container.members[layers.indexOf(chosen)]!.open(rest);
    return { ...source, path, layer: chosen.name, close: container.close };
  } catch (error) {
    container.close();
    throw error;
  }
}
