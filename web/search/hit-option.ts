/** One suggestion below the search box. */

import { type Child, el } from '../dom.ts';
import { icon } from '../icons.ts';
import { placeIcon } from '../panel/places-tab.ts';
import type { SearchHit } from '../records.ts';
import type { Texts } from '../texts/en.ts';
import { type Language, nameIn, otherNameIn } from '../texts/language.ts';

const KIND_ICONS: Readonly<Record<SearchHit['kind'], string>> = {
  river: 'flow',
  subbasin: 'network',
  basin: 'area',
  poi: 'places',
};

/** What was typed stands out in the name. */
function marked(name: string, query: string): Child[] {
  const at = name.toLowerCase().indexOf(query.toLowerCase());
  if (query === '' || at < 0) return [name];
  const end = at + query.length;
  return [name.slice(0, at), el('mark', {}, name.slice(at, end)), name.slice(end)];
}

/** `where` is written in both languages, with a point between them. */
function whereIn(where: string, language: Language): string {
  const [zh = '', en = ''] = where.split(' · ');
  return (language === 'zh' ? zh : en) || where;
}

function shortCode(ma: string): string {
  return ma.split('/')[1] ?? '';
}

export function hitOption(
  hit: SearchHit,
  index: number,
  query: string,
  language: Language,
  texts: Texts,
  onChoose: () => void,
): HTMLLIElement {
  const other = otherNameIn(language, hit);
  return el(
    'li',
    // Chosen on release: the box must not lose the focus before.
    { id: `result-${index}`, role: 'option', class: 'result', 'aria-selected': 'false', onclick: onChoose },
    hit.kind === 'poi'
      ? placeIcon(hit.type ?? '')
      : el('span', { class: `result-icon ${hit.kind}` }, icon(KIND_ICONS[hit.kind])),
    el(
      'span',
      { class: 'row-text' },
      el(
        'span',
        { class: 'row-title' },
        ...marked(nameIn(language, hit) || texts.panel.unnamed, query),
        other !== '' && el('span', { class: 'result-other' }, ...marked(other, query)),
      ),
      el('span', { class: 'row-detail' }, `${texts.search.kinds[hit.kind]} · ${whereIn(hit.where, language)}`),
    ),
    hit.kind !== 'poi' && el('code', { class: 'row-note' }, shortCode(hit.ma)),
  );
}
