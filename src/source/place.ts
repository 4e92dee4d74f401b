/** The last step of every reader: a geometry in the file's coordinates becomes one in WGS 84, or the row is refused. */

import type { Crs } from './crs.ts';
import type { Geometry } from './feature.ts';
import { RowError } from './row.ts';

export function placeGeometry(geometry: Geometry | undefined, crs: Crs): Geometry | undefined {
  if (geometry === undefined) return undefined;
  if (geometry.kind === 'point') {
    const at = Float64Array.of(geometry.lon, geometry.lat);
    crs.place(at);
    return { kind: 'point', lon: at[0]!, lat: at[1]! };
  }
  for (const line of geometry.parts) {
    if (line.length < 4) throw new RowError('a line with a single point');
    crs.place(line);
  }
  return geometry;
}
