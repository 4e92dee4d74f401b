/** The published river networks, as a table: which columns they have, and what those columns are to us. */

export const ROLES = [
  'id',
  'down',
  'fromNode',
  'toNode',
  'area',
  'catchmentArea',
  'length',
  'name',
  'nameEn',
  'order',
  'divergence',
  'mainPath',
  'basincode',
  'subbasincd',
  'binstrval',
  'binstrlen',
  'continent',
  'lon',
  'lat',
  'wkt',
] as const;

/**
 * What a column is to us. `area` is all that drains through the reach, `catchmentArea` its own share; `name` is Chinese,
 * `nameEn` English; `divergence` is 2 on the minor path of a split (NHDPlus); `mainPath` is 1 on the main one.
 */
export type Role = (typeof ROLES)[number];

export type LengthUnit = 'km' | 'm';
export type AreaUnit = 'km2' | 'm2' | 'ha';

/** How the value of the continent column becomes a continent digit of the water code. */
export type ContinentScheme =
  /** It is one already. */
  | 'digit'
  /** Its first digit is a Pfafstetter region of HydroBASINS. */
  | 'hydrobasins';

export interface Preset {
  title: string;
  /** A file is of this kind when it has all columns of one of these sets. */
  signatures: readonly (readonly string[])[];
  /** The names a role's column goes by; the first that is there counts. Case does not matter. */
  roles: Partial<Record<Role, readonly string[]>>;
  lengthUnit: LengthUnit;
  areaUnit: AreaUnit;
  /** Values of `down` that say the water leaves the network. */
  outlets: readonly string[];
  continents: ContinentScheme;
  /** Where there is no topology: how close ends of lines are that are meant to meet. */
  snapDegrees: number;
}

export type PresetName =
  | 'coded'
  | 'hydrorivers'
  | 'merit-basins'
  | 'geoglows'
  | 'nhdplus'
  | 'nhdplus-hydroseq'
  | 'routelink'
  | '3dhp'
  | 'natural-earth'
  | 'generic';

const CHINESE_NAMES = [
  'name_zh',
  'namezh',
  'name_ch',
  'name_cn',
  'name_zht',
  'displayname',
  '河流名称',
  '河名',
  '名称',
];
const ENGLISH_NAMES = ['name_en', 'nameen', 'name_eng', 'displaynameen', '英文名称', '英文名'];

const DEFAULTS = {
  lengthUnit: 'km',
  areaUnit: 'km2',
  outlets: ['0', '-1'],
  continents: 'digit',
  snapDegrees: 0.00001,
} as const satisfies Partial<Preset>;

