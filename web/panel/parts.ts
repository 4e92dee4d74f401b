/** The small pieces that panels are made of: buttons, figures, lists of links, and the states of loading and failure. */

import { type Child, el } from '../dom.ts';
import { icon } from '../icons.ts';

export function button(label: string, iconName: string, onClick: () => void, className = 'button'): HTMLButtonElement {
  return el('button', { type: 'button', class: className, onclick: onClick }, icon(iconName), el('span', {}, label));
}

export function iconButton(
  label: string,
  iconName: string,
  onClick: () => void,
  className = 'icon-button',
): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: className, 'aria-label': label, title: label, onclick: onClick },
    icon(iconName),
  );
}

export function linkButton(label: string, href: string, extra: Record<string, string> = {}): HTMLAnchorElement {
  return el('a', { class: 'button quiet', href, ...extra }, label);
}

/** A great figure with what it counts. */
export function stat(value: string, label: string): HTMLElement {
  return el(
    'div',
    { class: 'stat' },
    el('span', { class: 'stat-value' }, value),
    el('span', { class: 'stat-label' }, label),
  );
}

export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'section' }, el('h3', {}, title), ...children);
}

export interface Row {
  title: string;
  /** Smaller, behind it. */
  note?: string;
  /** Smaller, below it. */
  detail?: string;
  lead?: Node;
  onOpen?: () => void;
}

function rowContent({ title, note, detail, lead, onOpen }: Row): Child[] {
  return [
    lead,
    el(
      'span',
      { class: 'row-text' },
      el('span', { class: 'row-title' }, title),
      detail ? el('span', { class: 'row-detail' }, detail) : undefined,
    ),
    note ? el('span', { class: 'row-note' }, note) : undefined,
    onOpen && icon('arrow', 'icon row-arrow'),
  ];
}

/** Rows that open something are buttons, the others plain. */
export function rows(list: readonly Row[]): HTMLUListElement {
  return el(
    'ul',
    { class: 'rows' },
    ...list.map((row) =>
      el(
        'li',
        {},
        row.onOpen === undefined
          ? el('div', { class: 'row' }, ...rowContent(row))
          : el('button', { type: 'button', class: 'row', onclick: row.onOpen }, ...rowContent(row)),
      ),
    ),
  );
}

/** Grey bars where text will be. */
export function skeleton(label: string, lines = 4): HTMLElement {
  return el(
    'div',
    { class: 'skeleton', role: 'status' },
    el('span', { class: 'visually-hidden' }, label),
    ...Array.from({ length: lines }, () => el('span', { class: 'skeleton-line' })),
  );
}

/** What went wrong and what to do about it. */
export function notice(title: string, hint: string, ...more: readonly Child[]): HTMLElement {
  return el('div', { class: 'notice', role: 'alert' }, el('h2', {}, title), el('p', {}, hint), ...more);
}
