/** What the panel says before anything is chosen: what this is, and rivers to begin with. */

import { address, getJson } from '../api.ts';
import { el } from '../dom.ts';
import { wholeNumber } from '../figures.ts';
import type { DatasetReply, SearchHit, SearchResult } from '../records.ts';
import { nameIn } from '../texts/language.ts';
import type { PanelContext } from './context.ts';
import { stat } from './parts.ts';

const EXAMPLES = 8;

/** Hits come with the most important first, so that a common piece of names finds the great rivers. */
const COMMON_PIECES = ['河', 'river', '江'];

async function greatRivers(): Promise<SearchHit[]> {
  const found = new Map<string, SearchHit>();
  for (const q of COMMON_PIECES) {
    const { items } = await getJson<SearchResult>(address('/api/search', { q, kinds: 'river', limit: 20 }));
    for (const hit of items) if (!found.has(hit.displayNameEn)) found.set(hit.displayNameEn, hit);
    if (found.size >= EXAMPLES) break;
  }
  return [...found.values()].slice(0, EXAMPLES);
}

function examples(context: PanelContext): HTMLElement {
  const list = el('ul', { class: 'examples' });
  const whole = el('div', {}, el('h2', { class: 'small-head' }, context.texts.welcome.examples), list);
  greatRivers().then(
    (hits) => {
      if (hits.length === 0) whole.remove();
      for (const hit of hits) {
        const open = (): void => context.open(hit.ma);
        list.append(
          el('li', {}, el('button', { type: 'button', class: 'pill', onclick: open }, nameIn(context.language, hit))),
        );
      }
    },
    () => whole.remove(),
  );
  return whole;
}

export function welcome(dataset: DatasetReply | undefined, context: PanelContext): HTMLElement {
  const { texts, language } = context;
  return el(
    'div',
    { class: 'welcome' },
    el('h1', {}, texts.welcome.title),
    el('p', { class: 'description' }, texts.welcome.text),
    examples(context),
    dataset !== undefined &&
      el(
        'div',
        { class: 'stats' },
        stat(wholeNumber(dataset.counts.reaches, language), texts.welcome.counts.reaches),
        stat(wholeNumber(dataset.counts.rivers, language), texts.welcome.counts.rivers),
        stat(wholeNumber(dataset.counts.pois, language), texts.welcome.counts.pois),
      ),
    dataset !== undefined &&
      el(
        'p',
        { class: 'soft' },
        texts.welcome.edition(language === 'zh' ? dataset.title : dataset.titleEn, dataset.edition),
      ),
    el('p', { class: 'data-links' }, el('a', { href: address('/api/docs', { lang: language }) }, texts.tools.docs)),
  );
}
