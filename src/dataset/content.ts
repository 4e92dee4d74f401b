/** All that goes into a dataset file, before it is written: the coded network with its lines, names and points. */
import type { CodedNetwork, Network } from '../network/network.ts';
import type { PropertyKind } from './properties.ts';
import type { Bilingual, RiverFacts } from './river-record.ts';

export interface NamedRiverContent {
  name: Bilingual;
  /** Its lowest reach (index). */
  mouth: number;
  reaches: number;
  lengthKm: number;
  facts: RiverFacts | undefined;
}

export interface PoiContent {
  type: string;
  key: string;
  lon: number;
  lat: number;
  /** The reach it lies on (index). */
  reach: number;
  name: Bilingual;
  description: Bilingual;
  properties: { name: string; value: string }[];
  photos: string[];
}

export interface PoiTypeContent {
  type: string;
  name: Bilingual;
  description: Bilingual;
  icon: string;
}

/** What a dataset says about itself. */
export interface DatasetLabels {
  title: string;
  titleEn: string;
  edition: string;
  source: string;
  licence: string;
  builtAt: string;
  maRegister: string;
  maSchema: string;
  maResolution: string;
  maVersion: string;
}

export interface DatasetContent {
  network: Network;
  coded: CodedNetwork;
  lineOf(reach: number): Float64Array;
  /** The binary-tree value as text, exact for any size. */
  binstrvalOf(reach: number): string;
  /** As in the source; empty where it has none. */
  sourceIdOf(reach: number): string;
  rivers: NamedRiverContent[];
  /** For each reach its named river (position in `rivers`), or -1. */
  riverOf: Int32Array;
  /** Downstream reaches of the nodes where two or more meet (indices). */
  junctions: Int32Array;
  pois: PoiContent[];
  poiTypes: PoiTypeContent[];
  /** Properties beyond those that every dataset has. */
  extraProperties: PropertyKind[];
  labels: DatasetLabels;
}
