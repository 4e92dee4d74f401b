/** Giving the map another theme or language by setting only the properties that differ: nothing is loaded again. */

import type { LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';

type Properties = Readonly<Record<string, unknown>>;

function changed(before: Properties, after: Properties): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function propertiesOf(layer: LayerSpecification, kind: 'paint' | 'layout'): Properties {
  return (layer[kind] ?? {}) as Properties;
}

/** Both lists have the same layers in the same order. */
export function restyle(
  map: MapLibreMap,
  before: readonly LayerSpecification[],
  after: readonly LayerSpecification[],
): void {
  after.forEach((layer, index) => {
    const old = before[index]!;
    const [paint, layout] = [propertiesOf(layer, 'paint'), propertiesOf(layer, 'layout')];
    for (const name of changed(propertiesOf(old, 'paint'), paint)) {
      map.setPaintProperty(layer.id, name as never, paint[name] as never);
    }
    for (const name of changed(propertiesOf(old, 'layout'), layout)) {
      map.setLayoutProperty(layer.id, name as never, layout[name] as never);
    }
  });
}
