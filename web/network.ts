/** The network of a reach: everything upstream, and the way down, as features with their sums. */

import { address, getJson } from './api.ts';
import type { TraceFeatures, TraceSummary } from './records.ts';
import { riverPath } from './subject.ts';

export interface Network {
  trace: TraceSummary;
  features: TraceFeatures['features'];
  /** False where only the greater reaches are drawn, as there are too many. */
  isWhole: boolean;
  level: number;
}

const PAGE = 1000;

/** More lines than this nobody can tell apart. */
const DRAWN_AT_MOST = 4000;

/** Each order has about four times as many reaches as the next. */
function levelFor(reachCount: number, greatestStrahler: number): number {
  const level = 1 + Math.ceil(Math.log(reachCount / DRAWN_AT_MOST) / Math.log(4));
  return Math.min(Math.max(1, level), greatestStrahler);
}

export async function loadNetwork(
  code: string,
  direction: TraceSummary['direction'],
  signal: AbortSignal,
): Promise<Network> {
  async function page(level: number, cursor?: string): Promise<TraceFeatures> {
    const path = `${riverPath(code, level)}/${direction}`;
    return await getJson<TraceFeatures>(address(path, { f: 'geojson', limit: PAGE, cursor }), { signal });
  }

  let reply = await page(1);
  const { trace } = reply;
  const level = levelFor(trace.sums.reachCount, trace.sums.greatestStrahler);
  if (level > 1) reply = await page(level);
  const features = [...reply.features];
  while (reply.trace.next !== undefined && features.length < DRAWN_AT_MOST) {
    reply = await page(level, reply.trace.next);
    features.push(...reply.features);
  }
  return { trace, features, isWhole: features.length >= trace.sums.reachCount, level };
}

export function boundsOf(features: TraceFeatures['features']): [number, number, number, number] | undefined {
  const boxes = features.flatMap(({ bbox }) => (bbox === undefined ? [] : [bbox]));
  if (boxes.length === 0) return undefined;
  return [
    Math.min(...boxes.map((box) => box[0]!)),
    Math.min(...boxes.map((box) => box[1]!)),
    Math.max(...boxes.map((box) => box[2]!)),
    Math.max(...boxes.map((box) => box[3]!)),
  ];
}
