/** On phones the panel is a sheet at the foot of the screen that is pulled up and down. */

import { el } from './dom.ts';

const POSITIONS = ['low', 'half', 'full'] as const;

export type SheetPosition = (typeof POSITIONS)[number];

/** A shorter pull is a tap. */
const PULL_PIXELS = 24;

export interface Sheet {
  setPosition(position: SheetPosition): void;
  relabel(label: string): void;
}

export function createSheet(panel: HTMLElement, label: string): Sheet {
  const handle = el('button', { type: 'button', class: 'sheet-handle', 'aria-label': label });
  panel.prepend(handle);
  let startY: number | undefined;

  function position(): SheetPosition {
    return POSITIONS.find((each) => each === panel.dataset.sheet) ?? 'half';
  }

  function setPosition(next: SheetPosition): void {
    panel.dataset.sheet = next;
    handle.setAttribute('aria-expanded', String(next === 'full'));
  }

  function step(by: number): void {
    const at = POSITIONS.indexOf(position()) + by;
    setPosition(POSITIONS[Math.min(Math.max(at, 0), POSITIONS.length - 1)]!);
  }

  handle.addEventListener('pointerdown', (event) => {
    startY = event.clientY;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', (event) => {
    if (startY !== undefined) panel.style.setProperty('--pull', `${event.clientY - startY}px`);
  });
  handle.addEventListener('pointerup', (event) => {
    const pulled = startY === undefined ? 0 : event.clientY - startY;
    startY = undefined;
    panel.style.removeProperty('--pull');
    if (Math.abs(pulled) >= PULL_PIXELS) step(pulled < 0 ? 1 : -1);
    else setPosition(position() === 'full' ? 'half' : 'full');
  });
  handle.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') setPosition(position() === 'full' ? 'half' : 'full');
    else if (event.key === 'ArrowUp') step(1);
    else if (event.key === 'ArrowDown') step(-1);
    else return;
    event.preventDefault();
  });
  setPosition('half');
  return { setPosition, relabel: (text) => handle.setAttribute('aria-label', text) };
}
