/** The style of the map: sources and layers as functions of theme and language. No fonts are fetched: labels are drawn here. */

import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { absolute } from '../api.ts';
import type { Language } from '../texts/language.ts';
import { PALETTES, type Palette, type Theme } from './palette.ts';

export const LABEL_FONTS = "'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif";

const NOTHING: GeoJSONSourceSpecification['data'] = { type: 'FeatureCollection', features: [] };

function geojson(extra: Partial<GeoJSONSourceSpecification> = {}): GeoJSONSourceSpecification {
  return { type: 'geojson', data: NOTHING, ...extra };
}

/** Tiles beyond this zoom are drawn from those of this one. */
const DEEPEST_TILES = 12;

function sources(): Record<string, SourceSpecification> {
  return {
    land: geojson({ tolerance: 0.2 }),
    water: { type: 'vector', tiles: [`${absolute('/tiles')}/{z}/{x}/{y}.mvt`], minzoom: 0, maxzoom: DEEPEST_TILES },
    subbasin: geojson(),
    upstream: geojson(),
    downstream: geojson({ lineMetrics: true }),
    chosen: geojson(),
    other: geojson(),
    point: geojson(),
    places: geojson({ cluster: true, clusterRadius: 44, clusterMaxZoom: 9 }),
  };
}

const ORDER: ExpressionSpecification = ['coalesce', ['get', 'order'], 1];

/** Great rivers are wide from afar; fine ones come in as one gets nearer. */
function widthByOrder(factor: number): ExpressionSpecification {
  const at = (base: number, step: number): ExpressionSpecification => [
    '*',
    factor,
    ['min', base * 6, ['+', base, ['*', step, ['-', ORDER, 1]]]],
  ];
  return [
    'interpolate',
    ['exponential', 1.4],
    ['zoom'],
    0,
    at(0.35, 0.3),
    4,
    at(0.7, 0.65),
    8,
    at(1.3, 1.2),
    13,
    at(2.6, 2.2),
  ];
}

function colourByOrder(rivers: Palette['rivers']): ExpressionSpecification {
  return ['interpolate', ['linear'], ORDER, 1, rivers[0], 2, rivers[1], 3, rivers[2], 5, rivers[3]];
}

export function labelIn(language: Language): ExpressionSpecification {
  const [first, second] = language === 'zh' ? ['name', 'name_en'] : ['name_en', 'name'];
  const has = (name: string): ExpressionSpecification => ['to-string', ['get', name]];
  return ['case', ['!=', has(first!), ''], has(first!), has(second!)];
}

const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

function highlightWidth(extra: number): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.4], ['zoom'], 0, 1.2 + extra, 4, 2.2 + extra, 8, 3.6 + extra, 13, 6 + extra];
}

function riverLayers(colours: Palette): LayerSpecification[] {
  return [
    {
      id: 'river',
      type: 'line',
      source: 'water',
      'source-layer': 'river',
      layout: ROUND,
      paint: { 'line-color': colourByOrder(colours.rivers), 'line-width': widthByOrder(1) },
    },
    {
      id: 'river-hover',
      type: 'line',
      source: 'water',
      'source-layer': 'river',
      filter: ['==', ['get', 'code'], ''],
      layout: ROUND,
      paint: { 'line-color': colours.chosen, 'line-width': widthByOrder(1.8), 'line-opacity': 0.55 },
    },
  ];
}

