/** The record in words: what it is, its figures, its photos, and where it belongs. */

import { formatCode, parentZoneOf } from '../../src/code/index.ts';
import { address, getJson } from '../api.ts';
import { type Child, el } from '../dom.ts';
import { shownValue } from '../figures.ts';
import { icon } from '../icons.ts';
import type { Property, RiverFeature } from '../records.ts';
import { riverPath, type Subject } from '../subject.ts';
import { nameIn } from '../texts/language.ts';
import type { PanelContext } from './context.ts';
import { linkButton, type Row, rows, section } from './parts.ts';

/** The first of these that a record has stand out. */
const GREAT_FIGURES = ['ruler', 'discharge', 'area', 'power', 'people', 'distance', 'network', 'order'];
const GREAT_COUNT = 3;

/** Of use to those who made the data, not to readers. */
const QUIET_ICONS: ReadonlySet<string> = new Set(['id']);

function valueWithUnit(property: Property, { language }: PanelContext): Child[] {
  const value = shownValue(property, language);
  return [value, property.unit ? el('span', { class: 'unit' }, ` ${property.unit}`) : undefined];
}

function greatFigures(properties: readonly Property[]): Property[] {
  const figures = properties.filter(({ value }) => /^-?[\d.]+$/.test(value));
  const rank = ({ icon: name = '' }: Property): number => GREAT_FIGURES.indexOf(name);
  const latest = new Map<string, Property>();
  for (const property of figures) if (rank(property) >= 0) latest.set(property.icon ?? '', property);
  return [...latest.values()].sort((a, b) => rank(a) - rank(b)).slice(0, GREAT_COUNT);
}

function propertyList(properties: readonly Property[], context: PanelContext): HTMLElement {
  return el(
    'dl',
    { class: 'properties' },
    ...properties.map((property) =>
      el(
        'div',
        {},
        el('dt', {}, property.icon !== undefined && icon(property.icon, 'icon property-icon'), property.name),
        el('dd', {}, ...valueWithUnit(property, context)),
      ),
    ),
  );
}

/** Pictures of this service are shown; those of other hosts are links, so that opening the page tells nobody else. */
function photoList(photos: readonly string[], name: string, { texts }: PanelContext): HTMLElement {
  return el(
    'div',
    { class: 'photos' },
    ...photos.map((photo, index) => {
      const url = URL.canParse(photo, location.href) ? new URL(photo, location.href) : undefined;
      if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
      if (url.origin === location.origin) {
        return el('img', { src: url.href, alt: texts.panel.ownPhoto(name, index + 1), loading: 'lazy' });
      }
      return linkButton(texts.panel.photo(index + 1, url.host), url.href, { rel: 'noreferrer', target: '_blank' });
    }),
  );
}

async function reachRow(code: string, context: PanelContext): Promise<Row> {
  const feature = await getJson<RiverFeature>(address(riverPath(code), { f: 'geojson' }), {
    language: context.language,
  });
  return { title: nameIn(context.language, feature.properties), note: code, onOpen: () => context.open(feature.id) };
}

async function subbasinRow(basincode: number, subbasincd: string, context: PanelContext): Promise<Row> {
  const path = `/api/subbasins/${basincode}/${subbasincd}/1`;
  const record = await getJson<{ displayName: string; displayNameEn: string; ma: string }>(address(path), {
    language: context.language,
  });
  const note = formatCode({ basincode, subbasincd });
  return { title: nameIn(context.language, record), note, onOpen: () => context.open(record.ma) };
}

/** The list comes when it is there; where it does not, nothing is lost. */
function rowsLater(title: string, wanted: readonly Promise<Row>[]): HTMLElement {
  const place = el('div', {});
  Promise.all(wanted).then(
    (list) => place.replaceWith(section(title, rows(list))),
    () => place.remove(),
  );
  return place;
}

const SHOWN_INFLOWS = 12;

function belongings(subject: Subject, context: PanelContext): Child[] {
  const { panel } = context.texts;
  switch (subject.kind) {
    case 'poi':
      return [rowsLater(panel.onReach, [reachRow(subject.code, context)])];
    case 'river': {
      const { basincode, subbasincd } = subject.parsed.standard;
      return [rowsLater(panel.partOf, [subbasinRow(basincode, subbasincd, context)])];
    }
    case 'subbasin': {
      const { basincode, upstream } = subject.feature.properties;
      const below = parentZoneOf(subject.parsed.standard);
      const inflows = upstream.slice(0, SHOWN_INFLOWS).map((zone) => subbasinRow(basincode, zone, context));
      return [
        below === undefined
          ? el('p', { class: 'soft' }, panel.flowsToSea)
          : rowsLater(panel.flowsInto, [subbasinRow(basincode, below.subbasincd, context)]),
        upstream.length > 0 && rowsLater(panel.inflows(upstream.length), inflows),
      ];
    }
  }
}

export function overview(subject: Subject, context: PanelContext): HTMLElement {
  const { record } = subject;
  const { language, texts } = context;
  const description = (language === 'zh' ? record.description : record.descriptionEn) || record.description;
  const great = greatFigures(record.properties);
  const rest = record.properties.filter(
    (property) => !great.includes(property) && !QUIET_ICONS.has(property.icon ?? ''),
  );
  return el(
    'div',
    { class: 'tab-body' },
    great.length > 0 &&
      el(
        'div',
        { class: 'stats' },
        ...great.map((property) =>
          el(
            'div',
            { class: 'stat' },
            el('span', { class: 'stat-value' }, ...valueWithUnit(property, context)),
            el('span', { class: 'stat-label' }, property.name),
          ),
        ),
      ),
    description !== '' && el('p', { class: 'description' }, description),
    record.photos.length > 0 && photoList(record.photos, nameIn(language, record), context),
    rest.length > 0 && propertyList(rest, context),
    ...belongings(subject, context),
    el(
      'p',
      { class: 'data-links' },
      el('span', { class: 'soft' }, texts.panel.data),
      el('a', { href: subject.json }, texts.panel.json),
      subject.geojson !== undefined && el('a', { href: subject.geojson }, texts.panel.geojson),
    ),
  );
}
