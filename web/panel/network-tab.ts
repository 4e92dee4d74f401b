/** The network of a reach in figures: what flows in, the way down, and its profile. */

import { address, postJson } from '../api.ts';
import { type Child, el } from '../dom.ts';
import { figure, kilometres, wholeNumber } from '../figures.ts';
import type { Network } from '../network.ts';
import { profileChart } from '../profile-chart.ts';
import type { ProfilePoint } from '../profile-layout.ts';
import type { NamedRiver, Property, ReachSummary } from '../records.ts';
import { NETWORK_PARTS, type NetworkPart } from '../state/state.ts';
import type { RiverSubject } from '../subject.ts';
import { nameIn } from '../texts/language.ts';
import type { PanelContext } from './context.ts';
import { type Row, rows, section, skeleton, stat } from './parts.ts';

const SHOWN_RIVERS = 8;

/**
 * The other rivers, by name: one that leaves a lake again counts twice in the data, but is one to people, opened at
 * its lowest part.
 */
function othersByName(rivers: readonly NamedRiver[], own: RiverSubject): NamedRiver[] {
  const merged = new Map<string, NamedRiver>();
  for (const river of rivers) {
    if (river.displayNameEn === own.record.displayNameEn && river.displayName === own.record.displayName) continue;
    const key = `${river.displayName}/${river.displayNameEn}`;
    const before = merged.get(key);
    merged.set(key, before === undefined ? river : { ...before, lengthKm: before.lengthKm + river.lengthKm });
  }
  return [...merged.values()];
}

function riverRows(rivers: readonly NamedRiver[], context: PanelContext): Row[] {
  return rivers.map((river) => ({
    title: nameIn(context.language, river) || context.texts.panel.unnamed,
    note: kilometres(river.lengthKm, context.language),
    onOpen: () => context.openReach(river.code),
  }));
}

function sums({ trace }: Network, context: PanelContext): HTMLElement {
  const { network } = context.texts;
  const { reachCount, lengthKm, areaKm2 } = trace.sums;
  const { language } = context;
  return el(
    'div',
    { class: 'stats' },
    stat(kilometres(lengthKm, language), trace.direction === 'upstream' ? network.length : network.toGo),
    stat(wholeNumber(reachCount, language), network.reaches),
    areaKm2 > 0 && trace.direction === 'upstream' && stat(`${figure(areaKm2, language)} km²`, network.area),
    stat(wholeNumber(trace.pois.count, language), network.places),
  );
}

function upstreamSection(network: Network, own: RiverSubject, context: PanelContext): HTMLElement {
  const { texts } = context;
  const { trace, isWhole, level } = network;
  if (trace.sums.reachCount <= 1) {
    return section(texts.network.upstream, el('p', { class: 'soft' }, texts.network.headwater));
  }
  const feeding = othersByName(trace.rivers, own);
  const rest = feeding.length - SHOWN_RIVERS;
  return section(
    texts.network.upstream,
    sums(network, context),
    !isWhole && el('p', { class: 'soft' }, texts.network.partly(level)),
    feeding.length > 0 && el('h4', {}, texts.network.rivers),
    feeding.length > 0 && rows(riverRows(feeding.slice(0, SHOWN_RIVERS), context)),
    rest > 0 && el('p', { class: 'soft' }, texts.panel.more(rest)),
  );
}

/** The records of more reaches than this would take too long; the chart does without the curve then. */
const MEASURED_REACHES = 400;

/** The upstream area of each reach, or the length of rivers upstream where the data has no areas. */
async function amounts(
  reaches: readonly ReachSummary[],
): Promise<{ measure: 'area' | 'length'; values: (number | undefined)[] }> {
  const none = { measure: 'length' as const, values: reaches.map(() => undefined) };
  if (reaches.length > MEASURED_REACHES) return none;
  const codes = reaches.map(({ code }) => code);
  const { results } = await postJson<{ results: { record?: { properties: Property[] } }[] }>(
    address('/api/lookup'),
    { codes },
    { language: 'zh' },
  );
  const valuesOf = (name: string): (number | undefined)[] =>
    results.map(({ record }) => {
      const value = record?.properties.find((property) => property.name === name)?.value;
      return value === undefined ? undefined : Number(value);
    });
  const areas = valuesOf('集水面积');
  if (areas.some((area) => area !== undefined)) return { measure: 'area', values: areas };
  return { measure: 'length', values: valuesOf('上游河网长度') };
}

function profile(network: Network, context: PanelContext): HTMLElement {
  const { texts, language } = context;
  const reaches = network.features.map(({ properties }) => properties);
  const place = el('div', {}, skeleton(texts.panel.loading, 3));
  const points = (values: readonly (number | undefined)[]): ProfilePoint[] =>
    reaches.map((reach, index) => ({ ...reach, name: nameIn(language, reach), amount: values[index] }));
  amounts(reaches).then(
    ({ measure, values }) => place.replaceChildren(profileChart({ points: points(values), measure, texts, language })),
    () => place.replaceChildren(profileChart({ points: points([]), measure: 'length', texts, language })),
  );
  return place;
}

function downstreamSection(network: Network, own: RiverSubject, context: PanelContext): HTMLElement {
  const { texts } = context;
  if (network.trace.sums.reachCount <= 1) {
    return section(texts.network.downstream, el('p', { class: 'soft' }, texts.network.atOutlet));
  }
  const passed = othersByName(network.trace.rivers, own);
  return section(
    texts.network.downstream,
    sums(network, context),
    el('h4', {}, texts.network.profile),
    profile(network, context),
    passed.length > 0 && el('h4', {}, texts.network.passes),
    passed.length > 0 && rows(riverRows(passed.slice(0, SHOWN_RIVERS), context)),
  );
}

function toggle(part: NetworkPart, { store, texts }: PanelContext): HTMLElement {
  const input = el('input', {
    type: 'checkbox',
    checked: !store.state.hiddenParts.includes(part),
    onchange: () => {
      const others = store.state.hiddenParts.filter((each) => each !== part);
      store.update({ hiddenParts: input.checked ? others : [...others, part] });
    },
  });
  return el('label', { class: `chip ${part}` }, input, el('span', {}, texts.network[part]));
}

function later(title: string, wanted: Promise<HTMLElement>, context: PanelContext): HTMLElement {
  const place = section(title, skeleton(context.texts.panel.loading));
  wanted.then(
    (ready) => place.replaceWith(ready),
    () => place.replaceChildren(el('p', { class: 'soft' }, context.texts.errors.networkHint)),
  );
  return place;
}

export interface Networks {
  upstream: Promise<Network>;
  downstream: Promise<Network>;
}

export function networkTab(subject: RiverSubject, networks: Networks, context: PanelContext): HTMLElement {
  const { network } = context.texts;
  const toggles: Child[] = NETWORK_PARTS.map((part) => toggle(part, context));
  return el(
    'div',
    { class: 'tab-body' },
    el('div', { class: 'chips', role: 'group', 'aria-label': network.show }, ...toggles),
    later(
      network.upstream,
      networks.upstream.then((ready) => upstreamSection(ready, subject, context)),
      context,
    ),
    later(
      network.downstream,
      networks.downstream.then((ready) => downstreamSection(ready, subject, context)),
      context,
    ),
  );
}
