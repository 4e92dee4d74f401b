/** What every part of the panel is given: the language, the state, and what it may ask for. */

import type { Store } from '../state/state.ts';
import type { Texts } from '../texts/en.ts';
import type { Language } from '../texts/language.ts';

export interface PanelContext {
  readonly language: Language;
  readonly texts: Texts;
  readonly store: Store;
  /** Opens what an MA string names. */
  open(ma: string): void;
  /** The same for the code of a reach. */
  openReach(code: string): void;
  openPlace(type: string, key: string): void;
  /** Says a short thing to the eye and to screen readers. */
  say(text: string): void;
}
