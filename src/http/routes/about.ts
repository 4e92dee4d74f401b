/** What the service says of itself: what it serves, and where to go on. */

import type { Service } from '../../service/service.ts';
import type { Resource } from '../resource.ts';

export interface ApiLink {
  rel: string;
  path: string;
  title: string;
}

const RIVER_PATH = '/api/rivers/{basincode}/{subbasincd}/{binstrval}/{binstrlen}/{level}';

const OWN_LINKS: readonly ApiLink[] = [
  { rel: 'service-desc', path: '/api/openapi.json', title: 'OpenAPI 3.1' },
  { rel: 'service-doc', path: '/api/docs', title: 'Documentation' },
  { rel: 'search', path: '/api/search{?q}', title: 'Search by name' },
  { rel: 'locate', path: '/api/locate{?lon,lat}', title: 'The nearest rivers to a place' },
  { rel: 'river', path: RIVER_PATH, title: 'One river' },
  { rel: 'upstream', path: `${RIVER_PATH}/upstream`, title: 'All that is upstream of it' },
  { rel: 'downstream', path: `${RIVER_PATH}/downstream`, title: 'Its way to the sea' },
  { rel: 'subbasin', path: '/api/subbasins/{basincode}/{subbasincd}/{level}', title: 'One sub-basin' },
  { rel: 'pois', path: '/api/pois', title: 'Search points of interest' },
  { rel: 'poi', path: '/api/pois/{type}/{key}', title: 'One point of interest' },
  { rel: 'resolve', path: '/api/ma/resolve{?ma}', title: 'What an MA string says' },
  { rel: 'generate', path: '/api/ma/generate', title: 'The MA string of a river, sub-basin or point' },
  { rel: 'relation', path: '/api/ma/relation{?a,b}', title: 'How two reaches lie to each other' },
  { rel: 'qr', path: '/api/ma/qr{?ma}', title: 'A QR code' },
  { rel: 'lookup', path: '/api/lookup', title: 'Many codes at once, by POST' },
  { rel: 'knowledge', path: '/api/knowledge', title: 'Background for people and models' },
];

function describeDataset({ dataset }: Service): object {
  const { identity, title, titleEn, edition, source, licence, builtAt, ma, counts, bbox, poiTypes } = dataset;
  return { identity, title, titleEn, edition, source, licence, builtAt, ma, counts, bbox, poiTypes };
}

export function aboutResource(publicUrl: string, version: string, links: readonly ApiLink[]): Resource {
  return {
    path: '/api',
    formats: ['json'],
    query: [],
    followsLanguage: false,
    answer: ({ service }) => ({
      body: {
        service: 'watercode',
        version,
        dataset: describeDataset(service),
        links: [...OWN_LINKS, ...links].map(({ rel, path, title }) => ({ rel, href: publicUrl + path, title })),
      },
    }),
  };
}
