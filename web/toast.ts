/** A short message for the eye, which screen readers say too. */

import { byId } from './dom.ts';

const SHOWN_MS = 3500;

let timer = 0;

export function say(text: string): void {
  const place = byId('announcer');
  place.textContent = text;
  place.classList.add('shown');
  clearTimeout(timer);
  timer = window.setTimeout(() => place.classList.remove('shown'), SHOWN_MS);
}

/** For screen readers alone. */
export function sayQuietly(text: string): void {
  byId('announcer').textContent = text;
}
