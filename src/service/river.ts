/** Rivers: the record of one reach, as JSON, as a GeoJSON feature and as an object. */
import { type ByteString, textOf } from '../format/byte-string.ts';
import type { DrawnReach, Later, LineCoordinates, ReachRecord, ReachRow } from '../store/store.ts';
import { codeOf, partsOf } from './code-parts.ts';
import { type Context, checkLevel, findReach } from './context.ts';
import { boxOf, positionsJson } from './geojson.ts';
import type { MaWriter } from './ma.ts';
import type { Service } from './service.ts';
import type { Language, RiverRecord } from './types.ts';

type RiverService = Pick<Service, 'riverBody' | 'riverFeatureBody' | 'getRiver'>;

export function createRivers(context: Context): RiverService {
  const { store, ma } = context;
  return {
    /** Not an async function: an embedded store answers at once, and then so does this. */
    riverBody(code, level, language) {
      return after(store.reachRecord(codeOf(code), language), (record) => bodyAt(record, level));
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
    riverFeatureBody(code, level, language) {
      const key = codeOf(code);
      return after(store.drawnReach(key, language), (reach) =>
        reach === undefined || reach.strahler < level ? undefined : featureJson(ma, key, reach, level),
      );
    },
  };
}

/** At once where the value is there, so that an embedded store is never waited for. */
function after<T, U>(value: Later<T>, then: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(then) : then(value);
}

/** Put together as text: the record is JSON already. */
function featureJson(ma: MaWriter, code: string, { strahler, body, line }: DrawnReach, level: number): ByteString {
  const { binstrval, binstrlen } = partsOf(code);
  const id = ma.river({ code, strahler }, { lon: line.at(-2)!, lat: line.at(-1)! }, level);
  const geometry = `{"type":"LineString","coordinates":[${positionsJson(line)}]}`;
  const properties = `${body.slice(0, -1)},"binstrval":${binstrval},"binstrlen":${binstrlen},"level":${level},"strahler":${strahler}}`;
  return `{"type":"Feature","id":"${id}","bbox":[${boxOf([line])}],"geometry":${geometry},"properties":${properties}}`;
}

function bodyAt(record: ReachRecord | undefined, level: number): ByteString | undefined {
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

function recordOf(body: ByteString): RiverRecord {
  return JSON.parse(textOf(body)) as RiverRecord;
}
