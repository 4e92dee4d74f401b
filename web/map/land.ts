/** The land under the rivers: a coarse outline at once, finer ones when somebody looks closer. */

import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { address, getJson } from '../api.ts';
import { unwrap } from './unwrap.ts';

/** From which zoom on each outline is needed; the finest is 15 times the size of the coarsest. */
const DETAILS = [
  { name: '110m', fromZoom: 0 },
  { name: '50m', fromZoom: 2.6 },
  { name: '10m', fromZoom: 6 },
] as const;

type Detail = (typeof DETAILS)[number];

async function outline({ name }: Detail): Promise<FeatureCollection> {
  const topology = await getJson<Topology<{ land: GeometryCollection }>>(
    address(`/app/lib/world-atlas/land-${name}.json`),
  );
  const land = feature(topology, topology.objects.land);
  const features = land.features.map(
    ({ geometry }): Feature => ({
      type: 'Feature',
      properties: {},
      geometry: unwrap(geometry as Polygon | MultiPolygon),
    }),
  );
  return { type: 'FeatureCollection', features };
}

export function addLand(map: MapLibreMap, onFailure: (error: unknown) => void): void {
  let shown: Detail | undefined;

  async function show(detail: Detail): Promise<void> {
    shown = detail;
    const data = await outline(detail);
    if (shown === detail) map.getSource<GeoJSONSource>('land')?.setData(data);
  }

  /** What has been loaded once stays: the finer one does from afar too. */
  function showFitting(): void {
    const zoom = map.getZoom();
    const detail = DETAILS.findLast(({ fromZoom }) => zoom >= fromZoom) ?? DETAILS[0];
    if (detail.fromZoom > (shown?.fromZoom ?? -1)) show(detail).catch(onFailure);
  }

  map.on('zoomend', showFitting);
  showFitting();
}
