/** The state as an address and back: what is chosen is the path, everything else the fragment. */

import { EMPTY_STATE, type MapView, NETWORK_PARTS, type NetworkPart, type State, TABS, type Tab } from './state.ts';

const MA_PATH = '/ma/';

function viewText({ zoom, lat, lon }: MapView): string {
  return `${Number(zoom.toFixed(2))}/${Number(lat.toFixed(4))}/${Number(lon.toFixed(4))}`;
}

function isWithin(value: number, limit: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= limit;
}

function readView(text: string | null): MapView | undefined {
  const [zoom, lat, lon, ...rest] = (text ?? '').split('/').map((part) => (part === '' ? Number.NaN : Number(part)));
  if (zoom === undefined || lat === undefined || lon === undefined || rest.length > 0) return undefined;
  return zoom >= 0 && zoom <= 24 && isWithin(lat, 90) && isWithin(lon, 180) ? { zoom, lat, lon } : undefined;
}

function readPlace(text: string | null): State['at'] {
  const [lon, lat, ...rest] = (text ?? '').split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
  if (lon === undefined || lat === undefined || rest.length > 0) return undefined;
  return isWithin(lon, 180) && isWithin(lat, 90) ? { lon, lat } : undefined;
}

function readList(text: string | null): string[] {
  return (text ?? '').split(',').filter((item) => item !== '');
}

/** Slashes, commas and plus signs may stand in a fragment as they are, and are easier on the eye. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2F|2C|3A|2B)/g, (escaped) => decodeURIComponent(escaped));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readFragment(fragment: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of fragment.replace(/^#/, '').split('&')) {
    const equals = pair.indexOf('=');
    if (equals > 0) values.set(pair.slice(0, equals), decode(pair.slice(equals + 1)));
  }
  return values;
}

function sameParts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part) => b.includes(part));
}

export function fragmentOf(state: State): string {
  const pairs: [string, string][] = [];
  if (state.tab !== EMPTY_STATE.tab) pairs.push(['tab', state.tab]);
  if (state.other !== '') pairs.push(['with', state.other]);
  if (state.at !== undefined)
    pairs.push(['at', `${Number(state.at.lon.toFixed(5))},${Number(state.at.lat.toFixed(5))}`]);
  if (state.query !== '') pairs.push(['q', state.query]);
  if (state.hiddenPlaces.length > 0) pairs.push(['without', state.hiddenPlaces.join(',')]);
  if (!sameParts(state.hiddenParts, EMPTY_STATE.hiddenParts)) {
    pairs.push(['show', NETWORK_PARTS.filter((part) => !state.hiddenParts.includes(part)).join(',') || 'none']);
  }
  if (state.view !== undefined) pairs.push(['map', viewText(state.view)]);
  return pairs.length === 0 ? '' : `#${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`;
}

/** Path, query as it was, and fragment. `base` is what stands in front of every path of the service. */
export function stateToUrl(state: State, base: string, query: string): string {
  const path = state.ma === '' ? '/' : `${MA_PATH}${encode(state.ma)}`;
  return `${base}${path}${query}${fragmentOf(state)}`;
}

export function urlToState(path: string, fragment: string, base: string): State {
  const own = path.startsWith(base) ? path.slice(base.length) : path;
  const values = readFragment(fragment);
  const show = values.get('show');
  return {
    ma: own.startsWith(MA_PATH) ? decode(own.slice(MA_PATH.length)) : '',
    tab: TABS.find((tab): tab is Tab => tab === values.get('tab')) ?? EMPTY_STATE.tab,
    other: values.get('with') ?? '',
    at: readPlace(values.get('at') ?? null),
    view: readView(values.get('map') ?? null),
    query: values.get('q') ?? '',
    hiddenPlaces: readList(values.get('without') ?? null),
    hiddenParts:
      show === undefined
        ? EMPTY_STATE.hiddenParts
        : NETWORK_PARTS.filter((part): part is NetworkPart => !readList(show).includes(part)),
  };
}
