/** Writes the `reach` layer. */
import type { DatabaseSync } from 'node:sqlite';
import { boxOfLines, createGeometryEncoder } from '../format/geometry-blob.ts';
import { reachCode } from './codes.ts';
import type { DatasetContent } from './content.ts';

const STEPS_BETWEEN_PROGRESS = 8192;

/** Returns the box of each reach in the order of its fid. */
export function writeReaches(
  db: DatabaseSync,
  content: DatasetContent,
  zoneFids: Int32Array,
  progress: (done: number) => void,
): Float64Array {
  const { network, coded, rivers, riverOf } = content;
  const { areaKm2 } = network;
  const putReach = db.prepare(`INSERT INTO reach VALUES (${Array(17).fill('?').join(', ')})`);
  const encoder = createGeometryEncoder();
  const boxes = new Float64Array(network.count * 4);
  const depths = new Int32Array(network.count);

  for (let i = 0; i < network.count; i++) {
    const reach = coded.byId[i]!;
    const below = network.down[reach]!;
    const depth = below < 0 ? 1 : depths[below]! + 1;
    depths[reach] = depth;
    const line = content.lineOf(reach);
    const box = boxOfLines([line]);
    boxes.set(box, i * 4);
    const river = riverOf[reach]!;
    const name = river < 0 ? undefined : rivers[river]!.name;
    const area = areaKm2 === undefined || Number.isNaN(areaKm2[reach]!) ? null : areaKm2[reach]!;
    const sourceId = content.sourceIdOf(reach);
    putReach.run(
      i + 1,
      reachCode(content, reach),
      coded.last[reach]!,
      below < 0 ? null : coded.id[below]!,
      coded.inflows[reach]!,
      coded.strahler[reach]!,
      rounded(network.lengthKm[reach]!),
      area,
      rounded(coded.upstreamLengthKm[reach]!),
      rounded(coded.distanceToOutletKm[reach]!),
      depth,
      zoneFids[coded.zone[reach]!]!,
      river < 0 ? null : river + 1,
      name?.zh ?? null,
      name?.en ?? null,
      sourceId === '' ? null : sourceId,
      encoder.line(line, box),
    );
    if (i % STEPS_BETWEEN_PROGRESS === 0) progress(i);
  }
  progress(network.count);
  return boxes;
}

/** To the metre. */
export function rounded(km: number): number {
  return Math.round(km * 1000) / 1000;
}
