/** Two rivers side by side: how they are related, and how far apart they are along the water. */

import { address, getJson } from '../api.ts';
import { el } from '../dom.ts';
import { kilometres } from '../figures.ts';
import type { RelationReply } from '../records.ts';
import { PICK_OTHER } from '../state/state.ts';
import { loadSubject, type Subject } from '../subject.ts';
import { nameIn } from '../texts/language.ts';
import type { PanelContext } from './context.ts';
import { iconButton, rows, skeleton } from './parts.ts';

function card(context: PanelContext, ...children: Parameters<typeof el>[2][]): HTMLElement {
  const { texts, store } = context;
  return el(
    'section',
    { class: 'relation', 'aria-label': texts.relation.title },
    el(
      'div',
      { class: 'relation-head' },
      el('h3', {}, texts.relation.title),
      iconButton(texts.relation.cancel, 'close', () => store.update({ other: '' }, { step: true })),
    ),
    ...children,
  );
}

function answer(first: Subject, second: Subject, reply: RelationReply, context: PanelContext): HTMLElement[] {
  const { texts, language, store } = context;
  const { relation, distanceKm, meetsAt } = reply;
  const [a, b] = [nameIn(language, first.record), nameIn(language, second.record)];
  return [
    el(
      'div',
      { class: 'relation-pair' },
      el('span', { class: 'relation-name chosen' }, a),
      iconButton(texts.relation.swap, 'swap', () => store.update({ ma: second.ma, other: first.ma }, { step: true })),
      el('span', { class: 'relation-name other' }, b),
    ),
    el(
      'p',
      { class: 'relation-word' },
      texts.relation.relations[relation],
      distanceKm !== undefined &&
        distanceKm > 0 &&
        el('span', { class: 'relation-distance' }, kilometres(distanceKm, language)),
    ),
    el('p', { class: 'soft' }, language === 'zh' ? reply.description : reply.descriptionEn),
    ...(meetsAt !== undefined && relation === 'same-basin'
      ? [rows([{ title: texts.relation.meets, note: meetsAt, onOpen: () => context.openReach(meetsAt) }])]
      : []),
  ];
}

/** The card above the details while a comparison is under way. `onSecond` is told what the second river is. */
export function relationCard(
  subject: Subject,
  context: PanelContext,
  onSecond: (second: Subject) => void,
): HTMLElement {
  const { texts, language, store } = context;
  const { other } = store.state;
  if (other === PICK_OTHER) return card(context, el('p', { class: 'hint' }, texts.relation.pick));
  const body = el('div', {}, skeleton(texts.panel.loading, 2));
  async function ask(): Promise<void> {
    const second = await loadSubject(other, { language });
    if (second.kind === 'poi' || subject.kind === 'poi') {
      body.replaceChildren(el('p', { class: 'hint' }, texts.relation.notRivers));
      return;
    }
    onSecond(second);
    const reply = await getJson<RelationReply>(address('/api/ma/relation', { a: subject.ma, b: second.ma }));
    body.replaceChildren(...answer(subject, second, reply, context));
  }
  ask().catch(() => body.replaceChildren(el('p', { class: 'hint' }, texts.errors.notFoundHint)));
  return card(context, body);
}
