/** The river record of a reach as JSON: names, descriptions and properties in both languages. */
import { type ReachFigures, SLOTS } from '../format/record-template.ts';
import { type PropertyKind, REACH_PROPERTIES } from './properties.ts';

export interface Bilingual {
  zh: string;
  en: string;
}

/** What a facts table says about a river. */
export interface RiverFacts {
  description: Bilingual;
  properties: { kind: PropertyKind; value: string }[];
  photos: string[];
  /** The sea, lake or river it ends in. */
  mouth: Bilingual | undefined;
}

/** How a reach stands to the river it is named after. */
export type NamedBy = 'own' | 'stem' | 'tributary' | 'none';

/** What makes two reaches share a template. */
export interface RecordShape {
  namedBy: NamedBy;
  /** Whether it is known what the river flows into, and whether that has one name or one in each language. */
  into: 'unknown' | 'oneName' | 'twoNames';
  hasArea: boolean;
  hasSourceId: boolean;
  facts: RiverFacts | undefined;
}

const NO_NAME: Bilingual = { zh: '无名河流', en: 'Unnamed river' };

/** The name a reach goes by. */
export function reachName(namedBy: NamedBy, river: Bilingual): Bilingual {
  switch (namedBy) {
    case 'own':
      return river;
    case 'stem':
      return { zh: `${river.zh}上游`, en: `Headwaters of ${river.en}` };
    case 'tributary':
      return { zh: `${river.zh}支流`, en: `Tributary of ${river.en}` };
    case 'none':
      return NO_NAME;
  }
}

function description({ namedBy, facts, into }: RecordShape, reach: ReachFigures): Bilingual {
  const river = { zh: reach.river, en: reach.riverEn };
  const own = {
    own: { zh: `${river.zh}河段`, en: `Reach of ${river.en}` },
    stem: { zh: `${river.zh}上游河段`, en: `Reach in the headwaters of ${river.en}` },
    tributary: { zh: `${river.zh}支流河段`, en: `Reach of a tributary of ${river.en}` },
    none: { zh: '无名河段', en: 'Unnamed reach' },
  }[namedBy];
  return {
    zh: sentences(
      [
        facts?.description.zh,
        `${own.zh}，长 ${reach.lengthKm} km，斯特拉勒 ${reach.strahler} 级，距河口 ${reach.outletKm} km`,
        into === 'unknown' ? undefined : `流入${reach.into}`,
      ],
      '。',
      '',
    ),
    en: sentences(
      [
        facts?.description.en,
        `${own.en}: ${reach.lengthKm} km long, Strahler order ${reach.strahler}, ${reach.outletKm} km to the outlet`,
        into === 'unknown' ? undefined : `Flows into ${reach.intoEn}`,
      ],
      '.',
      ' ',
    ),
  };
}

function sentences(parts: (string | undefined)[], stop: string, gap: string): string {
  const whole = parts.filter((part) => part !== undefined && part !== '');
  return whole.map((part) => (part!.endsWith(stop) ? part! : part! + stop)).join(gap);
}

function property(kind: PropertyKind, value: string) {
  return { name: kind.name, value, unit: kind.unit, icon: kind.icon };
}

/** `黄河 (Yellow River)`: one value that readers of both languages understand. */
export function bothLanguages(text: Bilingual): string {
  if (text.zh === '' || text.zh === text.en) return text.en;
  return text.en === '' ? text.zh : `${text.zh} (${text.en})`;
}

function flowsInto({ into }: RecordShape, reach: ReachFigures) {
  if (into === 'unknown') return [];
  const name = { zh: into === 'oneName' ? '' : reach.into, en: reach.intoEn };
  return [property(REACH_PROPERTIES.flowsInto, bothLanguages(name))];
}

/** The record as JSON text, in the order of the contract. */
export function riverRecordJson(shape: RecordShape, reach: ReachFigures): string {
  const name = reachName(shape.namedBy, { zh: reach.river, en: reach.riverEn });
  const text = description(shape, reach);
  const record = {
    displayName: name.zh,
    description: text.zh,
    displayNameEn: name.en,
    descriptionEn: text.en,
    properties: [
      property(REACH_PROPERTIES.length, reach.lengthKm),
      property(REACH_PROPERTIES.strahler, reach.strahler),
      ...(shape.hasArea ? [property(REACH_PROPERTIES.area, reach.areaKm2)] : []),
      property(REACH_PROPERTIES.outletDistance, reach.outletKm),
      property(REACH_PROPERTIES.upstreamReaches, reach.upstreamReaches),
      property(REACH_PROPERTIES.upstreamLength, reach.upstreamKm),
      ...flowsInto(shape, reach),
      ...(shape.facts?.properties ?? []).map((fact) => property(fact.kind, fact.value)),
      ...(shape.hasSourceId ? [property(REACH_PROPERTIES.sourceId, reach.sourceId)] : []),
    ],
    photos: shape.facts?.photos ?? [],
    basincode: reach.basincode,
    subbasincd: reach.subbasincd,
  };
  return JSON.stringify(record).replace(`"basincode":"${reach.basincode}"`, `"basincode":${reach.basincode}`);
}

/** The record as a template: `format/record-template.ts` says how names and figures get into it. */
export function riverRecordTemplate(shape: RecordShape): string {
  return riverRecordJson(shape, SLOTS);
}
