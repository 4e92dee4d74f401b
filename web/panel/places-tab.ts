/** The points of interest that belong to a reach and all upstream of it, or to a sub-basin. */

import { isReachCode } from '../../src/code/index.ts';
import { address, getJson } from '../api.ts';
import { el } from '../dom.ts';
import { PLACE_ICONS } from '../map/places.ts';
import type { PoiItem } from '../records.ts';
import type { Subject } from '../subject.ts';
import { nameIn } from '../texts/language.ts';
import type { PanelContext } from './context.ts';
import { rows, section, skeleton } from './parts.ts';

const AT_MOST = 200;

export function placeIcon(type: string): HTMLImageElement {
  const name = PLACE_ICONS.includes(type) ? type : 'place';
  return el('img', { class: 'place-icon', src: address(`/app/web/icons/${name}.svg`), alt: '', width: 24, height: 24 });
}

function placesAddress({ parsed }: Subject): string {
  const { standard } = parsed;
  const { basincode, subbasincd } = standard;
  if (!isReachCode(standard)) return address('/api/pois', { basincode, subbasincd, limit: AT_MOST });
  const { binstrval, binstrlen } = standard;
  return address('/api/pois', {
    basincode,
    subbasincd,
    binstrval: String(binstrval),
    binstrlen,
    scope: 'upstream',
    limit: AT_MOST,
  });
}

export type PlaceTypeNames = ReadonlyMap<string, { displayName: string; displayNameEn: string }>;

function lists(items: readonly PoiItem[], types: PlaceTypeNames, context: PanelContext): HTMLElement[] {
  const { language, texts } = context;
  if (items.length === 0) return [el('p', {}, texts.places.none), el('p', { class: 'soft' }, texts.places.noneHint)];
  const byType = Map.groupBy(items, ({ type }) => type);
  // Every confluence is a junction: they come last.
  const order = [...byType.keys()].sort(
    (a, b) => Number(a === 'junction') - Number(b === 'junction') || a.localeCompare(b),
  );
  return [
    ...order.map((type) => {
      const members = byType.get(type)!;
      const named = types.get(type);
      return section(
        `${named === undefined ? type : nameIn(language, named)} · ${members.length}`,
        rows(
          members.map((item) => ({
            title: nameIn(language, item) || item.key,
            detail: type === 'junction' ? '' : language === 'zh' ? item.description : item.descriptionEn,
            lead: placeIcon(type),
            onOpen: () => context.openPlace(item.type, item.key),
          })),
        ),
      );
    }),
    ...(items.length >= AT_MOST ? [el('p', { class: 'soft' }, texts.places.more)] : []),
  ];
}

export function placesTab(subject: Subject, types: PlaceTypeNames, context: PanelContext): HTMLElement {
  const { texts } = context;
  const body = el('div', { class: 'tab-body' }, skeleton(texts.panel.loading, 6));
  getJson<PoiItem[]>(placesAddress(subject)).then(
    (items) => body.replaceChildren(...lists(items, types, context)),
    () => body.replaceChildren(el('p', {}, texts.errors.networkHint)),
  );
  return body;
}
