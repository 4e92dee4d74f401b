/** A good call of every tool, on the small dataset. */

export const SEGMENT = { basincode: 3261, subbasincd: '001', binstrval: 0, binstrlen: 9 };

/** In the order in which the tools are listed. */
export const CALLS: readonly [string, Record<string, unknown>][] = [
  ['watershed_knowledge', {}],
  ['generate_ma', { ...SEGMENT, type: 'rivers', key: '', level: 1 }],
  ['resolve_ma', { ma: 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV' }],
  ['get_subbasin', { basincode: 3261, subbasincd: '001', level: 1 }],
  ['get_river', SEGMENT],
  ['get_poi', { type: 'dam', key: 'LIUJIAXIA' }],
  ['search_pois', { basincode: 3261, subbasincd: '', binstrval: 0, binstrlen: 0, type: 'dam', key: '' }],
  ['search_all', { q: '黄河' }],
  ['locate', { lon: 110.3, lat: 34.6 }],
  ['trace', { ...SEGMENT, direction: 'downstream' }],
  ['relate', { a: '3261001.0.9', b: '3261001.0.1' }],
];
