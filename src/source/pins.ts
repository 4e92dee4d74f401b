/** Reads a pin file: the basin code that the basin with its outlet at a point keeps. */
import type { RejectedRow } from './feature.ts';
import { type Headers, readSideTable, requireFields } from './side-table.ts';

export interface PinRow {
  basincode: number;
  lon: number;
  lat: number;
}

const HEADERS: Headers<'basincode'> = { basincode: ['basincode', 'basin_code', 'code', '流域编码'] };

export async function readPins(path: string): Promise<{ pins: PinRow[]; rejected: RejectedRow[] }> {
  const table = await readSideTable(path, HEADERS, {});
  requireFields(path, table, ['basincode'], HEADERS);
  const pins: PinRow[] = [];
  const rejected = [...table.rejected];
  for (const { record, fields, geometry } of table.rows) {
    if (!/^[1-9]\d{3}$/.test(fields.basincode)) rejected.push({ record, reason: 'basincode is not four digits' });
    else if (geometry?.kind !== 'point') rejected.push({ record, reason: 'no place: give lon and lat' });
    else pins.push({ basincode: Number(fields.basincode), lon: geometry.lon, lat: geometry.lat });
  }
  return { pins, rejected };
}
