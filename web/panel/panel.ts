/** The panel beside the map: the welcome, the details of what is chosen in tabs, or what went wrong. */

import { standardPartOf } from '../code-parts.ts';
import { el } from '../dom.ts';
import type { Explorer } from '../explorer.ts';
import type { DatasetReply } from '../records.ts';
import { PICK_OTHER, TABS, type Tab } from '../state/state.ts';
import type { Subject } from '../subject.ts';
import type { Texts } from '../texts/en.ts';
import { nameIn, otherNameIn } from '../texts/language.ts';
import { codeTab } from './code-tab.ts';
import type { PanelContext } from './context.ts';
import { copyButton, copyText } from './copy.ts';
import { failure } from './failure.ts';
import { locatedCard } from './located.ts';
import { type Networks, networkTab } from './network-tab.ts';
import { overview } from './overview.ts';
import { button, iconButton, notice, skeleton } from './parts.ts';
import { type PlaceTypeNames, placesTab } from './places-tab.ts';
import { relationCard } from './relation.ts';
import { welcome } from './welcome.ts';

export interface PanelOptions {
  container: HTMLElement;
  explorer: Explorer;
  /** Anew each time, as the language may have changed. */
  context(): PanelContext;
  dataset(): DatasetReply | undefined;
  onSecond(second: Subject | undefined): void;
}

export interface Panel {
  render(): void;
  /** Those who go by keyboard or ear are led to the next thing that opens. */
  focusNext(): void;
}

/** Sub-basins and places have no network of their own to show. */
function tabsOf(subject: Subject): readonly Tab[] {
  if (subject.kind === 'river') return TABS;
  return TABS.filter((tab) => tab !== 'network' && (tab !== 'places' || subject.kind === 'subbasin'));
}

export function createPanel({ container, explorer, context, dataset, onSecond }: PanelOptions): Panel {
  const content = el('div', { class: 'panel-content' });
  container.append(content);
  let isFocusWanted = false;

  function focusIfWanted(): void {
    if (isFocusWanted) content.querySelector('h1')?.focus({ preventScroll: true });
    isFocusWanted = false;
  }

  function placeTypes(): PlaceTypeNames {
    const types = dataset()?.poiTypes ?? [];
    return new Map(types.map(({ type, name, nameEn }) => [type, { displayName: name, displayNameEn: nameEn }]));
  }

  function kindOf(subject: Subject): string {
    const { texts, language } = context();
    if (subject.kind !== 'poi') return texts.panel.kinds[subject.kind];
    const named = placeTypes().get(subject.type);
    return named === undefined ? texts.panel.kinds.poi : nameIn(language, named);
  }

  function close(): void {
    context().store.update({ ma: '', at: undefined, other: '', tab: 'overview' }, { step: true });
  }

  function head(subject: Subject): HTMLElement {
    const own = context();
    const { texts, language, store, say } = own;
    const other = otherNameIn(language, subject.record);
    const compare = (): void => store.update({ other: PICK_OTHER }, { step: true });
    async function share(): Promise<void> {
      say((await copyText(location.href)) ? texts.panel.shared : texts.panel.copyFailed);
    }
    return el(
      'header',
      { class: 'panel-head' },
      el(
        'div',
        { class: 'panel-title' },
        el('p', { class: 'kind' }, kindOf(subject), el('code', {}, standardPartOf(subject.parsed))),
        el('h1', { tabindex: '-1' }, nameIn(language, subject.record) || texts.panel.unnamed),
        other !== '' && el('p', { class: 'other-name', lang: language === 'zh' ? 'en' : 'zh-CN' }, other),
      ),
      iconButton(texts.panel.close, 'close', close, 'icon-button panel-close'),
      el(
        'div',
        { class: 'actions' },
        copyButton(subject.ma, own),
        subject.kind !== 'poi' && button(texts.panel.compare, 'compare', compare),
        button(texts.panel.share, 'share', () => void share()),
      ),
    );
  }

  function tabBody(tab: Tab, subject: Subject, networks: Networks | undefined): HTMLElement {
    const own = context();
    if (tab === 'code') return codeTab(subject, own);
    if (tab === 'places') return placesTab(subject, placeTypes(), own);
    if (tab === 'network' && networks !== undefined && subject.kind === 'river')
      return networkTab(subject, networks, own);
    return overview(subject, own);
  }

  /** Tabs after the pattern of ARIA: one stop for the Tab key, arrows go from one to the next. */
  function tabList(subject: Subject, networks: Networks | undefined): HTMLElement {
    const { texts, store } = context();
    const tabs = tabsOf(subject);
    const chosen = tabs.includes(store.state.tab) ? store.state.tab : 'overview';
    const body = el('div', { role: 'tabpanel', id: 'tab-body', 'aria-labelledby': `tab-${chosen}`, tabindex: '0' });
    body.append(tabBody(chosen, subject, networks));

    const buttons = tabs.map((tab) =>
      el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${tab}`,
          'aria-selected': String(tab === chosen),
          'aria-controls': 'tab-body',
          tabindex: tab === chosen ? '0' : '-1',
          onclick: () => choose(tab),
        },
        texts.panel.tabs[tab],
      ),
    );

    function choose(tab: Tab): void {
      for (const [index, each] of buttons.entries()) {
        each.setAttribute('aria-selected', String(tabs[index] === tab));
        each.tabIndex = tabs[index] === tab ? 0 : -1;
      }
      body.setAttribute('aria-labelledby', `tab-${tab}`);
      body.replaceChildren(tabBody(tab, subject, networks));
      store.update({ tab });
    }

    function onKey(event: KeyboardEvent): void {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const next = (at + step + tabs.length) % tabs.length;
      buttons[next]!.focus();
      choose(tabs[next]!);
    }

    return el(
      'div',
      { class: 'tabs' },
      el('div', { role: 'tablist', 'aria-label': texts.panel.label, onkeydown: onKey }, ...buttons),
      body,
    );
  }

  function details(subject: Subject, networks: Networks | undefined): Node[] {
    const own = context();
    const { state } = own.store;
    const parts: Node[] = [];
    if (state.at !== undefined && explorer.located.length > 0) {
      parts.push(locatedCard(explorer.located, subject.ma, own));
    }
    parts.push(head(subject));
    if (state.other === '' || subject.kind === 'poi') onSecond(undefined);
    else parts.push(relationCard(subject, own, onSecond));
    parts.push(tabList(subject, networks));
    return parts;
  }

  function back(texts: Texts): HTMLElement {
    return el('p', { class: 'back' }, button(texts.panel.back, 'arrow', close, 'button quiet'));
  }

  function render(): void {
    const own = context();
    const { texts } = own;
    const { view } = explorer;
    switch (view.status) {
      case 'empty':
        content.replaceChildren(welcome(dataset(), own));
        break;
      case 'loading':
        content.replaceChildren(skeleton(texts.panel.loading, 8));
        break;
      case 'nothing-near':
        content.replaceChildren(notice(texts.locate.none, texts.locate.noneHint), back(texts));
        break;
      case 'failed':
        content.replaceChildren(
          failure(view.text, view.error, own, () => explorer.reload()),
          back(texts),
        );
        break;
      case 'ready':
        content.replaceChildren(...details(view.subject, view.networks));
        focusIfWanted();
        break;
    }
    if (view.status !== 'ready') onSecond(undefined);
    container.dataset.status = view.status;
  }

  explorer.subscribe(render);
  return {
    render,
    focusNext() {
      isFocusWanted = true;
    },
  };
}
