/** All routes of the lookup service, in one list. */

import type { FastifyInstance } from 'fastify';
import type { PhaseHolder } from './phase.ts';
import { addResource, type Resource, type ResourceContext } from './resource.ts';
import { type ApiLink, aboutResource } from './routes/about.ts';
import { SUBBASIN } from './routes/areas.ts';
import { documentationResources } from './routes/documentation.ts';
import { addHealthRoutes } from './routes/health.ts';
import { KNOWLEDGE } from './routes/knowledge.ts';
import { addLookupRoute } from './routes/lookup.ts';
import { GENERATE, RELATION, RESOLVE } from './routes/ma.ts';
import { POI, POIS } from './routes/pois.ts';
import { QR } from './routes/qr.ts';
import { DOWNSTREAM, RIVER, UPSTREAM } from './routes/rivers.ts';
import { LOCATE, SEARCH } from './routes/search.ts';

const RESOURCES: readonly Resource[] = [
  POI,
  RIVER,
  POIS,
  RESOLVE,
  GENERATE,
  RELATION,
  QR,
  SUBBASIN,
  UPSTREAM,
  DOWNSTREAM,
  SEARCH,
  LOCATE,
  KNOWLEDGE,
];

export interface RouteOptions {
  metricsText(): Promise<string>;
  phase: PhaseHolder;
  links: readonly ApiLink[];
}

export function addRoutes(app: FastifyInstance, context: ResourceContext, options: RouteOptions): void {
  const { publicUrl } = context.settings;
  const about = aboutResource(publicUrl, context.version, options.links);
  for (const resource of [...RESOURCES, about, ...documentationResources(publicUrl, context.version)]) {
    addResource(app, context, resource);
  }
  addLookupRoute(app, context);
  addHealthRoutes(app, options.phase, options.metricsText);
}
