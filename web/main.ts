/** Puts the page together: state and address, panel, search, tools and map. */

import { isValidMa, latitudeOf, longitudeOf, parseMa } from '../src/code/index.ts';
import { address, getJson } from './api.ts';
import { byId, el } from './dom.ts';
import { createExplorer } from './explorer.ts';
import { createMap, type WaterMap } from './map/map.ts';
import { createMapSync, type MapSync } from './map-sync.ts';
import type { PanelContext } from './panel/context.ts';
import { createPanel } from './panel/panel.ts';
import type { DatasetReply, SearchResult } from './records.ts';
import { openScanDialog } from './scan.ts';
import { createSearchBox } from './search/search-box.ts';
import { createSheet } from './sheet.ts';
import { createStore, type MapView, PICK_OTHER, type State } from './state/state.ts';
import { stateToUrl, urlToState } from './state/url.ts';
import { loadRiver, maOfPoi } from './subject.ts';
import { firstLanguage, LANGUAGE_TAGS, type Language, nameIn, rememberLanguage, TEXTS } from './texts/language.ts';
import { createThemeSwitch } from './theme.ts';
import { say } from './toast.ts';
import { renderTools, type ToolOptions } from './tools.ts';
import { whereAmI } from './where-am-i.ts';

const base = document.documentElement.dataset.base ?? '';
let language: Language = firstLanguage(new URLSearchParams(location.search).get('lang'));
let dataset: DatasetReply | undefined;
let map: WaterMap | undefined;
let sync: MapSync | undefined;

const texts = () => TEXTS[language];

function writeUrl(state: State, isStep: boolean): void {
  const url = stateToUrl(state, base, location.search);
  if (isStep) history.pushState(undefined, '', url);
  else history.replaceState(undefined, '', url);
}

const store = createStore(urlToState(location.pathname, location.hash, base), writeUrl);
const explorer = createExplorer(store, () => language);

/** While a second river is wanted, whatever is chosen next is that. */
function open(ma: string, follow = true): void {
  if (store.state.other === PICK_OTHER && ma !== store.state.ma) {
    store.update({ other: ma }, { step: true });
    panel.render();
    return;
  }
  sync?.followNext(follow);
  if (follow) panel.focusNext();
  store.update({ ma, at: undefined, tab: store.state.ma === '' ? 'overview' : store.state.tab }, { step: true });
  sheet.setPosition('half');
}

async function openFound(found: Promise<string>, follow = true): Promise<void> {
  try {
    open(await found, follow);
  } catch {
    say(texts().errors.networkHint);
  }
}

function openReach(code: string, follow = true): void {
  void openFound(
    loadRiver(code, 1, { language }).then(({ ma }) => ma),
    follow,
  );
}

function openPlace(type: string, key: string, follow = true): void {
  void openFound(maOfPoi(type, key), follow);
}

/** A pasted or scanned text: an MA string is opened even when it is wrong, as the panel says what is wrong with it. */
async function openCode(text: string): Promise<void> {
  if (/^ma\./i.test(text)) return open(text);
  const { items } = await getJson<SearchResult>(address('/api/search', { q: text, limit: 1 }));
  open(items[0]?.ma ?? text);
}

function openAt(lon: number, lat: number): void {
  store.update({ at: { lon, lat }, ma: '', other: '' }, { step: true });
}

const context = (): PanelContext => ({ language, texts: texts(), store, open, openReach, openPlace, say });

const panelElement = byId('panel');
const sheet = createSheet(panelElement, texts().panel.expand);
const panel = createPanel({
  container: panelElement,
  explorer,
  context,
  dataset: () => dataset,
  onSecond: (second) => sync?.showSecond(second),
});

const brand = el('a', { class: 'brand', href: address('/') });
byId('top').append(brand);
const search = createSearchBox({
  container: byId('top'),
  language: () => language,
  texts,
  onQuery: (query) => store.update({ query }),
  onChoose: (hit) => open(hit.ma),
  onCode: (ma) => open(ma),
});

const theme = createThemeSwitch((now) => map?.setLook(now, language));

