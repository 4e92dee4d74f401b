/** The network as the rest of `network/` sees it: one entry a reach, in typed arrays, in any order. */

/** A forest: every reach flows into at most one other. Indices are positions in these arrays. */
export interface Network {
  count: number;
  /** The reach below, or -1 at an outlet. Free of cycles. */
  down: Int32Array;
  lengthKm: Float64Array;
  /** Total upstream area of each reach in km2, where the source has it; it then decides what the main stem is. */
  areaKm2: Float64Array | undefined;
  /** Position of each reach in the order of source ids: the last tie-break. */
  rank: Int32Array;
  /** Where the reach ends (its downstream end). */
  endLon: Float64Array;
  endLat: Float64Array;
  /** First digit of the basin code, 1..9; read at outlets only. */
  continent: Uint8Array;
}

/** Keeps the code of a basin stable from one edition to the next. */
export interface Pin {
  basincode: number;
  lon: number;
  lat: number;
}

export interface CodingOptions {
  pins?: readonly Pin[];
  /** A tributary with at least this share of its basin's weight starts a zone of its own. Default 0.01. */
  zoneShare?: number;
  /** How far an outlet may lie from its pin, in km. Default 25. */
  pinLimitKm?: number;
}

export interface Zone {
  basincode: number;
  subbasincd: string;
  /** Position in `zones` of the zone it flows into, or -1. */
  parent: number;
  /** The reach it flows into (index), or -1. */
  joins: number;
  /** Its outlet reach (index). */
  outlet: number;
}

/** What coding adds to a network; arrays run parallel to the network's. */
export interface CodedNetwork {
  /** Upstream weight: area if the source has it, else total upstream length. */
  weight: Float64Array;
  /** Total length of the reach and all upstream of it. */
  upstreamLengthKm: Float64Array;
  /** From the reach's downstream end along the river to its outlet. */
  distanceToOutletKm: Float64Array;
  strahler: Uint8Array;
  /** The main stem among the inflows, or -1. */
  mainUp: Int32Array;
  /** Number of inflows. */
  inflows: Int32Array;
  zone: Int32Array;
  zones: Zone[];
  binstrval: Float64Array;
  binstrlen: Int32Array;
  /** Pre-order number, from 1. */
  id: Int32Array;
  /** Last pre-order number of its upstream range. */
  last: Int32Array;
  /** Index of the reach with pre-order number i + 1. */
  byId: Int32Array;
  /** Things worth telling: pins that matched nothing, zones forced by the size of V, ... */
  notes: NetworkNote[];
}

export interface NetworkNote {
  kind: string;
  /** The reach it is about (index), or -1. */
  reach: number;
  text: string;
}
