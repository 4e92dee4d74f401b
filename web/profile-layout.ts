/** Where the bars, the curve and the ticks of a profile go: arithmetic only. */

/** One reach of the way down, in the order of the flow. */
export interface ProfilePoint {
  name: string;
  lengthKm: number;
  strahler: number;
  /** Area or length upstream of it; undefined where it is not known. */
  amount: number | undefined;
}

export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  title: string;
}

export interface Tick {
  at: number;
  value: number;
}

export interface ProfileLayout {
  bars: Bar[];
  /** Paths of the amounts: the line, and the area below it. Empty where none is known. */
  curve: string;
  area: string;
  distanceTicks: Tick[];
  orderTicks: Tick[];
  amountTicks: Tick[];
  totalKm: number;
  greatestOrder: number;
}

const STEPS = [1, 2, 5, 10];

/** Less than this is nothing: a way of a thousandth of a millimetre. */
const LEAST = 1e-9;

/** A round step that gives at most `count` ticks up to `end`. */
export function roundStep(end: number, count: number): number {
  if (!(end > LEAST)) return 1;
  const size = 10 ** Math.floor(Math.log10(end / count));
  const step = STEPS.find((each) => end / (each * size) <= count) ?? 10;
  return step * size;
}

function ticks(end: number, count: number): number[] {
  const step = roundStep(end, count);
  const values: number[] = [];
  for (let i = 0; i * step <= end * (1 + 1e-9); i++) values.push(i * step);
  return values;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

export function layOut(points: readonly ProfilePoint[], plot: Plot): ProfileLayout {
  const totalKm = points.reduce((sum, { lengthKm }) => sum + lengthKm, 0);
  const greatestOrder = Math.max(1, ...points.map(({ strahler }) => strahler));
  const greatestAmount = Math.max(0, ...points.map(({ amount }) => amount ?? 0));
  const foot = plot.height - plot.bottom;
  const innerWidth = plot.width - plot.left - plot.right;
  const innerHeight = foot - plot.top;
  const xOf = (km: number): number => plot.left + (totalKm === 0 ? 0 : (km / totalKm) * innerWidth);
  const yOf = (part: number): number => foot - part * innerHeight;

  const bars: Bar[] = [];
  const corners: [number, number][] = [];
  let km = 0;
  for (const { name, lengthKm, strahler, amount } of points) {
    const [from, to] = [xOf(km), xOf(km + lengthKm)];
    const y = yOf(strahler / greatestOrder);
    bars.push({
      x: rounded(from),
      y: rounded(y),
      width: Math.max(0.6, rounded(to - from - 0.5)),
      height: rounded(foot - y),
      title: `${name} · ${Math.round(lengthKm)} km · ${strahler}`,
    });
    if (amount !== undefined && greatestAmount > 0) {
      const height = rounded(yOf(amount / greatestAmount));
      corners.push([rounded(from), height], [rounded(to), height]);
    }
    km += lengthKm;
  }
  const curve = corners.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const area = curve === '' ? '' : `${curve}L${corners.at(-1)![0]} ${foot}L${corners[0]![0]} ${foot}Z`;
  return {
    bars,
    curve,
    area,
    distanceTicks: ticks(totalKm, 4).map((value) => ({ at: rounded(xOf(value)), value })),
    orderTicks: ticks(greatestOrder, 5)
      .filter((value) => Number.isInteger(value) && value > 0)
      .map((value) => ({ at: rounded(yOf(value / greatestOrder)), value })),
    amountTicks:
      greatestAmount === 0
        ? []
        : ticks(greatestAmount, 3).map((value) => ({ at: rounded(yOf(value / greatestAmount)), value })),
    totalKm,
    greatestOrder,
  };
}
