/** From the lines and points met in a geometry to the one thing the feature is. */

import type { Geometry, Line } from './feature.ts';
import { RowError } from './row.ts';

/** Lines win over points that stand with them in a collection; nothing at all is an empty geometry. Points are x, y, x, y. */
export function gatherGeometry(lines: Line[], points: readonly number[]): Geometry | undefined {
  if (lines.length > 0) return { kind: 'line', parts: lines };
  if (points.length === 0) return undefined;
  if (points.length > 2) throw new RowError(`${points.length / 2} points in one feature`);
  return { kind: 'point', lon: points[0]!, lat: points[1]! };
}
