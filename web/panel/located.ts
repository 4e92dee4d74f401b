/** Above the details of a river that was found by place: how far away it is, and which others are near. */

import { el } from '../dom.ts';
import { metresAway } from '../figures.ts';
import { icon } from '../icons.ts';
import type { LocatedReach } from '../records.ts';
import { nameIn } from '../texts/language.ts';
import type { PanelContext } from './context.ts';

/** Nearer than this the click was on the river. */
const ON_THE_RIVER_M = 250;

export function locatedCard(located: readonly LocatedReach[], chosen: string, context: PanelContext): HTMLElement {
  const { texts, language, store } = context;
  const own = located.find(({ ma }) => ma === chosen);
  const others = located.filter(({ ma }) => ma !== chosen);
  const distance = own?.distanceM ?? 0;
  const title = distance < ON_THE_RIVER_M ? texts.locate.here : texts.locate.nearest(metresAway(distance, language));
  return el(
    'section',
    { class: 'located' },
    el('p', { class: 'located-title' }, icon('locate'), title),
    others.length > 0 &&
      el(
        'div',
        { class: 'located-others' },
        el('span', { class: 'soft' }, texts.locate.others),
        ...others.map((reach) => {
          const text = `${nameIn(language, reach) || texts.panel.unnamed} · ${metresAway(reach.distanceM, language)}`;
          const open = (): void => store.update({ ma: reach.ma }, { step: true });
          return el('button', { type: 'button', class: 'pill', onclick: open }, text);
        }),
      ),
  );
}
