/** What everything is called: reaches by the river they belong to or flow to, sub-basins, basins and junctions by theirs. */
import type { CodedNetwork, Network } from '../network/network.ts';
import type { DatasetContent, NamedRiverContent } from './content.ts';
import { type Bilingual, type NamedBy, type RecordShape, reachName } from './river-record.ts';

const NAMED_BY: readonly NamedBy[] = ['own', 'stem', 'tributary', 'none'];
const [OWN, STEM, TRIBUTARY, NONE] = [0, 1, 2, 3];
/** By the number of names it has. */
const INTO: readonly RecordShape['into'][] = ['unknown', 'oneName', 'twoNames'];
/** Of the main stem's length; arms of a delta have less. */
const SHARE_OF_STEM = 0.1;
const UNKNOWN: Bilingual = { zh: '', en: '' };

export interface Naming {
  /** A number that two reaches share when one template serves both. */
  shapeKey(reach: number): number;
  shape(reach: number): RecordShape;
  /** The names in its record. */
  namesFor(reach: number): { river: Bilingual; into: Bilingual };
  nameOf(reach: number): Bilingual;
  subbasinName(outlet: number, code: string): Bilingual;
  /** Whether a river gives the sub-basin its name, so that people may look for it by name. */
  hasRiverName(outlet: number): boolean;
  basinName(outlet: number, basincode: number, isArea: boolean): Bilingual;
  junctionName(below: number): Bilingual;
  /** Whether rivers with different names meet there, so that people may look for it by name. */
  isMeetingOfNamedRivers(below: number): boolean;
}

export function createNaming(content: DatasetContent): Naming {
  const { network, coded, rivers, riverOf } = content;
  const { named, by } = nameReaches(network, coded, riverOf);
  const hasArea = network.areaKm2 !== undefined;

  function riverName(river: number): Bilingual {
    return river < 0 ? UNKNOWN : rivers[river]!.name;
  }

  function riverInto(river: NamedRiverContent): Bilingual {
    const below = network.down[river.mouth]!;
    const next = below < 0 ? -1 : named[below]!;
    return next >= 0 ? riverName(next) : (river.facts?.mouth ?? UNKNOWN);
  }

  const intoOfRiver = rivers.map(riverInto);

  function intoOf(reach: number): Bilingual {
    return by[reach] === OWN ? intoOfRiver[named[reach]!]! : riverName(named[reach]!);
  }

  function namesOfInto(reach: number): number {
    const { zh, en } = intoOf(reach);
    if (en === '') return 0;
    return zh === '' || zh === en ? 1 : 2;
  }

  function hasSourceId(reach: number): boolean {
    return content.sourceIdOf(reach) !== '';
  }

  /** The river a basin is named after: the first one up its main stem that is more than an arm in the delta; -1 for none. */
  function riverOfBasin(outlet: number): number {
    const kmOnStem = new Map<number, number>();
    let stemKm = 0;
    for (let reach = outlet; reach >= 0; reach = coded.mainUp[reach]!) {
      const river = riverOf[reach]!;
      if (river >= 0) kmOnStem.set(river, (kmOnStem.get(river) ?? 0) + network.lengthKm[reach]!);
      stemKm += network.lengthKm[reach]!;
    }
    for (const [river, km] of kmOnStem) if (km >= stemKm * SHARE_OF_STEM) return river;
    return kmOnStem.keys().next().value ?? -1;
  }

  function inflowRivers(below: number): Bilingual[] {
    const own = riverName(riverOf[below]!).en;
    const found = new Map<string, Bilingual>();
    for (let id = coded.id[below]! + 1; id <= coded.last[below]!; ) {
      const inflow = coded.byId[id - 1]!;
      const name = riverName(riverOf[inflow]!);
      if (riverOf[inflow]! >= 0 && name.en !== own) found.set(name.en, name);
      id = coded.last[inflow]! + 1;
    }
    return [...found.values()];
  }

  return {
    shapeKey(reach) {
      const river = by[reach] === OWN && rivers[named[reach]!]!.facts !== undefined ? named[reach]! + 1 : 0;
      const name = river * NAMED_BY.length + by[reach]!;
      return (name * INTO.length + namesOfInto(reach)) * 2 + (hasSourceId(reach) ? 1 : 0);
    },
    shape: (reach) => ({
      namedBy: NAMED_BY[by[reach]!]!,
      into: INTO[namesOfInto(reach)]!,
      hasArea,
      hasSourceId: hasSourceId(reach),
      facts: by[reach] === OWN ? rivers[named[reach]!]!.facts : undefined,
    }),
    namesFor: (reach) => ({ river: riverName(named[reach]!), into: intoOf(reach) }),
    nameOf: (reach) => reachName(NAMED_BY[by[reach]!]!, riverName(named[reach]!)),
    subbasinName(outlet, code) {
      const own = riverOfBasin(outlet);
      if (own >= 0) return { zh: `${riverName(own).zh}流域`, en: `${riverName(own).en} basin` };
      const below = riverName(named[outlet]!);
      if (below === UNKNOWN) return { zh: `子流域 ${code}`, en: `Sub-basin ${code}` };
      return { zh: `${below.zh}支流流域`, en: `Basin of a tributary of ${below.en}` };
    },
    hasRiverName: (outlet) => riverOfBasin(outlet) >= 0,
    basinName(outlet, basincode, isArea) {
      if (isArea) return { zh: `小流域群 ${basincode}`, en: `Small basins ${basincode}` };
      const river = riverOfBasin(outlet);
      if (river < 0) return { zh: `流域 ${basincode}`, en: `Basin ${basincode}` };
      return { zh: `${riverName(river).zh}流域`, en: `${riverName(river).en} basin` };
    },
    junctionName(below) {
      const own = riverName(riverOf[below]!);
      const [first, second] = inflowRivers(below);
      if (first && own.en !== '')
        return { zh: `${first.zh}汇入${own.zh}处`, en: `Confluence of ${first.en} and ${own.en}` };
      if (first && second)
        return { zh: `${first.zh}与${second.zh}汇合处`, en: `Confluence of ${first.en} and ${second.en}` };
      const name = reachName(NAMED_BY[by[below]!]!, riverName(named[below]!));
      return { zh: `${name.zh}汇流点`, en: `Confluence on ${lowerFirst(name.en)}` };
    },
    isMeetingOfNamedRivers(below) {
      return inflowRivers(below).length + (riverOf[below]! >= 0 ? 1 : 0) >= 2;
    },
  };
}

/** Names like `Tributary of ...` read on in a sentence; a river's own name keeps its capital. */
function lowerFirst(name: string): string {
  return name.startsWith('Tributary of') ? `a ${name[0]!.toLowerCase()}${name.slice(1)}` : name;
}

/** For each reach the river that it is named after, and how it stands to it; one pass, outlets first. */
function nameReaches(network: Network, coded: CodedNetwork, riverOf: Int32Array) {
  const named = new Int32Array(network.count).fill(-1);
  const by = new Uint8Array(network.count).fill(NONE);
  for (let i = 0; i < network.count; i++) {
    const reach = coded.byId[i]!;
    const below = network.down[reach]!;
    if (riverOf[reach]! >= 0) {
      named[reach] = riverOf[reach]!;
      by[reach] = OWN;
    } else if (below >= 0 && named[below]! >= 0) {
      named[reach] = named[below]!;
      const onStem = coded.mainUp[below] === reach && (by[below] === OWN || by[below] === STEM);
      by[reach] = onStem ? STEM : TRIBUTARY;
    }
  }
  return { named, by };
}
