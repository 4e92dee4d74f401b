/** `GET /tiles/{z}/{x}/{y}.mvt`: the map as vector tiles, for MapLibre, QGIS and other programs that draw maps. */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidInputError } from '../service/errors.ts';
import { editionOf, entityTag, isNoneMatch } from './etag.ts';
import { cacheControl } from './headers.ts';
import type { Later } from './holder.ts';
import { pathOf } from './query.ts';

export const TILES_PATH = '/tiles/{z}/{x}/{y}.mvt';
const ROUTE = '/tiles/:z/:x/:y.mvt';
const CONTENT_TYPE = 'application/vnd.mapbox-vector-tile';
/** Maps enlarge these for deeper zooms. */
const DEEPEST_ZOOM = 14;
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,4})$/;

/** What of the service is needed here. */
export interface TileSource {
  dataset: { identity: string };
  /** In gzip; undefined where there is nothing in the tile. */
  tile(z: number, x: number, y: number): Later<Uint8Array | undefined>;
}

export interface TilesOptions {
  holder: { use: <T>(work: (source: TileSource) => Later<T>) => Later<T> };
  settings: { cacheSeconds: number };
  /** Of the software; in every entity tag. */
  version: string;
}

const unzip = promisify(gunzip);

export function tilesPlugin({ holder, settings, version }: TilesOptions): (app: FastifyInstance) => void {
  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [z, x, y] = readAddress(request.params as Record<'z' | 'x' | 'y', string>);
    const zipped = acceptsGzip(request.headers['accept-encoding'] ?? '');
    return await holder.use(async (source) => {
      const edition = editionOf(source.dataset.identity, version);
      const tag = entityTag(edition, pathOf(request.raw.url!), zipped ? 'mvt-gzip' : 'mvt');
      reply.headers({ etag: tag, 'cache-control': cacheControl(settings.cacheSeconds), vary: 'Accept-Encoding' });
      const ifNoneMatch = request.headers['if-none-match'];
      if (ifNoneMatch !== undefined && isNoneMatch(ifNoneMatch, tag)) return reply.code(304).send();
      const tile = await source.tile(z, x, y);
      if (tile === undefined) return reply.code(204).send();
      reply.header('content-type', CONTENT_TYPE);
      if (!zipped) return reply.send(await unzip(tile));
      return reply.header('content-encoding', 'gzip').send(tile);
    });
  }

  return (app) => void app.get(ROUTE, send);
}

function readAddress({ z, x, y }: Record<'z' | 'x' | 'y', string>): [z: number, x: number, y: number] {
  const zoom = readNumber('z', z, DEEPEST_ZOOM);
  const last = 2 ** zoom - 1;
  return [zoom, readNumber('x', x, last), readNumber('y', y, last)];
}

function readNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (WHOLE_NUMBER.test(text) && value <= most) return value;
  throw new InvalidInputError(name, {
    en: `${name} must be a whole number from 0 to ${most}`,
    zh: `参数 ${name} 必须是 0 到 ${most} 的整数`,
  });
}

/** By name, or else by `*`; a quality of 0 refuses it (RFC 9110, 12.5.3). Without a header the tile is sent plain. */
function acceptsGzip(header: string): boolean {
  const codings = new Map(
    header.split(',').map((member): [string, boolean] => {
      const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))];
    }),
  );
  return codings.get('gzip') ?? codings.get('*') ?? false;
}
