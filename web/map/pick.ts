/** What lies under the pointer: a cluster, a place, a reach, or plain land. */

import type { MapGeoJSONFeature, Map as MapLibreMap, MapMouseEvent, PointLike } from 'maplibre-gl';

export type Picked =
  | { kind: 'cluster'; feature: MapGeoJSONFeature }
  | { kind: 'place'; type: string; key: string }
  | { kind: 'reach'; code: string }
  | { kind: 'land'; lon: number; lat: number };

/** Fingers and pointers miss thin lines by this many pixels. */
const REACH_SLACK = { touch: 14, mouse: 7 };

function slack(): number {
  return matchMedia('(pointer: coarse)').matches ? REACH_SLACK.touch : REACH_SLACK.mouse;
}

function nearest(
  map: MapLibreMap,
  { x, y }: { x: number; y: number },
  layers: string[],
  by: number,
): MapGeoJSONFeature[] {
  const box: [PointLike, PointLike] = [
    [x - by, y - by],
    [x + by, y + by],
  ];
  return map.queryRenderedFeatures(box, { layers });
}

export function pickAt(map: MapLibreMap, event: MapMouseEvent): Picked {
  const [place] = nearest(map, event.point, ['place', 'place-cluster'], 3);
  if (place?.layer.id === 'place-cluster') return { kind: 'cluster', feature: place };
  if (place !== undefined) {
    const { type, key } = place.properties as { type: string; key: string };
    return { kind: 'place', type, key };
  }
  for (const by of [1, slack()]) {
    const reaches = nearest(map, event.point, ['river'], by);
    const greatest = reaches.sort((a, b) => Number(b.properties.order) - Number(a.properties.order))[0];
    if (greatest !== undefined) return { kind: 'reach', code: String(greatest.properties.code) };
  }
  const { lng, lat } = event.lngLat.wrap();
  return { kind: 'land', lon: lng, lat };
}
