/** Points of interest on the map: read from the tiles, gathered into clusters, opened by a click. */

import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap } from 'maplibre-gl';
import { address } from '../api.ts';

export const PLACE_ICONS: readonly string[] = ['city', 'dam', 'gauge', 'hydropower', 'junction', 'place'];

/** Pixels of the drawings in `web/icons/`; shown at half, so that they are sharp on any screen. */
const ICON_PIXELS = 48;

/** Every confluence of the network is a junction: from afar they would cover the rest. */
const JUNCTIONS_FROM_ZOOM = 6;
const PLACES_FROM_ZOOM = 4.8;

async function addIcon(map: MapLibreMap, name: string): Promise<void> {
  const image = new Image(ICON_PIXELS, ICON_PIXELS);
  image.src = address(`/app/web/icons/${name}.svg`);
  await image.decode();
  if (!map.hasImage(name)) map.addImage(name, image, { pixelRatio: 2 });
}

export async function addPlaceIcons(map: MapLibreMap): Promise<void> {
  await Promise.all(PLACE_ICONS.map((name) => addIcon(map, name)));
}

export interface PlaceLayer {
  hide(types: readonly string[]): void;
}

export function showPlaces(map: MapLibreMap): PlaceLayer {
  let hidden: readonly string[] = [];
  let shown = '';

  function isShown(type: string, zoom: number): boolean {
    return !hidden.includes(type) && zoom >= (type === 'junction' ? JUNCTIONS_FROM_ZOOM : PLACES_FROM_ZOOM);
  }

  /** A place near the edge of a tile is in its neighbour too. Properties from tiles have no prototype, which workers cannot be sent. */
  function gather(): void {
    const zoom = map.getZoom();
    const found = new Map<string, GeoJSON.Feature>();
    for (const feature of map.querySourceFeatures('water', { sourceLayer: 'poi' })) {
      const { type, key } = feature.properties as { type: string; key: string };
      if (!isShown(type, zoom)) continue;
      found.set(`${type}/${key}`, {
        type: 'Feature',
        geometry: feature.geometry,
        properties: { ...feature.properties },
      });
    }
    const now = [...found.keys()].sort().join('\n');
    if (now === shown) return;
    shown = now;
    map.getSource<GeoJSONSource>('places')?.setData({ type: 'FeatureCollection', features: [...found.values()] });
  }

  map.on('moveend', gather);
  map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
    if (sourceId === 'water' && isSourceLoaded) gather();
  });
  return {
    hide(types) {
      hidden = types;
      gather();
    },
  };
}

/** Flies to where the cluster falls apart. */
export async function openCluster(map: MapLibreMap, cluster: MapGeoJSONFeature): Promise<void> {
  const source = map.getSource<GeoJSONSource>('places');
  const zoom = await source?.getClusterExpansionZoom(Number(cluster.properties.cluster_id));
  const [lon, lat] = (cluster.geometry as GeoJSON.Point).coordinates as [number, number];
  map.easeTo({ center: [lon, lat], zoom: Math.min((zoom ?? map.getZoom() + 2) + 0.2, 14) });
}
