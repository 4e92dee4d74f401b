/** The map itself: made, styled, moved, and listened to. */

import { AttributionControl, Map as MapLibreMap, NavigationControl, ScaleControl } from 'maplibre-gl';
import type { MapView } from '../state/state.ts';
import { type Language, TEXTS } from '../texts/language.ts';
import { createHighlights, type Highlights } from './highlight.ts';
import { addLand } from './land.ts';
import type { Theme } from './palette.ts';
import { type Picked, pickAt } from './pick.ts';
import { addPlaceIcons, openCluster, type PlaceLayer, showPlaces } from './places.ts';
import { restyle } from './restyle.ts';
import { LABEL_FONTS, layersOf, styleOf } from './style.ts';

export type Bounds = readonly [number, number, number, number];

export interface WaterMap {
  highlights: Highlights;
  places: PlaceLayer;
  /** Shows all of a box, beside the panel. */
  fit(bounds: Bounds): void;
  flyTo(lon: number, lat: number, zoom: number): void;
  setLook(theme: Theme, language: Language): void;
  view(): MapView;
  jumpTo(view: MapView): void;
}

export interface MapOptions {
  container: HTMLElement;
  theme: Theme;
  language: Language;
  view: MapView | undefined;
  onPick(picked: Exclude<Picked, { kind: 'cluster' }>): void;
  onMove(view: MapView): void;
  onFailure(error: unknown): void;
  /** Pixels that the panel and the search box cover on each side. */
  covered(): { top: number; right: number; bottom: number; left: number };
}

const WORLD: MapView = { zoom: 1.6, lat: 25, lon: 60 };
const CLOSEST_FIT = 8;

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export async function createMap(options: MapOptions): Promise<WaterMap> {
  let layers = layersOf(options.theme, options.language);
  const start = options.view ?? WORLD;
  const map = new MapLibreMap({
    container: options.container,
    style: styleOf(options.theme, options.language),
    center: [start.lon, start.lat],
    zoom: start.zoom,
    maxZoom: 14,
    attributionControl: false,
    localIdeographFontFamily: LABEL_FONTS,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: isCalm() ? 0 : 200,
    locale: mapTexts(options.language),
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
  map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-right');
  map.addControl(new AttributionControl({ compact: true, customAttribution: 'Natural Earth' }), 'bottom-right');
  const canvas = map.getCanvas();
  canvas.setAttribute('aria-label', TEXTS[options.language].map.label);
  map.on('error', ({ error }) => options.onFailure(error));
  map.on('idle', () => {
    options.container.dataset.state = 'idle';
  });
  map.on('dataloading', () => {
    options.container.dataset.state = 'busy';
  });
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()));
  addLand(map, options.onFailure);
  await addPlaceIcons(map);
  const places = showPlaces(map);

  map.on('moveend', () => options.onMove(view()));
  map.on('click', (event) => {
    const picked = pickAt(map, event);
    if (picked.kind === 'cluster') void openCluster(map, picked.feature);
    else options.onPick(picked);
  });
  listenToHover(map);

  function view(): MapView {
    const { lng, lat } = map.getCenter().wrap();
    return { zoom: map.getZoom(), lat, lon: lng };
  }

  return {
    highlights: createHighlights(map),
    places,
    fit([west, south, east, north]) {
      const padding = options.covered();
      map.fitBounds([west, south, east, north], { padding, maxZoom: CLOSEST_FIT, duration: isCalm() ? 0 : 900 });
    },
    flyTo(lon, lat, zoom) {
      const padding = options.covered();
      const offset: [number, number] = [(padding.left - padding.right) / 2, (padding.top - padding.bottom) / 2];
      map.easeTo({ center: [lon, lat], zoom, offset, duration: isCalm() ? 0 : 900 });
    },
    setLook(theme, language) {
      const next = layersOf(theme, language);
      restyle(map, layers, next);
      layers = next;
      canvas.setAttribute('aria-label', TEXTS[language].map.label);
    },
    view,
    jumpTo: ({ lon, lat, zoom }) => map.jumpTo({ center: [lon, lat], zoom }),
  };
}

/** Looked up once a frame at most, and not while the map is dragged. */
function listenToHover(map: MapLibreMap): void {
  let frame = 0;
  map.on('mousemove', (event) => {
    cancelAnimationFrame(frame);
    if (event.originalEvent.buttons !== 0) return;
    frame = requestAnimationFrame(() => {
      const picked = pickAt(map, event);
      map.getCanvas().style.cursor = picked.kind === 'land' ? '' : 'pointer';
      map.setFilter('river-hover', ['==', ['get', 'code'], picked.kind === 'reach' ? picked.code : '']);
    });
  });
}

/** The words that the controls of the map library show. */
function mapTexts(language: Language): Record<string, string> {
  const { zoomIn, zoomOut, label, attribution } = TEXTS[language].map;
  return {
    'NavigationControl.ZoomIn': zoomIn,
    'NavigationControl.ZoomOut': zoomOut,
    'Map.Title': label,
    'AttributionControl.ToggleAttribution': attribution,
  };
}
