/** Codes, keys and places that really are in the dataset, so that every example in the documentation works. */

import { isReachCode, parseCode } from '../../code/index.ts';
import type { Service } from '../../service/service.ts';

/** Values by the name of the parameter. */
export type Examples = Readonly<Record<string, string | number>>;

/** The largest named river, a reach upstream of it, and where it ends. */
async function riverExamples(service: Service): Promise<Examples> {
  const { ma, code: text, displayName, displayNameEn } = await service.example();
  const code = text === '' ? undefined : parseCode(text);
  if (code === undefined || !isReachCode(code)) return {};
  const { reaches } = await service.trace({ code, direction: 'upstream', limit: 5 });
  const { outletLongitude = 0, outletLatitude = 0 } = service.resolveMa(ma).extensions;
  return {
    basincode: code.basincode,
    subbasincd: code.subbasincd,
    binstrval: String(code.binstrval),
    binstrlen: code.binstrlen,
    level: 1,
    ma,
    q: displayName || displayNameEn || text,
    lon: outletLongitude,
    lat: outletLatitude,
    a: reaches.at(-1)?.code ?? text,
    b: text,
  };
}

async function poiExamples(service: Service): Promise<Examples> {
  for (const { type } of service.dataset.poiTypes) {
    const [poi] = (await service.searchPois({ type, limit: 1 })).items;
    if (poi !== undefined) return { type, key: poi.key };
  }
  return {};
}

const found = new WeakMap<Service, Promise<Examples>>();

export function examplesOf(service: Service): Promise<Examples> {
  const known = found.get(service);
  if (known !== undefined) return known;
  const asked = Promise.all([riverExamples(service), poiExamples(service)]).then(([river, poi]) => ({
    ...river,
    ...poi,
  }));
  found.set(service, asked);
  return asked;
}

/** A river and a search to try, as paths. */
export async function exampleRequests(service: Service): Promise<{ river: string; search: string }> {
  const { basincode, subbasincd, binstrval, binstrlen, level, q } = await examplesOf(service);
  return {
    river: ['/api/rivers', basincode, subbasincd, binstrval, binstrlen, level].join('/'),
    search: `/api/search?q=${encodeURIComponent(q ?? '')}`,
  };
}
