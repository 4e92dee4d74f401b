/** Choosing what to send from Accept and Accept-Language, quality values obeyed (RFC 9110, section 12). */

import type { Language } from '../service/types.ts';

interface Weighted {
  value: string;
  quality: number;
}

const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The members of a list header with their quality values; members that are not well-formed are left out. */
function parseWeighted(header: string): Weighted[] {
  const members: Weighted[] = [];
  for (const part of header.split(',')) {
    const [value, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (value === undefined || value === '' || /\s/.test(value)) continue;
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const text = weight === undefined ? '1' : weight.slice(weight.indexOf('=') + 1).trim();
    if (QUALITY.test(text)) members.push({ value, quality: Number(text) });
  }
  return members;
}

const MEDIA_RANGE = /^(?:\*\/\*|[\w!#$%&'+.^`|~-]+\/(?:\*|[\w!#$%&'+.^`|~-]+))$/;

function qualityOfType(ranges: readonly Weighted[], type: string): number {
  const wildcard = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const candidate of [type, wildcard, '*/*']) {
    const range = ranges.find(({ value }) => value === candidate);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

/**
 * The one of the offered media types (lower case, no parameters) that the client likes best, the earlier one where it
 * likes two the same; `undefined` when it wants none of them. No header, or one with no readable range, admits all.
 */
export function chooseMediaType<T extends string>(header: string | undefined, offered: readonly T[]): T | undefined {
  if (header === undefined) return offered[0];
  const ranges = parseWeighted(header).filter(({ value }) => MEDIA_RANGE.test(value));
  if (ranges.length === 0) return offered[0];
  let best: T | undefined;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOfType(ranges, type);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

function qualityOfLanguage(ranges: readonly Weighted[], language: Language): number {
  const qualities = ranges
    .filter(({ value }) => value === language || value.startsWith(`${language}-`))
    .map(({ quality }) => quality);
  if (qualities.length > 0) return Math.max(...qualities);
  return ranges.find(({ value }) => value === '*')?.quality ?? 0;
}

/** English only when the header likes it better than Chinese, which the data is written in first. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined) return 'zh';
  const ranges = parseWeighted(header);
  return qualityOfLanguage(ranges, 'en') > qualityOfLanguage(ranges, 'zh') ? 'en' : 'zh';
}
