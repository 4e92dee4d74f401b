/** A small river network for tests: three basins, nested zones, a threefold confluence, both sides of the antimeridian. */

export interface TinyReach {
  id: string;
  /** Id of the reach it flows into, or the place of its outlet. */
  down: string | [lon: number, lat: number];
  /** Where it starts. */
  from: [lon: number, lat: number];
  river?: string;
  /** Starts this zone (basincode and subbasincd). */
  zone?: string;
}

/** Chinese and English names of rivers, sub-basins and basins. */
export const RIVER_NAMES: Readonly<Record<string, string>> = {
  黄河: 'Yellow River',
  渭河: 'Wei River',
  泾河: 'Jing River',
  洛河: 'Luo River',
  汾河: 'Fen River',
  嘉陵江: 'Jialing River',
  密西西比河: 'Mississippi River',
  密苏里河: 'Missouri River',
  俄亥俄河: 'Ohio River',
  阿纳德尔河: "Anadyr' River",
};

export const BASIN_NAMES: Readonly<Record<number, [string, string]>> = {
  3261: ['黄河流域', 'Yellow River basin'],
  5001: ['密西西比河流域', 'Mississippi River basin'],
  3901: ['亚洲东北沿岸诸河', 'Coastal rivers of north-east Asia'],
};

/** Inflows in the order listed: the first is the main stem. */
export const TINY_REACHES: readonly TinyReach[] = [
  { id: 'y1', down: [119.2, 37.8], from: [118.0, 37.4], river: '黄河', zone: '3261001' },
  { id: 'y2', down: 'y1', from: [116.5, 36.4], river: '黄河' },
  { id: 'y3', down: 'y2', from: [114.3, 34.9], river: '黄河' },
  { id: 'y4', down: 'y3', from: [112.4, 34.8], river: '黄河' },
  { id: 'y5', down: 'y4', from: [110.3, 34.6], river: '黄河' },
  { id: 'y6', down: 'y5', from: [110.5, 35.6], river: '黄河' },
  { id: 'y7', down: 'y6', from: [111.2, 39.6], river: '黄河' },
  { id: 'y8', down: 'y7', from: [108.0, 40.8], river: '黄河' },
  { id: 'y9', down: 'y8', from: [106.2035, 38.0739], river: '黄河' },
  { id: 'y10', down: 'y9', from: [103.8, 36.06], river: '黄河' },
  { id: 'y11', down: 'y10', from: [100.2, 35.5], river: '黄河' },
  { id: 'y12', down: 'y11', from: [97.0, 34.8], river: '黄河' },
  { id: 'y3a', down: 'y3', from: [112.6, 34.4], river: '洛河' },
  { id: 'y3b', down: 'y3a', from: [111.0, 34.1], river: '洛河' },
  { id: 'y3c', down: 'y3a', from: [111.6, 33.9] },
  { id: 'y3d', down: 'y3a', from: [112.0, 33.8] },
  { id: 'f1', down: 'y6', from: [111.5, 36.1], river: '汾河' },
  { id: 'f2', down: 'f1', from: [112.4, 37.9], river: '汾河' },
  { id: 'f3', down: 'f1', from: [111.0, 36.9] },
  { id: 'y8a', down: 'y8', from: [107.2, 41.4] },
  { id: 'y10a', down: 'y10', from: [102.2, 36.7] },
  { id: 'y11a', down: 'y11', from: [99.5, 36.1] },
  { id: 'w1', down: 'y5', from: [109.1, 34.5], river: '渭河', zone: '3261001001' },
  { id: 'w2', down: 'w1', from: [107.1, 34.4], river: '渭河' },
  { id: 'w3', down: 'w2', from: [105.0, 34.8], river: '渭河' },
  { id: 'w4', down: 'w3', from: [104.1, 35.1], river: '渭河' },
  { id: 'w3a', down: 'w3', from: [104.3, 34.3] },
  { id: 'j1', down: 'w1', from: [107.9, 35.2], river: '泾河', zone: '3261001001001' },
  { id: 'j2', down: 'j1', from: [106.4, 35.6], river: '泾河' },
  { id: 'j3', down: 'j1', from: [107.5, 36.3] },
  { id: 'h1', down: 'y10', from: [103.0, 35.4], river: '嘉陵江', zone: '3261001002' },
  { id: 'm1', down: [-89.4, 29.1], from: [-91.2, 32.3], river: '密西西比河', zone: '5001001' },
  { id: 'm2', down: 'm1', from: [-89.2, 37.0], river: '密西西比河' },
  { id: 'm3', down: 'm2', from: [-90.2, 38.8], river: '密西西比河' },
  { id: 'm4', down: 'm3', from: [-93.2, 44.9], river: '密西西比河' },
  { id: 'm3a', down: 'm3', from: [-97.4, 42.9], river: '密苏里河' },
  { id: 'm2a', down: 'm2', from: [-84.5, 39.1], river: '俄亥俄河' },
  { id: 'a1', down: [177.5, 64.7], from: [175.0, 65.0], river: '阿纳德尔河', zone: '3901001' },
  { id: 'a2', down: 'a1', from: [173.0, 65.4], river: '阿纳德尔河' },
  { id: 'b1', down: [-179.98, 65.5], from: [-179.6, 65.9], zone: '3901002' },
];