function highlightLayers(colours: Palette): LayerSpecification[] {
  const line = (id: string, source: string, colour: string, extra: number, opacity = 1): LayerSpecification => ({
    id,
    type: 'line',
    source,
    layout: ROUND,
    paint: { 'line-color': colour, 'line-width': highlightWidth(extra), 'line-opacity': opacity },
  });
  return [
    line('subbasin-glow', 'subbasin', colours.subbasinWash, 11),
    line('subbasin', 'subbasin', colours.subbasin, -0.4),
    line('upstream-casing', 'upstream', colours.casing, 1.6, 0.9),
    line('upstream', 'upstream', colours.upstream, 0),
    line('downstream-casing', 'downstream', colours.casing, 1.8, 0.9),
    line('downstream', 'downstream', colours.downstream, 0.2),
    line('other-casing', 'other', colours.casing, 4.5),
    line('other', 'other', colours.other, 2),
    line('chosen-casing', 'chosen', colours.casing, 4.5),
    line('chosen', 'chosen', colours.chosen, 2),
  ];
}

function riverLabels(colours: Palette, language: Language): LayerSpecification {
  return {
    id: 'river-label',
    type: 'symbol',
    source: 'water',
    'source-layer': 'label',
    filter: ['>=', ORDER, ['step', ['zoom'], 3, 3, 2, 4, 1]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 260,
      'text-field': labelIn(language),
      'text-font': [LABEL_FONTS],
      'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10.5, 8, ['+', 11, ['min', ORDER, 5]]],
      'text-max-angle': 70,
      'text-offset': [0, -0.8],
      'text-letter-spacing': language === 'zh' ? 0.12 : 0.02,
      'text-padding': 4,
      'symbol-sort-key': ['-', 0, ORDER],
    },
    paint: { 'text-color': colours.label, 'text-halo-color': colours.halo, 'text-halo-width': 1.6 },
  };
}

function placeLayers(colours: Palette, language: Language): LayerSpecification[] {
  return [
    {
      id: 'place-cluster',
      type: 'circle',
      source: 'places',
      filter: ['has', 'point_count'],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'point_count']], 1, 8.5, 20, 18],
        'circle-color': colours.cluster,
        'circle-opacity': 0.92,
        'circle-stroke-color': colours.coast,
        'circle-stroke-width': 1.2,
      },
    },
    {
      id: 'place-count',
      type: 'symbol',
      source: 'places',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': [LABEL_FONTS],
        'text-size': 11,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colours.clusterText },
    },
    {
      id: 'place',
      type: 'symbol',
      source: 'places',
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['coalesce', ['image', ['get', 'icon']], ['image', 'place']],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 9, 1.1],
        'icon-allow-overlap': true,
        'text-field': ['step', ['zoom'], '', 5.5, labelIn(language)],
        'text-font': [LABEL_FONTS],
        'text-size': 11.5,
        'text-anchor': 'top',
        'text-offset': [0, 0.9],
        'text-optional': true,
        'text-max-width': 9,
      },
      paint: { 'text-color': colours.placeLabel, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
    },
  ];
}

function pointLayers(colours: Palette): LayerSpecification[] {
  return [
    {
      id: 'point-line',
      type: 'line',
      source: 'point',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': colours.chosen, 'line-width': 1.8, 'line-dasharray': [1.5, 1.5] },
    },
    {
      id: 'point',
      type: 'circle',
      source: 'point',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': ['match', ['get', 'kind'], 'end', 4, 'place', 15, 7],
        'circle-color': ['match', ['get', 'kind'], 'end', colours.chosen, 'place', 'rgba(0,0,0,0)', colours.downstream],
        'circle-stroke-color': ['match', ['get', 'kind'], 'place', colours.downstream, colours.casing],
        'circle-stroke-width': ['match', ['get', 'kind'], 'place', 3, 2.5],
      },
    },
  ];
}

export function layersOf(theme: Theme, language: Language): LayerSpecification[] {
  const colours = PALETTES[theme];
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
    { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colours.coast, 'line-width': 0.8 } },
    ...riverLayers(colours),
    ...highlightLayers(colours),
    riverLabels(colours, language),
    ...placeLayers(colours, language),
    ...pointLayers(colours),
  ];
}

export function styleOf(theme: Theme, language: Language): StyleSpecification {
  return { version: 8, sources: sources(), layers: layersOf(theme, language) };
}
