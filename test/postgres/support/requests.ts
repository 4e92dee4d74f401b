/** Requests that touch everything a dataset can be asked, drawn from its own content by a seed. */
import { DatabaseSync } from 'node:sqlite';

export interface TestRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
}

interface Reach {
  id: number;
  code: string;
  strahler: number;
}

interface Poi {
  type: string;
  key: string;
  code: string;
}

/** Numbers below a bound, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

function get(url: string, headers?: Record<string, string>): TestRequest {
  return { method: 'GET', url, ...(headers && { headers }) };
}

function cursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function partsOf(code: string): { basincode: string; subbasincd: string; binstrval: string; binstrlen: string } {
  const [zone = '', binstrval = '', binstrlen = ''] = code.split('.');
  return { basincode: zone.slice(0, 4), subbasincd: zone.slice(4), binstrval, binstrlen };
}

function segmentPath(code: string): string {
  return Object.values(partsOf(code)).join('/');
}

function query(parameters: Record<string, string | number>): string {
  return new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();
}

export function requestsFor(path: string, seed: number, size: number): TestRequest[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const random = numbersFrom(seed);
  const rows = <Row>(sql: string, ...values: (string | number)[]) => db.prepare(sql).all(...values) as unknown as Row[];
  const last = (table: string, column: string) =>
    rows<{ last: number }>(`SELECT max(${column}) AS last FROM ${table}`)[0]!.last;
  const some = <Row>(table: string, columns: string, key: string, count: number): Row[] => {
    const highest = last(table, key);
    return Array.from({ length: count }, () => {
      return rows<Row>(
        `SELECT ${columns} FROM ${table} WHERE ${key} >= ? ORDER BY ${key} LIMIT 1`,
        1 + random(highest),
      )[0]!;
    });
  };

  try {
    const largest = rows<Reach>('SELECT fid AS id, code, strahler FROM reach ORDER BY upstream_km DESC LIMIT 5');
    const reaches = [...largest, ...some<Reach>('reach', 'fid AS id, code, strahler', 'fid', size)];
    const types = rows<{ type: string }>('SELECT type FROM poi_type').map(({ type }) => type);
    const onReaches = '(SELECT poi.*, reach.code FROM poi JOIN reach ON reach.fid = poi.reach)';
    const pois = [
      ...types.flatMap((type) => rows<Poi>(`SELECT type, key, code FROM ${onReaches} WHERE type = ? LIMIT 1`, type)),
      ...some<Poi>(onReaches, 'type, key, code', 'fid', size),
    ];
    const mostInflows = rows<{ code: string; strahler: number }>(
      `SELECT code, strahler FROM subbasin ORDER BY (SELECT count(*) FROM subbasin AS inflow WHERE inflow.parent = subbasin.fid) DESC LIMIT 3`,
    );
    const subbasins = [
      ...mostInflows,
      ...some<{ code: string; strahler: number }>('subbasin', 'code, strahler', 'fid', size),
    ];
    const names = [
      ...rows<{ name: string; en: string }>(
        `SELECT name, name_en AS en FROM search_entry WHERE name LIKE '%江%江_' OR name LIKE '%河%河_' LIMIT 2`,
      ),
      ...some<{ name: string; en: string }>('search_entry', 'name, name_en AS en', 'rank', size),
    ];
    const [west, south, east, north] = rows<{ value: string }>(`SELECT value FROM meta WHERE key = 'bbox'`)[0]!
      .value.split(',')
      .map(Number) as [number, number, number, number];
    const places = Array.from({ length: size }, () => ({
      lon: west + ((east - west) * random(1e6)) / 1e6,
      lat: south + ((north - south) * random(1e6)) / 1e6,
    }));
    const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
    return [
      ...['/api', '/api/openapi.json', '/api/docs', '/api/knowledge', '/api/openapi.json?lang=en'].map((url) =>
        get(url),
      ),
      ...reaches.flatMap(({ code, strahler }) => riverRequests(code, strahler)),
      ...subbasins.flatMap(({ code, strahler }) => {
        const base = `/api/subbasins/${code.slice(0, 4)}/${code.slice(4)}`;
        const zone = { basincode: code.slice(0, 4), subbasincd: code.slice(4) };
        return [
          get(`${base}/1`),
          get(`${base}/${strahler}?f=geojson`),
          get(`${base}/${strahler + 1}`),
          ...types.map((type) => get(`/api/pois?${query({ ...zone, type, limit: 1000 })}`)),
        ];
      }),
      ...pois.flatMap((poi) => poiRequests(poi)),
      ...types.flatMap((type) => [
        get(`/api/pois?${query({ type, limit: 7 })}`),
        get(`/api/pois?${query({ type, limit: 1000 })}`),
        get(`/api/pois?${query({ type, bbox: `${west},${south},${(west + east) / 2},${north}`, limit: 50 })}`),
      ]),
      ...places.flatMap(({ lon, lat }) => placeRequests(lon, lat, one(types))),
      ...names.flatMap(({ name, en }) => searchRequests(name, en)),
      ...strangeRequests(one(reaches).code),
      ...Array.from({ length: size }, () =>
        get(`/api/ma/relation?${query({ a: one(reaches).code, b: one(reaches).code })}`),
      ),
      ...reaches.slice(0, size / 2).flatMap(({ code }) => {
        const segment = { ...partsOf(code), level: 1 };
        return [
          get(`/api/ma/generate?${query({ type: 'rivers', ...segment })}`),
          get(`/api/ma/generate?${query({ type: 'subbasins', ...segment })}`),
        ];
      }),
      lookupRequest([
        ...reaches.map(({ code }) => code),
        ...subbasins.map(({ code }) => code),
        '9999001.0.1',
        'nonsense',
      ]),
      ...toolRequests(one(reaches), one(pois), one(subbasins).code, one(names).name, one(places)),
    ];
  } finally {
    db.close();
  }
}

function riverRequests(code: string, strahler: number): TestRequest[] {
  const base = `/api/rivers/${segmentPath(code)}`;
  return [
    get(`${base}/1`),
    get(`${base}/1`, { 'accept-language': 'en' }),
    get(`${base}/${strahler}`, { accept: 'application/geo+json' }),
    get(`${base}/${strahler + 1}`),
    get(`${base}/1/upstream?limit=20`),
    get(`${base}/1/upstream?as=ids&limit=1000`),
    get(`${base}/2/upstream?limit=20`),
    get(`${base}/${strahler}/upstream?limit=5`),
    get(`${base}/1/downstream?limit=20`),
    get(`${base}/${Math.max(1, strahler)}/downstream?as=geojson&limit=5`),
    get(`${base}/1/upstream?as=summary`),
    get(`${base}/1/upstream?cursor=${cursor('upstream', 'x', 9e15)}`),
  ];
}

function poiRequests({ type, key, code }: Poi): TestRequest[] {
  const { basincode, subbasincd, binstrval, binstrlen } = partsOf(code);
  const segment = { basincode, subbasincd, binstrval, binstrlen };
  return [
    get(`/api/pois/${encodeURIComponent(type)}/${encodeURIComponent(key)}`),
    get(`/api/pois/${encodeURIComponent(type)}/${encodeURIComponent(key.toLowerCase())}`, { 'accept-language': 'en' }),
    get(`/api/pois?${query({ type, key })}`),
    get(`/api/pois?${query({ basincode, limit: 9 })}`),
    get(`/api/pois?${query({ basincode, type, limit: 9 })}`),
    get(`/api/pois?${query({ basincode, subbasincd, limit: 5 })}`),
    get(`/api/pois?${query({ ...segment })}`),
    get(`/api/pois?${query({ ...segment, scope: 'upstream', limit: 5 })}`),
    get(`/api/ma/generate?${query({ type, key })}`),
  ];
}

function placeRequests(lon: number, lat: number, type: string): TestRequest[] {
  const zoomed = [0, 3, 6, 7, 9, 11, 14].map((z) => {
    const count = 2 ** z;
    const sine = Math.sin((lat * Math.PI) / 180);
    const x = Math.floor(((lon + 180) / 360) * count);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count);
    return get(`/tiles/${z}/${Math.min(count - 1, x)}/${Math.min(count - 1, Math.max(0, y))}.mvt`);
  });
  return [
    get(`/api/locate?${query({ lon, lat })}`),
    get(`/api/locate?${query({ lon, lat, limit: 30, maxDistanceM: 200_000, level: 2 })}`),
    get(`/api/pois?${query({ near: `${lon},${lat}`, radius: 100_000 })}`),
    get(`/api/pois?${query({ bbox: `${lon - 1},${lat - 1},${lon + 1},${lat + 1}`, limit: 10 })}`),
    get(`/api/pois?${query({ bbox: `${lon - 5},${lat - 5},${lon + 5},${lat + 5}`, type })}`),
    ...zoomed,
  ];
}

function searchRequests(name: string, en: string): TestRequest[] {
  const texts = [
    name,
    en,
    name.slice(0, 2),
    name.slice(1, 3),
    name.slice(0, 1),
    en.slice(0, 3),
    en.split(' ')[0]!,
    `${en} x`,
    notQuite(name),
  ];
  return texts
    .filter((text) => text.trim() !== '')
    .flatMap((q) => [
      get(`/api/search?${query({ q })}`),
      get(`/api/search?${query({ q, limit: 2 })}`),
      get(`/api/search?${query({ q, limit: 5, kinds: 'river' })}`),
    ]);
}

/** A text all of whose pairs of characters are in the name, but not the text itself; '' where there is none. */
function notQuite(name: string): string {
  for (let i = 1; i < name.length; i++) {
    const again = name.lastIndexOf(name[i]!);
    if (again > i && again + 1 < name.length && name[i + 1] !== name[again + 1]) {
      return `${name[i - 1]}${name[i]}${name[again + 1]}`;
    }
  }
  return '';
}

