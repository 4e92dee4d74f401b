/** What is drawn over the rivers for the choice of the moment: the reach, its network, the way down, its sub-basin. */

import type { Feature, FeatureCollection, GeoJSON, LineString, Position } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';

export type HighlightName = 'chosen' | 'other' | 'upstream' | 'downstream' | 'subbasin' | 'point';

const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** How long the water takes to run down to the sea. */
const FLOW_MS = 1100;

export interface Highlights {
  show(name: HighlightName, data: GeoJSON | undefined): void;
  /** Draws the way down as one line that runs from the reach to its end. */
  flow(ways: readonly Feature<LineString>[]): void;
  setVisible(name: HighlightName, isVisible: boolean): void;
}

/** The ways come in the order of the flow, each drawn downstream. */
function joined(ways: readonly Feature<LineString>[]): Feature<LineString> {
  const coordinates: Position[] = [];
  for (const { geometry } of ways) coordinates.push(...geometry.coordinates);
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

const CLEAR = 'rgba(0,0,0,0)';

function upTo(part: number, colour: string): ExpressionSpecification {
  return ['step', ['line-progress'], colour, Math.max(part, 1e-6), CLEAR];
}

export function createHighlights(map: MapLibreMap): Highlights {
  let frame = 0;

  function colourOf(layer: string): string {
    return map.getPaintProperty(layer, 'line-color') as string;
  }

  function setFlow(part: number): void {
    for (const layer of ['downstream', 'downstream-casing']) {
      map.setPaintProperty(layer, 'line-gradient', part >= 1 ? undefined : upTo(part, colourOf(layer)));
    }
  }

  function run(): void {
    cancelAnimationFrame(frame);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setFlow(1);
      return;
    }
    const startMs = performance.now();
    const step = (nowMs: number): void => {
      const part = Math.min(1, (nowMs - startMs) / FLOW_MS);
      setFlow(1 - (1 - part) ** 2);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    setFlow(0);
    frame = requestAnimationFrame(step);
  }

  return {
    show(name, data) {
      map.getSource<GeoJSONSource>(name)?.setData(data ?? NOTHING);
    },
    flow(ways) {
      map.getSource<GeoJSONSource>('downstream')?.setData(ways.length === 0 ? NOTHING : joined(ways));
      if (ways.length > 0) run();
    },
    setVisible(name, isVisible) {
      for (const layer of [name, `${name}-casing`, `${name}-glow`]) {
        if (map.getLayer(layer)) map.setLayoutProperty(layer, 'visibility', isVisible ? 'visible' : 'none');
      }
    },
  };
}
