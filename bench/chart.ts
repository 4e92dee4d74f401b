/** Charts as SVG text: how far each figure is from its bar, and lines over an axis. */
import { type BenchResult, isReached, type Plot } from './result.ts';

const WIDTH = 760;
const COLOURS = ['#1f6fb2', '#d1722c', '#3a8f5c', '#8a5bb5'];
const FAR = 8;

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escapeXml(content)}</text>`;
}

function svg(height: number, title: string, parts: readonly string[]): string {
  const style = 'font-family="system-ui, sans-serif" font-size="12" fill="#333"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ${style}>
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

/** How many times better than a value is asked for. */
function timesBetter({ ratio, better }: BenchResult, asked: number): number {
  return better === 'less' ? asked / ratio : ratio / asked;
}

/** One row a figure, on a logarithmic scale: right of the line in the middle the bar is reached; a mark shows the goal. */
export function barChart(results: readonly BenchResult[]): string {
  const title = 'Against the bar: right of the line is better than asked; the grey mark is the goal';
  const rowHeight = 34;
  const middle = WIDTH / 2;
  const far = results.reduce((most, of) => Math.max(most, timesBetter(of, of.bar), 1 / timesBetter(of, of.bar)), FAR);
  const at = (times: number) => middle + ((middle - 130) / Math.log(far)) * Math.log(times);
  const parts = [text(16, 22, title, 'font-size="14" font-weight="600"')];
  results.forEach((result, i) => {
    const { name, bar, goal } = result;
    const y = 40 + i * rowHeight;
    const above = timesBetter(result, bar);
    const colour = isReached(result) ? COLOURS[2]! : '#c0392b';
    const [left, right] = [Math.min(middle, at(above)), Math.max(middle, at(above))];
    parts.push(text(16, y + 10, name));
    const box = `x="${left.toFixed(1)}" y="${y + 15}" width="${(right - left).toFixed(1)}" height="10"`;
    parts.push(`<rect ${box} fill="${colour}"/>`);
    parts.push(upright(middle, y + 13, '#333'));
    const goalAt = goal === undefined ? middle : at(above / timesBetter(result, goal));
    if (goal !== undefined) parts.push(upright(goalAt, y + 13, '#999'));
    parts.push(text(Math.max(right, goalAt) + 6, y + 24, `${above.toFixed(2)} times the bar`, 'font-size="11"'));
  });
  return svg(44 + rowHeight * results.length, title, parts);
}

function upright(x: number, y: number, colour: string): string {
  return `<line x1="${x.toFixed(1)}" y1="${y}" x2="${x.toFixed(1)}" y2="${y + 14}" stroke="${colour}" stroke-width="2"/>`;
}

interface Axis {
  at(value: number): number;
  ticks: number[];
}

function logarithmicAxis(least: number, most: number, from: number, to: number): Axis {
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  const span = Math.max(1, high - low);
  const ticks = Array.from({ length: span + 1 }, (_, i) => 10 ** (low + i));
  return { ticks, at: (value) => from + ((Math.log10(value) - low) / span) * (to - from) };
}

/** From 0 to the greatest value or the next step behind it, in steps of 1, 2 or 5. */
function linearAxis(most: number, from: number, to: number, endsAtMost: boolean): Axis {
  const rough = (most || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const end = endsAtMost ? most || 1 : step * Math.ceil((most || 1) / step);
  const ticks = Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step);
  return { ticks, at: (value) => from + (value / end) * (to - from) };
}

export function lineChart(plot: Plot): string {
  const [left, right, top, bottom] = [64, WIDTH - 40, 56, 300];
  const all = plot.lines.flatMap((line) => line.points);
  const axisOf = (side: 0 | 1, logarithmic: boolean | undefined, from: number, to: number): Axis => {
    const values = all.map((point) => point[side]);
    const most = values.reduce((a, b) => Math.max(a, b), 0);
    const least = values.reduce((a, b) => Math.min(a, b), most);
    return logarithmic ? logarithmicAxis(least, most, from, to) : linearAxis(most, from, to, side === 0);
  };
  const x = axisOf(0, plot.x.logarithmic, left, right);
  const y = axisOf(1, plot.y.logarithmic, bottom, top);
  const parts = [text(16, 22, plot.title, 'font-size="14" font-weight="600"')];
  for (const tick of y.ticks) {
    const at = y.at(tick).toFixed(1);
    parts.push(`<line x1="${left}" y1="${at}" x2="${right}" y2="${at}" stroke="#ddd"/>`);
    parts.push(text(left - 8, y.at(tick) + 4, shown(tick), 'text-anchor="end"'));
  }
  for (const tick of x.ticks) parts.push(text(x.at(tick), bottom + 18, shown(tick), 'text-anchor="middle"'));
  parts.push(text((left + right) / 2, bottom + 38, plot.x.title, 'text-anchor="middle"'));
  parts.push(text(left, top - 14, plot.y.title));
  plot.lines.forEach((line, i) => {
    const colour = COLOURS[i % COLOURS.length]!;
    const points = line.points.map(([px, py]) => `${x.at(px).toFixed(1)},${y.at(py).toFixed(1)}`);
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    parts.push(text(left + 12 + i * 180, bottom + 60, `— ${line.name}`, `fill="${colour}" font-weight="600"`));
  });
  return svg(376, plot.title, parts);
}

function shown(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString('en');
}
