/** The buttons over the map: language, colours, where am I, scan, and which places are shown. */

import { address } from './api.ts';
import { el } from './dom.ts';
import { icon } from './icons.ts';
import { iconButton } from './panel/parts.ts';
import { placeIcon } from './panel/places-tab.ts';
import type { DatasetReply } from './records.ts';
import type { Store } from './state/state.ts';
import type { Texts } from './texts/en.ts';
import { type Language, nameIn } from './texts/language.ts';
import type { ThemeSwitch } from './theme.ts';

export interface ToolOptions {
  container: HTMLElement;
  texts(): Texts;
  language(): Language;
  theme: ThemeSwitch;
  store: Store;
  dataset(): DatasetReply | undefined;
  onLanguage(): void;
  onLocate(): void;
  onScan(): void;
}

function placeChoice({ texts, language, store, dataset }: ToolOptions): HTMLElement {
  const types = (dataset()?.poiTypes ?? []).filter(({ count }) => count > 0);
  const boxes = types.map(({ type, name, nameEn, count }) => {
    const input = el('input', {
      type: 'checkbox',
      checked: !store.state.hiddenPlaces.includes(type),
      onchange: () => {
        const others = store.state.hiddenPlaces.filter((each) => each !== type);
        store.update({ hiddenPlaces: input.checked ? others : [...others, type] });
      },
    });
    const label = nameIn(language(), { displayName: name, displayNameEn: nameEn });
    return el(
      'label',
      { class: 'choice' },
      input,
      placeIcon(type),
      el('span', {}, label),
      el('span', { class: 'row-note' }, count),
    );
  });
  const menu = el(
    'fieldset',
    { class: 'popover', id: 'place-choice', hidden: true },
    el('legend', {}, texts().tools.placesTitle),
    ...boxes,
  );
  const open = iconButton(texts().tools.places, 'places', () => setOpen(menu.hidden !== false));
  open.setAttribute('aria-expanded', 'false');
  open.setAttribute('aria-controls', 'place-choice');

  function setOpen(isOpen: boolean): void {
    menu.hidden = !isOpen;
    open.setAttribute('aria-expanded', String(isOpen));
  }

  const whole = el('div', { class: 'popover-anchor' }, open, menu);
  whole.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    open.focus();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!whole.contains(event.target as Node)) setOpen(false);
  });
  return whole;
}

export function renderTools(options: ToolOptions): void {
  const { container, texts, theme, onLanguage, onLocate, onScan } = options;
  const { tools, otherLanguage } = texts();
  const language = el(
    'button',
    {
      type: 'button',
      class: 'icon-button wide',
      lang: options.language() === 'zh' ? 'en' : 'zh-CN',
      title: tools.language,
      onclick: onLanguage,
    },
    otherLanguage,
  );
  const colours = iconButton(
    tools.theme[theme.choice],
    theme.choice,
    () => {
      theme.next();
      renderTools(options);
      container.querySelector<HTMLElement>('.theme')?.focus();
    },
    'icon-button theme',
  );
  container.replaceChildren(
    el('div', { class: 'tool-group' }, language, colours),
    el(
      'div',
      { class: 'tool-group column' },
      iconButton(tools.locate, 'locate', onLocate),
      iconButton(tools.scan, 'scan', onScan),
      placeChoice(options),
      el(
        'a',
        {
          class: 'icon-button docs',
          href: address('/api/docs', { lang: options.language() }),
          'aria-label': tools.docs,
          title: tools.docs,
        },
        icon('docs'),
      ),
    ),
  );
}
