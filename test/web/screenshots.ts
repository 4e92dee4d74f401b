/** Makes the pictures of the map in docs/screenshots/, and the one that links to it are shown with: `node test/web/screenshots.ts`. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { mapIsDrawn, startSite } from './support/browser.ts';

interface Picture {
  /** From the root of the project. */
  file: string;
  path: string;
  options: BrowserContextOptions;
  prepare?(page: Page): Promise<void>;
}

const YELLOW_RIVER = '/ma/MA.1002.3261.101201/3261001.0.4/HS0301.OPE1102699N0346373.RV';
const WEI_RIVER = 'MA.1002.3261.101201/3261001002.0.1/HS0201.OPE1102937N0346236.RV';
const DESKTOP = { viewport: { width: 1360, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const PICTURES: readonly Picture[] = [
  { file: 'docs/screenshots/river.png', path: YELLOW_RIVER, options: DESKTOP },
  { file: 'docs/screenshots/start.png', path: '/', options: DESKTOP },
  {
    file: 'docs/screenshots/dark.png',
    path: `${YELLOW_RIVER}#tab=network`,
    options: { ...DESKTOP, colorScheme: 'dark' },
  },
  { file: 'docs/screenshots/chinese.png', path: YELLOW_RIVER, options: { ...DESKTOP, locale: 'zh-CN' } },
  { file: 'docs/screenshots/code.png', path: `${YELLOW_RIVER}#tab=code`, options: DESKTOP },
  { file: 'docs/screenshots/compare.png', path: `${YELLOW_RIVER}#with=${WEI_RIVER}`, options: DESKTOP },
  { file: 'docs/screenshots/nearest.png', path: '/#at=110,35&map=6.2/35.2/109', options: DESKTOP },
  { file: 'docs/screenshots/phone.png', path: YELLOW_RIVER, options: PHONE },
  { file: 'docs/screenshots/phone-dark.png', path: '/', options: { ...PHONE, colorScheme: 'dark', locale: 'zh-CN' } },
  {
    file: 'docs/screenshots/search.png',
    path: '/',
    options: DESKTOP,
    async prepare(page) {
      await page.fill('#search', 'mekong');
      await page.waitForSelector('.result');
    },
  },
  {
    file: 'web/icons/share.png',
    path: `${YELLOW_RIVER}#map=4.2/36/101`,
    options: { viewport: { width: 1200, height: 630 } },
  },
];

/** Letters and lines that come last, after the map has said that it is done. */
const SETTLE_MS = 700;

const root = fileURLToPath(new URL('../../', import.meta.url));
const wanted = process.argv.slice(2);
const site = await startSite();
try {
  for (const { file, path, options, prepare } of PICTURES) {
    if (wanted.length > 0 && !wanted.some((name) => file.endsWith(`/${name}.png`))) continue;
    const page = await site.open(path, options);
    await page.waitForSelector('#panel:not([data-status=loading])');
    await mapIsDrawn(page);
    await prepare?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await mapIsDrawn(page);
    mkdirSync(new URL('.', new URL(file, `file://${root}`)), { recursive: true });
    const picture = await page.screenshot();
    writeFileSync(root + file, picture);
    console.log(`${file} ${Math.round(picture.length / 1000)} kB`);
    await page.context().close();
  }
} finally {
  await site.close();
}
