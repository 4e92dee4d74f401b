/** Light or dark: as the system is set, unless somebody has chosen here. */

import type { Theme } from './map/palette.ts';

export type ThemeChoice = Theme | 'system';

const REMEMBERED = 'watercode-theme';
const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export interface ThemeSwitch {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
  /** From system to light to dark and round again. */
  next(): void;
}

export function createThemeSwitch(onChange: (theme: Theme) => void): ThemeSwitch {
  let choice = CHOICES.find((each) => each === localStorage.getItem(REMEMBERED)) ?? 'system';

  function theme(): Theme {
    if (choice !== 'system') return choice;
    return systemIsDark.matches ? 'dark' : 'light';
  }

  function apply(): void {
    document.documentElement.dataset.theme = theme();
    onChange(theme());
  }

  systemIsDark.addEventListener('change', apply);
  document.documentElement.dataset.theme = theme();
  return {
    get choice() {
      return choice;
    },
    get theme() {
      return theme();
    },
    next() {
      choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length]!;
      localStorage.setItem(REMEMBERED, choice);
      apply();
    },
  };
}
