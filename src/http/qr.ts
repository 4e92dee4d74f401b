/** Drawing an MA string as a QR code, as SVG and as PNG. */

import { type Bitmap2D, correction, generate, mode } from 'lean-qr';
import { encodePng } from './png.ts';

export type ErrorCorrection = 'L' | 'M' | 'Q' | 'H';

export interface QrOptions {
  /** Pixels along one side, the margin included. */
  size: number;
  /** Modules of white around it; readers want four. */
  margin: number;
  errorCorrection: ErrorCorrection;
}

/** MA strings in canonical form use only characters of the alphanumeric mode: 2 of them take 11 bits. */
function modulesOf(ma: string, errorCorrection: ErrorCorrection): Bitmap2D {
  return generate(mode.alphaNumeric(ma), { minCorrectionLevel: correction[errorCorrection] });
}

export function qrSvg(ma: string, { size, margin, errorCorrection }: QrOptions): string {
  const modules = modulesOf(ma, errorCorrection);
  const side = modules.size + 2 * margin;
  let path = '';
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(x, y)) path += `M${x + margin} ${y + margin}h1v1h-1z`;
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><title>${ma}</title><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
  );
}

/** Modules are drawn with a whole number of pixels, what is left over widens the margin: edges stay sharp. */
export function qrPng(ma: string, { size, margin, errorCorrection }: QrOptions): Buffer {
  const modules = modulesOf(ma, errorCorrection);
  const side = modules.size + 2 * margin;
  const scale = Math.max(1, Math.floor(size / side));
  const pixels = Math.max(size, side);
  const offset = Math.floor((pixels - modules.size * scale) / 2);
  return encodePng(pixels, (x, y) => modules.get(Math.floor((x - offset) / scale), Math.floor((y - offset) / scale)));
}