const tools: ToolOptions = {
  container: byId('tools'),
  texts,
  language: () => language,
  theme,
  store,
  dataset: () => dataset,
  onLanguage: switchLanguage,
  onLocate: () =>
    whereAmI(
      texts(),
      (lon, lat) => {
        openAt(lon, lat);
        map?.flyTo(lon, lat, 7);
      },
      say,
    ),
  onScan: () => openScanDialog(texts(), (code) => void openCode(code).catch(() => say(texts().errors.networkHint))),
};

function switchLanguage(): void {
  language = language === 'zh' ? 'en' : 'zh';
  rememberLanguage(language);
  const query = new URLSearchParams(location.search);
  query.set('lang', language);
  history.replaceState(undefined, '', `${location.pathname}?${query}${location.hash}`);
  relabel();
  explorer.reload();
}

function relabel(): void {
  document.documentElement.lang = LANGUAGE_TAGS[language];
  panelElement.setAttribute('aria-label', texts().panel.label);
  brand.replaceChildren(
    el('img', { src: address('/app/web/icons/watercode.svg'), alt: '', width: 26, height: 26 }),
    el('span', {}, texts().siteTitle),
  );
  search.relabel();
  sheet.relabel(texts().panel.expand);
  renderTools(tools);
  map?.setLook(theme.theme, language);
}

explorer.subscribe((view) => {
  const site = texts().siteTitle;
  if (view.status === 'ready') document.title = `${nameIn(language, view.subject.record) || view.subject.ma} · ${site}`;
  else if (view.status === 'empty') document.title = site;
});

store.subscribe((state, before) => {
  if (state.other !== before.other && state.ma === before.ma) panel.render();
});

window.addEventListener('popstate', () => {
  const state = urlToState(location.pathname, location.hash, base);
  store.update({ ...state, at: state.at });
  panel.render();
  search.setQuery(state.query);
  if (state.view !== undefined) map?.jumpTo(state.view);
});

window.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    search.focus();
  }
});

/** What the panel and the search box cover of the map. */
function covered(): { top: number; right: number; bottom: number; left: number } {
  const isPhone = matchMedia('(max-width: 720px)').matches;
  const box = panelElement.getBoundingClientRect();
  const margin = 36;
  if (isPhone)
    return { top: 84, right: 68, left: 24, bottom: Math.min(innerHeight * 0.55, innerHeight - box.top) + 12 };
  return { top: margin, right: 84, bottom: margin, left: box.right + margin };
}

/** Where the code says that it is, so that the map need not come from the other end of the world. */
function viewNear(ma: string): MapView | undefined {
  const place = isValidMa(ma) ? parseMa(ma).extension.place : undefined;
  return place && { zoom: 4, lon: longitudeOf(place), lat: latitudeOf(place) };
}

async function startMap(): Promise<void> {
  let hasFailed = false;
  const failOnce = (): void => {
    if (!hasFailed) say(texts().map.partFailed);
    hasFailed = true;
  };
  try {
    map = await createMap({
      container: byId('map'),
      theme: theme.theme,
      language,
      view: store.state.view ?? viewNear(store.state.ma),
      covered,
      onMove: (view) => store.update({ view }),
      onFailure: failOnce,
      onPick(picked) {
        if (picked.kind === 'reach') openReach(picked.code, false);
        else if (picked.kind === 'place') openPlace(picked.type, picked.key, false);
        else if (store.state.other !== PICK_OTHER) {
          sync?.followNext(false);
          openAt(picked.lon, picked.lat);
        }
      },
    });
  } catch {
    byId('map').replaceChildren(el('p', { class: 'map-failed' }, texts().map.failed));
    return;
  }
  map.setLook(theme.theme, language);
  sync = createMapSync(map, explorer, store);
  sync.refresh();
}

async function loadDataset(): Promise<void> {
  dataset = (await getJson<{ dataset: DatasetReply }>(address('/api'))).dataset;
  renderTools(tools);
  if (explorer.view.status === 'empty' || explorer.view.status === 'ready') panel.render();
}

relabel();
explorer.reload();
search.setQuery(store.state.query);
loadDataset().catch(() => say(texts().errors.networkHint));
void startMap();
