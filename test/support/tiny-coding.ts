/** Numbers and codes the small network in the plainest way; only test data depends on it. */
import { distanceM } from '../../src/format/sphere.ts';
import { TINY_REACHES, type TinyReach } from './tiny-network.ts';

export interface CodedReach extends TinyReach {
  fid: number;
  last: number;
  /** 0 at an outlet. */
  downFid: number;
  inflows: CodedReach[];
  line: Float64Array;
  lengthKm: number;
  upstreamKm: number;
  outletKm: number;
  depth: number;
  strahler: number;
  zoneCode: string;
  basincode: number;
  subbasincd: string;
  binstrval: bigint;
  binstrlen: number;
  code: string;
}

export interface TinyZone {
  code: string;
  parent: TinyZone | undefined;
}

export function codeTinyNetwork(): { reaches: CodedReach[]; zones: TinyZone[] } {
  const byId = new Map<string, CodedReach>();
  for (const reach of TINY_REACHES) {
    const below = typeof reach.down === 'string' ? byId.get(reach.down)! : undefined;
    const [lon, lat] = below === undefined ? (reach.down as [number, number]) : below.from;
    const middle = [(reach.from[0] + lon) / 2, (reach.from[1] + lat) / 2 + 0.05];
    const line = Float64Array.of(...reach.from, middle[0]!, middle[1]!, lon, lat);
    const coded = { ...reach, inflows: [], line, lengthKm: lengthKm(line) } as unknown as CodedReach;
    byId.set(reach.id, coded);
    below?.inflows.push(coded);
  }
  const reaches: CodedReach[] = [];
  const zones: TinyZone[] = [];
  for (const reach of byId.values()) {
    if (typeof reach.down !== 'string') visit(reach, undefined, 0n, 1, undefined, reaches, zones);
  }
  return { reaches, zones };
}

function visit(
  reach: CodedReach,
  below: CodedReach | undefined,
  value: bigint,
  length: number,
  zone: TinyZone | undefined,
  reaches: CodedReach[],
  zones: TinyZone[],
): void {
  const own = reach.zone === undefined ? zone! : { code: reach.zone, parent: zone };
  if (own !== zone) zones.push(own);
  reaches.push(reach);
  Object.assign(reach, {
    fid: reaches.length,
    downFid: below?.fid ?? 0,
    depth: (below?.depth ?? 0) + 1,
    outletKm: below === undefined ? 0 : below.outletKm + below.lengthKm,
    zoneCode: own.code,
    basincode: Number(own.code.slice(0, 4)),
    subbasincd: own.code.slice(4),
    binstrval: value,
    binstrlen: length,
    code: `${own.code}.${value}.${length}`,
  });
  const inZone = reach.inflows.filter((inflow) => inflow.zone === undefined);
  for (const inflow of reach.inflows) {
    if (inflow.zone !== undefined) visit(inflow, reach, 0n, 1, own, reaches, zones);
    else {
      const bits = bitsOf(inZone.indexOf(inflow), inZone.length);
      const grown = (value << BigInt(bits.length)) | BigInt(`0b${bits}`);
      visit(inflow, reach, grown, length + bits.length, own, reaches, zones);
    }
  }
  const orders = reach.inflows.map((inflow) => inflow.strahler).sort((a, b) => b - a);
  reach.strahler = orders.length === 0 ? 1 : orders[0]! + (orders[0] === orders[1] ? 1 : 0);
  reach.upstreamKm = reach.inflows.reduce((sum, inflow) => sum + inflow.upstreamKm, reach.lengthKm);
  reach.last = reaches.length;
}

/** 0, 10, 110, ... and all ones for the last. */
function bitsOf(index: number, count: number): string {
  if (index === 0) return '0';
  return index === count - 1 ? '1'.repeat(index) : `${'1'.repeat(index)}0`;
}

function lengthKm(line: Float64Array): number {
  let metres = 0;
  for (let i = 2; i < line.length; i += 2) metres += distanceM(line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!);
  return metres / 1000;
}
