import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { encodePng } from '../../src/http/png.ts';
import { type QrOptions, qrPng, qrSvg } from '../../src/http/qr.ts';

const directory = mkdtempSync(join(tmpdir(), 'watercode-qr-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** What an independent reader makes of a picture. */
function decode(png: Buffer): string {
  const path = join(directory, 'code.png');
  writeFileSync(path, png);
  return execFileSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', path], {
    encoding: 'utf8',
  }).trimEnd();
}

/** Draws the modules of our SVG, which are unit squares on a white ground. */
function rasterise(svg: string, scale: number): Buffer {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)![1]);
  const black = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  return encodePng(side * scale, (x, y) => black.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`));
}

const CODES = [
  'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV',
  'MA.1002.3261.101201/3261001003',
  `MA.1002.3261.101201/3261001.0.1715/IDA+2FB-${'C'.repeat(300)}.PI`,
];

test('a QR code reads back to the same MA string, as PNG and as SVG, at every correction level', () => {
  for (const ma of CODES) {
    for (const errorCorrection of ['L', 'M', 'Q', 'H'] as const) {
      const options: QrOptions = { size: 600, margin: 4, errorCorrection };
      assert.equal(decode(qrPng(ma, options)), ma, `png ${errorCorrection}`);
      assert.equal(decode(rasterise(qrSvg(ma, options), 5)), ma, `svg ${errorCorrection}`);
    }
  }
});

test('the PNG has the size asked for, unless that is less than a pixel a module', () => {
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.deepEqual(sizeOf(qrPng(CODES[0]!, { size: 257, margin: 0, errorCorrection: 'M' })), [257, 257]);
  const [side = 0] = sizeOf(qrPng(CODES[2]!, { size: 64, margin: 4, errorCorrection: 'H' }));
  assert.ok(side > 64);
});

test('alphanumeric mode is used: the same string in byte mode would need a larger symbol', () => {
  const side = Number(/viewBox="0 0 (\d+) /.exec(qrSvg(CODES[0]!, { size: 256, margin: 0, errorCorrection: 'M' }))![1]);
  assert.equal(side, 33, 'version 4 holds 90 alphanumeric characters at level M, but only 62 bytes');
});

test('a PNG has one bit a pixel, black where it is asked to be', () => {
  const png = encodePng(10, (x, y) => x === y);
  const length = png.readUInt32BE(33);
  assert.equal(png.toString('latin1', 37, 41), 'IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  assert.equal(rows.length, 10 * 3);
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 10; x++) {
      const isWhite = (rows[y * 3 + 1 + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
      assert.equal(isWhite, x !== y);
    }
  }
});
