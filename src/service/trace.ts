/** Everything upstream or downstream of a reach: sums at once, the reaches themselves in pages. */
import type { FoundOnTheWay, ReachPage, ReachRow } from '../store/store.ts';
import { codeOf } from './code-parts.ts';
import { type Context, findReach, outletBelow } from './context.ts';
import { checkEdition, editionMark, readCursor, writeCursor } from './cursor.ts';
import { InvalidInputError } from './errors.ts';
import { toTheMetre } from './figure.ts';
import { boxOf, toLineString } from './geojson.ts';
import { lineOf, namesOf } from './river.ts';
import type { Service } from './service.ts';
import type { NamedRiver, ReachSummary, Trace, TraceInput, TraceSums } from './types.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const MOST_RIVERS = 20;

interface Traced {
  trace: Trace;
  rows: ReachRow[];
}

export function createTrace(context: Context): Pick<Service, 'trace' | 'traceFeatures'> {
  const { store, dataset } = context;

  /** Where to go on: an id that lies on the way asked for. */
  async function startOf(input: TraceInput, from: ReachRow): Promise<number> {
    if (input.cursor === undefined) return from.id;
    const [mark, id] = readCursor(input.direction, input.cursor, ['', 0]);
    checkEdition(dataset.identity, mark);
    const isUpstream = id >= from.id && id <= from.last;
    const below = input.direction === 'downstream' ? await store.reach(id) : undefined;
    const isDownstream = below !== undefined && below.id <= from.id && below.last >= from.id;
    if (input.direction === 'upstream' ? isUpstream : isDownstream) return id;
    throw new InvalidInputError('cursor', {
      en: 'cursor belongs to another reach; leave it out to start again',
      zh: 'cursor 属于另一河段；去掉它可从头开始',
    });
  }

  async function pageOf(input: TraceInput, from: ReachRow): Promise<ReachPage> {
    const { limit = DEFAULT_LIMIT, minStrahler = 1 } = input;
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
      throw new InvalidInputError('limit', {
        en: `limit must be a whole number from 1 to ${MAX_LIMIT}`,
        zh: `limit 应为 1 至 ${MAX_LIMIT} 的整数`,
      });
    }
    const start = await startOf(input, from);
    if (input.direction === 'downstream') return store.wayDown(start, minStrahler, limit);
    return store.reachesInRange({ first: start, last: from.last }, minStrahler, limit);
  }

  async function sumsOf(direction: Trace['direction'], from: ReachRow): Promise<TraceSums> {
    const upstream = direction === 'upstream';
    return {
      reachCount: upstream ? from.last - from.id + 1 : from.depth,
      lengthKm: upstream ? from.upstreamKm : toTheMetre(from.outletKm + from.lengthKm),
      areaKm2: from.areaKm2 ?? 0,
      greatestStrahler: upstream ? from.strahler : (await outletBelow(context, from)).strahler,
    };
  }

  async function riversOf(found: FoundOnTheWay): Promise<NamedRiver[]> {
    const rivers: NamedRiver[] = [];
    for (const { name, nameEn, mouth, lengthKm, strahler } of found.rivers) {
      const code = (await store.reach(mouth))?.code ?? '';
      rivers.push({ displayName: name, displayNameEn: nameEn, code, lengthKm, strahler });
    }
    return rivers;
  }

  async function traced(input: TraceInput): Promise<Traced> {
    const { direction } = input;
    const from = await findReach(context, codeOf(input.code));
    const page = await pageOf(input, from);
    const upstream = direction === 'upstream';
    const found = await (upstream ? store.foundUpstream(from, MOST_RIVERS) : store.foundDownstream(from, MOST_RIVERS));
    const reaches: ReachSummary[] = [];
    for (const row of page.rows) reaches.push(await summaryOf(context, row));
    const count = Object.values(found.poisByType).reduce((sum, ofType) => sum + ofType, 0);
    const trace: Trace = {
      direction,
      from: from.code,
      sums: await sumsOf(direction, from),
      ...(upstream && { range: { first: from.id, last: from.last } }),
      rivers: await riversOf(found),
      pois: { count, byType: found.poisByType },
      ...(!found.complete && { truncated: true }),
      reaches,
      ...(page.next !== 0 && { next: writeCursor(direction, [editionMark(dataset.identity), page.next]) }),
    };
    return { trace, rows: page.rows };
  }

  return {
    trace: async (input) => (await traced(input)).trace,
    async traceFeatures(input) {
      const { trace, rows } = await traced(input);
      const { reaches, ...rest } = trace;
      const features = [];
      for (const [i, row] of rows.entries()) {
        const line = await lineOf(context, row);
        features.push({
          type: 'Feature' as const,
          id: context.ma.river(row, { lon: line.at(-2)!, lat: line.at(-1)! }, 1),
          bbox: boxOf([line]),
          geometry: toLineString(line),
          properties: reaches[i]!,
        });
      }
      return { type: 'FeatureCollection', trace: rest, features };
    },
  };
}

async function summaryOf(context: Context, reach: ReachRow): Promise<ReachSummary> {
  const { id, code, strahler, lengthKm, outletKm } = reach;
  return { id, code, ...(await namesOf(context, reach)), strahler, lengthKm, outletKm };
}
