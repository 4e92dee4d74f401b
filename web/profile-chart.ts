/** The way down as a chart: how far, how great the river is by order, and how much has flowed in so far. */

import { svg } from './dom.ts';
import { figure } from './figures.ts';
import { layOut, type ProfilePoint } from './profile-layout.ts';
import type { Texts } from './texts/en.ts';
import type { Language } from './texts/language.ts';

const WIDTH = 340;
const HEIGHT = 150;

export interface ProfileOptions {
  points: readonly ProfilePoint[];
  /** Whether the curve is of area, or of the length of rivers where the data knows no areas. */
  measure: 'area' | 'length';
  texts: Texts;
  language: Language;
}

export function profileChart({ points, measure, texts, language }: ProfileOptions): SVGSVGElement {
  const { network } = texts;
  const plot = { left: 26, right: 46, top: 18, bottom: 24, width: WIDTH, height: HEIGHT };
  const { bars, curve, area, distanceTicks, orderTicks, amountTicks, totalKm, greatestOrder } = layOut(points, plot);
  const right = WIDTH - plot.right;
  const foot = HEIGHT - plot.bottom;
  const about = network.profileAbout(`${figure(totalKm, language)} km`, greatestOrder);
  return svg(
    'svg',
    { class: 'profile', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': about },
    ...orderTicks.map(({ at, value }) =>
      svg(
        'g',
        {},
        svg('line', { class: 'grid', x1: plot.left, x2: right, y1: at, y2: at }),
        svg('text', { class: 'tick order', x: plot.left - 6, y: at + 3.5, 'text-anchor': 'end' }, String(value)),
      ),
    ),
    ...bars.map(({ x, y, width, height, title }) =>
      svg('rect', { class: 'bar', x, y, width, height, rx: Math.min(1.5, width / 2) }, svg('title', {}, title)),
    ),
    svg('path', { class: 'amount-area', d: area }),
    svg('path', { class: 'amount', d: curve }),
    ...amountTicks.map(({ at, value }) =>
      svg('text', { class: 'tick amount-tick', x: right + 6, y: at + 3.5 }, compact(value, language)),
    ),
    svg('line', { class: 'axis', x1: plot.left, x2: right, y1: foot, y2: foot }),
    ...distanceTicks.map(({ at, value }, index) =>
      svg(
        'text',
        { class: 'tick', x: at, y: foot + 15, 'text-anchor': index === 0 ? 'start' : 'middle' },
        index === distanceTicks.length - 1 ? `${figure(value, language)} km` : figure(value, language),
      ),
    ),
    svg('text', { class: 'legend order', x: plot.left, y: 10 }, network.profileOrder),
    svg(
      'text',
      { class: 'legend amount-tick', x: WIDTH, y: 10, 'text-anchor': 'end' },
      measure === 'area' ? network.profileArea : network.profileLength,
    ),
  );
}

function compact(value: number, language: Language): string {
  const options: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB', options).format(value);
}
