/** The map page as HTML: the template of `web/index.html` with what differs from request to request filled in. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../service/types.ts';
import { moduleAddresses, PROJECT_ROOT } from './files.ts';
import { contentSecurityPolicy } from './policy.ts';
import type { Preview } from './preview.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Longer ones are cut by everything that shows them. */
const DESCRIPTION_CHARACTERS = 300;

function shortened(text: string): string {
  return text.length <= DESCRIPTION_CHARACTERS ? text : `${text.slice(0, DESCRIPTION_CHARACTERS - 1)}…`;
}

function importMap(base: string): string {
  const imports = {
    'maplibre-gl': `${base}/app/lib/maplibre-gl/maplibre-gl.mjs`,
    'topojson-client': `${base}/app/lib/topojson-client/index.js`,
  };
  return JSON.stringify({ imports });
}

export interface Page {
  render(preview: Preview, language: Language): string;
  /** Goes with it, and with every file it loads. */
  policy: string;
}

/** `publicUrl` may be '' where nobody said under which address the service is reached: links that must be whole are left out. */
export function createPage(publicUrl: string): Page {
  const template = readFileSync(join(PROJECT_ROOT, 'web/index.html'), 'utf8');
  const base = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  const map = importMap(base);
  const preloads = moduleAddresses()
    .map((address) => `<link rel="modulepreload" href="${base}/app/${address}">`)
    .join('\n');

  function wholeLinks({ ma }: Preview): string {
    if (publicUrl === '') return '';
    const url = escapeHtml(ma === undefined ? `${publicUrl}/` : `${publicUrl}/ma/${ma}`);
    return `<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${escapeHtml(publicUrl)}/app/web/icons/share.png">`;
  }

  return {
    policy: contentSecurityPolicy(map),
    render(preview, language) {
      const values: Record<string, string> = {
        locale: language === 'zh' ? 'zh_CN' : 'en_GB',
        base,
        title: escapeHtml(preview.title),
        description: escapeHtml(shortened(preview.description)),
        robots: preview.status === 200 ? 'index' : 'noindex',
        links: wholeLinks(preview),
        importMap: `<script type="importmap">${map}</script>`,
        preloads,
      };
      const named = template.replace('<html lang="en"', `<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"`);
      return named.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
    },
  };
}
