/** How two codes lie to each other on the network: from codes and the table of where sub-basins join, without a walk. */
import {
  commonDownstreamOf,
  downstreamOf,
  formatCode,
  isReachCode,
  type ReachCode,
  relationOf,
  type ZoneJoin,
} from '../code/index.ts';
import type { ReachRow } from '../store/store.ts';
import { reachCodeOf } from './code-parts.ts';
import { type Context, findReach, findSubbasin } from './context.ts';
import { figure, toTheMetre } from './figure.ts';
import { readGivenCode } from './named-code.ts';
import { namesOf } from './river.ts';
import type { Service } from './service.ts';
import type { Relation, RelationResult } from './types.ts';

export function createRelate(context: Context): Pick<Service, 'relate'> {
  return {
    async relate({ a, b }) {
      const reachA = await reachOf(context, a);
      const reachB = await reachOf(context, b);
      const wayA = await wayThroughZones(context, reachA);
      const wayB = await wayThroughZones(context, reachB);
      const relation = relationBetween(reachA, reachB, [wayA, wayB]);
      const connected = relation === 'same' || relation === 'upstream' || relation === 'downstream';
      const distanceKm = toTheMetre(Math.abs(reachA.outletKm - reachB.outletKm));
      const meeting = relation === 'different-basins' ? undefined : await meetingOf(context, wayA, wayB);
      return {
        a: reachA.code,
        b: reachB.code,
        relation,
        ...(connected && { distanceKm }),
        ...(meeting && { meetsAt: meeting.code }),
        ...(await describe(context, relation, reachA, reachB, distanceKm, meeting)),
      };
    },
  };
}

/** A sub-basin stands for its lowest reach, a POI for the reach it lies on. */
async function reachOf(context: Context, text: string): Promise<ReachRow> {
  const { standard } = readGivenCode(text);
  if (isReachCode(standard)) return findReach(context, formatCode(standard));
  const subbasin = await findSubbasin(context, formatCode(standard));
  const outlet = await context.store.reach(subbasin.outlet);
  if (outlet === undefined) throw new Error(`sub-basin ${subbasin.id} has no outlet`);
  return outlet;
}

/** The code itself, and where its water enters each sub-basin below: nested sub-basins are some ten at most. */
async function wayThroughZones({ store }: Context, from: ReachRow): Promise<ReachCode[]> {
  const way = [reachCodeOf(from.code)];
  let subbasin = await store.subbasin(from.subbasin);
  while (subbasin !== undefined && subbasin.joins !== 0) {
    const joins = await store.reach(subbasin.joins);
    if (joins === undefined) break;
    way.push(reachCodeOf(joins.code));
    subbasin = await store.subbasin(joins.subbasin);
  }
  return way;
}

function relationBetween(a: ReachRow, b: ReachRow, ways: readonly ReachCode[][]): Relation {
  const joins = new Map<string, ZoneJoin>();
  for (const way of ways) {
    for (let i = 1; i < way.length; i++) joins.set(way[i - 1]!.subbasincd, way[i]!);
  }
  const table = { joinOf: (_basincode: number, subbasincd: string) => joins.get(subbasincd) };
  const relation = relationOf(reachCodeOf(a.code), reachCodeOf(b.code), table);
  return relation === 'unknown' ? relationByIds(a, b) : relation;
}

/** For sub-basin codes that tell nothing by themselves. */
function relationByIds(a: ReachRow, b: ReachRow): Relation {
  if (a.id >= b.id && a.id <= b.last) return 'upstream';
  if (b.id >= a.id && b.id <= a.last) return 'downstream';
  return 'same-basin';
}

/** The highest reach that the water of both passes. */
async function meetingOf(
  { store }: Context,
  wayA: readonly ReachCode[],
  wayB: readonly ReachCode[],
): Promise<ReachRow | undefined> {
  for (const inA of wayA) {
    const inB = wayB.find((code) => code.subbasincd === inA.subbasincd);
    if (inB === undefined) continue;
    let code: ReachCode | undefined = { ...inA, ...commonDownstreamOf(inA, inB) };
    // Inner codes of a comb belong to no reach; a comb is as long as V has bits, so these are few steps.
    for (; code !== undefined; code = downstreamOf(code)) {
      const reach = await store.reachByCode(formatCode(code));
      if (reach !== undefined) return reach;
    }
  }
  return undefined;
}

async function describe(
  context: Context,
  relation: Relation,
  a: ReachRow,
  b: ReachRow,
  distanceKm: number,
  meeting: ReachRow | undefined,
): Promise<Pick<RelationResult, 'description' | 'descriptionEn'>> {
  const nameA = await namesOf(context, a);
  const nameB = await namesOf(context, b);
  const zhA = `${nameA.displayName}（${a.code}）`;
  const zhB = `${nameB.displayName}（${b.code}）`;
  const enA = `${nameA.displayNameEn} (${a.code})`;
  const enB = `${nameB.displayNameEn} (${b.code})`;
  const km = figure(distanceKm);
  switch (relation) {
    case 'same':
      return { description: `两个编码是同一河段：${zhA}。`, descriptionEn: `Both are the same reach: ${enA}.` };
    case 'upstream':
      return {
        description: `${zhA}在${zhB}上游，沿河相距 ${km} km。`,
        descriptionEn: `${enA} is upstream of ${enB}, ${km} km along the river.`,
      };
    case 'downstream':
      return {
        description: `${zhA}在${zhB}下游，沿河相距 ${km} km。`,
        descriptionEn: `${enA} is downstream of ${enB}, ${km} km along the river.`,
      };
    case 'same-basin': {
      const at = meeting?.code;
      return {
        description: `${zhA}与${zhB}在同一流域，互不为上下游${at === undefined ? '' : `，汇合于 ${at}`}。`,
        descriptionEn:
          `${enA} and ${enB} are in the same basin, neither upstream of the other` +
          `${at === undefined ? '' : `; their waters meet at ${at}`}.`,
      };
    }
    case 'different-basins':
      return {
        description: `${zhA}与${zhB}不在同一流域，水不相汇。`,
        descriptionEn: `${enA} and ${enB} are in different basins; their waters never meet.`,
      };
  }
}
