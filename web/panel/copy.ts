/** Copying text, also where the modern way is not allowed. */

import { el } from '../dom.ts';
import { icon } from '../icons.ts';
import type { PanelContext } from './context.ts';

/** Pages that are not served over HTTPS have no clipboard; the old command still works there. */
function copyByCommand(text: string): boolean {
  const field = el('textarea', { class: 'visually-hidden', readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

const SHOWN_MS = 1800;

export function copyButton(
  text: string,
  { texts, say }: PanelContext,
  className = 'button primary',
): HTMLButtonElement {
  const label = el('span', {}, texts.panel.copy);
  const face = el('span', { class: 'button-icon' }, icon('copy'));
  const own = el('button', { type: 'button', class: className, onclick: () => void copy() }, face, label);

  async function copy(): Promise<void> {
    if (!(await copyText(text))) return say(texts.panel.copyFailed);
    say(texts.panel.copied);
    label.textContent = texts.panel.copied;
    face.replaceChildren(icon('check'));
    setTimeout(() => {
      label.textContent = texts.panel.copy;
      face.replaceChildren(icon('copy'));
    }, SHOWN_MS);
  }

  return own;
}