/** In the order in which they are tried on a file. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  coded: {
    ...DEFAULTS,
    title: 'already coded data (basincode, subbasincd, binstrval, binstrlen)',
    signatures: [['basincode', 'subbasincd', 'binstrval', 'binstrlen']],
    roles: {
      basincode: ['basincode'],
      subbasincd: ['subbasincd'],
      binstrval: ['binstrval'],
      binstrlen: ['binstrlen'],
      name: [...CHINESE_NAMES, 'name'],
      nameEn: ENGLISH_NAMES,
      area: ['area_km2', 'areakm2', 'uparea', 'upland_skm'],
      length: ['length_km', 'lengthkm'],
      order: ['strahler', 'order'],
    },
  },
  hydrorivers: {
    ...DEFAULTS,
    title: 'HydroRIVERS (HydroSHEDS)',
    signatures: [['hyriv_id', 'next_down']],
    roles: {
      id: ['hyriv_id'],
      down: ['next_down'],
      length: ['length_km'],
      area: ['upland_skm'],
      catchmentArea: ['catch_skm'],
      order: ['ord_stra'],
      continent: ['hybas_l12', 'hyriv_id'],
      name: CHINESE_NAMES,
      nameEn: ENGLISH_NAMES,
    },
    continents: 'hydrobasins',
  },
  'merit-basins': {
    ...DEFAULTS,
    title: 'MERIT-Basins',
    signatures: [['comid', 'nextdownid']],
    roles: {
      id: ['comid'],
      down: ['nextdownid'],
      length: ['lengthkm'],
      area: ['uparea'],
      catchmentArea: ['unitarea'],
      order: ['order', 'order_', 'strm_order'],
      continent: ['comid'],
      name: CHINESE_NAMES,
      nameEn: ENGLISH_NAMES,
    },
    continents: 'hydrobasins',
  },
  geoglows: {
    ...DEFAULTS,
    title: 'TDX-Hydro and GEOGLOWS (TauDEM stream networks)',
    signatures: [['linkno', 'dslinkno']],
    roles: {
      id: ['linkno'],
      down: ['dslinkno'],
      length: ['lengthgeodesicmeters', 'length'],
      area: ['dscontarea'],
      order: ['strmorder', 'strmord'],
      continent: ['tdxhydroregion'],
      name: CHINESE_NAMES,
      nameEn: ENGLISH_NAMES,
    },
    lengthUnit: 'm',
    areaUnit: 'm2',
    outlets: ['-1'],
    continents: 'hydrobasins',
  },
  nhdplus: {
    ...DEFAULTS,
    title: 'NHDPlus, medium and high resolution',
    signatures: [
      ['comid', 'fromnode', 'tonode'],
      ['nhdplusid', 'fromnode', 'tonode'],
    ],
    roles: {
      id: ['comid', 'nhdplusid'],
      fromNode: ['fromnode'],
      toNode: ['tonode'],
      length: ['lengthkm'],
      area: ['totdasqkm'],
      catchmentArea: ['areasqkm'],
      order: ['streamorde', 'streamorder'],
      divergence: ['divergence'],
      name: CHINESE_NAMES,
      nameEn: ['gnis_name', ...ENGLISH_NAMES],
    },
  },
  'nhdplus-hydroseq': {
    ...DEFAULTS,
    title: 'NHDPlus without nodes, by hydrologic sequence',
    signatures: [['hydroseq', 'dnhydroseq']],
    roles: {
      id: ['hydroseq'],
      down: ['dnhydroseq'],
      length: ['lengthkm'],
      area: ['totdasqkm'],
      catchmentArea: ['areasqkm'],
      order: ['streamorde', 'streamorder'],
      divergence: ['divergence'],
      name: CHINESE_NAMES,
      nameEn: ['gnis_name', ...ENGLISH_NAMES],
    },
  },
  routelink: {
    ...DEFAULTS,
    title: 'RouteLink of the National Water Model',
    signatures: [['link', 'to']],
    roles: {
      id: ['link'],
      down: ['to'],
      length: ['length', 'length_m'],
      order: ['order'],
      lon: ['lon'],
      lat: ['lat'],
    },
    lengthUnit: 'm',
  },
  '3dhp': {
    ...DEFAULTS,
    title: 'USGS 3D Hydrography Program (no topology by id)',
    signatures: [['id3dhp']],
    roles: {
      id: ['id3dhp'],
      length: ['lengthkm'],
      order: ['streamorder'],
      divergence: ['divergence'],
      name: CHINESE_NAMES,
      nameEn: ['gnisidlabel', ...ENGLISH_NAMES],
    },
  },
  'natural-earth': {
    ...DEFAULTS,
    title: 'Natural Earth rivers (no topology by id)',
    signatures: [['featurecla', 'scalerank', 'name']],
    roles: {
      name: ['name_zh'],
      nameEn: ['name_en', 'name'],
    },
    snapDegrees: 0.01,
  },
  generic: {
    ...DEFAULTS,
    title: 'any other network, by the usual column names',
    signatures: [],
    roles: {
      id: ['id', 'reach_id', 'reachid', 'river_id', 'riverid', 'seg_id', 'segid', 'link_id', 'linkid', '编号'],
      down: [
        'down',
        'down_id',
        'downid',
        'downstream',
        'downstream_id',
        'next_down',
        'nextdown',
        'next_down_id',
        'to_id',
        'toid',
        '下游编号',
      ],
      fromNode: ['from_node', 'fromnode', 'from_nod'],
      toNode: ['to_node', 'tonode', 'to_nod'],
      area: ['area_km2', 'areakm2', 'upstream_area_km2', 'uparea', 'upland_skm'],
      catchmentArea: ['catchment_km2', 'catch_skm', 'unitarea'],
      length: ['length_km', 'lengthkm', 'len_km'],
      order: ['strahler', 'stream_order', 'streamorder', 'ord_stra'],
      divergence: ['divergence'],
      mainPath: ['main_path', 'mainpath'],
      continent: ['continent'],
      name: [...CHINESE_NAMES, 'name', 'river_name', 'rivername'],
      nameEn: ENGLISH_NAMES,
    },
  },
};

export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];
