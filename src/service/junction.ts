/** Texts of junctions, made from the reaches that meet there when they are asked for. */
import type { PoiRow, ReachRow } from '../store/store.ts';
import type { Context } from './context.ts';
import { figure } from './figure.ts';
import { MADE_NAMES } from './property-names.ts';
import { namesOf } from './river.ts';
import type { PropertyItem } from './types.ts';

/** Inflows that are looked at; nodes with more are faults of a source. */
const MOST_INFLOWS = 20;

export interface JunctionTexts {
  displayName: string;
  displayNameEn: string;
  description: string;
  descriptionEn: string;
  properties: PropertyItem[];
}

interface Name {
  zh: string;
  en: string;
}

export async function junctionTexts(context: Context, poi: PoiRow): Promise<JunctionTexts> {
  const below = await context.store.reach(poi.reach);
  if (below === undefined) throw new Error(`junction ${poi.key} lies on no reach`);
  const inflows = await context.store.inflowsOf(below, MOST_INFLOWS);
  const name = await nameOf(context, poi, below, inflows);
  const outletKm = figure(below.outletKm + below.lengthKm);
  const meeting = [...new Set([below, ...inflows].map(bothNames).filter((both) => both !== ''))];
  const properties: PropertyItem[] = [
    { name: MADE_NAMES.inflows.zh, value: String(below.inflows) },
    { name: MADE_NAMES.strahler.zh, value: String(below.strahler) },
    { name: MADE_NAMES.outletDistance.zh, value: `${outletKm} km` },
  ];
  if (meeting.length > 0) properties.push({ name: MADE_NAMES.rivers.zh, value: meeting.join(', ') });
  return {
    displayName: name.zh,
    displayNameEn: name.en,
    description: `${name.zh}：${below.inflows} 条河段在此汇合，汇合后斯特拉勒 ${below.strahler} 级，距河口 ${outletKm} km。`,
    descriptionEn:
      `${name.en}: ${below.inflows} reaches meet here; Strahler order ${below.strahler} below, ` +
      `${outletKm} km to the outlet.`,
    properties,
  };
}

async function nameOf(context: Context, poi: PoiRow, below: ReachRow, inflows: readonly ReachRow[]): Promise<Name> {
  if (poi.name !== '') return { zh: poi.name, en: poi.nameEn };
  const others = inflows.filter((inflow) => inflow.name !== '' && inflow.name !== below.name);
  const [first, second] = others;
  if (first !== undefined && below.name !== '') {
    return { zh: `${first.name}汇入${below.name}处`, en: `Confluence of the ${first.nameEn} and the ${below.nameEn}` };
  }
  if (first !== undefined && second !== undefined) {
    return {
      zh: `${first.name}与${second.name}汇合处`,
      en: `Confluence of the ${first.nameEn} and the ${second.nameEn}`,
    };
  }
  const { displayName, displayNameEn } = await namesOf(context, below);
  return { zh: `${displayName}汇流点`, en: `Confluence on ${displayNameEn}` };
}

function bothNames({ name, nameEn }: ReachRow): string {
  return nameEn === '' || nameEn === name ? name : `${name} (${nameEn})`;
}
