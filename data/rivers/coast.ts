/** Tells how far a place is from the coast of Natural Earth's land, and whether it is in the sea. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { KM_PER_DEGREE, kmBetween, nearestOnSegment } from '../../src/network/measure.ts';

const CELL_DEGREES = 0.25;
const ROWS = 180 / CELL_DEGREES;
const COLUMNS = 360 / CELL_DEGREES;

type Segment = readonly [lon0: number, lat0: number, lon1: number, lat1: number];

export interface Coast {
  isWithin(km: number, lon: number, lat: number): boolean;
  isSea(lon: number, lat: number): boolean;
}

export function readCoast(): Coast {
  const cells = new Map<number, Segment[]>();
  const columns = Array.from({ length: COLUMNS }, (): Segment[] => []);
  for (const segment of landSegments()) {
    const [lon0, lat0, lon1, lat1] = segment;
    const [south, north] = [rowOf(Math.min(lat0, lat1)), rowOf(Math.max(lat0, lat1))];
    const [west, east] = [columnOf(Math.min(lon0, lon1)), columnOf(Math.max(lon0, lon1))];
    for (let column = west; column <= east; column++) {
      columns[column]!.push(segment);
      for (let row = south; row <= north; row++) {
        const key = row * COLUMNS + column;
        const there = cells.get(key);
        if (there) there.push(segment);
        else cells.set(key, [segment]);
      }
    }
  }
  return {
    isWithin(km, lon, lat) {
      const cos = Math.max(0.05, Math.cos((lat * Math.PI) / 180));
      const reach = km / KM_PER_DEGREE;
      for (let row = rowOf(lat - reach); row <= rowOf(lat + reach); row++) {
        for (let column = columnOf(lon - reach / cos); column <= columnOf(lon + reach / cos); column++) {
          for (const [lon0, lat0, lon1, lat1] of cells.get(row * COLUMNS + column) ?? []) {
            const t = nearestOnSegment(lon * cos, lat, lon0 * cos, lat0, lon1 * cos, lat1);
            if (kmBetween(lon, lat, lon0 + (lon1 - lon0) * t, lat0 + (lat1 - lat0) * t) <= km) return true;
          }
        }
      }
      return false;
    },
    isSea(lon, lat) {
      // Northwards, as the pole is sea, and as polygons of this file run on across the antimeridian.
      let crossings = 0;
      for (const [lon0, lat0, lon1, lat1] of columns[columnOf(lon)]!) {
        if (lon0 > lon === lon1 > lon) continue;
        if (lat < lat0 + ((lon - lon0) / (lon1 - lon0)) * (lat1 - lat0)) crossings++;
      }
      return crossings % 2 === 0;
    },
  };
}

const rowOf = (lat: number) => Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) / CELL_DEGREES)));
const columnOf = (lon: number) => Math.min(COLUMNS - 1, Math.max(0, Math.floor((lon + 180) / CELL_DEGREES)));

function* landSegments(): Generator<Segment> {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ land: GeometryCollection }>;
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    const { type, coordinates } = geometry as Polygon | MultiPolygon;
    for (const polygon of type === 'Polygon' ? [coordinates] : coordinates) {
      for (const ring of polygon) {
        for (let i = 1; i < ring.length; i++) {
          const [lon0, lat0] = ring[i - 1] as [number, number];
          const [lon1, lat1] = ring[i] as [number, number];
          if (Math.abs(lon1 - lon0) < 180) yield [lon0, lat0, lon1, lat1];
        }
      }
    }
  }
}