/** What a client sends by mistake, or to see what happens. */
function strangeRequests(code: string): TestRequest[] {
  const texts = [
    "'",
    '\\',
    '"a" OR b',
    'ha',
    'huang he',
    'huanghe',
    'chang jiang',
    '\u0000',
    'a\u0000b',
    '😀',
    '河',
    '长江 三峡',
    'river',
    '1',
    '𠀀',
  ];
  const cursors = [cursor('k', 'junction', 'A\u0000'), cursor('k', 'zzz', ''), cursor('k', '\u0000', '\u0000'), 'zzz'];
  return [
    ...texts.map((q) => get(`/api/search?${query({ q })}`)),
    ...texts.map((key) => get(`/api/pois/junction/${encodeURIComponent(key)}`)),
    ...texts.map((key) => get(`/api/pois/dam/${encodeURIComponent(key)}`)),
    ...texts.map((type) => get(`/api/pois/${encodeURIComponent(type)}/1`)),
    ...cursors.map((given) => get(`/api/pois?${query({ type: 'junction', cursor: given })}`)),
    get('/api/rivers/9999/001/0/1/1'),
    get('/api/rivers/1000/ZZZ/0/99999999/1'),
    get(`/api/rivers/${segmentPath(code)}/99`),
    get('/api/pois?basincode=9999'),
    get('/api/locate?lon=180&lat=-89.9'),
    get('/api/locate?lon=-180&lat=0&maxDistanceM=1000000&limit=3'),
    get('/api/pois?bbox=170,-80,-170,80&limit=20'),
    get('/api/search?q=1001'),
    get(`/api/search?${query({ q: code })}`),
    get(`/api/ma/resolve?${query({ ma: 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV' })}`),
  ];
}

