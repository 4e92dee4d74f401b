import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { parseMa } from '../../src/code/index.ts';
import { mapIsDrawn, pixelsOf, type Site, startSite } from './support/browser.ts';

let site: Site;

before(async () => {
  site = await startSite();
});

after(async () => {
  await site?.close();
});

const UPSTREAM_TEAL = [13, 156, 143] as const;

function maIn(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.slice('/ma/'.length));
}

async function heading(page: Page): Promise<string> {
  await page.waitForSelector('#panel[data-status=ready]');
  return await page.locator('#panel h1').innerText();
}

async function find(page: Page, text: string): Promise<void> {
  await page.fill('#search', text);
  await page.waitForSelector('.result');
  await page.press('#search', 'ArrowDown');
  await page.press('#search', 'Enter');
}

function decodeQr(picture: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'watercode-qr-'));
  try {
    writeFileSync(join(folder, 'qr.png'), picture);
    return execFileSync('zbarimg', ['--quiet', '--raw', join(folder, 'qr.png')])
      .toString()
      .trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join(' | ')))`);
}

test('a river found by its Chinese name shows its record, its code, its QR code and its network', async () => {
  const page = await site.open('/', { locale: 'zh-CN' });
  assert.match(await page.title(), /watercode/);
  await find(page, '黄河');
  assert.equal(await heading(page), '黄河');
  assert.equal(await page.evaluate('document.activeElement.textContent'), '黄河');
  assert.doesNotMatch(page.url(), /q=/);
  const ma = maIn(page);
  assert.equal(parseMa(ma).standard.basincode, 3261);
  assert.match(await page.locator('.properties').innerText(), /渤海/);

  await page.getByRole('button', { name: '复制编码' }).click();
  await page.getByRole('button', { name: '已复制' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), ma);

  await page.getByRole('tab', { name: '编码' }).click();
  assert.equal((await page.locator('.code-box .ma').innerText()).replace(/\s/g, ''), ma);
  assert.match(await page.locator('.part-group.standard').innerText(), /亚洲，第 261 号流域/);
  const png = page.locator('a[download$=".png"]');
  const reply = await page.request.get(site.base + (await png.getAttribute('href')));
  assert.equal(decodeQr(await reply.body()), ma);
  assert.equal(decodeQr(await page.locator('img.qr').screenshot()), ma);

  await page.getByRole('tab', { name: '河网' }).click();
  await page.getByText('最后一个河段').waitFor();
  assert.match(await page.locator('.stats').first().innerText(), /km/);
  await mapIsDrawn(page);
  assert.ok((await pixelsOf(page, UPSTREAM_TEAL)) > 300);
  await page.locator('label.chip.upstream input').uncheck();
  await mapIsDrawn(page);
  assert.ok((await pixelsOf(page, UPSTREAM_TEAL)) < 100);
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});

test('the language is switched without losing the place, and remembered', async () => {
  const page = await site.open('/');
  await find(page, 'Mekong');
  assert.equal(await heading(page), 'Mekong River');
  const ma = maIn(page);
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '湄公河', level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  assert.equal(maIn(page), ma);
  await page.goto(`${site.base}/`);
  await page.getByRole('heading', { name: '每条河流都有自己的编码' }).waitFor();
  await page.goBack();
  assert.equal(await heading(page), '湄公河');
  await page.context().close();
});

test('a click on a river opens it, a click beside it the nearest one, and the address keeps both', async () => {
  const page = await site.open('/#map=5.9/35.0096/110.2846');
  await mapIsDrawn(page);
  await page.mouse.click(512, 320);
  assert.equal(await heading(page), 'Yellow River');
  assert.equal(new URL(page.url()).hash, '#map=5.9/35.0096/110.2846');
  await page.mouse.click(572, 320);
  await page.locator('.located').waitFor();
  assert.match(await page.locator('.located').innerText(), /Nearest river, \d+(?:\.\d)? km away/);
  assert.match(page.url(), /#at=11[01]\.\d+,35\./);
  await page.reload();
  await page.locator('.located').waitFor();
  assert.equal(await heading(page), 'Yellow River');
  await page.context().close();
});

test('a link restores everything: tab, comparison, what is drawn and where one looks', async () => {
  const first = 'MA.1002.3261.101201/3261001.0.4';
  const fragment = '#tab=network&with=3261001002.0.1&show=downstream&map=5.5/36/108'.replace(
    '3261001002.0.1',
    'MA.1002.3261.101201/3261001002.0.1',
  );
  const page = await site.open(`/ma/${first}${fragment}`, { colorScheme: 'dark' });
  assert.equal(await heading(page), 'Yellow River');
  assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Network');
  await page.getByRole('img', { name: 'Chart: 1154 km to the outlet; the Strahler order grows to 3.' }).waitFor();
  await page.getByText('Same basin', { exact: true }).waitFor();
  await mapIsDrawn(page);
  assert.equal(new URL(page.url()).hash, fragment);
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});

test('on a phone the details are a sheet that is pulled up, and nothing sticks out', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await site.open('/ma/MA.1002.3261.101201/3261001.0.4', phone);
  await heading(page);
  const low = await page.locator('#panel').boundingBox();
  assert.ok(low!.y > 380 && Math.round(low!.width) === 390);
  await page.getByRole('button', { name: 'Show more or less of the details' }).tap();
  await page.waitForFunction(`document.querySelector('#panel').getBoundingClientRect().top < 100`);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  assert.deepEqual(await seriousFaults(page), []);
  await page.context().close();
});

test('the keyboard goes the whole way: from a mistyped code to the places of a river, and to a second one', async () => {
  const page = await site.open('/', { geolocation: { longitude: 31.23, latitude: 30.05 } });
  await page.locator('.examples button').first().waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await page.keyboard.press('/');
  await page.keyboard.type('MA.1OO2');
  await page.getByText('Character 5 is "O"').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.type('huanghe');
  await page.waitForSelector('.result');
  await page.keyboard.press('Enter');
  assert.equal(await heading(page), 'Yellow River');
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'Places', selected: true }).waitFor();
  await page.locator('.tab-body .row').first().waitFor();
  assert.deepEqual(await seriousFaults(page), []);

  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  await page.getByText('Now choose the second river').waitFor();
  await page.fill('#search', '3261001.0.4');
  await page.waitForSelector('.result');
  await page.press('#search', 'Enter');
  await page.locator('.relation-word').waitFor();
  assert.match(await page.locator('.relation-word').innerText(), /^Downstream\s+1054 km$/);
  await page.getByRole('button', { name: 'Stop comparing' }).press('Enter');

  await page.getByRole('button', { name: 'Nearest river to where I am' }).press('Enter');
  await page.locator('.located').waitFor();
  assert.match(await heading(page), /Nile|Rosetta|Damietta/);

  await page.getByRole('button', { name: 'Scan or paste a code' }).press('Enter');
  await page.getByLabel('MA string, short code or link').fill('https://example.org/ma/MA.1002.3261.101201/3261001.0.4');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Yellow River', level: 1 }).waitFor();
  assert.equal(parseMa(maIn(page)).standard.basincode, 3261);
  await page.context().close();
});

test('none of this asked another host for anything, and no page complained', () => {
  assert.deepEqual(site.strangers, []);
  assert.deepEqual(site.complaints, []);
});
