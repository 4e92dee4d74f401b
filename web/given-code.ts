/** The code in what somebody scanned or pasted: an MA string, a short code, or a link to a page of this service. */

/** The path of the page of an MA string. */
const PAGE_PATH = '/ma/';

export function readCodeFrom(text: string): string {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return trimmed;
  const { pathname } = new URL(trimmed);
  const at = pathname.indexOf(PAGE_PATH);
  if (at < 0) return trimmed;
  const code = pathname.slice(at + PAGE_PATH.length);
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