function lookupRequest(codes: readonly string[]): TestRequest {
  return {
    method: 'POST',
    url: '/api/lookup',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ codes }),
  };
}

function toolRequests(
  reach: Reach,
  poi: Poi,
  subbasin: string,
  name: string,
  place: { lon: number; lat: number },
): TestRequest[] {
  const { basincode, subbasincd, binstrval, binstrlen } = partsOf(reach.code);
  const segment = {
    basincode: Number(basincode),
    subbasincd,
    binstrval: Number(binstrval),
    binstrlen: Number(binstrlen),
  };
  const zone = { basincode: Number(subbasin.slice(0, 4)), subbasincd: subbasin.slice(4), level: 1 };
  const calls: [string, object][] = [
    ['watershed_knowledge', {}],
    ['generate_ma', { type: 'rivers', key: '', ...segment, level: 1 }],
    ['generate_ma', { type: poi.type, key: poi.key, ...segment, level: 1 }],
    ['resolve_ma', { ma: 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV' }],
    ['get_subbasin', zone],
    ['get_river', { ...segment, level: 1 }],
    ['get_poi', { type: poi.type, key: poi.key }],
    ['search_pois', { ...segment, binstrval: 0, binstrlen: 0, subbasincd: '', type: '', key: '' }],
    ['search_all', { q: name }],
    ['search_all', { q: '' }],
    ['locate', place],
    ['trace', { ...segment, direction: 'upstream' }],
    ['trace', { ...segment, direction: 'downstream' }],
    ['relate', { a: reach.code, b: subbasin }],
  ];
  const body = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return [
    body('tools/list', {}),
    ...calls.map(([tool, given]) => body('tools/call', { name: tool, arguments: given })),
  ].map((payload) => ({
    method: 'POST',
    url: '/api/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    payload,
  }));
}
