/** Which layer of a file with several is meant: the one named, or the only one that can be rivers. */

import { SourceError } from './feature.ts';

export interface Layer {
  name: string;
  /** `MULTILINESTRING` and the like in upper case; undefined for a table without geometry. */
  geometryType: string | undefined;
  count: number | undefined;
}

const LINE_TYPES = new Set(['LINESTRING', 'MULTILINESTRING', 'GEOMETRY', 'GEOMETRYCOLLECTION', 'CURVE', 'MULTICURVE']);
const POINT_TYPES = new Set(['POINT', 'MULTIPOINT']);

/** Lines before points before tables; where the best kind has several layers the user must say which. */
export function chooseLayer(path: string, layers: readonly Layer[], wanted: string | undefined): Layer {
  if (wanted !== undefined) {
    const exact = layers.find(({ name }) => name === wanted);
    const found = exact ?? layers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    throw new SourceError(`${path} has no layer "${wanted}". It has:\n${describeLayers(layers)}`);
  }
  const kinds = [
    layers.filter(({ geometryType }) => LINE_TYPES.has(geometryType ?? '')),
    layers.filter(({ geometryType }) => POINT_TYPES.has(geometryType ?? '')),
    layers.filter(({ geometryType }) => geometryType === undefined),
  ];
  const candidates = kinds.find((kind) => kind.length > 0);
  if (candidates?.length === 1) return candidates[0]!;
  if (candidates) {
    throw new SourceError(`${path} has several layers; say which with --layer NAME:\n${describeLayers(layers)}`);
  }
  throw new SourceError(`${path} has no layer of lines or points. It has:\n${describeLayers(layers)}`);
}

function describeLayers(layers: readonly Layer[]): string {
  return layers
    .map(({ name, geometryType, count }) => {
      const size = count === undefined ? '' : `, ${count} rows`;
      return `  ${name} (${geometryType?.toLowerCase() ?? 'no geometry'}${size})`;
    })
    .join('\n');
}
