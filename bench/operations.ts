/** What the service is asked, one list of requests for each kind of question. */
import { DatabaseSync } from 'node:sqlite';
import type { Server } from './processes.ts';
import {
  codesOf,
  createRandom,
  getRequest,
  packRequests,
  postRequest,
  type ReachCode,
  type RequestList,
  riverTarget,
} from './requests.ts';
import { QUERY_KINDS } from './search.ts';

export const OPERATIONS = ['lookup', 'MCP get_river', 'search', 'locate', 'upstream', 'tile'] as const;
export type Operation = (typeof OPERATIONS)[number];

const MCP_PATH = '/api/mcp';
const VARIETY = 20_000;
const TILE_ZOOM = 10;

/** A call as a client without a session makes it. */
export function getRiverCall(code: ReachCode, id: number): string {
  const { basincode, subbasincd, binstrval, binstrlen } = code;
  const given = `"basincode":${basincode},"subbasincd":"${subbasincd}","binstrval":${binstrval},"binstrlen":${binstrlen},"level":1`;
  const params = `{"name":"get_river","arguments":{${given}}}`;
  return postRequest(MCP_PATH, `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`);
}

/** For search the dataset should be one with a name for every reach. */
export function requestsOf(operation: Operation, dataset: string): RequestList {
  return packRequests(requestTexts(operation, dataset));
}

/** The requests themselves, to be mixed with others. */
export function requestTexts(operation: Operation, dataset: string): string[] {
  const random = createRandom(3);
  switch (operation) {
    case 'lookup':
      return codesOf(dataset, 1_000_000).map((code) => getRequest(riverTarget(code)));
    case 'MCP get_river':
      return codesOf(dataset, 1_000_000).map(getRiverCall);
    case 'upstream':
      return codesOf(dataset, VARIETY).map((code) => getRequest(`${riverTarget(code)}/upstream?as=ids`));
    case 'search': {
      const kinds = Object.values(QUERY_KINDS);
      const names = reachCount(dataset);
      return Array.from({ length: VARIETY }, (_, i) => {
        const q = kinds[i % kinds.length]!(random, names);
        return getRequest(`/api/search?q=${encodeURIComponent(q)}`);
      });
    }
    case 'locate':
      return places(dataset, random).map(([lon, lat]) =>
        getRequest(`/api/locate?lon=${lon.toFixed(5)}&lat=${lat.toFixed(5)}`),
      );
    case 'tile':
      return places(dataset, random).map(([lon, lat]) => getRequest(tileTarget(lon, lat)));
  }
}

function reachCount(dataset: string): number {
  const db = new DatabaseSync(dataset, { readOnly: true });
  const { count } = db.prepare('SELECT max(fid) AS count FROM reach').get() as { count: number };
  db.close();
  return count;
}

/** Evenly over the middle half of the dataset's box, which is land. */
function places(dataset: string, random: () => number): [lon: number, lat: number][] {
  const db = new DatabaseSync(dataset, { readOnly: true });
  const { bbox } = db.prepare("SELECT value AS bbox FROM meta WHERE key = 'bbox'").get() as { bbox: string };
  db.close();
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number);
  const within = (least: number, most: number) => least + (0.25 + random() / 2) * (most - least);
  return Array.from({ length: VARIETY }, () => [within(west, east), within(south, north)]);
}

function tileTarget(lon: number, lat: number): string {
  const side = 2 ** TILE_ZOOM;
  const sine = Math.sin((lat * Math.PI) / 180);
  const x = Math.floor(((lon + 180) / 360) * side);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return `/tiles/${TILE_ZOOM}/${x}/${y}.mvt`;
}

/** Whether this service has it: some parts of it may be switched off. */
export async function isServed(server: Server, operation: Operation): Promise<boolean> {
  const base = `http://127.0.0.1:${server.port}`;
  if (operation === 'tile') return (await fetch(`${base}/tiles/0/0/0.mvt`)).ok;
  if (operation !== 'MCP get_river') return true;
  const reply = await fetch(`${base}${MCP_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  await reply.arrayBuffer();
  return reply.ok;
}
