/** Rivers: the record of one reach, as bytes, as an object and as a GeoJSON feature. */
import type { LineCoordinates, ReachRow } from '../store/store.ts';
import { codeOf, partsOf } from './code-parts.ts';
import { type Context, checkLevel, findReach } from './context.ts';
import { boxOf, toLineString } from './geojson.ts';
import type { Service } from './service.ts';
import type { Language, RiverRecord } from './types.ts';

type RiverService = Pick<Service, 'riverBody' | 'getRiver' | 'getRiverFeature'>;

export function createRivers(context: Context): RiverService {
  const { store, ma } = context;
  return {
    /** Not an async function: an embedded store answers at once, and then so does this. */
    riverBody(code, level, language) {
      const record = store.reachRecord(codeOf(code), language);
      if (record instanceof Promise) return record.then((later) => bodyAt(later, level));
      return bodyAt(record, level);
    },
    async getRiver(code, level, language) {
      const key = codeOf(code);
      const record = await store.reachRecord(key, language);
      if (record === undefined) await findReach(context, key);
      else {
        checkLevel(key, record.strahler, level);
        return recordOf(record.body);
      }
      throw new Error(`reach ${key} has no record`);
    },
    async getRiverFeature(code, level, language) {
      const reach = await findReach(context, codeOf(code));
      checkLevel(reach.code, reach.strahler, level);
      const line = await lineOf(context, reach);
      const { binstrval, binstrlen } = partsOf(reach.code);
      const end = { lon: line.at(-2)!, lat: line.at(-1)! };
      return {
        type: 'Feature',
        id: ma.river(reach, end, level),
        bbox: boxOf([line]),
        geometry: toLineString(line),
        properties: {
          ...(await riverRecord(context, reach.code, language)),
          binstrval,
          binstrlen,
          level,
          strahler: reach.strahler,
        },
      };
    },
  };
}

function bodyAt(record: { strahler: number; body: Uint8Array } | undefined, level: number): Uint8Array | undefined {
  return record !== undefined && record.strahler >= level ? record.body : undefined;
}

/** The record of a reach that is there. */
export async function riverRecord({ store }: Context, code: string, language: Language): Promise<RiverRecord> {
  const record = await store.reachRecord(code, language);
  if (record === undefined) throw new Error(`reach ${code} has no record`);
  return recordOf(record.body);
}

export async function lineOf({ store }: Context, reach: ReachRow): Promise<LineCoordinates> {
  const line = await store.reachLine(reach.id);
  if (line === undefined) throw new Error(`reach ${reach.code} has no geometry`);
  return line;
}

/** The names a reach goes by; one that belongs to no named river is called after the one it flows to, in its record. */
export async function namesOf(
  context: Context,
  reach: ReachRow,
): Promise<{ displayName: string; displayNameEn: string }> {
  if (reach.name !== '') return { displayName: reach.name, displayNameEn: reach.nameEn };
  const { displayName, displayNameEn } = await riverRecord(context, reach.code, 'zh');
  return { displayName, displayNameEn };
}

const decoder = new TextDecoder();

function recordOf(body: Uint8Array): RiverRecord {
  return JSON.parse(decoder.decode(body)) as RiverRecord;
}
