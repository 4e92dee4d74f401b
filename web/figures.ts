/** Figures and values as people of each language write them. */

import type { Property } from './records.ts';
import type { Language } from './texts/language.ts';

const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' };

/** Four digits stay together, as in years. */
export function wholeNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0, useGrouping: 'min2' }).format(value);
}

/** Three significant digits below a thousand. */
export function figure(value: number, language: Language): string {
  const maximumFractionDigits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits, useGrouping: 'min2' }).format(value);
}

export function kilometres(km: number, language: Language): string {
  return `${figure(km, language)} km`;
}

export function metresAway(metres: number, language: Language): string {
  return metres < 1000 ? `${wholeNumber(metres, language)} m` : kilometres(metres / 1000, language);
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

const BOTH_LANGUAGES = /^(.*[\u3400-\u9fff].*?) \(([^()]*)\)$/;

function inOneLanguage(value: string, language: Language): string {
  return value
    .split(/, (?![^(]*\))/)
    .map((item) => item.replace(BOTH_LANGUAGES, language === 'zh' ? '$1' : '$2'))
    .join(language === 'zh' ? '、' : ', ');
}

const COUNTRIES = /^[A-Z]{2}(?:[;, ]+[A-Z]{2})*$/;

function countryNames(codes: string, language: Language): string {
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'region' });
  return codes
    .split(/[;, ]+/)
    .map((code) => names.of(code) ?? code)
    .join(language === 'zh' ? '、' : ', ');
}

/** A value of a record for the eye: grouped digits, names of countries, one of two languages. */
export function shownValue({ name, value, icon }: Property, language: Language): string {
  if (PLAIN_NUMBER.test(value)) {
    return Number.isInteger(Number(value)) ? wholeNumber(Number(value), language) : value;
  }
  const isCountry = icon === 'flag' || /^(?:国家|Country)$/.test(name);
  if (isCountry && COUNTRIES.test(value)) return countryNames(value, language);
  return inOneLanguage(value, language);
}
