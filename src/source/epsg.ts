/** EPSG codes to proj strings, by rule: the systems river data is met in, the Chinese ones above all. */

/** Geographic systems that agree with WGS 84 within a metre or two, so that their coordinates pass untouched. */
const LIKE_WGS84 = new Set([
  4326, 4979, 4269, 4490, 4480, 4258, 4937, 4283, 7844, 4617, 4674, 4612, 6668, 4167, 4148, 6318, 4152, 4759, 4170,
  4619, 4737, 4659, 4190,
]);

/** EPSG gives several shifts from Beijing 1954, each for one region; this one is for onshore China as a whole. */
export const BEIJING_1954_SHIFT = '15.8,-154.4,-82.3,0,0,0,0';
/** The mean shift of NAD27 over the contiguous United States, good to about ten metres. */
export const NAD27_SHIFT = '-8,160,176,0,0,0,0';

const CGCS2000 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0';
const BEIJING_1954 = `+ellps=krass +towgs84=${BEIJING_1954_SHIFT}`;
/** No shift from Xian 1980 is published: what is known is only that it stays within some hundred metres. */
const XIAN_1980 = '+a=6378140 +rf=298.257';
const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0';

interface GaussKrugerSeries {
  first: number;
  last: number;
  /** Degrees of longitude in one zone. */
  width: 3 | 6;
  /** The number of the first zone when eastings carry the zone number in front, as in 38 500 000. */
  zoneInEasting?: number;
  ellipsoid: string;
}

/** Every series runs from the central meridian 75 E to 135 E. */
const GAUSS_KRUGER: readonly GaussKrugerSeries[] = [
  { first: 4491, last: 4501, width: 6, zoneInEasting: 13, ellipsoid: CGCS2000 },
  { first: 4502, last: 4512, width: 6, ellipsoid: CGCS2000 },
  { first: 4513, last: 4533, width: 3, zoneInEasting: 25, ellipsoid: CGCS2000 },
  { first: 4534, last: 4554, width: 3, ellipsoid: CGCS2000 },
  { first: 2327, last: 2337, width: 6, zoneInEasting: 13, ellipsoid: XIAN_1980 },
  { first: 2338, last: 2348, width: 6, ellipsoid: XIAN_1980 },
  { first: 2349, last: 2369, width: 3, zoneInEasting: 25, ellipsoid: XIAN_1980 },
  { first: 2370, last: 2390, width: 3, ellipsoid: XIAN_1980 },
  { first: 21413, last: 21423, width: 6, zoneInEasting: 13, ellipsoid: BEIJING_1954 },
  { first: 21453, last: 21463, width: 6, ellipsoid: BEIJING_1954 },
  { first: 2401, last: 2421, width: 3, zoneInEasting: 25, ellipsoid: BEIJING_1954 },
  { first: 2422, last: 2442, width: 3, ellipsoid: BEIJING_1954 },
];

/** UTM zones: the code of zone n is base + n. */
const UTM: readonly { base: number; zones: readonly [number, number]; options: string }[] = [
  { base: 32600, zones: [1, 60], options: '+datum=WGS84' },
  { base: 32700, zones: [1, 60], options: '+south +datum=WGS84' },
  { base: 26900, zones: [1, 23], options: GRS80 },
  { base: 25800, zones: [28, 38], options: GRS80 },
  { base: 28300, zones: [46, 59], options: `+south ${GRS80}` },
];

const SINGLE: ReadonlyMap<number, string> = new Map([
  [4214, `+proj=longlat ${BEIJING_1954}`],
  [4610, `+proj=longlat ${XIAN_1980}`],
  [4267, `+proj=longlat +ellps=clrk66 +towgs84=${NAD27_SHIFT}`],
  [3857, '+proj=merc +a=6378137 +b=6378137 +lon_0=0 +k=1 +x_0=0 +y_0=0 +units=m +nadgrids=@null'],
  [900913, '+proj=merc +a=6378137 +b=6378137 +lon_0=0 +k=1 +x_0=0 +y_0=0 +units=m +nadgrids=@null'],
  [3395, '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m'],
  [5070, `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 ${GRS80} +units=m`],
  [3577, `+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 ${GRS80} +units=m`],
  [3035, `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${GRS80} +units=m`],
  [2154, `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80} +units=m`],
]);

export function isLikeWgs84(code: number): boolean {
  return LIKE_WGS84.has(code);
}

/** The proj string of an EPSG code, or undefined for one that no rule here gives. */
export function epsgToProj(code: number): string | undefined {
  if (isLikeWgs84(code)) return '+proj=longlat +datum=WGS84';
  return SINGLE.get(code) ?? gaussKruger(code) ?? utm(code);
}

function gaussKruger(code: number): string | undefined {
  const series = GAUSS_KRUGER.find(({ first, last }) => code >= first && code <= last);
  if (!series) return undefined;
  const step = code - series.first;
  const zone = series.zoneInEasting === undefined ? 0 : series.zoneInEasting + step;
  const falseEasting = zone * 1_000_000 + 500_000;
  return `+proj=tmerc +lat_0=0 +lon_0=${75 + step * series.width} +k=1 +x_0=${falseEasting} +y_0=0 ${series.ellipsoid} +units=m`;
}

function utm(code: number): string | undefined {
  const series = UTM.find(({ base, zones }) => code >= base + zones[0] && code <= base + zones[1]);
  return series && `+proj=utm +zone=${code - series.base} ${series.options} +units=m`;
}
