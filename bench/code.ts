/** How fast codes are read and written, as ratios to `new URL` on the same string. */

import { formatMa, type Ma, parseMa } from '../src/code/index.ts';
import { interleave, ratiosOf, summarise } from './measure.ts';
import type { BenchResult } from './result.ts';

/** Different strings, so that no result can be remembered. */
const CODE_COUNT = 1000;
/** Many short rounds: a slice of a few milliseconds is rarely interrupted, and the median passes over those that are. */
const ROUNDS = 151;
const WARM_UPS = 20;
const PASSES_PER_ROUND = 5;

export async function run(): Promise<BenchResult[]> {
  const codes = Array.from({ length: CODE_COUNT }, (_, i) => flat(sampleCode(i)));
  const urls = codes.map((code) => flat(`https://a.example/${code}`));
  const parsed = codes.map((code) => parseMa(code));
  const times = await interleave(
    {
      url: () => timeOf(urls, (url) => new URL(url).pathname.length),
      parse: () => timeOf(codes, (code) => parseMa(code).standard.basincode),
      format: () => timeOf(parsed, (ma: Ma) => formatMa(ma).length),
    },
    ROUNDS,
    WARM_UPS,
  );
  return (['parse', 'format'] as const).map((side) => ({
    name: `${side}Ma against new URL`,
    bar: 1,
    ...summarise(ratiosOf(times.url, times[side], (time) => time)),
  }));
}

function sampleCode(i: number): string {
  const place = `E${String(1000000 + i * 7).padStart(7, '0')}N${String(300000 + i * 3).padStart(7, '0')}`;
  return `MA.1002.3261.101201/3261001${String(1 + (i % 999)).padStart(3, '0')}.${i * 37}.${1715 + i}/HS0701.OP${place}.RV`;
}

/** A string in one piece, as it comes from a socket or a file: pieces put together would be slower to read. */
function flat(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function timeOf<T>(items: readonly T[], work: (item: T) => number): number {
  let sum = 0;
  const start = performance.now();
  for (let pass = 0; pass < PASSES_PER_ROUND; pass++) for (const item of items) sum += work(item);
  const time = performance.now() - start;
  if (sum === 0) throw new Error('the work gave nothing');
  return time;
}

if (import.meta.main) {
  console.log('what                          ratio    bar    spread');
  for (const { name, ratio, bar, spread } of await run()) {
    const [least, most] = spread.map((value) => value.toFixed(2));
    console.log(
      `${name.padEnd(28)} ${ratio.toFixed(2).padStart(6)} ${bar.toFixed(2).padStart(6)}    ${least} to ${most}`,
    );
  }
}
