/** The search box: suggestions while typing, by name, pinyin, code or MA string, all of it by keyboard too. */

import { explainMa } from '../../src/code/index.ts';
import { address, getJson } from '../api.ts';
import { el } from '../dom.ts';
import { icon } from '../icons.ts';
import type { SearchHit, SearchResult } from '../records.ts';
import type { Texts } from '../texts/en.ts';
import type { Language } from '../texts/language.ts';
import { sayQuietly } from '../toast.ts';
import { hitOption } from './hit-option.ts';

export interface SearchOptions {
  container: HTMLElement;
  language(): Language;
  texts(): Texts;
  onQuery(query: string): void;
  onChoose(hit: SearchHit): void;
  /** A whole MA string was put in and Enter pressed. */
  onCode(ma: string): void;
}

export interface SearchBox {
  setQuery(query: string): void;
  /** In the language of the moment. */
  relabel(): void;
  focus(): void;
}

const PAUSE_MS = 140;
const LIMIT = 8;

export function createSearchBox(options: SearchOptions): SearchBox {
  const { container, language, texts, onQuery, onChoose, onCode } = options;
  const input = el('input', {
    id: 'search',
    type: 'search',
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    'aria-expanded': 'false',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    oninput: onInput,
    onkeydown: onKey,
    onfocus: () => input.value.trim() === found && list.children.length > 0 && open(),
  });
  const clear = el(
    'button',
    { type: 'button', class: 'icon-button search-clear', hidden: true, onclick: onClear },
    icon('close'),
  );
  const list = el('ul', { id: 'search-results', role: 'listbox', class: 'results', hidden: true });
  const box = el('div', { class: 'search-box' }, icon('search', 'icon search-icon'), input, clear);
  const whole = el('search', { class: 'search' }, box, list);
  container.append(whole);
  document.addEventListener('pointerdown', (event) => {
    if (!whole.contains(event.target as Node)) close();
  });

  let hits: readonly SearchHit[] = [];
  /** What the hits were found for. */
  let found = '';
  /** Enter was pressed before the hits had come. */
  let isHasty = false;
  let active = -1;
  let timer = 0;
  let running = new AbortController();

  function open(): void {
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  }

  function close(): void {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    setActive(-1);
  }

  function setActive(index: number): void {
    active = index;
    for (const [at, option] of [...list.querySelectorAll('[role=option]')].entries()) {
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `result-${index}`);
  }

  function choose(hit: SearchHit): void {
    isHasty = false;
    close();
    onQuery('');
    input.blur();
    onChoose(hit);
  }

  function message(title: string, hint: string): void {
    list.replaceChildren(
      el(
        'li',
        { class: 'result-message', role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' },
        el('strong', {}, title),
        hint !== '' && el('span', {}, hint),
      ),
    );
    open();
  }

  function showHits({ items, total, totalIsMore, query }: SearchResult): void {
    hits = items;
    found = query;
    setActive(-1);
    if (isHasty && items[0] !== undefined) {
      choose(items[0]);
      return;
    }
    if (items.length === 0) {
      message(texts().search.none(query), texts().search.noneHint);
      return;
    }
    list.replaceChildren(
      ...items.map((hit, index) => hitOption(hit, index, query, language(), texts(), () => choose(hit))),
    );
    sayQuietly(texts().search.results(total, totalIsMore));
    open();
  }

  /** A code that goes wrong says where; the search could only say that it found nothing. */
  function showFault(query: string): boolean {
    const explanation = /^\s*ma\./i.test(query) ? explainMa(query) : undefined;
    if (explanation === undefined || explanation.valid) return false;
    hits = [];
    found = query;
    message(texts().search.badCode, explanation.message[language()]);
    return true;
  }

  async function search(query: string): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      showHits(await getJson<SearchResult>(address('/api/search', { q: query, limit: LIMIT }), { signal }));
    } catch {
      if (!signal.aborted) message(texts().search.failed, '');
    }
  }

  function onInput(): void {
    const query = input.value.trim();
    clear.hidden = input.value === '';
    isHasty = false;
    onQuery(query);
    clearTimeout(timer);
    if (query === '') {
      running.abort();
      hits = [];
      found = '';
      list.replaceChildren();
      close();
      return;
    }
    if (!showFault(query)) timer = window.setTimeout(() => void search(query), PAUSE_MS);
  }

  function onEnter(): void {
    const query = input.value.trim();
    const hit = query === found ? (hits[active] ?? hits[0]) : undefined;
    if (hit !== undefined) {
      choose(hit);
      return;
    }
    const explanation = explainMa(query);
    if (!explanation.valid) {
      isHasty = query !== found;
      return;
    }
    close();
    onQuery('');
    onCode(explanation.canonical);
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      open();
      setActive((active + step + (active < 0 && step < 0 ? 1 : 0) + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'Escape') {
      if (list.hidden) onClear();
      else close();
    }
  }

  function onClear(): void {
    input.value = '';
    onInput();
    input.focus();
  }

  function relabel(): void {
    const { search: words } = texts();
    input.setAttribute('aria-label', words.label);
    input.placeholder = words.placeholder;
    list.setAttribute('aria-label', words.label);
    clear.setAttribute('aria-label', words.clear);
    if (!list.hidden) onInput();
  }

  relabel();
  return {
    relabel,
    focus: () => input.focus(),
    setQuery(query) {
      if (input.value.trim() === query) return;
      input.value = query;
      clear.hidden = query === '';
      if (query !== '') void search(query);
    },
  };
}
