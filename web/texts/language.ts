/** Which language the page speaks: as the link says, as chosen before, or as the browser likes. */

import { EN, type Texts } from './en.ts';
import { ZH } from './zh.ts';

export type Language = 'zh' | 'en';

const REMEMBERED = 'watercode-language';

function isLanguage(text: string | null): text is Language {
  return text === 'zh' || text === 'en';
}

export function firstLanguage(inLink: string | null): Language {
  if (isLanguage(inLink)) return inLink;
  const remembered = localStorage.getItem(REMEMBERED);
  if (isLanguage(remembered)) return remembered;
  const liked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return liked ?? 'en';
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(REMEMBERED, language);
}

export const TEXTS: Readonly<Record<Language, Texts>> = { zh: ZH, en: EN };

/** As the attribute `lang` wants it: it chooses the shapes of Chinese characters too. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };

/** The name in the language of the page, or the other one where that is all there is. */
export function nameIn(language: Language, named: { displayName: string; displayNameEn: string }): string {
  const [first, second] =
    language === 'zh' ? [named.displayName, named.displayNameEn] : [named.displayNameEn, named.displayName];
  return first || second;
}

/** The name in the other language, '' where it says nothing new. */
export function otherNameIn(language: Language, named: { displayName: string; displayNameEn: string }): string {
  const own = nameIn(language, named);
  const other = language === 'zh' ? named.displayNameEn : named.displayName;
  return other === own ? '' : other;
}
