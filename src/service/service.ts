/** The use cases over one dataset, put together: what `http/` and `mcp/` ask, and nothing else. */
import type { ByteString } from '../format/byte-string.ts';
import type { DatasetInfo, Later, Store } from '../store/store.ts';
import type { Context } from './context.ts';
import { createGenerate } from './generate.ts';
import { createKnowledge, type KnowledgeTopic } from './knowledge.ts';
import { createLocate } from './locate.ts';
import { createLookup } from './lookup.ts';
import { createMaWriter, resolveMa } from './ma.ts';
import { createPois } from './poi.ts';
import { createPoiSearch } from './poi-search.ts';
import { withMadeNames } from './property-names.ts';
import { createRelate } from './relate.ts';
import { createRivers } from './river.ts';
import { createSearch } from './search.ts';
import { createSubbasins } from './subbasin.ts';
import { createTrace } from './trace.ts';
import type {
  GenerateMaInput,
  Language,
  LocateInput,
  LocateResult,
  LookupResult,
  MaResolution,
  PoiFeature,
  PoiKeyInput,
  PoiRecord,
  PoiSearchInput,
  PoiSearchResult,
  ReachCodeInput,
  RelationResult,
  RiverRecord,
  SearchInput,
  SearchResult,
  SubbasinFeature,
  SubbasinInput,
  SubbasinRecord,
  Trace,
  TraceFeatures,
  TraceInput,
} from './types.ts';

/** Throws only the errors of `errors.ts`; anything else is a fault of the service itself. */
export interface Service {
  readonly dataset: DatasetInfo;
  getPoi(input: PoiKeyInput, language: Language): Later<PoiRecord>;
  getPoiFeature(input: PoiKeyInput, language: Language): Later<PoiFeature>;
  searchPois(input: PoiSearchInput): Later<PoiSearchResult>;
  /** The common lookup, as JSON: undefined where there is no such reach, or its order is below the level. */
  riverBody(code: ReachCodeInput | string, level: number, language: Language): Later<ByteString | undefined>;
  /** The same with its line, as a GeoJSON feature. */
  riverFeatureBody(code: ReachCodeInput | string, level: number, language: Language): Later<ByteString | undefined>;
  getRiver(code: ReachCodeInput, level: number, language: Language): Later<RiverRecord>;
  resolveMa(ma: string): MaResolution;
  /** A vector tile, compressed with gzip; undefined where it is empty. */
  tile(z: number, x: number, y: number): Later<Uint8Array | undefined>;
  generateMa(input: GenerateMaInput): Later<{ ma: string }>;
  getSubbasin(input: SubbasinInput, language: Language): Later<SubbasinRecord>;
  getSubbasinFeature(input: SubbasinInput, language: Language): Later<SubbasinFeature>;
  searchAll(input: SearchInput): Later<SearchResult>;
  locate(input: LocateInput): Later<LocateResult>;
  trace(input: TraceInput): Later<Trace>;
  traceFeatures(input: TraceInput): Later<TraceFeatures>;
  /** Both are MA strings or standard parts. */
  relate(input: { a: string; b: string }): Later<RelationResult>;
  /** MA strings or standard parts, at most `MAX_LOOKUPS`; an answer for each, in order. */
  lookup(inputs: readonly string[], language?: Language): Later<LookupResult[]>;
  example(): Later<Example>;
  knowledgeTopics(): Later<KnowledgeTopic[]>;
  /** All topics in one text: Chinese first, then English. */
  watershedKnowledge(): Later<string>;
}

/** A code of this dataset to show people how things look: that of its largest named river. */
export interface Example {
  ma: string;
  code: string;
  displayName: string;
  displayNameEn: string;
}

export interface ServiceOptions {
  /** Texts of `knowledge/`, by language and topic: `zh/water-code`. */
  knowledge?: ReadonlyMap<string, string>;
}

export function createService(store: Store, options: ServiceOptions = {}): Service {
  const dataset = { ...store.info, propertyNames: withMadeNames(store.info.propertyNames) };
  const context: Context = { store, dataset, ma: createMaWriter(dataset) };
  const lookups = { ...createRivers(context), ...createSubbasins(context), ...createPois(context) };
  return {
    dataset,
    resolveMa,
    tile: store.tile,
    ...lookups,
    ...createPoiSearch(context),
    ...createGenerate(context),
    ...createSearch(context),
    ...createLocate(context),
    ...createTrace(context),
    ...createRelate(context),
    ...createLookup(context, lookups),
    ...createKnowledge(context, options.knowledge ?? new Map()),
  };
}
