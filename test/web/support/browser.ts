/** A browser on the service with the default dataset: one of each for all tests, and an eye on what pages do. */

import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type ServingProcess, startServing } from '../../../src/cli/serve/process.ts';
import { defaultSettings } from '../../../src/config.ts';
import { ensureDefaultDataset } from '../../../src/dataset/default.ts';

/** Draws without a graphics card, and asks nobody for news. */
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
];

export interface Site {
  base: string;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors on the console and in scripts, of all pages so far. */
  readonly complaints: readonly string[];
  /** Addresses asked for that are not of this service. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
}

function chromiumPath(): string {
  return execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'])
    .toString()
    .trim();
}

export async function startSite(): Promise<Site> {
  const serving: ServingProcess = await startServing(
    await ensureDefaultDataset(),
    { ...defaultSettings(), port: 0, logLevel: 'error' },
    { version: '0.0.0' },
  );
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  const base = `http://127.0.0.1:${serving.port}`;
  const complaints: string[] = [];
  const strangers: string[] = [];

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1024, height: 640 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write', 'geolocation'],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${path}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${base}/`) && !/^(?:data|blob):/.test(url)) strangers.push(url);
    });
    await page.goto(base + path);
    return page;
  }

  return {
    base,
    open,
    complaints,
    strangers,
    async close() {
      await browser.close();
      await serving.stop();
    },
  };
}

/** Until the map has drawn all it has. */
export async function mapIsDrawn(page: Page): Promise<void> {
  await page.waitForSelector('#map[data-state=idle]');
}

/** How many pixels of what is seen have this colour, give or take. */
export async function pixelsOf(page: Page, colour: readonly [number, number, number]): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return await page.evaluate(
    `(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${picture}';
      await image.decode();
      const context = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const wanted = ${JSON.stringify(colour)};
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (wanted.every((value, channel) => Math.abs(data[i + channel] - value) <= 12)) count++;
      }
      return count;
    })()`,
  );
}
