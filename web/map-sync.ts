/** Keeps the map in step with what is chosen: highlights, the place asked for, and what is in view. */

import type { Feature, FeatureCollection } from 'geojson';
import { address, getJson } from './api.ts';
import type { Explorer, View } from './explorer.ts';
import type { WaterMap } from './map/map.ts';
import { boundsOf } from './network.ts';
import type { SubbasinFeature } from './records.ts';
import { NETWORK_PARTS, type State, type Store } from './state/state.ts';
import type { RiverSubject, Subject } from './subject.ts';

type Ready = Extract<View, { status: 'ready' }>;

export interface MapSync {
  /** The next choice decides what is in view; a click on the map leaves it as it is. */
  followNext(follow: boolean): void;
  showSecond(second: Subject | undefined): void;
  refresh(): void;
}

const PLACE_ZOOM = 8;

function point(coordinates: number[], kind: 'start' | 'end' | 'place'): Feature {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'Point', coordinates } };
}

/** The place asked for, and the way from it to the river. */
function wayToRiver(at: NonNullable<State['at']>, near: { lon: number; lat: number } | undefined): FeatureCollection {
  const here = [at.lon, at.lat];
  if (near === undefined) return { type: 'FeatureCollection', features: [point(here, 'start')] };
  const there = [near.lon, near.lat];
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [here, there] } },
      point(here, 'start'),
      point(there, 'end'),
    ],
  };
}

export function createMapSync(map: WaterMap, explorer: Explorer, store: Store): MapSync {
  const { highlights } = map;
  let follow = store.state.view === undefined;
  /** Answers of an earlier choice that come late are told by it. */
  let turn = 0;
  let outlined = '';

  function showPlace(view: View): void {
    const { at } = store.state;
    if (view.status === 'ready' && view.subject.kind === 'poi') {
      const { lon, lat } = view.subject;
      highlights.show('point', point([lon, lat], 'place'));
    } else if (at === undefined) highlights.show('point', undefined);
    else {
      const ma = view.status === 'ready' ? view.subject.ma : '';
      const near = explorer.located.find((reach) => reach.ma === ma);
      highlights.show('point', wayToRiver(at, near?.point));
    }
  }

  async function showNetworks({ networks }: Ready, own: number, subject: RiverSubject): Promise<void> {
    if (networks === undefined) return;
    const [upstream, downstream] = await Promise.all([networks.upstream, networks.downstream]);
    if (own !== turn) return;
    highlights.show('upstream', {
      type: 'FeatureCollection',
      features: upstream.features.filter(({ id }) => id !== subject.ma),
    });
    if (follow) map.fit(boundsOf([...upstream.features, ...downstream.features]) ?? subject.bounds);
    follow = false;
    highlights.flow(downstream.features);
  }

  async function outline({ parsed }: Subject, own: number): Promise<void> {
    const { basincode, subbasincd } = parsed.standard;
    const path = `/api/subbasins/${basincode}/${subbasincd}/1`;
    if (outlined === path) return;
    const feature = await getJson<SubbasinFeature>(address(path, { f: 'geojson' }));
    if (own !== turn) return;
    outlined = path;
    highlights.show('subbasin', feature);
  }

  function showParts(view: View): void {
    const { hiddenParts } = store.state;
    const isSubbasin = view.status === 'ready' && view.subject.kind === 'subbasin';
    for (const part of NETWORK_PARTS) {
      highlights.setVisible(part, !hiddenParts.includes(part) || (part === 'subbasin' && isSubbasin));
    }
    if (view.status === 'ready' && view.subject.kind === 'river' && !hiddenParts.includes('subbasin')) {
      outline(view.subject, turn).catch(() => highlights.show('subbasin', undefined));
    }
  }

  function clear(): void {
    for (const name of ['chosen', 'upstream', 'subbasin', 'point'] as const) highlights.show(name, undefined);
    highlights.flow([]);
    outlined = '';
  }

  function showReady(view: Ready, own: number): void {
    const { subject } = view;
    switch (subject.kind) {
      case 'river':
        highlights.show('chosen', subject.feature);
        showNetworks(view, own, subject).catch(() => highlights.show('upstream', undefined));
        return;
      case 'subbasin':
        highlights.show('subbasin', subject.feature);
        if (follow) map.fit(subject.bounds);
        break;
      case 'poi':
        if (follow) map.flyTo(subject.lon, subject.lat, Math.max(PLACE_ZOOM, map.view().zoom));
        break;
    }
    follow = false;
  }

  function refresh(): void {
    const { view } = explorer;
    if (view.status === 'loading') {
      showPlace(view);
      return;
    }
    turn++;
    clear();
    showPlace(view);
    showParts(view);
    if (view.status === 'ready') showReady(view, turn);
  }

  explorer.subscribe(refresh);
  store.subscribe((state, before) => {
    if (state.hiddenParts !== before.hiddenParts) showParts(explorer.view);
    if (state.hiddenPlaces !== before.hiddenPlaces) map.places.hide(state.hiddenPlaces);
  });
  map.places.hide(store.state.hiddenPlaces);
  return {
    followNext(wanted) {
      follow = wanted;
    },
    showSecond(second) {
      highlights.show('other', second === undefined || second.kind === 'poi' ? undefined : second.feature);
    },
    refresh,
  };
}
