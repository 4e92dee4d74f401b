/** A label to print and to stick on a bridge: the names, the code in letters, and the code for a camera. */

import { address, getText } from './api.ts';
import { byId, svg } from './dom.ts';
import type { Subject } from './subject.ts';

const WIDTH = 900;
const HEIGHT = 340;
const QR_SIDE = 280;
const GAP = 30;

const FONT = "'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif";

async function qrOf(ma: string): Promise<SVGElement> {
  const text = await getText(address('/api/ma/qr', { ma, size: QR_SIDE, margin: 0, format: 'svg' }));
  const drawn = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const code = document.importNode(drawn, true) as unknown as SVGElement;
  code.setAttribute('x', String(GAP));
  code.setAttribute('y', String(GAP));
  return code;
}

/** Lines that are too long are pressed together rather than cut off. */
function line(text: string, y: number, size: number, attributes: Record<string, string> = {}): SVGTextElement {
  const room = WIDTH - QR_SIDE - 3 * GAP;
  const width = [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : 0.56), 0) * size;
  const squeeze = width > room ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {};
  return svg('text', { x: QR_SIDE + 2 * GAP, y, 'font-size': size, ...squeeze, ...attributes }, text);
}

async function drawLabel({ ma, record }: Subject): Promise<SVGSVGElement> {
  const [proprietary = '', standard = '', extension = ''] = ma.split('/');
  const mono = { 'font-family': 'ui-monospace,Menlo,Consolas,monospace' };
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, 'font-family': FONT },
    svg('rect', { width: WIDTH, height: HEIGHT, rx: 18, fill: '#fff', stroke: '#0a5c86', 'stroke-width': 3 }),
    await qrOf(ma),
    line(record.displayName || record.displayNameEn, 96, 58, { 'font-weight': '700', fill: '#0a3f5e' }),
    line(record.displayName === '' ? '' : record.displayNameEn, 146, 32, { fill: '#31546a' }),
    line(`${proprietary}/`, 216, 24, { ...mono, fill: '#5b7280' }),
    line(standard + (extension === '' ? '' : '/'), 258, 32, { ...mono, 'font-weight': '700', fill: '#0a3f5e' }),
    line(extension, 296, 24, { ...mono, fill: '#5b7280' }),
  );
}

export async function downloadLabel(subject: Subject, fileName: string): Promise<void> {
  const text = new XMLSerializer().serializeToString(await drawLabel(subject));
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** On paper the page is this label and nothing else: `print.css` sees to it. */
export async function printLabel(subject: Subject): Promise<void> {
  byId('print-label').replaceChildren(await drawLabel(subject));
  print();
}
