/** Writes the `poi` layer: junctions of the network first, then what files brought. */
import type { DatabaseSync } from 'node:sqlite';
import { createGeometryEncoder } from '../format/geometry-blob.ts';
import { reachCode } from './codes.ts';
import type { DatasetContent } from './content.ts';
import type { Naming } from './naming.ts';

export const JUNCTION = 'junction';

/** Returns the box of each POI in the order of its fid. */
export function writePois(db: DatabaseSync, content: DatasetContent, naming: Naming): Float64Array {
  const { junctions, pois } = content;
  const put = db.prepare(`INSERT INTO poi VALUES (${Array(12).fill('?').join(', ')})`);
  const encoder = createGeometryEncoder();
  const boxes = new Float64Array((junctions.length + pois.length) * 4);
  let fid = 0;

  function box(lon: number, lat: number): void {
    boxes.set([lon, lat, lon, lat], fid * 4);
    fid++;
  }

  for (const reach of junctions) {
    const line = content.lineOf(reach);
    const [lon, lat] = [line[0]!, line[1]!];
    const key = reachCode(content, reach).replaceAll('.', '-');
    const name = naming.junctionName(reach);
    box(lon, lat);
    // Descriptions and properties of junctions are made from the network when asked for.
    put.run(
      fid,
      JUNCTION,
      key,
      key,
      content.coded.id[reach]!,
      name.zh,
      name.en,
      '',
      '',
      '[]',
      '[]',
      encoder.point(lon, lat),
    );
  }
  for (const poi of pois) {
    box(poi.lon, poi.lat);
    put.run(
      fid,
      poi.type,
      poi.key,
      poi.key.toUpperCase(),
      content.coded.id[poi.reach]!,
      poi.name.zh,
      poi.name.en,
      poi.description.zh,
      poi.description.en,
      JSON.stringify(poi.properties),
      JSON.stringify(poi.photos),
      encoder.point(poi.lon, poi.lat),
    );
  }
  return boxes;
}

export function writePoiTypes(db: DatabaseSync, content: DatasetContent): void {
  const counts = new Map<string, number>([[JUNCTION, content.junctions.length]]);
  for (const poi of content.pois) counts.set(poi.type, (counts.get(poi.type) ?? 0) + 1);
  const put = db.prepare('INSERT INTO poi_type VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const type of content.poiTypes) {
    const { name, description } = type;
    put.run(type.type, name.zh, name.en, description.zh, description.en, type.icon, counts.get(type.type) ?? 0);
  }
}
